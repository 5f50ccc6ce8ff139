"""Differs that users write: which of them score, and how new ones are bred and judged.

A run has a *jury*: the imported differs, and of those bred in earlier runs the few that most tasks
keep. It scores beside the built-in differs, from the run's first round to its last, so that scores
of one run can be compared. Differs bred in this run may be in the next one's jury.

A differ is judged on a task by the programs that the task keeps: of all pairs of which one matches
more demos than the other, how many it puts in that order.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from arcloom import _core
from arcloom.lang import read_program
from arcloom.library.faults import damaged
from arcloom.library.store import Library
from arcloom.search.population import Population

BRED_IN_JURY: Final = 3
BRED_AT_ONCE: Final = 32
TASKS_AT_ONCE: Final = 32

Rows = list[tuple[Any, ...]]
"""Differs judged on tasks, as the breeder reports children."""


def choose_jury(library: Library) -> list[str]:
    """The sources of the differs that a new run scores with, in an order that is always the same.

    All imported ones, and of the others the `BRED_IN_JURY` that most tasks keep; among equals the
    one of higher scores, then of the smaller hash.
    """
    stored = {program.hash: program for program in library.programs("differ")}
    kept: Counter[str] = Counter()
    worth: Counter[str] = Counter()
    for score in library.scores(kind="differ"):
        kept[score.program] += 1
        worth[score.program] += score.score // score.demos_total
    bred = [h for h, program in stored.items() if not program.imported and kept[h]]
    bred.sort(key=lambda h: (-kept[h], -worth[h], h))
    imported = sorted(h for h, program in stored.items() if program.imported)
    return [stored[h].source for h in (*imported, *bred[:BRED_IN_JURY])]


def seat_jury(breeder: _core.Breeder, sources: Sequence[str]) -> list[str]:
    """Let these differs score from now on; gives their hashes."""
    programs = [read_program(source) for source in sources]
    try:
        breeder.set_jury([breeder.add_program(*program.encode()) for program in programs])
    except ValueError as error:  # an op with more arguments than breeding knows
        raise damaged(f"a differ of the run cannot score: {error}") from None
    return [program.hash for program in programs]


class Differs:
    """The differs of a library, which a run breeds from."""

    def __init__(self, breeder: _core.Breeder, library: Library, tasks: Sequence[str]) -> None:
        self.breeder = breeder
        self.tasks = tasks
        self.population = Population(breeder, library, tasks, "differ")

    def breed(
        self,
        programs: Population,
        quests: Sequence[int],
        hand: int,
        threads: int,
        rng: random.Random,
    ) -> tuple[Rows, list[int], int]:
        """Breed differs and judge them: rows, the task of each of their jobs, how many were bred.

        They are judged on tasks whose kept programs match different numbers of demos.
        """
        drawn = rng.sample(range(len(self.tasks)), min(TASKS_AT_ONCE, len(self.tasks)))
        telling = [t for t in sorted(drawn) if self._tells(programs, t)]
        known = self._hand(telling, hand)
        bred = self.breeder.breed_differs(known, BRED_AT_ONCE, rng.getrandbits(63))
        jobs = [(quests[t], *self._order(programs, t)) for t in telling]
        imported = list(self.population.imported.values())
        rows = self.breeder.judge(jobs, [*imported, *bred], threads)
        for number in bred:  # rows have copies of their own
            self.breeder.forget(number)
        return rows, telling, len(bred)

    def _hand(self, tasks: Sequence[int], size: int) -> list[int]:
        """The imported differs, and the best of these tasks."""
        best = [self.population.numbers(self.tasks[t])[:1] for t in tasks]
        own = dict.fromkeys(number for numbers in best for number in numbers)
        imported = list(self.population.imported.values())
        return list(dict.fromkeys([*imported, *own]))[:size]

    def _tells(self, programs: Population, task: int) -> bool:
        return len({row.minus_demos for row in programs.rows(self.tasks[task])}) > 1

    def _order(self, programs: Population, task: int) -> tuple[list[int], list[int]]:
        """The programs that a task keeps, by number, and the demos that each matches."""
        rows = programs.rows(self.tasks[task])
        numbered = [(programs.number(row.program), -row.minus_demos) for row in rows]
        found = [(number, matched) for number, matched in numbered if number is not None]
        return [number for number, _ in found], [matched for _, matched in found]
