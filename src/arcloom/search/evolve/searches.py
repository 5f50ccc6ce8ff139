"""Searches: the systematic strategies, asked for programs of tasks whose best program is in doubt.

Breeding finds what is near to what is known. These searches find what is short, or what a rule says
of the task in another view. What they find joins the islands of its task and breeds there. They
come in stages, each with four times the fuel of the one before.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from threading import Event
from typing import Final

from arcloom.search.enumerate.strategy import Enumerate
from arcloom.search.learn.on_states import LearnOnStates
from arcloom.search.placed.strategy import PlacedSearch
from arcloom.search.strategy import Effort, Found, Stop, Strategy, share_of
from arcloom.search.views.strategy import Views
from arcloom.tasks import Task

STRATEGIES: Final[Sequence[Callable[[], Strategy]]] = (
    Enumerate,
    PlacedSearch,
    LearnOnStates,
    partial(Views, beside_fit=False),
)
"""Those that find a program without others. The programs of `fit` are among the founders."""
FIRST_FUEL: Final = 64_000_000
"""The fuel of a task's first stage. It takes about as long as to breed until the next."""
GROWTH: Final = 4
MEMORY: Final = 256 * 2**20
"""Bytes that one call may hold."""
TASKS_PER_ROUND: Final = 8

BySearch = Mapping[str, Sequence[Found]]
"""What the searches found for a task, by strategy."""


def stages(tasks: int, generation: int) -> Iterator[tuple[int, range]]:
    """The stages of this generation, each with tasks whose turn it is.

    Stage k begins at generation GROWTH ** k. The tasks take their turns one after the other, until
    the next stage begins.
    """
    stage = 0
    while GROWTH ** (stage + 1) <= generation:
        stage += 1
    first = GROWTH**stage
    turns = GROWTH * first - first
    at, rounds = generation - first, range(0, tasks, TASKS_PER_ROUND)
    for number, begin in enumerate(rounds):
        if number * turns // len(rounds) == at:
            yield stage, range(begin, min(begin + TASKS_PER_ROUND, tasks))


class Searches:
    """Searches tasks on some threads, until its time is over.

    `ends`: when that is, on the clock of `perf_counter`; None: never.
    """

    def __init__(self, threads: int, ends: float | None) -> None:
        self._threads = threads
        self._ends = ends

    def find(self, tasks: Sequence[Task], stage: int) -> list[BySearch] | None:
        """What is found for each task. None if time was over before all had been searched.

        It depends on the tasks and the stage alone: each strategy begins anew.
        """
        given_up = Event()
        over = self._over(given_up)
        with ThreadPoolExecutor(self._threads) as pool:
            try:
                calls = [_calls(pool, task, stage, over) for task in tasks]
                found: list[BySearch] = [
                    {name: one.result() for name, one in own.items()} for own in calls
                ]
            except BaseException:  # Ctrl-C too: the calls end soon, and the round is dropped
                given_up.set()
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        return None if over() else found

    def _over(self, given_up: Event) -> Stop:
        ends = float("inf") if self._ends is None else self._ends
        return lambda: given_up.is_set() or time.perf_counter() >= ends


def _calls(
    pool: ThreadPoolExecutor, task: Task, stage: int, over: Stop
) -> dict[str, Future[list[Found]]]:
    """A call of each strategy for a task, the dearest first."""
    strategies = [make() for make in STRATEGIES]
    shares = [share_of(one) for one in strategies]
    fuel = FIRST_FUEL * GROWTH**stage
    return {
        one.name: pool.submit(
            _call, one, task, Effort(stage, int(fuel * share / sum(shares)), MEMORY, 0, over)
        )
        for one, share in zip(strategies, shares, strict=True)
    }


def _call(strategy: Strategy, task: Task, effort: Effort) -> list[Found]:
    for _ in range(effort.level + 1):  # a list of programs grows by a level with each call
        strategy.prepare(())
    found = () if effort.stop() else strategy.search(task, effort).found
    return [one for one in found if not one.refuted]
