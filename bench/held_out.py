"""New tasks from a dataset's demos, to learn how often a program that fits is right.

    python bench/held_out.py arc1-train held-out
    arcloom solve held-out --starter none --fuel 420000000 --library held-out.db

Each task with three demos or more gives one new task: one of its demos becomes the only test, and
the real tests are dropped. Which demo it is depends on the task's id alone. Nobody looked at these
tasks while the rules were written, and one demo less lets more wrong programs fit.
"""

from __future__ import annotations

import argparse
from hashlib import blake2b
from pathlib import Path

from task_files import write_tasks  # beside this one

from arcloom.cli.guard import guarded
from arcloom.tasks import Grid, Task
from arcloom.tasks.load import load

LEAST = 3
"""Demos that a task needs, so that two are left."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dataset")
    parser.add_argument("out", type=Path, help="folder to write the tasks to")
    arguments = parser.parse_args()
    tasks = load(arguments.dataset).values()
    write_tasks(arguments.out, {t.id: held_out(t) for t in tasks if len(t.demos) >= LEAST})


def held_out(task: Task) -> dict[str, list[dict[str, list[list[int]]]]]:
    """The task as JSON, with one of its demos as its test."""
    number = blake2b(task.id.encode(), digest_size=4).digest()
    chosen = int.from_bytes(number, "big") % len(task.demos)
    pairs = [_pair(*pair) for pair in task.pairs]
    return {"train": pairs[:chosen] + pairs[chosen + 1 :], "test": pairs[chosen : chosen + 1]}


def _pair(given: Grid, wanted: Grid) -> dict[str, list[list[int]]]:
    return {"input": given.tolist(), "output": wanted.tolist()}


if __name__ == "__main__":
    guarded(main)()
