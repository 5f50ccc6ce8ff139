"""Plan: which rounds a run of `evolve` goes through. It depends on its settings alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, TypeVar

from arcloom.search.evolve.config import EvolveConfig
from arcloom.search.evolve.searches import TASKS_PER_ROUND, stages

JOBS_PER_ROUND: Final = 400
PROGRAMS_PER_JOB: Final = 400
"""Programs that are scored together: what they share is run once, and only the best are told."""

Item = TypeVar("Item")


class Plan(NamedTuple):
    """What a round does. Without jobs it breeds differs."""

    generation: int
    jobs: Sequence[tuple[int, int, list[str]]]
    """task, island, and programs to score as they are"""
    last: bool = False
    """whether the generation ends with it"""
    unsolved: bool = False
    """whether it is for those tasks only that are not solved yet"""
    searches: int | None = None
    """the stage of the searches to ask; None: it breeds, or scores programs"""

    @property
    def room(self) -> int:
        """How many jobs may be due in a round like this."""
        return JOBS_PER_ROUND if self.searches is None else TASKS_PER_ROUND


def plan_rounds(
    tasks: int,
    programs: Sequence[str],
    learning: Sequence[str],
    config: EvolveConfig,
    breeds_differs: bool,
) -> Iterator[Plan]:
    """Endless rounds.

    Generation 0 scores the programs that a run starts from, unchanged, on every task. Those that
    learn a rule come after the others, one by one, since learning costs much: a task that is solved
    needs no more of them. Later generations breed. Before that, some ask the searches. When
    programs migrate, a round without jobs may breed differs.
    """
    # Chunk by chunk, so that a chunk is woven once for all tasks.
    scoring = [
        Plan(0, jobs)
        for chunk in _slices(programs, PROGRAMS_PER_JOB)
        for jobs in _slices([(task, 0, chunk) for task in range(tasks)], JOBS_PER_ROUND // 4)
    ]
    scoring += [
        Plan(0, jobs, unsolved=True)
        for program in learning
        for jobs in _slices([(task, 0, [program]) for task in range(tasks)], JOBS_PER_ROUND)
    ]
    for plan in scoring:
        yield plan._replace(last=plan is scoring[-1])
    breeding: list[tuple[int, int, list[str]]] = [
        (task, island, []) for island in range(config.islands) for task in range(tasks)
    ]
    generation = 1
    while not config.freeze_programs:
        for stage, some in stages(tasks, generation) if config.searches else ():
            yield Plan(generation, [(t, 0, []) for t in some], unsolved=True, searches=stage)
        rounds = list(_slices(breeding, JOBS_PER_ROUND))
        for jobs in rounds:
            yield Plan(generation, jobs, jobs is rounds[-1])
        if breeds_differs and generation % config.migrate == 0:
            yield Plan(generation, [])
        generation += 1


def join_small(
    plans: Iterator[Plan], due: Callable[[Plan], int], first: int
) -> Iterator[tuple[int, Plan]]:
    """The plans, each with its number. From number `first` on, small ones are joined.

    Rounds of a generation that do the same are one if no more jobs are due than one may have: each
    costs a transaction, and a wait for its last thread. Its number is then that of the last. `due`
    is asked when the turn of a plan has come, so it may tell what the rounds before it led to. A
    run that goes on after a number that was given here joins the same plans.
    """
    plan = next(plans, None)
    if plan is None:
        return
    joins = first == 0
    number = 0
    for following in plans:
        both = _joined(plan, following) if joins else None
        if both is not None and due(both) <= both.room:
            plan = both
        else:
            yield number, plan
            joins = number + 1 >= first
            plan = following
        number += 1
    yield number, plan


def _joined(plan: Plan, following: Plan) -> Plan | None:
    """Both as one round, if they breed, or ask the same stage, in one generation."""
    breed = plan.generation > 0 and plan.jobs and following.jobs
    alike = (plan.generation, plan.searches) == (following.generation, following.searches)
    if not breed or not alike:
        return None
    return plan._replace(jobs=[*plan.jobs, *following.jobs], last=following.last)


def _slices(items: Sequence[Item], size: int) -> Iterator[list[Item]]:
    for at in range(0, len(items), size):
        yield list(items[at : at + size])
