"""Harvest: what of a round a library may keep, as records and as rows of the population."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from arcloom._core import BredChild, Generation
from arcloom.lang.program import digest
from arcloom.library.keep_rule import Standing, standing
from arcloom.library.records import Kind, Scored, Scoring
from arcloom.search.evolve.colonies import Colonies
from arcloom.search.evolve.population import Bred, Population
from arcloom.search.evolve.scoring import record_of
from arcloom.search.evolve.told import Searched
from arcloom.tasks.task import Task


@dataclass
class Round:
    """A searched round: its children, the task of each of its jobs, and its figures so far."""

    generation: int
    children: list[BredChild]
    tasks: list[int]
    begun: float
    stages: dict[str, float]
    bred: Generation | None = None
    """None if differs were judged"""
    differs: int = 0
    heard: list[Searched] = field(default_factory=list)
    """what the searches found to fit"""


@dataclass(frozen=True)
class Harvest:
    """Children that their tasks may keep."""

    records: list[Scored]
    rows: dict[str, list[tuple[Standing, int]]]
    """by task: how each stands, and its number in the breeder"""


def harvest(
    searched: Round,
    population: Population,
    colonies: Colonies,
    tasks: Sequence[Task],
    scoring: Scoring,
) -> Harvest:
    """The children that a task may keep. The breeder forgets the others."""
    kind: Kind = "differ" if searched.bred is None else "program"
    kept = Harvest([], {})
    breeder = population.breeder
    for child in searched.children:
        at = searched.tasks[child.job]
        task, program = tasks[at], digest(child.text)
        row = standing(
            child.matched,
            len(task.demos),
            child.score,
            child.nodes,
            child.fuel,
            program,
            f"{child.behaviour:016x}",
            program in population.written,
        )
        if not child.score or not population.may_enter(task.key, row):
            breeder.forget(child.number)
            continue
        bred = Bred(program, breeder.source(child.number), child.nodes, kind)
        parents = tuple(dict.fromkeys(p for p in child.parents if p != bred.hash))
        answers = child.answers if child.fits else ()
        kept.records.append(record_of(task, bred, child, scoring, answers, parents))
        if kind == "program":
            breeder.document(colonies.numbers[at], child.identity, bred.hash)
        kept.rows.setdefault(task.key, []).append((row, child.number))
    return kept
