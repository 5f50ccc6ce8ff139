"""StoredPrograms: a library's programs, each parsed only when it is needed."""

from __future__ import annotations

from collections.abc import Iterable

from arcloom.errors import InputError
from arcloom.lang import Program
from arcloom.library.records import StoredProgram


class StoredPrograms:
    """Programs in the order of their promise: imported ones first, then the smaller ones."""

    def __init__(self, stored: Iterable[StoredProgram] = ()) -> None:
        self._waiting = sorted(
            stored, key=lambda p: (not p.imported, p.nodes, p.hash), reverse=True
        )
        self._parsed: list[Program] = []
        self.refused: list[str] = []
        """what is wrong with those that cannot be read here: an op that a session lacks, say"""

    def first(self, count: int) -> list[Program]:
        """The first so many, or as many as there are."""
        while self._waiting and len(self._parsed) < count:
            try:
                self._parsed.append(self._waiting.pop().parse())
            except InputError as error:
                self.refused.append(str(error))
        return self._parsed[:count]
