"""KeptCache: what each task keeps, as a process last saw it.

A shelf is good for as long as the library's revision is the one it was seen at: every change to
what is kept raises that, whichever process makes it. So most candidates, which are too bad for
their task's shelf, are turned away without a query.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final, NamedTuple

from sqlalchemy import Connection, select

from arcloom.library import schema
from arcloom.library.keep_rule import Standing, row_of
from arcloom.library.keep_rule import select as select_rows
from arcloom.library.reading import checked
from arcloom.library.records import Kind, Scored, kind_of
from arcloom.library.writing import among, chunks

programs, scores = schema.programs, schema.scores

_ROW: Final = (int, int, int, int, str, str, int)

Group = tuple[str, Kind]
"""Programs that compete: those of one task; differs for themselves."""

Contenders = dict[Group, dict[Standing, Scored]]


class Change(NamedTuple):
    """What a batch changes on one task's shelf."""

    task_id: str
    dropped: set[Standing]
    added: dict[Standing, Scored]
    stayed: dict[Standing, Scored]


class KeptCache:
    """The shelves, as last seen. Not to be used by two threads at once."""

    def __init__(self) -> None:
        self._revision = -1
        self._rows: dict[Group, list[Standing]] = {}

    def forget(self) -> None:
        """Nothing is known any more; after a transaction that failed."""
        self._revision = -1
        self._rows.clear()

    def at(self, revision: int) -> None:
        """The library is at this revision: what was seen at another is worth nothing."""
        if revision != self._revision:
            self.forget()
            self._revision = revision

    def moved(self, revision: int) -> None:
        """The change just made to these shelves is that revision."""
        self._revision = revision

    def look(self, connection: Connection, groups: Iterable[Group]) -> None:
        """See those shelves that were not seen yet."""
        found: dict[Group, list[Standing]] = {g: [] for g in groups if g not in self._rows}
        query = select(
            scores.c.task_id,
            programs.c.kind,
            -scores.c.demos_matched,
            -scores.c.score,
            scores.c.fuel,
            programs.c.nodes,
            scores.c.program,
            scores.c.behaviour,
            scores.c.demos_total,
        ).join(programs)
        for tasks in chunks(sorted({task_id for task_id, _ in found})):
            where = among(connection, scores.c.task_id, tasks)
            for task_id, kind, *row in connection.execute(query.where(where)):
                if (task_id, kind) in found and checked(row, _ROW, "score"):
                    found[task_id, kind].append(Standing(*row))
        for rows in found.values():
            rows.sort()
        self._rows.update(found)

    def contenders(self, batch: Iterable[Scored], keep: int) -> Contenders:
        """Those of a batch that may get a place on their shelf, by the look of its last row."""
        found: Contenders = defaultdict(dict)
        # Whoever has fewer demos, or as many and a lower score, needs no second look.
        bars = {g: rows[-1] for g, rows in self._rows.items() if len(rows) >= keep}
        for scored in batch:
            group = (scored.task_id, kind_of(scored.program))
            bar = bars.get(group)
            if bar is not None:
                demos, score = -scored.demos_matched, -scored.score
                if demos > bar[0] or (demos == bar[0] and score > bar[1]):
                    continue
                row = row_of(scored)
                if row > bar:
                    continue
            else:
                row = row_of(scored)
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
            task_id=group[0],
            dropped=before.difference(after),
            added={row: new[row] for row in after if row not in before},
            stayed={row: new[row] for row in after if row in before and row in new},
        )
