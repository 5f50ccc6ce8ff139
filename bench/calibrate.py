"""Learns how likely an answer is right, and measures how well that holds.

    arcloom solve arc1-train --fuel 420000000 --library train.db
    python bench/calibrate.py gather arc1-train train.db train.json
    python bench/calibrate.py learn train.json held-out.json generated.json
    python bench/calibrate.py check train.json generated.json --svg docs/images/reliability.svg

`gather` writes the features of every attempt, and whether it is right, from the evidence that a run
left in a library. It searches nothing. Use it on tasks for development only.

`learn` prints the tables for solve/odds.py, and how well they hold when they are learnt without the
tasks they are used on (ten folds; all tasks of one id are in one fold).

`check` prints the same for the tables in solve/odds.py as they stand, and draws the diagram.

For a set that is held out, compare totals only: `arcloom score --report` does.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from arcloom.cli.guard import guarded
from arcloom.library import Library
from arcloom.solve.config import SolveConfig
from arcloom.solve.evidence import Evidence
from arcloom.solve.features import features
from arcloom.solve.odds import FIRST, GUESS, INTERCEPT, LATER, NEAR, logistic
from arcloom.solve.ranking import proposals, rank
from arcloom.solve.recall import Recall
from arcloom.solve.task_state import TaskState
from arcloom.tasks import Dataset, Task
from arcloom.tasks.load import load
from arcloom.tasks.sealed import reveal

ATTEMPTS = 2
FOLDS = 10
FIRST_NAMES = [
    "left_out",
    "learns_nothing",
    "bits",
    "programs",
    "last",
    "lead",
    "larger_test",
    "same_as_input",
    "tree",
]
LATER_NAMES = ["left_out", "programs"]
RIDGE = 1.0
"""Prior on the coefficients of standardised features: a normal distribution of this precision."""

Grouped = dict[str, list["Row"]]


@dataclass(frozen=True)
class Row:
    """An attempt at a test."""

    task: str
    test: int
    place: int
    source: str
    """"fits", "near" or "guess" """
    right: bool
    values: dict[str, float]


@dataclass(frozen=True)
class Model:
    """What solve/odds.py holds."""

    first: Mapping[str, float]
    later: Mapping[str, float]
    near: float
    guess: float

    def chance(self, row: Row) -> float:
        """The probability that the attempt is right if those before it are wrong."""
        if row.source == "fits":
            return logistic(self.later if row.place else self.first, row.values)
        return self.near if row.source == "near" else self.guess


CURRENT = Model(FIRST, LATER, NEAR, GUESS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("gather")
    one.add_argument("dataset")
    one.add_argument("library")
    one.add_argument("table", type=Path)
    for name in ("learn", "check"):
        other = commands.add_parser(name)
        other.add_argument("tables", nargs="+", type=Path)
        other.add_argument("--svg", type=Path)
    arguments = parser.parse_args()
    if arguments.command == "gather":
        rows = gathered(load(arguments.dataset), arguments.library)
        arguments.table.write_text(json.dumps([asdict(row) for row in rows]))
        return
    tables = {path.stem: read(path) for path in arguments.tables}
    if arguments.command == "learn":
        print_model(learnt(list(tables.values())))
    held = crossed(tables) if arguments.command == "learn" else dict.fromkeys(range(FOLDS), CURRENT)
    results = {name: judged(rows, held) for name, rows in tables.items()}
    print_results(results)
    if arguments.svg:
        from reliability import diagram  # a script beside this one

        arguments.svg.write_text(diagram({name: one.tasks for name, one in results.items()}))


# Rows


def gathered(tasks: Dataset, place: str) -> list[Row]:
    """The attempts that the evidence in a library gives, with whether they are right."""
    states = [TaskState(task, n, Evidence(task)) for n, task in enumerate(tasks.values())]
    with Library.open(place, create=False, readonly=True) as library:
        Recall(library, SolveConfig.of(), list(tasks.values())).restore(states)
    return [row for state in states for row in _rows(state.task, state.evidence)]


def _rows(task: Task, evidence: Evidence) -> Iterable[Row]:
    for test, wanted in enumerate(reveal(task)):
        if wanted is None:
            continue
        outputs = rank(evidence, test)
        for place, one in enumerate(proposals(evidence, test, ATTEMPTS)):
            source = "fits" if one.ranked else "near" if one.near else "guess"
            values = features(task, test, outputs, place) if one.ranked else {}
            yield Row(task.id, test, place, source, one.output.same(wanted), values)


def read(path: Path) -> list[Row]:
    """The rows of a table."""
    content: list[dict[str, Any]] = json.loads(path.read_text())
    return [Row(**row) for row in content]


# Learning


def learnt(tables: Sequence[Sequence[Row]]) -> Model:
    """The model that the rows of these sets give."""
    first, later, near, guess = [], [], [], []
    for rows in tables:
        solved = {(row.task, row.test) for row in rows if row.right and not row.place}
        for row in rows:
            if row.place and (row.task, row.test) in solved:
                continue  # a later attempt counts where those before it are wrong
            kind = {"fits": later if row.place else first, "near": near, "guess": guess}
            kind[row.source].append(row)
    return Model(
        _fitted(first, FIRST_NAMES), _fitted(later, LATER_NAMES), _rate(near), _rate(guess)
    )


def _rate(rows: Sequence[Row]) -> float:
    """The share that is right, drawn a little towards one half, so that it is never 0."""
    return (sum(row.right for row in rows) + 0.5) / (len(rows) + 1)


def _fitted(rows: Sequence[Row], names: Sequence[str]) -> dict[str, float]:
    """Logistic regression by Newton's method, on standardised features."""
    values = np.array([[row.values[name] for name in names] for row in rows])
    right = np.array([row.right for row in rows], float)
    mean, spread = values.mean(axis=0), values.std(axis=0)
    spread[spread == 0] = 1.0
    scaled = np.c_[np.ones(len(rows)), (values - mean) / spread]
    ridge = RIDGE * np.eye(len(names) + 1)
    ridge[0, 0] = 0.0
    found = np.zeros(len(names) + 1)
    for _ in range(50):
        chance = 1 / (1 + np.exp(-scaled @ found))
        slope = scaled.T @ (chance - right) + ridge @ found
        curve = (scaled.T * (chance * (1 - chance))) @ scaled + ridge
        found -= np.linalg.solve(curve, slope)
    own = found[1:] / spread
    intercept = float(found[0] - own @ mean)
    pairs = zip(names, own.tolist(), strict=True)
    return {INTERCEPT: round(intercept, 2), **{name: round(value, 2) for name, value in pairs}}


