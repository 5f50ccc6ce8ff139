"""Executors by name: what does the work of a run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from arcloom.library import StoredProgram
from arcloom.solve.config import RESERVED, SolveConfig
from arcloom.solve.executor import Executor
from arcloom.tasks import Task

GROWN: Final = 2
"""A process that holds this many times its share of memory is replaced."""


def executor_of(
    config: SolveConfig, tasks: Sequence[Task], stock: Sequence[StoredProgram]
) -> Executor | None:
    """The executor of a run; None if the scheduler's own threads do the work."""
    if config.workers == "threads":
        return None
    from arcloom.solve.shipping import hello, packed

    setup, wanted = packed(tasks, config.strategies, config.own, stock), hello(tasks)
    if config.workers == "processes":
        from arcloom.solve.processes import Processes

        most = RESERVED + GROWN * config.memory_per_thread
        return Processes(setup, config.threads, wanted, most)
    from arcloom.solve.on_ray import RayActors

    return RayActors(setup, config.asked_threads, wanted, config.address)


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
