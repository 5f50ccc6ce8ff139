"""Rules about parts: what each action, source and feature means, on a grid small enough to see."""

import random

import pytest

from arcloom.dsl import UndefinedError
from tests.conformance.rule_models import rows
from tests.conformance.scene_rules import ACTION_KINDS, CORNERS, MIXED, applied, named, step

RED = ("constant", 2)
RIGHT, LEFT, UP, DOWN = (("direction", one) for one in ("right", "left", "up", "down"))
MARK, TIP, ALIKE = (("direction", f"to its {one}") for one in ("mark", "tip", "colour"))
SIZE, COLOUR = ("part feature", "size"), ("part feature", "colour")
TOLD_BY_COLOUR = (
    *(("direction", "told"), COLOUR, 2),
    *(1, ("direction", "up"), 3, ("direction", "right")),
)
"""Blue parts go up, green ones to the right."""
OF_TWO_COLOURS = (("colours", "equals", 2),)

ACTIONS = [
    (step("paint", colour=RED), "110 000", "220 000"),
    (step("holes", colour=RED), "111 101 111", "111 121 111"),
    (step("box ground", colour=RED), "100 110", "120 110"),
    (step("ring", colour=RED), "0000 0100 0000", "2220 2120 2220"),
    (step("sides", colour=RED), "000 010 000", "020 212 020"),
    (step("corners", colour=RED), "000 010 000", "202 010 202"),
    (step("inside", colour=RED), "111 111 111", "111 121 111"),
    (step("rim", colour=RED), "111 111 111", "222 212 222"),
    (step("box corners", colour=RED), "111 111 111", "212 111 212"),
    (step("middle", colour=RED), "111 111 111", "111 121 111"),
    (step("chequered", colour=RED), "111 111", "121 212"),
    (step("stripes", UP, colour=RED), "11 11 11", "11 22 11"),
    (step("half", UP, colour=RED), "11 11 11 11", "22 22 11 11"),
    (step("side", DOWN, colour=RED), "11 11", "11 22"),
    (step("next", RIGHT, colour=RED), "010 000", "012 000"),
    (step("ray", RIGHT, colour=("own",)), "10003", "11113"),
    (step("ray below", RIGHT, colour=RED), "1030", "1232"),
    (step("ray over", RIGHT, colour=RED, tests=(("colour", "equals", 1),)), "1030", "1222"),
    (step("bridge", RIGHT, colour=RED), "10030", "12230"),
    (step("bridge alike", RIGHT, colour=RED), "10010", "12210"),
    (step("bridge alike below", RIGHT, colour=RED), "103001", "123221"),
    (step("free ray", RIGHT, colour=RED), "100 103", "122 103"),
    (step("slide", RIGHT), "1003 0000 1010", "0013 0000 0011"),
    (step("to the edge", RIGHT), "0100", "0001"),
    (step("move by its size", RIGHT), "1100", "0011"),
    (step("copy by its size", RIGHT), "1100", "1111"),
    (step("copy beyond its size", RIGHT), "10000", "10100"),
    (step("repeat by its size", RIGHT, way=MIXED), "120000", "121212"),
    (step("mirrored copy", RIGHT, way=MIXED), "1200", "1221"),
    (step("complete across", way=MIXED), "10 11", "11 11"),
    (step("turn", ("view", "vmirror"), way=MIXED), "120", "210"),
    (step("move", 1, 1), "10 00", "00 01"),
    (step("copy", 1, 0), "10 00", "10 10"),
    (step("stamp", way=MIXED), "1200000 0000010", "1200000 0000012"),
    (step("order by size", LEFT), "0102203330", "0333022010"),
    (step("order by reach", RIGHT), "10000 10330 10334", "00001 00331 40331"),
    (step("mirror at the nearest", way=MIXED, tests=OF_TWO_COLOURS), "01203000", "01203021"),
    (step("cross the nearest", way=MIXED, tests=OF_TWO_COLOURS), "01203000", "00003021"),
    (step("shadow by its size", DOWN, colour=RED), "110 010 000 000", "110 010 220 020"),
    (step("shadow beyond its size", RIGHT, colour=RED), "1000", "1020"),
    (step("shadow", 1, 1, colour=RED), "110 110 000", "110 112 022"),
    (step("slide", MARK, way=MIXED), "0112000", "0000112"),
    (step("slide", ALIKE, tests=(("size", "equals", 1),)), "2000022", "0000222"),
    (step("join its colour", tests=(("size", "equals", 1),)), "2030022", "0030222"),
    (step("tile by its size", way=MIXED), "1200 0000", "1212 1212"),
    (step("tile beyond its size", way=MIXED), "0100 0000 0000", "0101 0000 0101"),
    (step("join the largest of its colour"), "2000222 0000002", "0002222 0000002"),
    (step("move so far", RIGHT, ("told by", "fixed"), 2), "1000", "0010"),
    (step("move so far", RIGHT, ("told by", "feature"), SIZE, way=MIXED), "120000", "001200"),
    (step("ray so far", RIGHT, ("told by", "fixed"), 2, colour=RED), "100003", "122003"),
    (step("slide", *TOLD_BY_COLOUR), "000 010 030", "010 000 003"),
    (
        step("ray so far", RIGHT, ("told by", "table"), COLOUR, 2, 1, 3, 3, 1, colour=RED),
        "100000 300000",
        "122200 320000",
    ),
    (
        step("turn as told", COLOUR, 2, 1, ("view", "vmirror"), 3, ("view", "hmirror")),
        "10030 11033",
        "01033 11030",
    ),
    (step("slide", TIP), "0000 0010 0111", "0010 0111 0000"),
    (
        step("second box ring", colour=RED),
        "00000 00000 00100 00000 00000",
        "22222 20002 20102 20002 22222",
    ),
    (step("third box ring", colour=RED), "0001000", "2001002"),
    (step("rings to the edge", colour=RED), "0000100", "0202120"),
    (step("rings between", colour=RED), "0000100", "2020102"),
    (step("to the middle across"), "10000 00033", "00100 00033"),
    (step("to the middle down"), "10 00 00", "00 10 00"),
    (step("order by size", LEFT, way="panels"), "00501 00501", "01500 01500"),
]


