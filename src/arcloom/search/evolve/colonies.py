"""Colonies: the islands of some tasks in one breeder, from one generation to the next.

This is the engine of `evolve` and of the strategy in `solve`. An island owns its programs: a child
stays on the island of its parents. Every few generations copies of the best go to the next island,
and each task's best are hung in a gallery, where other tasks find guests to breed with.

What happens depends on the state, the seeds and the guests from outside. So a state that was packed
and unpacked goes on as if nothing had happened.
"""

from __future__ import annotations

import json
import random
import zlib
from base64 import b64decode, b64encode
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from arcloom._core import Breeder, BreedJob, Generation, Resident, Selection
from arcloom.search.evolve.config import EvolveConfig
from arcloom.search.evolve.rates import Rates
from arcloom.tasks import Task

GALLERY: Final = 3
"""How many of a task's best programs other tasks may see."""
MIGRANTS: Final = 3
"""How many of an island's best are copied to the next."""
SOLVED_EVERY: Final = 8
"""A solved task breeds once in so many generations."""
QUICK: Final = 1
"""How hard a state is compressed: the default takes 2.6 times as long and saves a quarter."""
MOST_STATE: Final = 2**28
"""Bytes of a state at most, unpacked."""


class Shown(NamedTuple):
    """A program of the gallery."""

    number: int
    identity: int


class Floor(NamedTuple):
    """Which children to report: all, or those with so many demos and such a score."""

    all: bool = True
    matched: int = 0
    score: int = 0


