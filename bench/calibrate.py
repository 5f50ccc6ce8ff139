"""Learns how likely an answer is right, and measures how well that holds.

    arcloom solve arc1-train --starter none --fuel 100000000 --library train.db
    python bench/calibrate.py gather arc1-train train.db train.json
    python bench/calibrate.py learn train.json held-out.json generated.json
    python bench/calibrate.py learn train.json held-out.json --only plain bred --also other.json
    python bench/calibrate.py check train.json generated.json --svg docs/images/reliability.svg

`gather` writes the features of every output, and whether it is right, from the evidence that a run
left in a library. It searches nothing. Use it on tasks for development only.

`learn` prints the table for solve/odds.py, and how well it holds when it is learnt without the
tasks it is used on (ten folds; all tasks of one id are in one fold). With `--only` it learns these
coefficients, and the others stay as they are. `--also` names sets that are judged, but not learnt
from.

`check` prints the same for the table in solve/odds.py as it stands, and draws the diagram.

For a set that is held out, compare totals only: `arcloom score --report` does.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from arcloom.cli.guard import guarded
from arcloom.library import Library
from arcloom.solve.config import SolveConfig
from arcloom.solve.evidence import Evidence
from arcloom.solve.odds import GUESS, PROGRAMS, scored, total
from arcloom.solve.pooling import shared
from arcloom.solve.ranking import guessed, rank
from arcloom.solve.recall import Recall
from arcloom.solve.task_state import TaskState
from arcloom.tasks import Dataset, Task
from arcloom.tasks.load import load
from arcloom.tasks.sealed import reveal

ATTEMPTS = 2
FOLDS = 10
RIDGE = 1.0
"""Prior on the coefficients of features of one spread: a normal distribution of this precision."""


@dataclass(frozen=True)
class Row:
    """An output for a test."""

    task: str
    test: int
    right: bool
    values: dict[str, float] | None
    """its features; None for a guess"""


@dataclass(frozen=True)
class Model:
    """What solve/odds.py holds."""

    programs: Mapping[str, float]
    guess: float

    def chances(self, rows: Sequence[Row]) -> list[tuple[float, bool]]:
        """The probabilities of a test's outputs, the likeliest first, and whether each is right."""
        scores = {
            n: total(self.programs, row.values)
            for n, row in enumerate(rows)
            if row.values is not None
        }
        found = shared(scores)
        order = sorted(scores, key=lambda n: -scores[n])
        chances = [(found[n], rows[n].right) for n in order]
        left = 1.0 - sum(found.values())
        for row in rows:
            if row.values is None:
                chances.append((left * self.guess, row.right))
                left -= left * self.guess
        return chances


CURRENT = Model(PROGRAMS, GUESS)


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
        if name == "learn":
            other.add_argument("--only", nargs="+", choices=PROGRAMS, metavar="NAME", default=[])
            other.add_argument("--also", nargs="+", type=Path, metavar="TABLE", default=[])
    arguments = parser.parse_args()
    if arguments.command == "gather":
        rows = gathered(load(arguments.dataset), arguments.library)
        arguments.table.write_text(json.dumps([asdict(row) for row in rows]))
        return
    tables = {path.stem: read(path) for path in arguments.tables}
    held = dict.fromkeys(range(FOLDS), CURRENT)
    if arguments.command == "learn":
        print_model(learnt(list(tables.values()), arguments.only))
        held = crossed(tables, arguments.only)
        tables |= {path.stem: read(path) for path in arguments.also}
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
        known = scored(evidence, test, rank(evidence, test))
        for one, values in known:
            yield Row(task.id, test, one.output.same(wanted), values)
        for one in guessed(task, test, (one for one, _ in known), ATTEMPTS):
            yield Row(task.id, test, one.output.same(wanted), None)


def read(path: Path) -> list[Row]:
    """The rows of a table."""
    content: list[dict[str, Any]] = json.loads(path.read_text())
    return [Row(**row) for row in content]


