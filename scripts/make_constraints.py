"""Write constraints.txt, and the same lines into pyproject.toml for ``uv run``.

``python scripts/make_constraints.py`` resolves every dependency anew, to the newest that fits.
uv reads no constraints file by itself, so the table ``constraint-dependencies`` mirrors it; a
test holds the two together.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMAND = (
    "uv pip compile pyproject.toml --no-config --all-extras --group dev --universal "
    "--python-version 3.11 --no-header --no-annotate --no-strip-markers --quiet"
)
TABLE = re.compile(r"(?<=\nconstraint-dependencies = \[\n)(?:  .*\n)*(?=\]\n)")


def main() -> None:
    done = subprocess.run(
        COMMAND.split(), cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True
    )
    lines = [line.strip() for line in done.stdout.splitlines() if "==" in line]
    (ROOT / "constraints.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    project = ROOT / "pyproject.toml"
    table = "".join(f'  "{line}",\n' for line in lines)
    text, found = TABLE.subn(lambda _: table, project.read_text(encoding="utf-8"))
    if not found:
        raise SystemExit("pyproject.toml has no table constraint-dependencies")
    project.write_text(text, encoding="utf-8")
    print(f"{len(lines)} versions")


if __name__ == "__main__":
    main()
