"""Learns how much a network's votes count beside programs, and measures how well that holds.

    python bench/held_out.py arc1-train held-out
    arcloom solve held-out --starter none --fuel 100000000 --library held-out.db
    arcloom net train held-out --seconds 10m
    arcloom net answer held-out --votes votes.json --judge held-out.db
    python bench/net_odds.py gather held-out held-out.db rows.json --votes votes.json
    python bench/net_odds.py learn rows.json
    python bench/net_odds.py check rows.json

The held-out tasks have one demo of a training task as their only test, so the network learns the
other demos and has not seen the output. Use tasks for development only.

`gather` writes, for each test, what programs and network say of each output, and whether it is
right. Without `--votes` it takes the network's answers from the library, which a run with the
strategy `net` has left there. It searches and trains nothing.

`learn` prints ANSWER, VOTES and COINCIDENCE for solve/odds.py, and how well ANSWER and COINCIDENCE
hold when they are learnt without the tasks they are used on (ten folds). `check` prints the same
for the numbers as they stand. The rows "programs" and "votes" use one of the two sources alone.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from math import exp, log
from pathlib import Path

from arcloom.cli.guard import guarded
from arcloom.library import Library
from arcloom.search.bare_answer import NETWORK, output_key
from arcloom.solve.config import SolveConfig
from arcloom.solve.evidence import Evidence
from arcloom.solve.features import answer_features
from arcloom.solve.odds import ANSWER, COINCIDENCE, INTERCEPT, VOTES, linear, program_chances
from arcloom.solve.pooling import pooled, shared
from arcloom.solve.recall import Recall
from arcloom.solve.task_state import TaskState
from arcloom.solve.votes_file import read_votes
from arcloom.tasks import Dataset
from arcloom.tasks.load import load
from arcloom.tasks.sealed import reveal

FOLDS = 10
PRIOR = 0.05
"""How strongly the numbers are drawn to the defaults: per test, per unit squared."""
NAMES = [*ANSWER, "log coincidence"]

HEAD = """\
| answers by | tests | expected at 1 | right at 1 | at 2 | right at 2 | log loss |
| --- | --- | --- | --- | --- | --- | --- |"""

Numbers = Sequence[float]
"""The coefficients of ANSWER, and the logarithm of COINCIDENCE."""


@dataclass(frozen=True)
class Output:
    """An output for a test: what programs and network say of it."""

    programs: float | None
    """the chance by the programs alone; None if none gives it"""
    fits: bool
    """whether a fitting program gives it"""
    votes: int
    values: dict[str, float] | None
    """the features of the network's answer; None if it says nothing"""
    right: bool


@dataclass(frozen=True)
class Test:
    """A test and all outputs that are known for it."""

    task: str
    outputs: list[Output]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("gather")
    one.add_argument("dataset")
    one.add_argument("library")
    one.add_argument("rows", type=Path)
    one.add_argument("--votes", type=Path)
    for name in ("learn", "check"):
        commands.add_parser(name).add_argument("rows", nargs="+", type=Path)
    arguments = parser.parse_args()
    if arguments.command == "gather":
        tests = gathered(load(arguments.dataset), arguments.library, arguments.votes)
        arguments.rows.write_text(json.dumps([asdict(test) for test in tests]))
        return
    tests = [test for path in arguments.rows for test in read(path)]
    current = [*ANSWER.values(), log(COINCIDENCE)]
    if arguments.command == "check":
        print_results(tests, lambda _: current)
        return
    print_numbers(learnt(tests, current), votes_alone(tests))
    folds = {
        fold: learnt([t for t in tests if fold_of(t.task) != fold], current)
        for fold in range(FOLDS)
    }
    print_results(tests, lambda task: folds[fold_of(task)])


# Rows


