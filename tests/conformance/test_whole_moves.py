"""Lines that move, tiles, panels, cues that turn a grid; parts that fold over or grow."""

import pytest

import arcloom as al
from arcloom import dsl
from arcloom.dsl import UndefinedError

Grid = tuple[tuple[int, ...], ...]


def rows(text: str) -> Grid:
    return tuple(tuple(int(cell) for cell in row) for row in text.split())


def learnt(op: str, demos: list[tuple[str, str]], test: str, nth: int = 0) -> Grid:
    rule = getattr(dsl, op)(tuple((rows(a), rows(b)) for a, b in demos), nth)
    assert str(al.describe_rule(rule))
    return dsl.apply_rule(rule, rows(test))


def test_each_row_moves_further_than_the_one_before_it_and_what_leaves_comes_in_opposite():
    demos = [("1200 3400 5600", "1200 0340 0056"), ("10020 00340 50006", "10020 00034 06500")]
    assert learnt("learn_sizes", demos, "70000 08000 00900 00010") == rows(
        "70000 00800 00009 01000"
    )


def test_rows_are_counted_from_below_and_what_leaves_is_lost():
    demos = [("0012 0034 0056", "1200 0340 0056"), ("10020 00304 56000", "02000 03040 56000")]
    assert learnt("learn_sizes", demos, "70000 08000 00900") == rows("00000 80000 00900")


def test_the_filled_columns_are_a_tile_and_every_second_one_is_upside_down():
    demos = [("12000 30000 00000", "12001 30303 00120"), ("400000 450000", "404540 454045")]
    assert learnt("learn_sizes", demos, "6000 6700 0000 0000") == rows("6000 6700 0067 0060")


def test_a_full_grid_is_no_tile():
    demos = [("1000 0000", "1111 0000"), ("2000 0000", "2222 0000")]
    rule = dsl.learn_sizes(tuple((rows(a), rows(b)) for a, b in demos), 0)
    assert dsl.apply_rule(rule, rows("3000 0000")) == rows("3333 0000")
    with pytest.raises(UndefinedError):
        dsl.apply_rule(rule, rows("12 34"))


def test_panels_stand_in_places_and_views_of_their_own():
    demos = [
        ("1023 4056", "2310 5640 1023 4056"),
        ("700800 090010", "800700 010090 700800 090010"),
    ]
    assert learnt("learn_sizes", demos, "12 34") == rows("21 43 12 34")
    with pytest.raises(UndefinedError):  # it does not fall into two panels
        learnt("learn_sizes", demos, "123 456")


TURNED_BY_EDGE = [
    ("5555 0120 0000 0300", "0210 0000 0030"),
    ("66666 00120 03000 00000", "00000 03000 00120"),
    ("555 000 120", "000 021"),
]


def test_the_colour_of_an_edge_tells_how_the_rest_is_turned():
    assert learnt("learn_pick", TURNED_BY_EDGE, "66 12 30 40") == rows("40 30 12")
    assert learnt("learn_pick", TURNED_BY_EDGE, "555 789 700") == rows("987 007")


def test_a_cue_that_no_demo_showed_turns_nothing():
    with pytest.raises(UndefinedError):
        learnt("learn_pick", TURNED_BY_EDGE, "777 120 304")


FOLDED = [
    ("0000000000000 0001122300000 0000000000000", "0000000000000 0000000322110 0000000000000"),
    (
        "0000000 0000000 0004000 0055600 0066500 0000000",
        "0066500 0055600 0004000 0000000 0000000 0000000",
    ),
    ("0000000000 0000058898 0000000000", "0000000000 0898850000 0000000000"),
    ("00000000000 00000061122 00000000000", "00000000000 00221160000 00000000000"),
]


def test_a_part_folds_over_at_its_marked_end():
    assert learnt("learn_scene", FOLDED, "000000000 007711800 000000000") == rows(
        "000000000 000000811 000000000"
    )


def test_a_part_grows_by_a_factor_and_keeps_its_other_end():
    demos = [
        ("000000 000000 000120 000000", "000000 011220 011220 000000"),
        ("000000 000000 000000 000030 000040", "000000 000330 000330 000440 000440"),
    ]
    assert learnt("learn_scene", demos, "00000000 00000000 00000000 00000560") == rows(
        "00000000 00000000 00055660 00055660"
    )


DOTS = [
    (
        "330000000 330000000 000505000 000000000 000000000 000005000 000000044 000000044",
        "330000000 330000000 000303000 000000000 000000000 000004000 000000044 000000044",
    ),
    (
        "000000011 000000011 000000000 050000000 000000000 050000000 000000000 660000000",
        "000000011 000000011 000000000 060000000 000000000 060000000 000000000 660000000",
    ),
    (
        "000505000 000000000 880000000 880000000 000000000 000500000 000000077 000000077",
        "000808000 000000000 880000000 880000000 000000000 000800000 000000077 000000077",
    ),
]


def test_dots_take_the_colour_of_the_nearest_part_of_another_colour():
    assert learnt("learn_scene", DOTS, "220000000 220000000 000505000 000000000 000000999") == rows(
        "220000000 220000000 000209000 000000000 000000999"
    )


def test_parts_are_filled_with_the_tile_that_has_most_colours():
    demos = [
        ("120000 340555 000555 000555", "120000 340121 000343 000121"),
        ("6700000 7600000 0000000 8888000 8888000", "6700000 7600000 0000000 6767000 7676000"),
    ]
    assert learnt("learn_scene", demos, "1300555 3100555 0000000 0555550") == rows(
        "1300131 3100313 0000000 0131310"
    )
