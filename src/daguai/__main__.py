"""Run the command line as ``python -m daguai``."""

from __future__ import annotations

import sys

from daguai.cli import main

if __name__ == "__main__":
    sys.exit(main())
