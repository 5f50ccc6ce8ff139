"""Rules around another rule: for each part by itself, before a last step, in two rounds."""

import pytest

import arcloom as al
from arcloom import _core, dsl
from arcloom.dsl import UndefinedError
from tests.conformance.rule_models import Demos, Grid, learnt, rows

FAMILIES = {row.name: row.id for row in _core.rule_rows() if row.table == "family"}
COMPOSED = ("learn_each", "learn_finish", "learn_rounds")


def told(op: str, demos: Demos) -> str:
    return str(al.describe_rule(getattr(dsl, op)(demos, 0)))


ROOMS: Demos = (
    (
        rows("0000500300 0200500000 0000500000 5555555555 0000500000 0000501000"),
        rows("0000500333 0222500000 0000500000 5555555555 0000500000 0000501111"),
    ),
    (
        rows("0004500 0000500 5555555 0600570 0000500"),
        rows("0004500 0000500 5555555 0666577 0000500"),
    ),
)


def test_each_room_is_a_grid_of_its_own():
    """The lines end at the walls, since a room's edge is an edge."""
    given = rows("80050000 00050900 55555555 00050000 07050000")
    wanted = rows("88850000 00050999 55555555 00050000 07750000")
    assert learnt("learn_each", ROOMS, given) == wanted
    assert told("learn_each", ROOMS).startswith("For each panel between lines by itself: ")


def test_each_object_is_a_grid_of_its_own():
    demos = (
        (rows("1120000 1110033 0000034 0000000"), rows("1110000 1110033 0000033 0000000")),
        (rows("0066600 0056600 0000000 7780000"), rows("0066600 0066600 0000000 7770000")),
    )
    given, wanted = rows("2200099 2300098 2200099"), rows("2200099 2200099 2200099")
    assert learnt("learn_each", demos, given) == wanted


def test_a_part_without_an_answer_stays():
    given = rows("00053 00050 55555 06050 00050")
    assert learnt("learn_each", ROOMS, given) == rows("00053 00050 55555 06650 00050")


def test_a_change_outside_of_all_parts_is_none_of_theirs():
    demos = tuple((given, (*wanted[:-1], (9, *wanted[-1][1:]))) for given, wanted in ROOMS)
    with pytest.raises(UndefinedError):
        dsl.learn_each(tuple((a, dsl.replace(b, 5, 8)) for a, b in demos), 0)


def largest(grid: Grid) -> Grid:
    return dsl.subgrid(dsl.argmax(dsl.objects(grid, True, True, True), dsl.size), grid)


SCATTERED = [
    rows("1100000 1000020 1000000"),
    rows("0000030 4440033 0440000"),
    rows("0500000 0000600 0000660 0000600"),
]


def bordered(grid: Grid) -> Grid:
    wide = dsl.canvas(8, (len(grid) + 2, len(grid[0]) + 2))
    return dsl.paint(wide, dsl.shift(dsl.asobject(grid), (1, 1)))


def with_lines(grid: Grid) -> Grid:
    def line(row: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(cell for c in row for cell in (c, c, 9))[:-1]

    wall = (9,) * (3 * len(grid[0]) - 1)
    return tuple(r for row in grid for r in (line(row), line(row), wall))[:-1]


def four_mirrors(grid: Grid) -> Grid:
    upper = dsl.hconcat(grid, dsl.vmirror(grid))
    return dsl.vconcat(upper, dsl.hmirror(upper))


@pytest.mark.parametrize(
    ("last", "words"),
    [
        (bordered, "gets a border of light blue"),
        (with_lines, "each cell becomes a block of 2 by 2, with maroon lines between blocks"),
        (four_mirrors, "gets its mirror image down and across, after it"),
        (lambda grid: dsl.hconcat(grid, grid), "is repeated, 1 down and 2 across"),
        (lambda grid: dsl.upscale(grid, 3), "each cell becomes a block of 3 by 3"),
    ],
    ids=["border", "lines", "mirrors", "repeated", "blocks"],
)
def test_a_last_step_that_all_outputs_show_is_undone(last, words: str):
    *shown, unseen = SCATTERED
    demos = tuple((grid, last(largest(grid))) for grid in shown)
    assert learnt("learn_finish", demos, unseen) == last(largest(unseen))
    sentence = told("learn_finish", demos)
    assert sentence.startswith("The output is the box of the object")
    assert words in sentence


def test_the_grid_stands_beside_the_answer():
    def answer(grid: Grid) -> Grid:
        return dsl.vconcat(grid, dsl.replace(grid, 0, 7))

    *shown, unseen = SCATTERED
    demos = tuple((grid, answer(grid)) for grid in shown)
    assert learnt("learn_finish", demos, unseen) == answer(unseen)
    assert told("learn_finish", demos).endswith("Then the result stands below the input.")


def test_what_all_inputs_show_is_no_last_step():
    demos = tuple((bordered(grid), bordered(largest(grid))) for grid in SCATTERED)
    with pytest.raises(UndefinedError):
        dsl.learn_finish(demos, 0)


LINES: Demos = (
    (
        rows("0300300 0000000 3000000 0000000 0000000 3000000 0000000"),
        rows("0300300 0300300 3333333 0344300 0344300 3333333 0300300"),
    ),
    (
        rows("00300030 30000000 00000000 30000000 00000000"),
        rows("00300030 33333333 00344430 33333333 00300030"),
    ),
    (
        rows("0000300300 0000000000 0000000000 3000000000 0000000000 0000000000 3000000000"),
        rows("0000300300 0000300300 0000300300 3333333333 0000344300 0000344300 3333333333"),
    ),
)


def test_colours_that_only_outputs_have_come_in_a_second_round():
    """Dots become lines; then what the lines enclose is filled, which no input shows."""
    given = rows("00300300 00000000 30000000 00000000 00000000 30000000")
    wanted = rows("00300300 00300300 33333333 00344300 00344300 33333333")
    assert learnt("learn_rounds", LINES, given) == wanted
    sentences = told("learn_rounds", LINES).split("\n")
    assert sentences[0] == "Two rules follow each other."
    assert any(line.strip().startswith("First: ") for line in sentences)
    assert any("yellow" in line for line in sentences)


def test_without_new_colours_there_is_one_round():
    demos = tuple((given, dsl.replace(wanted, 4, 3)) for given, wanted in LINES)
    with pytest.raises(UndefinedError):
        dsl.learn_rounds(demos, 0)


@pytest.mark.parametrize("op", COMPOSED)
def test_a_composed_rule_holds_no_other_composed_rule(op: str):
    rule = dsl.learn_each(ROOMS, 0)
    kind = {row.name: row.id for row in _core.rule_rows() if row.table == "each"}["panel"]
    assert rule[:2] == (FAMILIES["learn_each"], kind)
    assert rule[2] == len(rule) - 3
    inner = {"learn_each": rule, "learn_finish": dsl.learn_finish(BORDERED, 0)}.get(op)
    inner = dsl.learn_rounds(LINES, 0) if inner is None else inner
    assert _core.is_rule(list(inner))
    assert not _core.is_rule([*rule[:2], len(inner), *inner])


@pytest.mark.parametrize("change", [-1, 1, 999])
def test_an_inner_rule_has_the_length_that_is_said(change: int):
    rule = list(dsl.learn_each(ROOMS, 0))
    rule[2] += change
    assert not _core.is_rule(rule)


BORDERED: Demos = tuple((grid, bordered(largest(grid))) for grid in SCATTERED[:2])
