"""`arcloom.score`: what a submission has right."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from arcloom.errors import InputError
from arcloom.solve import score as scoring
from arcloom.solve.answers import Answers
from arcloom.solve.submission import Attempts, read_submission
from arcloom.tasks import Grid, Task
from arcloom.tasks.load import Tasks, tasks_of


def score(
    answers: Answers | Mapping[str, Attempts] | str | os.PathLike[str], tasks: Tasks
) -> scoring.Score:
    """Count the tasks and outputs that are right. This opens the test outputs.

    An output is right at n attempts if one of the first n is. A task is right if all its outputs
    are. A task with a test output that the data lacks is not counted.

    Args:
        answers: Answers of `solve`, attempts by task id, or a submission file.
        tasks: A dataset, a task, a list of tasks, or anything that `load` takes.

    Returns:
        Counts by the number of attempts.

    Raises:
        InputError: The submission cannot be read, or lacks a task.

    Example:
        ```python
        al.score("submission.json", "arc1-train").tasks[2]
        ```
    """
    dataset = tasks_of(tasks)
    if isinstance(answers, str | os.PathLike):
        return scoring.score(read_submission(Path(answers), dataset), dataset)
    if not isinstance(answers, Answers | Mapping):
        raise InputError(
            f"{type(answers).__name__} holds no answers",
            remedy="give the answers of solve, or the path of a submission",
        )
    attempts = answers.attempts if isinstance(answers, Answers) else answers
    missing = [task_id for task_id in dataset if task_id not in attempts]
    if missing:
        raise InputError(
            f"{len(missing)} of the {len(dataset)} tasks have no answer, the first is {missing[0]}",
            remedy="score the tasks that were solved",
        )
    if not isinstance(answers, Answers):
        attempts = {task.id: _attempts(task, answers[task.id]) for task in dataset.values()}
    return scoring.score(attempts, dataset)


def _attempts(task: Task, given: object) -> Attempts:
    """The attempts at each test of a task, as somebody wrote them."""
    tests = list(given) if isinstance(given, Sequence) else []
    if len(tests) != len(task.tests) or not all(isinstance(one, Sequence) for one in tests):
        raise InputError(
            f"the answer of task {task.id} is no list of attempts for each of its "
            f"{len(task.tests)} tests",
            remedy="give for each test a tuple of grids",
        )
    try:
        return tuple(tuple(Grid(grid) for grid in attempts) for attempts in tests)
    except InputError as error:
        raise error.within(f"the answer of task {task.id}") from None
