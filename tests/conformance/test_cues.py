"""Cues: what an input shows tells a number, a direction or a turn, and a rule learns to read it."""

import pytest

import arcloom as al
from arcloom import dsl
from arcloom.dsl import UndefinedError

Grid = tuple[tuple[int, ...], ...]
HOOK = ("22", "20")


def blank(size: int = 11) -> list[list[int]]:
    return [[0] * size for _ in range(size)]


def put(cells: list[list[int]], top: int, left: int, picture: tuple[str, ...] = HOOK) -> None:
    for i, row in enumerate(picture):
        for j, cell in enumerate(row):
            if cell != "0":
                cells[top + i][left + j] = int(cell)


def grid(cells: list[list[int]]) -> Grid:
    return tuple(map(tuple, cells))


def stepped(dots: int, top: int, left: int) -> tuple[Grid, Grid]:
    """A hook that moves as many cells to the right as there are dots in the first row."""
    given, wanted = blank(), blank()
    for k in range(dots):
        given[0][2 * k] = wanted[0][2 * k] = 5
    put(given, top, left)
    put(wanted, top, left + dots)
    return grid(given), grid(wanted)


def led(corner: int, down: int, right: int, top: int) -> tuple[Grid, Grid]:
    """A hook that moves two cells in the direction that the corner's colour tells."""
    given, wanted = blank(), blank()
    given[0][0] = wanted[0][0] = corner
    put(given, top, 5)
    put(wanted, top + 2 * down, 5 + 2 * right)
    return grid(given), grid(wanted)


def grown(dots: int, picture: tuple[str, ...], blocks: bool) -> tuple[Grid, Grid]:
    """The picture, enlarged by the number of grey dots, or so many times in a row."""
    given = blank()
    for k in range(dots):
        given[0][2 * k] = 5
    put(given, 5, 3, picture)
    cells = [[int(cell) for cell in row] for row in picture]
    if blocks:
        return grid(given), tuple(
            tuple(cell for cell in row for _ in range(dots)) for row in cells for _ in range(dots)
        )
    return grid(given), tuple(tuple(row * dots) for row in cells)


def learnt(op: str, demos: list[tuple[Grid, Grid]], test: Grid) -> Grid:
    rule = getattr(dsl, op)(tuple(demos), 0)
    assert str(al.describe_rule(rule))
    return dsl.apply_rule(rule, test)


def test_a_number_is_counted_even_if_no_demo_showed_it():
    demos = [stepped(1, 4, 2), stepped(3, 6, 1), stepped(2, 8, 3)]
    test, wanted = stepped(4, 5, 1)
    assert learnt("learn_scene", demos, test) == wanted


RED_UP, GREEN_LEFT = (3, -1, 0), (4, 0, -1)


def test_a_corner_tells_the_direction():
    demos = [led(*RED_UP, 5), led(*GREEN_LEFT, 6), led(*RED_UP, 7), led(*GREEN_LEFT, 4)]
    for cue in (RED_UP, GREEN_LEFT):
        test, wanted = led(*cue, 6)
        assert learnt("learn_scene", demos, test) == wanted


def test_a_cue_that_no_demo_showed_has_no_answer():
    demos = [led(*RED_UP, 5), led(*GREEN_LEFT, 6), led(*RED_UP, 7), led(*GREEN_LEFT, 4)]
    with pytest.raises(UndefinedError):
        learnt("learn_scene", demos, led(7, 0, 1, 5)[0])


@pytest.mark.parametrize("blocks", [True, False])
def test_a_region_grows_by_a_count(blocks: bool):
    demos = [grown(2, HOOK, blocks), grown(3, ("02", "22", "02"), blocks)]
    test, wanted = grown(4, ("222", "020"), blocks)
    assert learnt("learn_sizes", demos, test) == wanted


def blocks_of(cells: Grid, patterns: dict[int, tuple[str, str]]) -> tuple[Grid, Grid]:
    """Every cell becomes a block of two by two; 9 stands for its own colour."""
    out = [
        tuple(cell if one == "9" else int(one) for cell in row for one in patterns[cell][half])
        for row in cells
        for half in range(2)
    ]
    return cells, tuple(out)


def test_one_pattern_for_all_colours_holds_for_a_new_one():
    pattern = dict.fromkeys(range(1, 10), ("90", "99")) | {0: ("00", "00")}
    demos = [blocks_of(((1, 0), (0, 2)), pattern), blocks_of(((0, 1), (1, 2)), pattern)]
    test, wanted = blocks_of(((7, 0), (1, 7)), pattern)
    assert learnt("learn_sizes", demos, test) == wanted


def test_a_pattern_for_each_colour_has_no_answer_for_a_new_one():
    patterns = {1: ("10", "11"), 2: ("02", "22"), 0: ("00", "00")}
    demos = [blocks_of(((1, 0), (0, 2)), patterns), blocks_of(((0, 1), (2, 2)), patterns)]
    test, wanted = blocks_of(((2, 1), (1, 0)), patterns)
    assert learnt("learn_sizes", demos, test) == wanted
    with pytest.raises(UndefinedError):
        learnt("learn_sizes", demos, ((3, 0), (1, 2)))
