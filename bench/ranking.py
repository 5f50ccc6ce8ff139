"""Tries other weights of the ranking on the evidence that a run left in a library; no search.

    arcloom solve arc1-train --budget 10m --library lib.db
    python bench/ranking.py arc1-train lib.db --temperature 1 2 4 --agreement 0 6 12

Varies one weight at a time around the current values, and prints a Markdown table of tasks right at
1, 2 and 3 attempts. Use it on training tasks only: otherwise the weights would be fitted to
held-out sets.
"""

from __future__ import annotations

import argparse
from dataclasses import fields, replace

from arcloom.cli.guard import guarded
from arcloom.library import Library
from arcloom.solve.config import SolveConfig
from arcloom.solve.evidence import Evidence
from arcloom.solve.odds import attempts
from arcloom.solve.ranking import WEIGHTS, Weights
from arcloom.solve.recall import Recall
from arcloom.solve.score import score
from arcloom.solve.task_state import TaskState
from arcloom.tasks import Dataset
from arcloom.tasks.load import load

ATTEMPTS = 3
TUNABLE = [weight.name for weight in fields(Weights) if weight.type == "float"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dataset")
    parser.add_argument("library")
    for name in TUNABLE:
        parser.add_argument(f"--{name.replace('_', '-')}", type=float, nargs="+", default=[])
    arguments = parser.parse_args()
    tasks = load(arguments.dataset)
    states = [TaskState(task, n, Evidence(task)) for n, task in enumerate(tasks.values())]
    with Library.open(arguments.library, create=False, readonly=True) as library:
        Recall(library, SolveConfig.of(), list(tasks.values())).restore(states)
    fitted = sum(state.evidence.fitted for state in states)
    print(f"{fitted} of {len(states)} tasks fitted\n")
    print("| weights | right at 1 | at 2 | at 3 |\n| --- | --- | --- | --- |")
    print_row("as they are", states, tasks, WEIGHTS)
    for name in TUNABLE:
        for value in getattr(arguments, name):
            weights = replace(WEIGHTS, **{name: value})
            print_row(f"{name} {value:g}", states, tasks, weights)


def print_row(label: str, states: list[TaskState], tasks: Dataset, weights: Weights) -> None:
    """One line of the table."""
    ranked = {s.task.id: attempts(s.evidence, ATTEMPTS, weights=weights) for s in states}
    counts = score(ranked, tasks).tasks
    print(f"| {label} | {' | '.join(str(counts[n]) for n in range(1, ATTEMPTS + 1))} |")


if __name__ == "__main__":
    guarded(main)()
