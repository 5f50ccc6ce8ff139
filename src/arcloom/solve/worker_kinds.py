"""Executors by name: what does the work of a run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from arcloom.lang.vocabulary import user_ops
from arcloom.library import StoredProgram
from arcloom.solve.config import RESERVED, SolveConfig
from arcloom.solve.executor import Executor, Workers
from arcloom.tasks import Task

MOST_THREADS: Final = 4
"""With more of them `auto` is processes, which are faster then (docs/guide/cost.md)."""

GROWN: Final = 2
"""A worker that holds this many times its share of memory is replaced between two calls."""


def kind_of(config: SolveConfig, tasks: int) -> Workers:
    """What does the work of a run. `auto` depends on the cores, and on what would have to travel.

    A task is in one worker at a time, so there is no use for more workers than tasks.
    """
    if config.workers != "auto":
        return config.workers
    if config.task_memory is not None:
        return "processes"
    few = min(config.threads, tasks) <= MOST_THREADS
    return "threads" if config.own or user_ops() or few else "processes"


def executor_of(
    config: SolveConfig, tasks: Sequence[Task], stock: Sequence[StoredProgram]
) -> Executor | None:
    """The executor of a run; None if the scheduler's own threads do the work."""
    kind = kind_of(config, len(tasks))
    if kind == "threads":
        return None
    from arcloom.solve.shipping import hello, packed

    setup = packed(tasks, config.strategies, config.own, stock, config.worker_memory)
    wanted = hello(tasks)
    most = config.worker_memory or RESERVED + GROWN * config.memory_per_thread
    if kind == "processes":
        from arcloom.solve.processes import Processes

        return Processes(setup, max(1, min(config.threads, len(tasks))), wanted, most)
    from arcloom.solve.on_ray import RayActors

    return RayActors(setup, config.asked_threads, wanted, most, config.address, config.device)


@contextmanager
def working(executor: Executor | None) -> Iterator[int | None]:
    """Within it the workers are there; gives how many. They end with it."""
    if executor is None:
        yield None
        return
    executor.start()
    try:
        yield executor.workers
    finally:
        executor.close()
