"""Compile the kernels ahead of their first use: ``python -m daguai.kernels``.

For installers and images; a server that compiles in a process of its own stalls nobody.
"""

from __future__ import annotations

from daguai import kernels

if __name__ == "__main__":
    kernels.warm_up()
