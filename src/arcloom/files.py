"""Writes files whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from arcloom.errors import InputError


def write_atomically(path: Path, text: str) -> None:
    """Write a file whole. If anything goes wrong, the old file stays as it was.

    A reader sees the old content or the new, never a part. So does anyone after a kill.
    """
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            Path(temporary).chmod(_mode(path))
            Path(temporary).replace(path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise cannot_be_written(path, error) from None


def cannot_be_written(path: Path, error: OSError) -> InputError:
    """The error for a file that cannot be written."""
    return InputError(
        f"cannot be written: {error.strerror or error}",
        place=str(path),
        remedy="name a file in a folder that you may write to",
    )


def _mode(path: Path) -> int:
    """The permissions of the file, or those that a new file would get."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