def crossed(tables: Mapping[str, Sequence[Row]]) -> dict[int, Model]:
    """For each fold the model that was learnt without it."""
    return {
        fold: learnt([[r for r in rows if fold_of(r.task) != fold] for rows in tables.values()])
        for fold in range(FOLDS)
    }


def fold_of(task_id: str) -> int:
    """The fold of a task. Tasks of one id, from different sets, are alike and share it."""
    return blake2b(task_id.encode(), digest_size=8).digest()[0] % FOLDS


# Judging


@dataclass(frozen=True)
class Judged:
    """Probabilities, and what came true."""

    tasks: list[tuple[float, bool]]
    """with two attempts"""
    first: list[tuple[float, bool]]
    """attempt 1 of each test"""
    second: list[tuple[float, bool]]


def judged(rows: Sequence[Row], models: Mapping[int, Model]) -> Judged:
    """What the models say of rows, each by the model of its fold."""
    tests: dict[str, dict[int, list[Row]]] = {}
    for row in rows:
        tests.setdefault(row.task, {}).setdefault(row.test, []).append(row)
    found = Judged([], [], [])
    for task_id, by_test in tests.items():
        model, of_tests, rights = models[fold_of(task_id)], [], []
        for attempts in by_test.values():
            left = 1.0
            for row in sorted(attempts, key=lambda row: row.place):
                chance = left * model.chance(row)
                left -= chance
                (found.second if row.place else found.first).append((chance, row.right))
            of_tests.append(1 - left)
            rights.append(any(row.right for row in attempts))
        found.tasks.append((min(of_tests), all(rights)))
    return found


def print_model(model: Model) -> None:
    """The tables, as Python."""
    for name, table in (("FIRST", model.first), ("LATER", model.later)):
        print(f"{name}: Final[Mapping[str, float]] = {{")
        for key, value in table.items():
            print(f"    {'INTERCEPT' if key == INTERCEPT else json.dumps(key)}: {value},")
        print("}")
    print(f"NEAR: Final = {model.near:.3f}\nGUESS: Final = {model.guess:.4f}\n")


def print_results(results: Mapping[str, Judged]) -> None:
    """A Markdown table: expected and actual, Brier score, log loss."""
    print("| set | what | of | expected right | right | Brier score | log loss |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, result in results.items():
        for what, pairs in vars(result).items():
            chance, right = (np.array(column, float) for column in zip(*pairs, strict=True))
            brier = float(((chance - right) ** 2).mean())
            loss = float(-np.log(np.where(right == 1, chance, 1 - chance)).mean())
            print(
                f"| {name} | {what} | {len(pairs)} | {chance.sum():.1f} | {right.sum():.0f} "
                f"| {brier:.3f} | {loss:.3f} |"
            )


if __name__ == "__main__":
    guarded(main)()
