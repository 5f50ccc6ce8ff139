"""Population: what a library keeps for each task, and its programs in the native breeder.

It follows the library's own rule (`library.keep_rule`), so that after every recorded batch it is
what a fresh look at the library would give: a resumed run goes on as if it had not stopped.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from arcloom import _core
from arcloom.errors import InputError
from arcloom.lang import Program
from arcloom.lang.encoding import decode
from arcloom.lang.program import digest
from arcloom.lang.reader import missing_ops
from arcloom.library.keep_rule import Standing, least_score, rescored, select, standing
from arcloom.library.records import Kind, StoredProgram
from arcloom.library.store import Library
from arcloom.search.evolve.colonies import Floor


@dataclass(frozen=True, slots=True)
class Bred:
    """A bred program in the form that the library takes."""

    hash: str
    source: str
    nodes: int
    kind: Kind

    def __len__(self) -> int:
        return self.nodes


class TaskArchive:
    """What one task keeps, best first, and the same as numbers of the breeder."""

    __slots__ = ("behaviours", "numbers", "rows")

    def __init__(self) -> None:
        self.rows: list[Standing] = []
        self.numbers: list[int] = []
        self.behaviours: dict[str, Standing] = {}

    def fill(self, rows: list[Standing], numbers: dict[str, int | None]) -> None:
        """Replace all rows by these."""
        self.rows = rows
        self.behaviours = {row.behaviour: row for row in rows}
        found = (numbers[row.program] for row in rows)
        self.numbers = [number for number in found if number is not None]


class Population:
    """The programs that all tasks keep, in one breeder. A task goes by its key (`Task.key`)."""

    def __init__(
        self,
        breeder: _core.Breeder,
        library: Library,
        tasks: Sequence[str],
        kind: Kind = "program",
    ) -> None:
        self.breeder = breeder
        self.keep = library.keep
        self.imported: dict[str, int] = {}
        """the imported programs, or the starters: from hash to number in the breeder"""
        self.written: set[str] = set()
        """the hashes of those that a user imported, which the keep rule prefers"""
        self.missing: list[list[str]] = []
        """of each program that cannot be read here: the ops that are not loaded"""
        self._numbers: dict[str, int | None] = {}
        self._shelves: dict[str, TaskArchive] = {task: TaskArchive() for task in tasks}
        self._holders: dict[str, set[str]] = defaultdict(set)
        self._read(library, kind)

    def _read(self, library: Library, kind: Kind) -> None:
        rows: dict[str, list[Standing]] = {task: [] for task in self._shelves}
        stored = {program.hash: program for program in library.programs(kind)}
        self.written = {program.hash for program in stored.values() if program.imported}
        for score in library.scores(kind=kind):
            # Another process may have added the program after we read the programs.
            if score.task in rows and score.program in stored:
                rows[score.task].append(
                    standing(
                        score.demos_matched,
                        score.demos_total,
                        score.score,
                        score.nodes,
                        score.fuel,
                        score.program,
                        score.behaviour,
                        score.program in self.written,
                    )
                )
                self._holders[score.program].add(score.task)
        for program in stored.values():
            if program.imported or program.hash in self._holders:
                self._numbers[program.hash] = number = self._add(program)
                if number is not None:
                    self.breeder.set_line(number, [program.hash])
        for program in stored.values():
            number = self._numbers.get(program.hash) if program.imported else None
            if number is not None:
                self.imported[program.hash] = number
        for task, found in rows.items():
            self._shelves[task].fill(found, self._numbers)

    def _add(self, stored: StoredProgram) -> int | None:
        """Add a program to the breeder. Gives its number; None if it cannot be bred from."""
        added = self.breeder.add_source(stored.source)
        if added is not None:
            number, text = added
            if digest(text) == stored.hash:
                return number
            self.breeder.forget(number)
        try:
            return self.breeder.add_program(*stored.parse().encode())
        except InputError:  # an op that this session does not have, or damage
            self.missing += [missing_ops(stored.source)]
            return None
        except ValueError:  # an op with more arguments than the breeder supports
            return None

    def start_from(self, programs: Iterable[Program], *, named: bool = False) -> None:
        """Breed from these too, as from imported programs. The library need not hold them.

        `named`: a lineage may name them, since the library knows their sources all the same.
        """
        for program in programs:
            number = self._numbers.get(program.hash)
            if number is None:
                number = self.breeder.add_program(*program.encode())
            self._numbers[program.hash] = number
            self.imported[program.hash] = number
            if named:
                self.breeder.set_line(number, [program.hash])

    def guests(self, programs: Iterable[Program]) -> list[int]:
        """Numbers of programs that nobody keeps yet, as far as they can be bred from.

        Who asked for them tells the breeder to forget them.
        """
        numbers = []
        for program in programs:
            with suppress(ValueError):  # an op with more arguments than the breeder supports
                numbers.append(self.breeder.add_program(*program.encode()))
        return numbers

    def number(self, program: str) -> int | None:
        """The number of a kept or imported program; None if it cannot be bred from."""
        return self._numbers[program]

    def rows(self, task: str) -> list[Standing]:
        """What the task keeps, best first."""
        return self._shelves[task].rows

    def numbers(self, task: str) -> list[int]:
        """The numbers of the programs that a task keeps, best first."""
        return self._shelves[task].numbers

    def related(self, task: str) -> list[str]:
        """The keys of tasks that keep one of this task's three best programs."""
        found: set[str] = set()
        for row in self._shelves[task].rows[:3]:
            found |= self._holders[row.program]
        found.discard(task)
        return sorted(found)

    def may_enter(self, task: str, row: Standing) -> bool:
        """Whether a row could be kept; its hash need not be known, so ties count."""
        shelf = self._shelves[task]
        rival = shelf.behaviours.get(row.behaviour)
        if rival is not None:
            return row[:4] <= rival[:4]
        return len(shelf.rows) < self.keep or row[:4] <= shelf.rows[-1][:4]

    def floor(self, task: str) -> Floor:
        """Which rows may enter: all, or those with so many demos and such a score."""
        rows = self._shelves[task].rows
        if len(rows) < self.keep:
            return Floor()
        return Floor(False, -rows[-1].minus_demos, least_score(rows[-1]))

    def program(self, number: int) -> Program:
        """The program with this number in the breeder."""
        return decode(*self.breeder.program(number))

    def insert(self, task: str, new: Iterable[tuple[Standing, int]]) -> None:
        """Add rows with their programs' numbers, by the library's rule.

        Then the breeder forgets the programs that no task keeps any more.
        """
        shelf = self._shelves[task]
        before = {row.program for row in shelf.rows}
        fresh = []
        for row, number in new:
            fresh.append(row)
            if row.program not in self._numbers:
                self._numbers[row.program] = number
            elif self._numbers[row.program] != number:
                self.breeder.forget(number)
        rows = select([*shelf.rows, *fresh], self.keep)
        after = {row.program for row in rows}
        for come in after - before:
            self._holders[come].add(task)
        for gone in before - after:
            self._holders[gone].discard(task)
        shelf.fill(rows, self._numbers)
        for program in {*before, *(row.program for row in fresh)} - after:
            self._forget_unless_kept(program)

    def _forget_unless_kept(self, program: str) -> None:
        if self._holders[program] or program in self.imported:
            return
        del self._holders[program]
        number = self._numbers.pop(program)
        if number is not None:
            self.breeder.forget(number)

    def was_written(self, task: str) -> bool:
        """Whether a program that a user imported fits the task."""
        return any(row.fits and row.imported for row in self._shelves[task].rows)

    def rescore(self, scored: Iterable[tuple[str, str, int]]) -> None:
        """Change the scores of kept rows, given as (task, program, score)."""
        new = {(task, program): score for task, program, score in scored}
        for task, shelf in self._shelves.items():
            rows = [rescored(row, new.get((task, row.program), row.score)) for row in shelf.rows]
            shelf.fill(sorted(rows), self._numbers)

    def fitted(self) -> list[str]:
        """The tasks with a program that fits all demos."""
        best = ((task, shelf.rows[0]) for task, shelf in self._shelves.items() if shelf.rows)
        return [task for task, row in best if row.fits]

    def best_partial(self) -> float:
        """The mean over all tasks of the best differ score per demo; 0 for one without programs."""
        tops = [shelf.rows[0] for shelf in self._shelves.values() if shelf.rows]
        best = [row.score / row.demos_total for row in tops]
        return sum(best) / len(self._shelves) if best else 0.0