def gathered(tasks: Dataset, place: str, votes: Path | None) -> list[Test]:
    """What a library and a file of votes say of the tests of the tasks."""
    states = [TaskState(task, n, Evidence(task)) for n, task in enumerate(tasks.values())]
    with Library.open(place, create=False, readonly=True) as library:
        Recall(library, SolveConfig.of(), list(tasks.values())).restore(states)
    if votes is not None:
        given = read_votes(votes, tasks)
        for state in states:
            state.give([one for one in given if one.task_id == state.task.id])
    return [test for state in states for test in _tests(state.evidence)]


def _tests(evidence: Evidence) -> Iterable[Test]:
    task = evidence.task
    for number, wanted in enumerate(reveal(task)):
        if wanted is None:
            continue
        programs = program_chances(evidence, number)
        fits = {
            output_key(grid)
            for found in evidence.fits
            if (grid := found.outputs[number]) is not None
        }
        said = [a for a in evidence.answers if a.test == number and a.origin == NETWORK]
        said = [a for a in said if a.votes or output_key(a.output) in programs]
        by_key = {output_key(a.output): a for a in said}
        values = dict(zip(by_key, answer_features(said), strict=True))
        keys = dict.fromkeys([*programs, *by_key])
        yield Test(
            task.id,
            [
                Output(
                    programs.get(key),
                    key in fits,
                    by_key[key].votes if key in by_key else 0,
                    values.get(key),
                    key == output_key(wanted),
                )
                for key in keys
            ],
        )


def read(path: Path) -> list[Test]:
    """The rows of a file."""
    return [
        Test(row["task"], [Output(**one) for one in row["outputs"]])
        for row in json.loads(path.read_text())
    ]


# The model


def chances(test: Test, numbers: Numbers) -> dict[int, float]:
    """How likely each output of a test is right by both sources, by its place."""
    return pooled([by_programs(test), by_votes(test, numbers)], exp(numbers[-1]))


def by_programs(test: Test) -> dict[int, float]:
    """The same by the programs alone."""
    return {n: one.programs for n, one in enumerate(test.outputs) if one.programs is not None}


def by_votes(test: Test, numbers: Numbers) -> dict[int, float]:
    """The same by the network alone."""
    table = dict(zip(ANSWER, numbers, strict=False))
    scores = {
        n: linear(table, one.values) for n, one in enumerate(test.outputs) if one.values is not None
    }
    return shared(scores)


def _given(test: Test, found: Mapping[int, float]) -> dict[int, float]:
    """Without what the network only judged: a program gave that."""
    return {n: chance for n, chance in found.items() if test.outputs[n].votes}


def learnt(tests: Sequence[Test], start: Numbers) -> list[float]:
    """The numbers under which what is right is likeliest: first of the network alone, then of both.

    ANSWER says how likely the network is right by itself, so it is learnt without the programs.
    With them, easy tests would hide how good the network is where the programs have nothing.
    """
    alone = _climbed(tests, list(start), start, range(len(start) - 1), by_votes)
    return _climbed(tests, alone, alone, [len(start) - 1], chances)


def votes_alone(tests: Sequence[Test]) -> Numbers:
    """VOTES: the intercept and the weight of the share, for a source without likelihoods."""
    start = [VOTES[INTERCEPT], VOTES["share"], *[0.0] * (len(ANSWER) - 2)]
    without = [replace(test, outputs=[_by_votes_alone(o) for o in test.outputs]) for test in tests]
    return _climbed(without, list(start), start, range(2), by_votes)[:2]


def _by_votes_alone(output: Output) -> Output:
    """The output as such a source has it: it judges nothing, and knows no bits."""
    if output.values is None or not output.votes:
        return replace(output, values=None)
    values = {name: value if name == "share" else 0.0 for name, value in output.values.items()}
    return replace(output, values=values)


def _climbed(
    tests: Sequence[Test],
    best: list[float],
    start: Numbers,
    places: Sequence[int],
    way: Callable[[Test, Numbers], dict[int, float]],
) -> list[float]:
    """The best numbers at these places, by steps along one number at a time."""
    step = 1.0
    loss = _loss(tests, best, start, way)
    while step > 0.01:
        better = False
        for place in places:
            for change in (step, -step):
                tried = [*best[:place], best[place] + change, *best[place + 1 :]]
                found = _loss(tests, tried, start, way)
                if found < loss:
                    best, loss, better = tried, found, True
        step = step if better else step / 2
    return best