class Colonies:
    """The islands of these tasks. A task goes by its place in `tasks`."""

    def __init__(self, breeder: Breeder, tasks: Sequence[Task], config: EvolveConfig) -> None:
        self.breeder = breeder
        self.tasks = tasks
        self.config = config
        self.rates = Rates(config.mutations.changes(), config.adaptive)
        self.numbers = [
            breeder.add_task(task.pairs, [test.input for test in task.tests], config.islands)
            for task in tasks
        ]
        self._gallery: list[list[Shown]] = [[] for _ in tasks]
        self._shown_numbers: list[int] = []
        """of the whole gallery"""
        self._related: list[list[int]] = [[] for _ in tasks]
        self._solved: list[bool | None] = [None] * len(tasks)
        """what `solved` says; None where the islands may have changed since it was asked"""
        self._places = {number: task for task, number in enumerate(self.numbers)}
        selection = Selection(
            capacity=config.population,
            lexicase=config.selection == "lexicase",
            elites=config.elites,
            patience=config.patience,
        )
        breeder.set_selection(
            selection, config.generalise, recoloured=config.recoloured, turned=config.turned
        )

    def solved(self, task: int) -> bool:
        """Whether an island has a program that fits the task and lost no score."""
        known = self._solved[task]
        if known is None:
            known = self._solved[task] = self.breeder.solved(self.numbers[task])
        return known

    def sure(self, task: int) -> bool:
        """Whether the best program of its islands is hardly ever wrong."""
        return self.breeder.sure(self.numbers[task])

    def due(self, generation: int) -> list[bool]:
        """By task: whether it breeds in this generation. Solved tasks take turns."""
        turn = -generation % SOLVED_EVERY
        return [
            not self.config.focus or task % SOLVED_EVERY == turn or not self.solved(task)
            for task in range(len(self.tasks))
        ]

    def score(self, task: int, programs: Sequence[int], floor: Floor, keep: int) -> BreedJob:
        """A job that scores programs as they are and offers them to the task's islands."""
        return BreedJob(
            self.numbers[task],
            programs,
            as_they_are=True,
            keep=keep,
            all=floor.all,
            least_matched=floor.matched,
            least_score=floor.score,
        )

    def breed(
        self,
        task: int,
        island: int,
        generation: int,
        stock: Sequence[int],
        floor: Floor,
        keep: int,
        rng: random.Random,
    ) -> BreedJob:
        """A job that breeds for an island. `stock` are programs that any task may breed with."""
        children = max(1, self.config.children // self.config.islands)
        return BreedJob(
            self.numbers[task],
            self._guests(task, stock, rng),
            children=children,
            seed=rng.getrandbits(63),
            island=island,
            generation=generation,
            solved=self.config.focus and self.solved(task),
            keep=keep,
            all=floor.all,
            least_matched=floor.matched,
            least_score=floor.score,
        )

    def _guests(self, task: int, stock: Sequence[int], rng: random.Random) -> list[int]:
        """Half a hand: up to a quarter from related tasks, the rest of the stock or of any task.

        Thousands of hands are dealt in a second, so the rest is drawn in two calls.
        """
        related = self._related[task]
        hand = [
            rng.choice(self._gallery[other]).number
            for other in rng.sample(related, min(len(related), self.config.hand // 4))
        ]
        room = max(1, self.config.hand // 2) - len(hand)
        from_stock = rng.getrandbits(room).bit_count() if self._shown_numbers else room
        if stock:
            hand += rng.choices(stock, k=from_stock)
        if self._shown_numbers:
            hand += rng.choices(self._shown_numbers, k=room - from_stock if stock else room)
        return hand

    def step(
        self, jobs: Sequence[BreedJob], threads: int, poll: Callable[[], object] | None = None
    ) -> Generation:
        """Do the jobs. No two of them may have the same island."""
        self.breeder.set_weights(self.rates.weights())
        for job in jobs:
            self._solved[self._places[job.task]] = None
        result = self.breeder.step(jobs, threads, self.config.use_differs, poll)
        self.rates.count(result.tried, result.led)
        return result

    def end_generation(self, generation: int) -> None:
        """Let programs migrate, if it is time; after all jobs of the generation."""
        if generation % self.config.migrate == 0:
            self._solved = [None] * len(self.tasks)
            self.breeder.end_generation(generation, MIGRANTS)
            self._hang(
                [
                    [
                        Shown(one.number, one.identity)
                        for one in self.breeder.exhibit(number, GALLERY)
                    ]
                    for number in self.numbers
                ]
            )

    def _shown(self, source: str, line: Sequence[str], identity: int) -> Shown | None:
        added = self.breeder.add_source(source)
        if added is None:
            return None
        self.breeder.set_line(added[0], line)
        return Shown(added[0], identity)

    def _hang(self, gallery: list[list[Shown]]) -> None:
        """Replace the gallery. Tasks are related if they show the same program."""
        for shown in self._gallery:
            for one in shown:
                self.breeder.forget(one.number)
        self._gallery = gallery
        self._shown_numbers = [one.number for shown in gallery for one in shown]
        holders: dict[int, list[int]] = defaultdict(list)
        for task, shown in enumerate(gallery):
            for one in shown:
                holders[one.identity].append(task)
        self._related = [
            sorted({other for one in shown for other in holders[one.identity]} - {task})
            for task, shown in enumerate(gallery)
        ]

    def pack(self) -> str:
        """The state of all islands as text."""
        return packed(self.content())

    def content(self) -> dict[str, Any]:
        """The state of all islands as it is now, to be packed at any time."""
        return {
            "islands": {
                task.key: [self._island(number, k) for k in range(self.config.islands)]
                for task, number in zip(self.tasks, self.numbers, strict=True)
            },
            "gallery": {
                task.key: [
                    [
                        self.breeder.source(one.number),
                        self.breeder.line(one.number),
                        one.identity,
                    ]
                    for one in shown
                ]
                for task, shown in zip(self.tasks, self._gallery, strict=True)
            },
            "rates": [self.rates.tried, self.rates.led],
        }

    def _island(self, number: int, island: int) -> list[Any]:
        rows = [
            [r.source, r.born, r.matched, r.score, r.fuel, r.behaviour, r.mask, r.cases, r.line]
            for r in self.breeder.residents(number, island)
        ]
        return [self.breeder.improved(number, island), rows]

    def unpack(self, packed: str) -> None:
        """Go on from a state. Raises InputError if it is none of these tasks'."""
        try:
            reader = zlib.decompressobj()
            content = json.loads(reader.decompress(b64decode(packed, validate=True), MOST_STATE))
            self._solved = [None] * len(self.tasks)
            for task, number in zip(self.tasks, self.numbers, strict=True):
                for island in range(self.config.islands):
                    improved, rows = content["islands"][task.key][island]
                    residents = [Resident(*row) for row in rows]
                    self.breeder.restore(
                        number, island, residents, improved, self.config.use_differs
                    )
            tried, led = content["rates"]
            self.rates.count(tried, led)
            gallery = [
                # A state of an older version has a fourth field.
                [shown for row in content["gallery"][task.key] if (shown := self._shown(*row[:3]))]
                for task in self.tasks
            ]
        except (ValueError, TypeError, KeyError, IndexError, zlib.error) as error:
            from arcloom.library.faults import damaged  # here, since workers do without SQLAlchemy

            raise damaged("the state of an evolution is not what it would have written") from error
        self._hang(gallery)


def packed(content: dict[str, Any]) -> str:
    """The content of some colonies as the text that `unpack` reads."""
    text = json.dumps(content, separators=(",", ":"))
    return b64encode(zlib.compress(text.encode(), level=QUICK)).decode()
