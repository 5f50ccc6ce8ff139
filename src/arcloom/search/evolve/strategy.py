"""Evolve as a strategy: breeds for one task, from its own programs and those of other tasks.

The module `evolution` breeds for all tasks at once and writes to a library. Here each call belongs
to one task, and its islands go on where its last call left them. So tasks can be searched in
parallel, with the same result on any number of threads. Both use the engine of `colonies`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from arcloom._core import BredChild, BreedJob
from arcloom.lang import Program
from arcloom.lang.encoding import decode
from arcloom.search.description_length import description_length
from arcloom.search.evolve.breeder import SEARCH_LIMITS, Mutations, new_breeder, weighted
from arcloom.search.evolve.colonies import Colonies, Floor
from arcloom.search.evolve.config import EvolveConfig
from arcloom.search.evolve.scoring import grid_of
from arcloom.search.learn.candidates import FIT_LIMITS
from arcloom.search.leave_one_out import with_left_out
from arcloom.search.strategy import Effort, Findings, Found, Stopped, poll_of
from arcloom.search.transfer.stored import StoredPrograms
from arcloom.search.trial import answer_of, within
from arcloom.tasks import Task

CHILD_FUEL: Final = 20_000
"""The fuel charged per child, scored or not: about the cost to breed, weave and run one."""
LEAST_FUEL: Final = 500 * CHILD_FUEL
"""With less fuel a population would hardly change."""
CONFIG: Final = EvolveConfig(islands=2, children=128, focus=False, rules=False)
MUTATIONS: Final = Mutations(learn=0.1)
"""Rules are rarely learnt here: `solve` has other strategies for that, and learning costs much."""
LEARNING_FUEL: Final = 4_000_000
"""Less than `evolve` gives a rule, for the same reason."""
KEEP: Final = 32
PARENTS: Final = 128
STOCK: Final = 1000
"""How many of the library's programs may be drawn as parents."""
PARTIAL: Final = 2
SAME: Final = 4
"""The most programs of one behaviour to report."""