@pytest.mark.parametrize(("one", "grid", "output"), ACTIONS)
def test_an_action(one: list[int], grid: str, output: str):
    assert applied(rows(grid), one) == rows(output)


SOURCES = [
    ("ground", "110 003", "000 000"),
    ("commonest", "1103 0000", "1101 0000"),
    ("rarest", "1103 0000", "3303 0000"),
    ("opposite in size", "111022030", "333022010"),
    ("seen right", "1003", None),
    ("around", "33333 30003 30103 30003 33333", None),
]


@pytest.mark.parametrize(("source", "grid", "output"), SOURCES)
def test_a_source_of_colour(source: str, grid: str, output: str | None):
    one = step("paint", colour=(source,))
    if output is not None:
        assert applied(rows(grid), one) == rows(output)
        return
    with pytest.raises(UndefinedError):  # one part has nothing to take a colour from
        applied(rows(grid), one)
    chosen = step("paint", colour=(source,), tests=(("colour", "equals", 1),))
    assert applied(rows(grid), chosen) == rows(grid.replace("1", "3"))


@pytest.mark.parametrize(
    ("source", "grid", "output"),
    [
        ("paired", "12000 00011", "12000 00022"),
        ("corner", "30000 01100", "30000 03300"),
        ("dots", "30000 00011", "30000 00033"),
    ],
)
def test_a_cue_tells_the_colour_of_a_pair_of_cells(source: str, grid: str, output: str):
    pairs = step("paint", colour=(source,), tests=(("size", "equals", 2),), way=CORNERS)
    assert applied(rows(grid), pairs) == rows(output)


@pytest.mark.parametrize(
    ("test", "grid", "output"),
    [
        (("size, most", "equals", 1), "110 000 003", "220 000 003"),
        (("colour", "differs", 1), "110 000 003", "110 000 002"),
        (("edges", "more than", 1), "1000 0010 0000", "2000 0010 0000"),
        (("lies within another", "equals", 1), "3333 3003 3013 3333", "3333 3003 3023 3333"),
        (("has another within", "equals", 1), "3333 3003 3013 3333", "2222 2002 2012 2222"),
        (("sees", "equals", 0), "1010 0000 0003", "1010 0000 0002"),
        (("touches colour 3", "equals", 1), "130 000 110", "230 000 110"),
        (
            ("nearest of the smallest", "equals", 1),
            "1033000 0000000 0000333",
            "1022000 0000000 0000333",
        ),
        (("cue colour", "equals", 1), "3000 0010 0000 0300", "3000 0010 0000 0200"),
        (
            ("most of the cue", "equals", 1),
            "300000 000330 000000 030000",
            "300000 000220 000000 030000",
        ),
        (("largest alike", "equals", 1), "1100 0000 1000 0003", "2200 0000 1000 0002"),
        (("dots", "equals", 1), "1100 0000 0003", "2200 0000 0002"),
        (("parts", "more than", 1), "1100 0000 0003", "2200 0000 0002"),
        (("colours in the grid", "equals", 3), "1100 0000 0003", "2200 0000 0002"),
        (("cells of the rarest", "equals", 1), "1100 0000 0003", "2200 0000 0002"),
        (("second across", "equals", 1), "10101 10100", "10201 10200"),
        (("second down", "equals", 1), "11 00 11 00 11", "11 00 22 00 11"),
        (("in line with the largest", "equals", 1), "1033 0033 1000", "2033 0033 1000"),
    ],
)
def test_a_feature_chooses_parts(test: tuple[str, str, int], grid: str, output: str):
    assert applied(rows(grid), step("paint", colour=RED, tests=(test,))) == rows(output)


