"""Ops that look at many cells at once say the same whatever the colours, and however many cells."""

from collections import Counter

import pytest

from arcloom import dsl

SHAPES = [(1, 1), (1, 7), (3, 4), (4, 8), (3, 11), (5, 13), (8, 8), (32, 5), (33, 5), (5, 65)]
RENAMED = (0, 11, 20, -9)  # the last two leave what is counted colour by colour


def grid_of(shape: tuple[int, int], by: int = 0) -> tuple[tuple[int, ...], ...]:
    h, w = shape
    return tuple(tuple((i * 7 + j * 3) % 5 + by for j in range(w)) for i in range(h))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("by", RENAMED)
def test_counts(shape: tuple[int, int], by: int):
    grid = grid_of(shape, by)
    counts = Counter(cell for row in grid for cell in row)
    assert dsl.palette(grid) == set(counts)
    assert dsl.numcolors(grid) == len(counts)
    assert dsl.mostcolor(grid) == min(counts, key=lambda c: (-counts[c], c))
    assert dsl.leastcolor(grid) == min(counts, key=lambda c: (counts[c], c))
    for colour in range(by - 1, by + 6):
        assert dsl.colorcount(grid, colour) == counts[colour]


@pytest.mark.parametrize("shape", SHAPES[2:])
def test_objects_of_many_colours(shape: tuple[int, int]):
    for diagonal in (False, True):
        found = dsl.objects(grid_of(shape), False, diagonal, True)
        assert found
        for by in RENAMED:
            assert dsl.objects(grid_of(shape, by), False, diagonal, True) == {
                frozenset((c + by, place) for c, place in o) for o in found
            }


@pytest.mark.parametrize("by", RENAMED)
def test_the_cells_about_a_place(by: int):
    grid = grid_of((5, 13), by)
    for place in ((0, 0), (2, 3), (4, 12), (5, 13), (-1, -1), (9, 9)):
        about = dsl.neighbors(place)
        assert dsl.toobject(about, grid) == {
            (grid[i][j], (i, j)) for i, j in about if 0 <= i < 5 and 0 <= j < 13
        }
