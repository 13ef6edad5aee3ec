"""The folder where a server keeps everything: made, tried, and held by one server at a time."""

from __future__ import annotations

import sqlite3
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Final

from daguai.errors import CodedError

_LOCK: Final = "server.lock"


class FolderError(CodedError):
    """A folder that cannot be used.

    Attributes:
        code: ``data_unwritable`` or ``data_in_use``.
    """


class Folder:
    """A folder held by this process from entering to leaving the context.

    The hold is a lock of the operating system's on a small database, so it ends with the process
    however that ends, and works alike everywhere.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._held: sqlite3.Connection | None = None

    def __enter__(self) -> Folder:
        """Make the folder where needed and hold it.

        Raises:
            FolderError: it cannot be written, or another server holds it.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=self.path) as probe:
                probe.write(b"x")
        except OSError as error:
            reason = error.strerror or str(error)
            message = f"cannot write to the data folder {self.path}: {reason}"
            raise FolderError(
                "data_unwritable", message, folder=str(self.path), reason=reason
            ) from None
        self._held = sqlite3.connect(self.path / _LOCK, timeout=0, isolation_level=None)
        try:
            self._held.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            self._held.close()
            message = f"another server uses the data folder {self.path}"
            raise FolderError("data_in_use", message, folder=str(self.path)) from None
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let the folder go."""
        if self._held is not None:
            self._held.close()
