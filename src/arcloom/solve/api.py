"""`arcloom.solve`: the function that Python users call."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter

from arcloom.library import Library
from arcloom.solve.answers import Answers
from arcloom.solve.config import MEMORY, SolveConfig
from arcloom.solve.display import watching
from arcloom.solve.run import SolveRun
from arcloom.tasks import Dataset, Task
from arcloom.tasks.load import load


def solve(
    tasks: Mapping[str, Task] | str | os.PathLike[str],
    budget: str | float | None = None,
    *,
    fuel: int | None = None,
    memory: str = MEMORY,
    seed: int = 0,
    threads: int | None = None,
    device: str = "auto",
    library: str | os.PathLike[str] | None = None,
    strategies: str | tuple[str, ...] | None = None,
    attempts: int = 2,
    out: str | os.PathLike[str] | None = None,
    progress: bool = True,
) -> Answers:
    """Look for programs for all tasks until the budget ends, and answer every test.

    `tasks` is a dataset, or anything that `load` takes. `budget` is a time such as "30s" or "5m".
    `fuel` is work per task. Give it instead of a budget, and the answers are the same on any
    machine and any number of threads. Both together are possible too.

    With `library` the run continues from what the library holds, and stores what it finds. With
    `out` a complete submission is on disk from the start, and is rewritten as answers improve. If
    the run is interrupted, it returns the answers so far.
    """
    begun = perf_counter()
    config = SolveConfig.of(budget, fuel, memory, seed, threads, device, strategies, attempts)
    if not isinstance(tasks, Mapping):
        tasks = load(tasks, strict=False)
    with ExitStack() as stack:
        opened = stack.enter_context(Library.open(library)) if library is not None else None
        watch = stack.enter_context(watching()) if progress else None
        run = SolveRun(
            tasks,
            config,
            name=tasks.name if isinstance(tasks, Dataset) else "tasks",
            library=opened,
            out=None if out is None else Path(out),
            watch=watch,
            begun=begun,
        )
        return run.run()