class Evolve:
    """Breeds for each task separately, from its known programs and those of other tasks."""

    name: Final = "evolve"
    share: Final = 0.5

    def __init__(self, stored: StoredPrograms) -> None:
        self._stored = stored
        self._pool: tuple[Program, ...] = ()
        self._mutations = MUTATIONS
        self._islands: dict[str, str] = {}
        """by the id of a task, as its last call left them. Tasks with the same grids have islands
        of their own: which of them is searched first depends on the threads."""

    def prepare(self, pool: Sequence[Program]) -> None:
        known = (*self._stored.first(STOCK), *pool)
        by_hash = {program.hash: program for program in known}
        self._pool = tuple(by_hash.values())
        sources = (program.source() for program in self._pool)
        self._mutations = weighted(self._mutations, sources)

    def remembered(self, task: Task) -> Any:
        return self._islands.get(task.id)

    def remember(self, task: Task, memory: Any) -> None:
        self._islands[task.id] = memory

    def search(self, task: Task, effort: Effort) -> Findings:
        rng = random.Random(f"evolve {effort.seed} {task.key} {effort.level}")
        parents = self._parents(effort, rng)
        if not parents or effort.fuel < LEAST_FUEL:
            return Findings()  # not exhausted: later there may be parents and more fuel
        call = _Call(self, task, effort, parents, rng, self._islands.get(task.id))
        with suppress(Stopped):
            call.run()
            self._islands[task.id] = call.islands()
        if effort.stop():
            return Findings(call.found(), call.fuel)
        found, fuel = with_left_out(task, call.found(), within(FIT_LIMITS, effort.memory))
        return Findings(found, call.fuel + fuel)

    def _parents(self, effort: Effort, rng: random.Random) -> list[Program]:
        """The task's own programs, and as many others as there is room for."""
        own = {found.program.hash: found.program for found in effort.known[: PARENTS // 2]}
        others = [program for program in self._pool if program.hash not in own]
        drawn = rng.sample(others, min(len(others), PARENTS - len(own)))
        return [*own.values(), *drawn]

    @property
    def mutations(self) -> Mutations:
        """The mutations, with ops weighted by their use in the known programs."""
        return self._mutations


class _Call:
    """One task's islands, for the duration of one call."""

    def __init__(
        self,
        strategy: Evolve,
        task: Task,
        effort: Effort,
        parents: Sequence[Program],
        rng: random.Random,
        islands: str | None,
    ) -> None:
        limits = replace(SEARCH_LIMITS, memory=min(SEARCH_LIMITS.memory, effort.memory))
        self._breeder = new_breeder(strategy.mutations, limits, LEARNING_FUEL)
        self._task = task
        self._effort = effort
        self._rng = rng
        self._colonies = Colonies(self._breeder, [task], CONFIG)
        if islands is not None:
            self._colonies.unpack(islands)
        self._parents = [number for p in parents if (number := self._add(p)) is not None]
        self._known = {found.program.hash for found in effort.known}
        self._fits: dict[bytes, BredChild] = {}
        self._partial: dict[int, BredChild] = {}
        self.fuel = 0

    def _add(self, program: Program) -> int | None:
        try:
            return self._breeder.add_program(*program.encode())
        except ValueError:  # an op with more arguments than the breeder supports
            return None

    def islands(self) -> str:
        """The islands, for the next call."""
        return self._colonies.pack()

    def run(self) -> None:
        """Score the parents, then breed until the fuel is spent."""
        if not self._parents:
            return
        self._step([self._colonies.score(0, self._parents, Floor(), KEEP)], len(self._parents))
        generation = 0
        while self.fuel < self._effort.fuel and not self._effort.stop():
            self._colonies.end_generation(generation)
            generation += 1
            jobs = [
                self._colonies.breed(
                    0, island, generation, self._parents, self._floor(), KEEP, self._rng
                )
                for island in range(CONFIG.islands)
            ]
            self._step(jobs, CONFIG.children)

    def _floor(self) -> Floor:
        """Only children that may be among the few that are told are reported."""
        if len(self._partial) < PARTIAL:
            return Floor()
        worst = list(self._partial.values())[-1]
        return Floor(False, worst.matched, worst.score)

    def _step(self, jobs: list[BreedJob], children: int) -> None:
        result = self._colonies.step(jobs, 1, poll_of(self._effort.stop))
        self.fuel += CHILD_FUEL * children
        self._take(result.children)

    def _take(self, children: Iterable[BredChild]) -> None:
        partial = list(self._partial.values())
        for child in children:
            if child.fits:
                self._fits.setdefault(child.text, child)
            elif child.score:
                partial.append(child)
        by_behaviour: dict[int, BredChild] = {}
        for child in sorted(partial, key=_preference):
            by_behaviour.setdefault(child.behaviour, child)
        self._partial = dict(list(by_behaviour.items())[:PARTIAL])

    def found(self) -> tuple[Found, ...]:
        """The programs that fit and the best of the rest, without those known before."""
        told = (self._found(child) for child in (*self._told(), *self._partial.values()))
        return tuple(found for found in told if found.program.hash not in self._known)

    def _told(self) -> Iterator[BredChild]:
        """The smallest of each behaviour. Thousands may differ only in parts without effect."""
        seen: Counter[int] = Counter()
        for child in sorted(self._fits.values(), key=lambda c: (c.nodes, c.fuel, c.text)):
            seen[child.behaviour] += 1
            if seen[child.behaviour] <= SAME and len(seen) <= KEEP:
                yield child

    def _found(self, child: BredChild) -> Found:
        task, demos = self._task, len(self._task.demos)
        program = decode(*self._breeder.program(child.number))
        values = (
            [grid_of(output) for output in child.answers]
            if child.answers
            else [program(test.input, S=task) for test in task.tests]
        )
        return Found(
            task.id,
            program,
            Evolve.name,
            description_length(program),
            child.matched,
            demos,
            tuple(answer_of(value) for value in values),
            1000 if child.fits else child.score // demos,
            child.fuel,
        )


def _preference(child: BredChild) -> tuple[int, int, int, int, bytes]:
    return -child.matched, -child.score, child.nodes, child.fuel, child.text
