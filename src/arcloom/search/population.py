"""Population: what a library keeps for each task, beside its programs in the native breeder.

It follows the library's own rule (`library.ranking`), so that after every recorded batch it is
what a fresh look at the library would give: a resumed run goes on as if it had not stopped.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from arcloom import _core
from arcloom.lang import Program
from arcloom.lang.encoding import decode
from arcloom.library.ranking import Row, select
from arcloom.library.records import StoredProgram
from arcloom.library.store import Library


class Population:
    """The kept programs of all tasks, by hash in one breeder."""

    def __init__(self, breeder: _core.Breeder, library: Library, tasks: Sequence[str]) -> None:
        self.breeder = breeder
        self.keep = library.keep
        self.imported: list[str] = []
        self._numbers: dict[str, int | None] = {}
        self._stored: dict[str, StoredProgram] = {}
        self._rows: dict[str, list[Row]] = {task: [] for task in tasks}
        self._holders: dict[str, set[str]] = defaultdict(set)
        self._read(library)

    def _read(self, library: Library) -> None:
        for stored in library.programs("program"):
            self._stored[stored.hash] = stored
            if stored.imported and self.number(stored.hash) is not None:
                self.imported.append(stored.hash)
        for score in library.scores(kind="program"):
            # Another process may have added the program since the programs were read.
            there = score.program in self._stored or score.program in self._numbers
            if score.task_id in self._rows and there:
                row = Row(
                    -score.demos_matched,
                    -score.score,
                    score.fuel,
                    score.nodes,
                    score.program,
                    score.behaviour,
                    score.demos_total,
                )
                self._rows[score.task_id].append(row)
                self._holders[score.program].add(score.task_id)

    def number(self, program_hash: str) -> int | None:
        """A program's number in the breeder, parsed when first asked; None: cannot be bred."""
        if program_hash not in self._numbers:
            program = self._stored.pop(program_hash).parse()
            try:
                self._numbers[program_hash] = self.breeder.add_program(*program.encode())
            except ValueError:  # an op with more arguments than breeding knows
                self._numbers[program_hash] = None
        return self._numbers[program_hash]

    def rows(self, task: str) -> list[Row]:
        """What the task keeps, best first."""
        return self._rows[task]

    def related(self, task: str) -> list[str]:
        """Tasks that keep one of this one's three best programs too, by id."""
        found: set[str] = set()
        for row in self._rows[task][:3]:
            found |= self._holders[row.program]
        found.discard(task)
        return sorted(found)

    def may_enter(self, task: str, preference: tuple[int, int, int, int], behaviour: str) -> bool:
        """Whether a row with that beginning could be kept; hashes break ties, so equal ones may."""
        rows = self._rows[task]
        for row in rows:
            if row.behaviour == behaviour:
                return preference <= row[:4]
        return len(rows) < self.keep or preference <= rows[-1][:4]

    def threshold(self, task: str) -> tuple[bool, int, int]:
        """Whether all are welcome, else the least demos and score that may be kept."""
        rows = self._rows[task]
        if len(rows) < self.keep:
            return True, 0, 0
        return False, -rows[-1].minus_demos, -rows[-1].minus_score

    def program(self, number: int) -> Program:
        """The program behind a number of the breeder."""
        return decode(*self.breeder.program(number))

    def insert(self, task: str, new: Iterable[tuple[Row, int]]) -> None:
        """Take in rows with their programs' numbers, by the library's rule."""
        fresh = list(new)
        for row, number in fresh:
            self._numbers.setdefault(row.program, number)
        before = {row.program for row in self._rows[task]}
        self._rows[task] = select([*self._rows[task], *(row for row, _ in fresh)], self.keep)
        after = {row.program for row in self._rows[task]}
        for gone in before - after:
            self._holders[gone].discard(task)
        for come in after - before:
            self._holders[come].add(task)

    def fitted(self) -> list[str]:
        """The tasks that have a program which fits all demos."""
        best = ((task, rows[0]) for task, rows in self._rows.items() if rows)
        return [task for task, row in best if -row.minus_demos == row.demos_total]

    def best_partial(self) -> float:
        """The mean over the tasks of their best differ score a demo."""
        best = [-rows[0].minus_score / rows[0].demos_total for rows in self._rows.values() if rows]
        return sum(best) / len(best) if best else 0.0
