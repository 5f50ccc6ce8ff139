"""Evolve as a strategy: breeds for one task, from its own programs and those of other tasks.

The module `evolution` breeds for all tasks at once and writes to a library. Here each call belongs
to one task. It starts from the programs it is given and keeps its population to itself. So tasks
can be searched in parallel, with the same result on any number of threads.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, NamedTuple

from arcloom.engine.results import as_grid
from arcloom.lang import Program
from arcloom.lang.encoding import decode
from arcloom.library.statistics import statistics_of
from arcloom.search.description_length import description_length
from arcloom.search.evolve.breeder import SEARCH_LIMITS, Mutations, new_breeder
from arcloom.search.strategy import Effort, Findings, Found, Stopped, poll_of
from arcloom.search.transfer.stored import StoredPrograms
from arcloom.search.trial import answer_of
from arcloom.tasks import Task

CHILD_FUEL: Final = 20_000
"""The fuel charged per child, scored or not: about the cost to breed, weave and run one."""
LEAST_FUEL: Final = 500 * CHILD_FUEL
"""With less fuel a population would hardly change."""
CHILDREN: Final = 64
HAND: Final = 32
KEEP: Final = 32
PARENTS: Final = 128
STOCK: Final = 1000
"""How many of the library's programs may be drawn as parents."""
PARTIAL: Final = 2
SAME: Final = 4
"""The most programs of one behaviour to report."""


class _Member(NamedTuple):
    """A program of the population. The natural order is the order of preference."""

    minus_matched: int
    minus_score: int
    fuel: int
    nodes: int
    identity: Any
    number: int
    behaviour: int
    outputs: tuple[Any, ...]


class Evolve:
    """Breeds for each task separately, from its known programs and those of other tasks."""

    name: Final = "evolve"
    share: Final = 1.0

    def __init__(self, stored: StoredPrograms) -> None:
        self._stored = stored
        self._pool: tuple[Program, ...] = ()
        self._mutations = Mutations()

    def prepare(self, pool: Sequence[Program]) -> None:
        known = (*self._stored.first(STOCK), *pool)
        by_hash = {program.hash: program for program in known}
        self._pool = tuple(by_hash.values())
        uses = statistics_of(program.source() for program in self._pool).uses
        total = max(sum(uses.values()), 1)
        weights = {op: 1 + 400 * count / total for op, count in uses.items()}
        self._mutations = replace(self._mutations, weights=weights)

    def search(self, task: Task, effort: Effort) -> Findings:
        rng = random.Random(f"evolve {effort.seed} {task.key} {effort.level}")
        parents = self._parents(effort, rng)
        if not parents or effort.fuel < LEAST_FUEL:
            return Findings()  # not exhausted: later there may be parents and more fuel
        colony = _Colony(self, task, effort, parents, rng)
        with suppress(Stopped):
            colony.run()
        return Findings(colony.found(), colony.fuel)

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


class _Colony:
    """One task's population, for the duration of one call."""

    def __init__(
        self,
        strategy: Evolve,
        task: Task,
        effort: Effort,
        parents: Sequence[Program],
        rng: random.Random,
    ) -> None:
        limits = replace(SEARCH_LIMITS, memory=min(SEARCH_LIMITS.memory, effort.memory))
        self._breeder = new_breeder(strategy.mutations, limits)
        self._task = task
        self._effort = effort
        self._rng = rng
        self._quest = self._breeder.add_task(task.pairs, [test.input for test in task.tests])
        self._parents = [number for p in parents if (number := self._add(p)) is not None]
        self._known = {found.program.hash for found in effort.known}
        self._members: list[_Member] = []
        self._fits: dict[Any, _Member] = {}
        self.fuel = 0

    def _add(self, program: Program) -> int | None:
        try:
            return self._breeder.add_program(*program.encode())
        except ValueError:  # an op with more arguments than the breeder supports
            return None

    def run(self) -> None:
        """Score the parents, then breed until the fuel is spent."""
        if not self._parents:
            return
        self._step(self._parents, 0)
        while self.fuel < self._effort.fuel and not self._effort.stop():
            self._step(self._hand(), CHILDREN)

    def _hand(self) -> list[int]:
        weights = [1 / (place + 2) for place in range(len(self._members))]
        numbers = [member.number for member in self._members]
        own = self._rng.choices(numbers, weights, k=HAND // 2) if numbers else []
        return own + self._rng.choices(self._parents, k=HAND - len(own))

    def _step(self, hand: list[int], children: int) -> None:
        full = len(self._members) == KEEP
        worst = self._members[-1] if full else None
        least = (-worst.minus_matched, -worst.minus_score) if worst else (0, 0)
        seed = self._rng.getrandbits(63)
        job = (self._quest, hand, children, KEEP, not full, *least, seed, children == 0)
        result = self._breeder.step([job], 1, True, poll_of(self._effort.stop))
        self.fuel += CHILD_FUEL * (children or len(hand))
        self._take(result["children"])

    def _take(self, rows: Iterable[Any]) -> None:
        members = list(self._members)
        for _, number, identity, matched, score, fuel, nodes, behaviour, fits, answers in rows:
            member = _Member(
                -matched, -score, fuel, nodes, identity, number, behaviour, tuple(answers)
            )
            if fits:
                self._fits.setdefault(identity, member)
            if score:
                members.append(member)
        by_behaviour: dict[int, _Member] = {}
        for member in sorted(members):
            by_behaviour.setdefault(member.behaviour, member)
        self._members = list(by_behaviour.values())[:KEEP]

    def found(self) -> tuple[Found, ...]:
        """The programs that fit and the best of the rest, without those known before."""
        partial = [member for member in self._members if member.identity not in self._fits]
        chosen = [*self._told(), *partial[:PARTIAL]]
        told = (self._found(member) for member in chosen)
        return tuple(found for found in told if found.program.hash not in self._known)

    def _told(self) -> Iterator[_Member]:
        """The smallest of each behaviour. Thousands may differ only in parts without effect."""
        seen: Counter[int] = Counter()
        for member in sorted(self._fits.values(), key=lambda m: (m.nodes, m.fuel, m.identity)):
            seen[member.behaviour] += 1
            if seen[member.behaviour] <= SAME and len(seen) <= KEEP:
                yield member

    def _found(self, member: _Member) -> Found:
        task, demos = self._task, len(self._task.demos)
        program = decode(*self._breeder.program(member.number))
        values = (
            [as_grid(output) for output in member.outputs]
            if member.outputs
            else [program(test.input, S=task) for test in task.tests]
        )
        return Found(
            task.id,
            program,
            Evolve.name,
            description_length(program),
            -member.minus_matched,
            demos,
            tuple(answer_of(value) for value in values),
            -member.minus_score // demos,
            member.fuel,
        )
