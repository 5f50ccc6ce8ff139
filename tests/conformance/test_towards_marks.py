"""Directions to and from marks, partners of their own, what is pointed at, copies, whole lines."""

import pytest

from arcloom.dsl import UndefinedError
from tests.conformance.rule_models import rows
from tests.conformance.scene_rules import MIXED, applied, step


def drawn(grid: tuple[tuple[int, ...], ...]) -> str:
    return " ".join("".join(map(str, row)) for row in grid)


def test_a_part_moves_away_from_the_only_part_in_a_corner():
    moved = step("slide", ("direction", "from the mark: corner"))
    assert drawn(applied(rows("500000 000000 002000 000000 000000"), moved)) == (
        "500000 000000 000000 000000 000020"
    )


def test_a_ray_goes_to_the_only_dot():
    sent = step(
        "ray", ("direction", "to the mark: dot"), colour=("own",), tests=(("size", "more than", 1),)
    )
    assert drawn(applied(rows("00000000 02200003 00000000"), sent)) == "00000000 02222223 00000000"


def test_two_marks_of_a_kind_are_none():
    moved = step("slide", ("direction", "from the mark: corner"))
    with pytest.raises(UndefinedError):  # nothing changes
        applied(rows("500005 000000 002000 000000"), moved)


def test_a_shadow_is_thrown_by_every_cell():
    thrown = step("trail", ("direction", "from the mark: corner"), colour=("constant", 1))
    assert drawn(applied(rows("50000 00000 00220 00000 00000"), thrown)) == (
        "50000 00000 00220 00011 00001"
    )


@pytest.mark.parametrize(
    ("partner", "wanted"),
    [
        ("nearest", "990000999 990200999 000000999"),
        ("nearest unlike", "220000999 220200999 000000999"),
    ],
)
def test_a_part_is_compared_with_a_partner_of_its_own(partner: str, wanted: str):
    painted = step(
        "paint", tests=((f"larger than the {partner}", "equals", 1),), colour=("constant", 9)
    )
    assert drawn(applied(rows("220000333 220200333 000000333"), painted)) == wanted


def test_what_lies_where_a_head_points_to_is_meant():
    painted = step("paint", way=MIXED, tests=(("pointed at", "equals", 1),), colour=("constant", 9))
    assert drawn(applied(rows("6000000 0442003 6000003"), painted)) == "6000000 0442009 6000009"


@pytest.mark.parametrize(
    ("action", "wanted"),
    [
        (("copy into the corner",), "10000 00000 01000 00000 00000 00000"),
        (("copy to the edge", ("direction", "right")), "00000 00000 01001 00000 00000 00000"),
        (("slide a copy", ("direction", "down right")), "00000 00000 01000 00000 00000 00001"),
    ],
)
def test_a_copy_goes_and_the_part_stays(action: tuple, wanted: str):
    grid = rows("00000 00000 01000 00000 00000 00000")
    assert drawn(applied(grid, step(*action))) == wanted


@pytest.mark.parametrize(
    ("source", "grid", "wanted"),
    [
        ("lone", "22000 00004 00044 02200", "44000 00004 00044 04400"),
        ("line", "55500 00000 02200 02200", "55500 00000 05500 05500"),
    ],
)
def test_a_mark_tells_the_colour(source: str, grid: str, wanted: str):
    assert drawn(applied(rows(grid), step("paint", colour=(source,)))) == wanted
