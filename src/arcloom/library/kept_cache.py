"""KeptCache: what each task keeps, as a process last saw it.

Every change to what a task keeps is marked with the library's revision that made it, whichever
process did. So the marks that are newer than the last look tell which shelves to see again, and
most candidates, which are too bad for their task's shelf, are turned away without a query.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Final, NamedTuple, get_args

from sqlalchemy import Connection, select

from arcloom.library import schema
from arcloom.library.keep_rule import Standing, row_of, standing
from arcloom.library.keep_rule import select as select_rows
from arcloom.library.reading import checked
from arcloom.library.records import Kind, Scored, kind_of
from arcloom.library.task_table import changed_since
from arcloom.library.writing import among, chunks

programs, scores = schema.programs, schema.scores

_ROW: Final = (int, int, int, int, int, str, str, bool)

Group = tuple[str, Kind]
"""Programs that compete: those of one task, by its key; differs for themselves."""

Contenders = dict[Group, dict[Standing, Scored]]


class Change(NamedTuple):
    """What a batch changes on one task's shelf."""

    task: str
    dropped: set[Standing]
    added: dict[Standing, Scored]
    stayed: dict[Standing, Scored]


class KeptCache:
    """The shelves, as last seen. Not to be used by two threads at once."""

    def __init__(self) -> None:
        self._revision = -1
        self._rows: dict[Group, list[Standing]] = {}

    def forget(self) -> None:
        """Forget everything. Called after a transaction has failed."""
        self._revision = -1
        self._rows.clear()

    def at(self, connection: Connection, revision: int) -> None:
        """The library is at this revision. Forget what has changed since it was seen."""
        if self._revision < 0:
            self._rows.clear()
        elif revision != self._revision:
            for task in changed_since(connection, self._revision):
                for kind in get_args(Kind):
                    self._rows.pop((task, kind), None)
        self._revision = revision

    def moved(self, revision: int) -> None:
        """The change that we just made to these shelves led to this revision.

        If others made changes meanwhile, to other tasks, the next look must not miss those.
        """
        if revision == self._revision + 1:
            self._revision = revision

    def look(self, connection: Connection, groups: Iterable[Group]) -> None:
        """See those shelves that were not seen yet."""
        found: dict[Group, list[Standing]] = {g: [] for g in groups if g not in self._rows}
        query = select(
            scores.c.task,
            programs.c.kind,
            scores.c.demos_matched,
            scores.c.demos_total,
            scores.c.score,
            programs.c.nodes,
            scores.c.fuel,
            scores.c.program,
            scores.c.behaviour,
            programs.c.imported,
        ).join(programs)
        for tasks in chunks(sorted({task for task, _ in found})):
            where = among(connection, scores.c.task, tasks)
            for task, kind, *row in connection.execute(query.where(where)):
                if (task, kind) in found and checked(row, _ROW, "score"):
                    found[task, kind].append(standing(*row))
        for rows in found.values():
            rows.sort()
        self._rows.update(found)

    def contenders(
        self, batch: Iterable[Scored], keep: int, imported: Collection[str]
    ) -> Contenders:
        """The programs of a batch that may get a place, judged by the last row of their shelf.

        `imported` are the hashes of those of them that a user imported.
        """
        found: Contenders = defaultdict(dict)
        bars = {g: rows[-1] for g, rows in self._rows.items() if len(rows) >= keep}
        for scored in batch:
            group = (scored.key, kind_of(scored.program))
            bar = bars.get(group)
            if bar is not None and -scored.demos_matched > bar.minus_demos:
                continue
            row = row_of(scored, scored.program.hash in imported)
            if bar is not None and row > bar:
                continue
            found[group].setdefault(row, scored)
        return found

    def change(self, group: Group, new: dict[Standing, Scored], keep: int) -> Change:
        """Put new rows on a shelf and let the keep rule decide."""
        held = self._rows[group]
        before = set(held)
        # In this order sorting is cheap: what is held is sorted already.
        after = select_rows([*held, *(row for row in new if row not in before)], keep)
        self._rows[group] = after
        return Change(
            task=group[0],
            dropped=before.difference(after),
            added={row: new[row] for row in after if row not in before},
            stayed={row: new[row] for row in after if row in before and row in new},
        )
