"""LibraryReader: reads a library while others write to it, lock it, move it or replace it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Final

from arcloom.errors import InputError
from arcloom.library import Library
from arcloom.library.address import is_url

PATIENCE: Final = 2.0
"""Seconds to wait for a lock. After that the page says that the library is locked."""

_Identity = tuple[object, ...]


class LibraryReader:
    """Gives the library to whoever reads, opened again where it is not what it was.

    What is wrong with it (gone, locked, newer than this Arcloom) is an InputError each time it is
    asked for, until it is well again. Threads may share a shelf.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._lock = Lock()
        self._library: Library | None = None
        self._identity: _Identity | None = None

    @contextmanager
    def reading(self) -> Iterator[Library]:
        """The library, fit to be read."""
        library = self._opened()
        try:
            library.verify()
            yield library
        except InputError:
            self._let_go(library)
            raise

    def close(self) -> None:
        """Let go of the library."""
        if self._library is not None:
            self._let_go(self._library)

    def _opened(self) -> Library:
        identity = self._look()
        with self._lock:
            if self._library is not None and identity != self._identity:
                self._library.close()
                self._library = None
            if self._library is None:
                self._library = Library.open(
                    self.name, create=False, readonly=True, timeout=PATIENCE
                )
                self._identity = self._look()
            return self._library

    def _look(self) -> _Identity | None:
        """Tells a file from another of the same name. A database server needs no such mark."""
        if is_url(self.name):
            return ()
        try:
            found = Path(self.name).stat()
        except OSError:
            return None
        # Where a file lies still it is read without its log; once there is one, it must be read.
        return found.st_dev, found.st_ino, Path(f"{self.name}-wal").exists()

    def _let_go(self, library: Library) -> None:
        with self._lock:
            library.close()
            if self._library is library:
                self._library = None
