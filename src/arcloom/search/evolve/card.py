"""Card: deals a hand from a library for one task and breeds children from it. Stores nothing.

This is the first half of a round of evolution. `arcloom card` writes a card, and `arcloom run`
reads it back.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from arcloom import _core
from arcloom.errors import InputError
from arcloom.lang import Program
from arcloom.lang.encoding import decode
from arcloom.library.store import Library
from arcloom.search.evolve.breeder import Mutations, learnt, new_breeder
from arcloom.search.evolve.deal import deal
from arcloom.search.evolve.population import Population
from arcloom.tasks.task import Task

ATTEMPTS: Final = 16
"""How many batches to breed at most. Many children are equal or give no grid."""


@dataclass(frozen=True)
class Card:
    """A hand and the children bred from it. Without breeding, `programs` is the hand."""

    task: str
    hand: tuple[Program, ...]
    programs: tuple[Program, ...]


def draw_card(
    library: Library,
    task: Task,
    *,
    hand: int = 32,
    count: int = 32,
    seed: int = 0,
    freeze_programs: bool = False,
    mutations: Mutations | None = None,
) -> Card:
    """Deal `hand` programs for the task and breed up to `count` children from them.

    Children that give no grid on any demo are left out. Of children with equal outputs on all of
    the task's samples, the cheapest stays. The same library and seed give the same card.
    """
    for name, value in (("hand", hand), ("count", count)):
        if value < 1:
            raise InputError(f"{name} must be at least 1, not {value}")
    breeder = new_breeder(mutations or learnt(Mutations(), library))
    tasks = sorted({task.key, *(kept.best.task for kept in library.tasks())})
    population = Population(breeder, library, tasks)
    names = {stored.hash: stored.name for stored in library.programs("program")}
    rng = random.Random(f"card {seed} {task.key}")
    numbers = deal(population, task.key, tasks, hand, rng)
    if not numbers:
        raise InputError(
            "has no programs to deal",
            place=library.place,
            remedy="fill it with `arcloom import FILE --library ...`",
        )
    dealt = [_named(population.program(number), names) for number in dict.fromkeys(numbers)]
    if freeze_programs:
        return Card(task.id, tuple(dealt), tuple(dealt))
    children = _breed(breeder, task, numbers, count, rng)
    return Card(task.id, tuple(dealt), tuple(_named(child, names) for child in children))


def _breed(
    breeder: _core.Breeder, task: Task, hand: list[int], count: int, rng: random.Random
) -> list[Program]:
    """Children in the order of breeding, batch by batch. Within a batch the best comes first."""
    breeder_task = breeder.add_task(task.pairs, [sample.input for sample in task.tests])
    empty = _core.Selection(capacity=1, lexicase=False, elites=False, patience=0)
    breeder.set_selection(empty, generalise=False)
    children: dict[str, Program] = {}
    behaviours: set[int] = set()
    for _ in range(ATTEMPTS):
        job = _core.BreedJob(
            breeder_task, hand, children=count, keep=count, seed=rng.getrandbits(63)
        )
        for row in breeder.step([job], 1, True, None).children:
            if row.behaviour in behaviours or len(children) == count:
                continue
            behaviours.add(row.behaviour)
            child = decode(*breeder.program(row.number))
            children[child.hash] = child
        if len(children) == count:
            break
    return list(children.values())


def _named(program: Program, names: dict[str, str]) -> Program:
    """The program under its name in the library, or under a name made from its hash."""
    name = names.get(program.hash, f"solve_{program.hash[:8]}")
    return Program(name, program.params, program.nodes)
