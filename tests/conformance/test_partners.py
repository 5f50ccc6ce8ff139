"""Parts by how they stand to a mark, and by number; turns, corners, rays and strays."""

import pytest

import arcloom as al
from arcloom import dsl
from arcloom.dsl import UndefinedError
from tests.conformance.rule_models import rows
from tests.conformance.scene_rules import MIXED, applied, step

Grid = tuple[tuple[int, ...], ...]


def drawn(grid: Grid) -> str:
    return " ".join("".join(map(str, row)) for row in grid)


def learnt(op: str, demos: list[tuple[str, str]], test: str) -> Grid:
    rule = getattr(dsl, op)(tuple((rows(a), rows(b)) for a, b in demos), 0)
    assert str(al.describe_rule(rule))
    return dsl.apply_rule(rule, rows(test))


MARKED = "00700 11000 00044 02200"


@pytest.mark.parametrize(
    ("relation", "wanted"),
    [
        ("above", "00900 99000 00044 02200"),
        ("below", "00700 11000 00044 09900"),
        ("left of", "00900 99000 00044 09900"),
        ("in the rows of", "00700 11000 00099 02200"),
        ("in the columns of", "00700 11000 00099 02200"),
        ("as large as", "00700 99000 00099 09900"),
        ("lies as", "00700 99000 00099 09900"),
        ("shape of", "00700 99000 00099 09900"),
    ],
)
def test_a_part_is_meant_by_how_it_stands_to_the_only_one_of_a_colour(relation: str, wanted: str):
    test = (f"{relation} the only one of colour 4", "equals", 1)
    painted = step("paint", tests=(test,), colour=("constant", 9))
    assert drawn(applied(rows(MARKED), painted)) == wanted


def test_a_mark_that_is_there_twice_marks_nothing():
    test = ("above the only one of colour 4", "equals", 1)
    with pytest.raises(UndefinedError):
        applied(rows("00700 11000 40044"), step("paint", tests=(test,), colour=("constant", 9)))


def test_lines_that_run_as_the_key_does_are_recoloured():
    lying = "40050 40050 00000 08800 00000 66000"
    standing = "800 806 006 000 440 000"
    demos = [
        (lying, "40050 40050 00000 08800 00000 99000"),
        (standing, "800 809 009 000 440 000"),
        ("0880 0000 3300 0050 0050 6600", "0880 0000 9900 0050 0050 9900"),
    ]
    assert learnt("learn_scene", demos, "0080 5080 5000 0330 0000") == rows(
        "0080 9080 9000 0330 0000"
    )


def test_the_lowest_part_tells_its_colour():
    painted = step("paint", colour=("lowest",))
    assert drawn(applied(rows("110 000 022 000 300"), painted)) == "330 000 033 000 300"


def test_a_long_part_turns_about_its_middle():
    turned = step("turn", ("view", "rot90"), way=MIXED)
    assert drawn(applied(rows("00000 03340 00000 00000"), turned)) == "00300 00300 00400 00000"


def test_a_part_without_a_common_middle_stays():
    with pytest.raises(UndefinedError):
        applied(rows("0000 0330 0000"), step("turn", ("view", "rot90")))


def test_each_part_moves_into_the_corner_that_is_nearest():
    moved = step("into the corner")
    assert drawn(applied(rows("000000 010000 000000 000022 000000"), moved)) == (
        "100000 000000 000000 000000 000022"
    )


def test_a_part_moves_amid_the_dots():
    moved = step("amid the dots", tests=(("size", "more than", 1),))
    assert drawn(applied(rows("500005 000000 000000 500005 033000 033000"), moved)) == (
        "500005 003300 003300 500005 000000 000000"
    )


def test_a_ray_passes_its_own_colour_and_stops_at_another():
    sent = step("ray past its colour", ("direction", "right"), colour=("own",))
    assert drawn(applied(rows("30003004 00000000"), sent)) == "33333334 00000000"


def test_parts_of_a_look_are_counted():
    """The blue squares: neither their colour nor their size alone tells them from the others."""
    demos = [
        ("110001 110200 000200", "30000"),
        ("11022 11022 00000 11001 11000", "33000"),
        ("0110110 0110110 0000000 1011000 0011022 0000022", "33300"),
        ("22011010 22011000 00000011 10022011 00022000", "33000"),
        ("2200110 2200110 0000000 2202020", "30000"),
        ("2020202 0000000 1102022 1100022 0000000 1102022 1102000", "33000"),
    ]
    assert learnt(
        "learn_summary", demos, "1100110 1100110 0000000 1101122 1101122 0000000 1010000"
    ) == rows("33330")


def test_a_stray_cell_takes_the_colour_that_is_commonest_around_it():
    demos = [
        ("333444 353444 333464 333444", "333444 333444 333444 333444"),
        ("2222 2622 2222 8888 8858 8888", "2222 2222 2222 8888 8888 8888"),
    ]
    assert learnt("learn_tree", demos, "111777 141757 111777 111777") == rows(
        "111777 111777 111777 111777"
    )
