"""Trees that know what was written before: orders of writing, and rules that are repeated."""

import pytest

from arcloom import _core, dsl
from arcloom.dsl import UndefinedError
from tests.conformance.rule_models import rows

IDS = {(row.table, row.name): row.id for row in _core.rule_rows()}
STAYS = 10


def leaf(label: int) -> list[int]:
    return [IDS["choice", "leaf"], label]


def asks(fact: str, colour: int, yes: list[int], no: list[int]) -> list[int]:
    test = [IDS["cell fact", fact], IDS["comparison", "equals"], colour]
    return [IDS["choice", "test"], *test, *yes, *no]


def applied(grid: str, tree: list[int], *related: str) -> tuple[tuple[int, ...], ...]:
    named = [IDS["cell fact", one] for one in related]
    rule = [IDS["family", "learn_tree"], len(named), *named, *tree]
    return dsl.apply_rule(tuple(rule), rows(grid))


@pytest.mark.parametrize(
    ("fact", "grid", "output"),
    [
        ("written left", "30000 00300", "35555 00355"),
        ("written right", "00003 00300", "55553 55300"),
        ("written up", "300 000 000", "300 500 500"),
        ("written down", "000 000 300", "500 500 300"),
        ("written up left", "3000 0000 0000", "3000 0500 0050"),
        ("written down right", "0000 0000 0003", "0500 0050 0003"),
        ("second written left", "300000", "305050"),
        ("third written up", "3 0 0 0 0 0 0", "3 0 0 5 0 0 5"),
    ],
)
def test_a_cell_knows_what_was_written_before_it(fact: str, grid: str, output: str):
    tree = asks("own", 3, leaf(3), asks(fact, 3, leaf(5), asks(fact, 5, leaf(5), leaf(STAYS))))
    assert applied(grid, tree) == rows(output)


def test_a_leaf_names_a_cell_of_the_output():
    tree = asks("own", 0, leaf(STAYS + 1), leaf(STAYS))
    assert applied("1230000", tree, "third written left") == rows("1231231")


def test_without_an_order_a_rule_is_repeated_until_nothing_changes():
    sides = ("left", "right", "up", "down")
    tree = leaf(STAYS)
    for side in sides:
        tree = asks(f"written {side}", 3, leaf(3), tree)
    tree = asks("own", 0, tree, leaf(STAYS))
    assert applied("00100 03100 00100", tree) == rows("33100 33100 33100")


def test_what_never_comes_to_rest_has_no_answer():
    tree = asks("written left", 3, leaf(0), asks("written right", 3, leaf(0), leaf(3)))
    with pytest.raises(UndefinedError):
        applied("00", tree)


def test_where_a_leaf_names_a_cell_beyond_the_edge_there_is_no_answer():
    with pytest.raises(UndefinedError):
        applied("0123", leaf(STAYS + 1), "written left")


def test_a_way_that_turns_at_obstacles_is_learnt():
    """A line falls, and each stone turns it to the right for the rest of its way."""
    pairs = [
        ("0200 0000 0000 0100 0000", "0200 0200 0222 0100 0000"),
        ("20000 00000 10000 00000", "20000 22222 10000 00000"),
        ("00020 00000 00000 00000 00010 00000", "00020 00020 00020 00022 00010 00000"),
        ("02000 00000 00000 01000", "02000 02000 02222 01000"),
    ]
    demos = tuple((rows(a), rows(b)) for a, b in pairs)
    rule = dsl.learn_tree(demos, 0)
    assert dsl.apply_rule(rule, rows("0002000 0000000 0001000")) == rows("0002000 0002222 0001000")
