"""The built-in differs, as docs/differs.md describes them."""

import json
import re
from pathlib import Path

import pytest

from arcloom._core import BreedJob
from arcloom.lang import read_program, read_source
from arcloom.search.evolve.breeder import Mutations, new_breeder
from arcloom.tasks import Grid

PAGE = Path(__file__).parents[2] / "docs/differs.md"


def score(output, wanted, use_differs=True):
    """What a program gets that gives `output` on a demo whose output is `wanted`."""
    breeder = new_breeder(Mutations())
    program = read_program(f"def solve(I):\n    return {output}\n")
    number = breeder.add_program(*program.encode())
    breeder_task = breeder.add_task([(Grid([[0]]), Grid(wanted))], [])
    job = BreedJob(breeder_task, [number], as_they_are=True)
    (child,) = breeder.step([job], 1, use_differs, None).children
    assert (child.matched == 1) == (child.score == 1000)
    return child.score


def mean(*shares):
    return sum(shares) // 7


@pytest.mark.parametrize(
    ("output", "wanted", "expected"),
    [
        # size, cells, palette, counts, shapes, places, colours
        ("((1, 2), (3, 4))", [[1, 2], [3, 4]], 1000),
        (
            "((1, 0, 0), (0, 0, 1))",
            [[1, 0, 0], [0, 0, 2]],
            mean(1000, 833, 666, 714, 1000, 1000, 500),
        ),
        # Another height: no row is lost, half of the cells are missing.
        ("((5, 5),)", [[5, 5], [5, 5]], mean(750, 500, 1000, 500, 1000, 1000, 1000)),
        # The same object elsewhere.
        (
            "((3, 0, 0), (0, 0, 0))",
            [[0, 0, 0], [0, 0, 3]],
            mean(1000, 666, 1000, 1000, 1000, 0, 1000),
        ),
        ("7", [[7]], 0),
        ("frozenset({1})", [[1]], 0),
        ("first(ZERO)", [[1]], 0),
    ],
)
def test_scores(output, wanted, expected):
    assert score(output, wanted) == expected


def test_without_differs_only_a_match_counts():
    assert score("((1, 2),)", [[1, 2]], use_differs=False) == 1000
    assert score("((1, 2),)", [[1, 3]], use_differs=False) == 0


def test_the_example_of_the_page():
    text = PAGE.read_text()
    output, wanted = re.search(r"gives `(\[\[.*?\]\])` where `(\[\[.*?\]\])`", text).groups()
    row = re.search(r"\| (\d+(?: \| \d+){7}) \|", text)[1]
    *shares, total = map(int, row.split(" | "))
    given = output.replace("[", "(").replace("]", ")")
    assert score(given, json.loads(wanted)) == total == mean(*shares)


def test_the_differ_of_the_page_is_one():
    source = re.search(r"```python\n(def differ.*?)```", PAGE.read_text(), re.DOTALL)[1]
    differ = read_source(source)["differ"]
    demo = ([[1, 2]], [[3, 4]])
    assert differ([[1, 2]], S=[demo], C=[[5, 6]]) == 1000
    assert differ([[1, 2]], S=[demo], C=[[5, 5]]) == 0