def _loss(
    tests: Sequence[Test],
    numbers: Numbers,
    start: Numbers,
    way: Callable[[Test, Numbers], dict[int, float]],
) -> float:
    drawn = PRIOR * sum((a - b) ** 2 for a, b in zip(numbers, start, strict=True))
    return drawn + sum(_surprise(test, way(test, numbers)) for test in tests)


def _surprise(test: Test, found: Mapping[int, float]) -> float:
    """-log of the probability of what came true: an output is right, or none of those found."""
    right = next((n for n, one in enumerate(test.outputs) if one.right and n in found), None)
    chance = 1 - sum(found.values()) if right is None else found[right]
    return -log(max(chance, 1e-9))


def fold_of(task: str) -> int:
    """The fold of a task: of its id alone."""
    return int.from_bytes(blake2b(task.encode(), digest_size=4).digest(), "big") % FOLDS


# Results


def print_numbers(numbers: Numbers, votes: Numbers) -> None:
    """The tables, as Python."""
    print_table("ANSWER", dict(zip(ANSWER, numbers, strict=False)))
    print_table("VOTES", dict(zip(VOTES, votes, strict=True)))
    print(f"COINCIDENCE: Final = {exp(numbers[-1]):.3g}\n")


def print_table(name: str, numbers: Mapping[str, float]) -> None:
    """One table of solve/odds.py."""
    print(f"{name}: Final[Mapping[str, float]] = {{")
    for feature, value in numbers.items():
        key = "INTERCEPT" if feature == INTERCEPT else json.dumps(feature)
        print(f"    {key}: {value:.2f},")
    print("}")


def print_results(tests: Sequence[Test], numbers: Callable[[str], Numbers]) -> None:
    """Markdown tables: expected and actual, with each source alone and with both."""
    ways: dict[str, Callable[[Test], dict[int, float]]] = {
        "programs": by_programs,
        "votes": lambda test: _given(test, by_votes(test, numbers(test.task))),
        "both": lambda test: chances(test, numbers(test.task)),
    }
    print(HEAD)
    for name, way in ways.items():
        print_row(name, tests, way)
    fitted = [test for test in tests if any(one.fits for one in test.outputs)]
    print("\nTests with a fitting program (the judge):\n")
    print(HEAD)
    for name in ("programs", "both"):
        print_row(name, fitted, ways[name])
    agreed = [
        (one.right, way[n])
        for test in tests
        for way in [ways["both"](test)]
        for n, one in enumerate(test.outputs)
        if one.fits and one.votes and n == max(way, key=way.__getitem__)
    ]
    expected = sum(chance for _, chance in agreed)
    right = sum(came for came, _ in agreed)
    print(
        f"\nA fitting program and a vote agree on the first attempt: {len(agreed)} tests, ", end=""
    )
    print(f"{expected:.1f} expected right, {right} right")


def print_row(name: str, tests: Sequence[Test], way: Callable[[Test], dict[int, float]]) -> None:
    """One way to answer."""
    expected, right, loss = [0.0, 0.0], [0, 0], 0.0
    for test in tests:
        found = way(test)
        order = sorted(found, key=lambda n: -found[n])[:2]
        loss += _surprise(test, found)
        for most in (1, 2):
            expected[most - 1] += sum(found[n] for n in order[:most])
            right[most - 1] += any(test.outputs[n].right for n in order[:most])
    print(
        f"| {name} | {len(tests)} | {expected[0]:.1f} | {right[0]} | {expected[1]:.1f} "
        f"| {right[1]} | {loss / max(len(tests), 1):.3f} |"
    )


if __name__ == "__main__":
    guarded(main)()
