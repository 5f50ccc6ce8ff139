"""Writes files whole or not at all, and reads files up to a size limit."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from stat import S_ISFIFO, S_ISREG, S_ISSOCK
from typing import BinaryIO, Final

from arcloom.errors import InputError

MOST_BYTES: Final = 256 * 2**20
"""Of a file that is read: far more than any collection of tasks or programs takes."""
_DATABASE: Final = b"SQLite format 3\0"


def read_whole(path: Path, most: int = MOST_BYTES) -> bytes:
    """The bytes of a file or a pipe, of some size at most; OSError where it cannot be read.

    A device is refused, since it may have no end.
    """
    with path.open("rb") as file:
        mode = os.fstat(file.fileno()).st_mode
        if not (S_ISREG(mode) or S_ISFIFO(mode) or S_ISSOCK(mode)):
            raise InputError("not a regular file", place=str(path), remedy="name a file or a pipe")
        data = file.read(most + 1)
    if len(data) > most:
        raise InputError(
            f"more than {most // 2**20} MiB", place=str(path), remedy="give it in smaller files"
        )
    return data


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write a file whole. If anything goes wrong, the old file stays as it was.

    A reader sees the old content or the new, never a part. So does anyone after a kill. Where the
    path is a link, the file that it leads to is written. A device or a pipe is written to; it is
    never replaced, or root would make a file of /dev/null. A database is never replaced either:
    whoever names one here has mistaken a library for the file to write.
    """
    data = content.encode() if isinstance(content, str) else content
    write_atomically_by(path, lambda file: file.write(data))


def write_atomically_by(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """The same, for content that is too large to be held beside what it is made of."""
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            with path.open("wb") as file:
                write(file)
            return
        place = path.resolve()
        if _is_database(place):
            raise InputError(
                "this file is a database, perhaps a library, and is not replaced",
                place=str(path),
                remedy="name another file",
            )
        _replace(place, write)
    except OSError as error:
        raise cannot_be_written(path, error) from None


def _replace(place: Path, write: Callable[[BinaryIO], object]) -> None:
    handle, temporary = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(_mode(place))
        Path(temporary).replace(place)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _is_database(place: Path) -> bool:
    """Whether a file is there that begins as SQLite's do."""
    if not place.is_file():
        return False
    with place.open("rb") as file:
        return file.read(len(_DATABASE)) == _DATABASE


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
