"""`learn_panels` puts regions together: over each other, or shape by colours."""

import pytest

import arcloom as al
from arcloom import dsl
from arcloom.dsl import UndefinedError

Grid = tuple[tuple[int, ...], ...]


def grid(text: str) -> Grid:
    return tuple(tuple(int(cell) for cell in row) for row in text.split())


RING, CROSS = "33333 30003 30003 30003 33333", "020 222 020"


def scattered(size: int, *placed: tuple[int, int, str]) -> Grid:
    cells = [[0] * size for _ in range(size)]
    for top, left, text in placed:
        for i, row in enumerate(grid(text)):
            for j, cell in enumerate(row):
                cells[top + i][left + j] = cell
    return tuple(map(tuple, cells))


def learnt(demos: list[tuple[Grid, Grid]], test: Grid) -> Grid:
    return dsl.apply_rule(dsl.learn_panels(tuple(demos), 0), test)


def told(demos: list[tuple[Grid, Grid]]) -> str:
    return al.describe_rule(dsl.learn_panels(tuple(demos), 0)).sentence


def test_regions_lie_over_each_other_by_their_middles():
    whole = grid("33333 30203 32223 30203 33333")
    demos = [
        (scattered(10, (0, 0, RING), (6, 6, CROSS)), whole),
        (scattered(11, (5, 4, RING), (0, 1, CROSS)), whole),
    ]
    dot = scattered(12, (1, 6, RING), (9, 2, "4"))
    assert learnt(demos, dot) == grid("33333 30003 30403 30003 33333")


def test_regions_lie_over_each_other_by_a_cell_of_one_colour():
    upper, lower = "11 05", "500 077"
    demos = [
        (scattered(9, (0, 0, upper), (5, 5, lower)), grid("1100 0500 0077")),
        (scattered(8, (5, 1, upper), (1, 4, lower)), grid("1100 0500 0077")),
    ]
    test = scattered(9, (0, 0, "88 05"), (5, 5, "50 09"))
    assert learnt(demos, test) == grid("880 050 009")
    assert told(demos).endswith("lie over each other, their only grey cells on one place.")


SMALL, OTHER = "46 71", "42 13"


@pytest.mark.parametrize(
    ("shape", "outputs", "words"),
    [
        ("8800 8800 0088 0088", ("40 01", "40 03"), "the colours of the blocks"),
        ("8888 8008 8008 8888", ("4466 4006 7001 7711", "4422 4002 1003 1133"), "enlarged"),
    ],
    ids=["reduced", "enlarged"],
)
def test_one_gives_the_shape_and_one_the_colours(shape: str, outputs: tuple[str, str], words: str):
    first = scattered(9, (0, 0, shape), (6, 6, SMALL))
    second = scattered(9, (4, 4, shape), (1, 1, OTHER))
    demos = [(first, grid(outputs[0])), (second, grid(outputs[1]))]
    assert words in told(demos)
    test = scattered(10, (3, 1, shape), (0, 8, SMALL))
    assert learnt(demos, test) == grid(outputs[0])


@pytest.mark.parametrize(
    ("outputs", "words"),
    [
        (("4060 4466 7010 7711", "4020 4422 1030 1133"), "each cell of one becomes the shape"),
        (("4600 7100 4646 7171", "4200 1300 4242 1313"), "becomes a copy of the other"),
    ],
    ids=["shapes", "copies"],
)
def test_one_is_drawn_in_the_cells_of_the_other(outputs: tuple[str, str], words: str):
    shape = "80 88"
    first = scattered(7, (0, 0, shape), (4, 4, SMALL))
    second = scattered(8, (4, 1, shape), (1, 5, OTHER))
    demos = [(first, grid(outputs[0])), (second, grid(outputs[1]))]
    assert words in told(demos)
    assert learnt(demos, scattered(9, (5, 5, shape), (0, 3, OTHER))) == grid(outputs[1])


def test_regions_of_one_size_that_differ_give_no_answer():
    """Which of them lies on top would depend on the order in which we look."""
    whole = grid("33333 30203 32223 30203 33333")
    demos = [
        (scattered(10, (0, 0, RING), (6, 6, CROSS)), whole),
        (scattered(11, (5, 4, RING), (0, 1, CROSS)), whole),
    ]
    rule = dsl.learn_panels(tuple(demos), 0)
    other = scattered(12, (0, 0, RING), (6, 6, RING.replace("3", "4")))
    with pytest.raises(UndefinedError):
        dsl.apply_rule(rule, other)