# Learning


def learnt(tables: Sequence[Sequence[Row]], only: Collection[str] = ()) -> Model:
    """The model that the rows of these sets give. With `only`, just these coefficients are new."""
    tests = [test for rows in tables for test in by_test(rows)]
    guesses = [
        row.right
        for test in tests
        if not any(row.right and row.values is not None for row in test)
        for row in test
        if row.values is None
    ]
    known = [[row for row in test if row.values is not None] for test in tests]
    guess = GUESS if only else _rate(guesses)
    return Model(_fitted([test for test in known if test], only), guess)


def by_test(rows: Iterable[Row]) -> list[list[Row]]:
    """The rows of each test."""
    tests: dict[tuple[str, int], list[Row]] = {}
    for row in rows:
        tests.setdefault((row.task, row.test), []).append(row)
    return list(tests.values())


def _rate(rights: Sequence[bool]) -> float:
    """The share that is right, drawn a little towards one half, so that it is never 0."""
    return (sum(rights) + 0.5) / (len(rights) + 1)


def _fitted(tests: Sequence[Sequence[Row]], only: Collection[str]) -> dict[str, float]:
    """The coefficients under which what is right is likeliest, where "none of them" has score 0.

    A conditional logit, by Newton's method on features of one spread.
    """
    names = [name for name in PROGRAMS if not only or name in only]
    kept = {name: value for name, value in PROGRAMS.items() if name not in names}
    given = [np.array([total(kept, row.values or {}) for row in test]) for test in tests]
    values = [
        np.array([[(row.values or {}).get(name, 0.0) for name in names] for row in test])
        for test in tests
    ]
    rights = [np.array([row.right for row in test], float) for test in tests]
    spread = np.concatenate(values).std(axis=0)
    spread[spread == 0] = 1.0
    scaled = [one / spread for one in values]
    found = np.zeros(len(names))
    for _ in range(50):
        slope, curve = RIDGE * found, RIDGE * np.eye(len(names))
        for one, right, base in zip(scaled, rights, given, strict=True):
            weights = np.exp(np.clip(base + one @ found, -50, 50))
            chance = weights / (1 + weights.sum())
            mean = chance @ one
            slope += one.T @ (chance - right)
            curve += (one.T * chance) @ one - np.outer(mean, mean)
        step = np.linalg.solve(curve, slope)
        found -= step / max(1.0, float(np.abs(step).max()))
    pairs = zip(names, (found / spread).tolist(), strict=True)
    found_now = {name: round(value, 2) for name, value in pairs}
    return {name: found_now.get(name, value) for name, value in PROGRAMS.items()}


def crossed(tables: Mapping[str, Sequence[Row]], only: Collection[str] = ()) -> dict[int, Model]:
    """For each fold the model that was learnt without it."""

    def without(fold: int) -> list[list[Row]]:
        return [[row for row in rows if fold_of(row.task) != fold] for rows in tables.values()]

    return {fold: learnt(without(fold), only) for fold in range(FOLDS)}


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
    tasks: dict[str, list[list[tuple[float, bool]]]] = {}
    for test in by_test(rows):
        model = models[fold_of(test[0].task)]
        tasks.setdefault(test[0].task, []).append(model.chances(test)[:ATTEMPTS])
    found = Judged([], [], [])
    for attempts in tasks.values():
        found.first.extend(test[0] for test in attempts)
        found.second.extend(one for test in attempts for one in test[1:])
        of_tests = [sum(chance for chance, _ in test) for test in attempts]
        rights = [any(right for _, right in test) for test in attempts]
        found.tasks.append((min(of_tests), all(rights)))
    return found


def print_model(model: Model) -> None:
    """The table, as Python."""
    print("PROGRAMS: Final[Mapping[str, float]] = {")
    for key, value in model.programs.items():
        print(f"    {json.dumps(key)}: {value},")
    print(f"}}\nGUESS: Final = {model.guess:.4f}\n")


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