@pytest.mark.parametrize(
    ("test", "output"),
    [
        (("layer", "equals", 0), "03006 23226 03006"),
        (("layer", "more than", 0), "02006 12116 02006"),
        (("on top", "equals", 1), "02006 12116 02006"),
    ],
)
def test_what_interrupts_another_colour_lies_on_it(test: tuple[str, str, int], output: str):
    chosen = step("paint", way="colours", colour=RED, tests=(test, ("colour", "differs", 6)))
    assert applied(rows("03006 13116 03006"), chosen) == rows(output)


def test_a_value_that_the_table_lacks_has_no_answer():
    table = step("paint", colour=("table", "size", 2, 1, 4, 2, 5))
    assert applied(rows("1100 0003"), table) == rows("5500 0004")
    with pytest.raises(UndefinedError):
        applied(rows("1110 0003"), table)


def test_a_rule_that_changes_nothing_has_no_answer():
    with pytest.raises(UndefinedError):
        applied(rows("100 000"), step("holes", colour=RED))


def test_all_steps_see_the_grid_as_it_was():
    first = step("paint", colour=("constant", 3), tests=(("colour", "equals", 1),))
    second = step("paint", colour=("constant", 4), tests=(("colour", "equals", 3),))
    assert applied(rows("103"), first, second) == rows("304")


def feature_table(rng: random.Random) -> tuple[str, str]:
    return ("part feature", rng.choice(named("part feature")))


def told_rows(rng: random.Random, table: str) -> tuple[int | tuple[str, str], ...]:
    """A told table's size and rows, each a feature's value with a plain direction or a view."""
    names = ["up", "left"] if table == "direction" else ["rot90", "vmirror"]
    return (2, *(one for value, name in enumerate(names) for one in (value, (table, name))))


def random_step(rng: random.Random) -> list[int]:
    """A step that the grammar allows, whatever it means."""
    action, source = rng.choice(named("part action")), rng.choice(named("source"))
    tests = tuple(
        (
            rng.choice(named("part feature")),
            rng.choice(named("comparison")),
            rng.randrange(-1, 6),
        )
        for _ in range(rng.randrange(3))
    )
    rest: dict[str, tuple[str | int, ...]] = {
        "constant": (rng.randrange(10),),
        "table": (rng.choice(named("part feature")), 2, 0, 3, 1, 4),
    }
    parameter, _, painted = ACTION_KINDS[action].partition(" ")
    parameters: tuple[tuple[str, str] | int, ...] = ()
    if parameter == "shift":
        parameters = (rng.randrange(-64, 65), rng.randrange(-64, 65))
    elif parameter == "views":
        parameters = (feature_table(rng), *told_rows(rng, "view"))
    elif parameter != "none":  # a direction or a view
        of = "direction" if parameter == "counted" else parameter
        parameters = ((of, rng.choice(named(of))),)
        if parameters == (("direction", "told"),):
            parameters += (feature_table(rng), *told_rows(rng, "direction"))
    if parameter == "counted":
        parameters += rng.choice(
            [
                (("told by", "fixed"), rng.randrange(5)),
                (("told by", "feature"), feature_table(rng)),
                (("told by", "table"), feature_table(rng), 2, 1, 3, 2, 1),
            ]
        )
    return step(
        action,
        *parameters,
        way=rng.choice(named("part way")),
        tests=tests,
        colour=(source, *rest.get(source, ())) if painted else (),
    )


@pytest.mark.parametrize("seed", range(20))
def test_whatever_a_rule_says_it_gives_a_grid_or_no_answer(seed: int):
    rng = random.Random(seed)
    answers = 0
    for _ in range(150):
        h, w = rng.randrange(1, 12), rng.randrange(1, 12)
        grid = tuple(tuple(rng.choice((0, 0, 0, 1, 2, 3)) for _ in range(w)) for _ in range(h))
        try:
            out = applied(grid, *(random_step(rng) for _ in range(rng.randrange(1, 3))))
        except UndefinedError:
            continue
        answers += 1
        assert len(out) == h
        assert all(0 <= cell <= 9 for row in out for cell in row)
    assert answers > 0
