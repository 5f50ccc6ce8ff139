"""StoredPrograms: the programs of a library. Each is parsed only when it is needed."""

from __future__ import annotations

from collections.abc import Iterable

from arcloom.errors import InputError
from arcloom.lang import Program
from arcloom.library.records import StoredProgram


class StoredPrograms:
    """Programs, the most promising first: imported ones, then smaller ones."""

    def __init__(self, stored: Iterable[StoredProgram] = ()) -> None:
        self._waiting = sorted(
            stored, key=lambda p: (not p.imported, p.nodes, p.hash), reverse=True
        )
        self._parsed: list[Program] = []
        self.refused: list[str] = []
        """why some programs cannot be read here, for example because an op is missing"""

    def first(self, count: int) -> list[Program]:
        """The first `count` programs, or all if there are fewer."""
        while self._waiting and len(self._parsed) < count:
            try:
                self._parsed.append(self._waiting.pop().parse())
            except InputError as error:
                self.refused.append(str(error))
        return self._parsed[:count]
