"""User-written differs: which of them score, and how new ones are bred and judged.

Besides the built-in differs, a run scores with some *scorers*: all imported differs, and the few
differs of earlier runs that most tasks keep. The scorers stay the same from the first round to the
last, so that scores of one run can be compared. Differs bred in this run may score in the next.

A differ is judged on a task by the programs that the task keeps. We look at all pairs in which one
program matches more demos than the other, and count how many pairs the differ puts in that order.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from arcloom import _core
from arcloom.lang import read_program
from arcloom.library.store import Library
from arcloom.search.evolve.population import Population

BRED_IN_JURY: Final = 3
BRED_AT_ONCE: Final = 32
TASKS_AT_ONCE: Final = 32

Judged = list[_core.BredChild]
"""Differs judged on tasks, in the form in which the breeder reports children."""


def choose_scorers(library: Library) -> list[str]:
    """The sources of the differs that a new run scores with, in a fixed order.

    These are all imported differs, and `BRED_IN_JURY` of the others: those that most tasks keep. On
    a tie the one with the higher scores wins, then the one with the smaller hash.
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


def set_scorers(breeder: _core.Breeder, sources: Sequence[str]) -> list[str]:
    """Let these differs score from now on; gives the hashes of those that the breeder takes."""
    chosen: dict[str, int] = {}
    for source in sources:
        with suppress(ValueError):  # too large to breed, or with an op that is not loaded
            program = read_program(source)
            chosen[program.hash] = breeder.add_program(*program.encode())
    breeder.set_scorers(list(chosen.values()))
    return list(chosen)


class Differs:
    """The differs of a library, from which a run breeds."""

    def __init__(self, breeder: _core.Breeder, library: Library, tasks: Sequence[str]) -> None:
        self.breeder = breeder
        self.tasks = tasks
        self.population = Population(breeder, library, tasks, "differ")

    def breed(
        self,
        programs: Population,
        breeder_tasks: Sequence[int],
        hand: int,
        threads: int,
        rng: random.Random,
    ) -> tuple[Judged, list[int], int]:
        """Breed differs and judge them. Gives rows, the task of each job, and how many were bred.

        They are judged on tasks whose kept programs match different numbers of demos.
        """
        drawn = rng.sample(range(len(self.tasks)), min(TASKS_AT_ONCE, len(self.tasks)))
        telling = [t for t in sorted(drawn) if self._tells(programs, t)]
        known = self._hand(telling, hand)
        bred = self.breeder.breed_differs(known, BRED_AT_ONCE, rng.getrandbits(63))
        jobs = [_core.JudgeJob(breeder_tasks[t], *self._order(programs, t)) for t in telling]
        imported = list(self.population.imported.values())
        rows = self.breeder.judge(jobs, [*imported, *bred], threads)
        for number in bred:  # the rows have their own copies
            self.breeder.forget(number)
        return rows, telling, len(bred)

    def _hand(self, tasks: Sequence[int], size: int) -> list[int]:
        """The imported differs, and the best differs of these tasks."""
        best = [self.population.numbers(self.tasks[t])[:1] for t in tasks]
        own = dict.fromkeys(number for numbers in best for number in numbers)
        imported = list(self.population.imported.values())
        return list(dict.fromkeys([*imported, *own]))[:size]

    def _tells(self, programs: Population, task: int) -> bool:
        return len({row.minus_demos for row in programs.rows(self.tasks[task])}) > 1

    def _order(self, programs: Population, task: int) -> tuple[list[int], list[int]]:
        """The programs that a task keeps, by number, and how many demos each matches."""
        rows = programs.rows(self.tasks[task])
        numbered = [(programs.number(row.program), -row.minus_demos) for row in rows]
        found = [(number, matched) for number, matched in numbered if number is not None]
        return [number for number, _ in found], [matched for _, matched in found]
