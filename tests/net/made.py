"""Made-up tasks that a tiny network learns in seconds."""

import numpy as np

from arcloom.tasks import Grid, Task
from arcloom.tasks.sealed import Sealed

RULES = {
    "mirror": lambda grid: grid[:, ::-1],
    "recolour": lambda grid: np.where(grid == 1, 5, grid),
    "row": lambda grid: grid[:1],
}


def made(name, seed=0, demos=6, tests=2, task_id=""):
    """A task of a rule, and the outputs of its tests, which it holds sealed."""
    rng = np.random.default_rng([seed, len(name)])
    rule = RULES[name]
    inputs = [rng.integers(0, 4, (3, 3)) for _ in range(demos + tests)]
    wanted = [Grid(rule(grid)) for grid in inputs[demos:]]
    pairs = [(grid, rule(grid)) for grid in inputs[:demos]]
    return Task(task_id or name, pairs, inputs[demos:], Sealed(wanted)), wanted
