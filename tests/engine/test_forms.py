"""Normal forms: grids brought to one stance, or one colouring, by what they show, and back."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from arcloom import dsl
from arcloom.engine import UndefinedError

TURNS = range(13)
COLOURS = (13, 14, 15)
LATTICE = 16
GROUND = 17
ANCHORS = {
    4: "filled",
    5: "filled",
    6: "filled",
    7: "filled",
    8: "most",
    9: "most",
} | dict.fromkeys((10, 11, 12), "least")
DIAGONAL, MIRRORS, RIGHT, ALL = {4}, {5, 10}, {6, 8, 11}, {7, 9, 12}

sides = st.integers(1, 9)
grids = st.tuples(sides, sides, st.sampled_from([2, 3, 10])).flatmap(
    lambda s: arrays(np.int8, s[:2], elements=st.integers(0, s[2] - 1))
)


def plain(grid):
    return tuple(map(tuple, np.asarray(grid).tolist()))


def formed(grid, way):
    """The normal form, or None where there is none."""
    try:
        return dsl.normal_form(plain(grid), way)
    except UndefinedError:
        return None


def ground(grid):
    counts = np.bincount(grid.ravel(), minlength=10)
    return 0 if counts[0] * 4 >= grid.size else int(counts.argmax())


def filled_colours(grid):
    counts = np.bincount(grid.ravel(), minlength=10)
    counts[ground(grid)] = 0
    return [c for c in np.argsort(-counts, kind="stable").tolist() if counts[c]]


def anchor(grid, name):
    if name == "filled":
        return grid != ground(grid)
    counts = np.bincount(grid.ravel(), minlength=10)
    colours = filled_colours(grid)
    if not colours:
        return np.zeros(grid.shape, bool)
    pick = max if name == "most" else min
    return grid == pick(colours, key=lambda c: (counts[c], -c if name == "most" else c))


def off_centre(grid, name):
    """How far such cells lie below and to the right of the centre, summed up."""
    i, j = np.nonzero(anchor(grid, name))
    return (2 * i - grid.shape[0] + 1).sum(), (2 * j - grid.shape[1] + 1).sum(), len(i)


@settings(max_examples=150)
@given(grids, st.sampled_from([*TURNS, *COLOURS, LATTICE, GROUND]))
def test_the_way_back_leads_back(grid, way):
    form = formed(grid, way)
    assume(form is not None)
    assert dsl.from_normal(form, plain(grid), way) == plain(grid)


@settings(max_examples=150)
@given(grids, st.sampled_from(sorted(ANCHORS)))
def test_what_is_looked_at_lies_where_the_form_says(grid, way):
    name = ANCHORS[way]
    form = formed(grid, way)
    if form is None:
        assert off_centre(grid, name)[2] == 0
        return
    down, right, _ = off_centre(np.array(form), name)
    if way not in MIRRORS:
        assert abs(right) >= abs(down)
    if way not in DIAGONAL:
        assert right >= 0
    if way in MIRRORS | ALL:
        assert down >= 0


@settings(max_examples=100)
@given(grids)
def test_a_grid_lies_across_and_its_fullest_edge_is_the_upper_one(grid):
    assert len(formed(grid, 0)) <= len(formed(grid, 0)[0])
    form = np.array(formed(grid, 3)) != ground(grid)
    assert form[0].mean() == max(
        edge.mean() for edge in (form[0], form[-1], form[:, 0], form[:, -1])
    )


@settings(max_examples=100)
@given(grids, st.permutations(range(1, 10)))
def test_forms_of_colours_do_not_tell_which_colours_they_were(grid, names):
    other = np.array([0, *names])[grid]
    counts = np.bincount(grid.ravel(), minlength=10)[1:]
    present = counts[counts > 0]
    if len(set(present.tolist())) == len(present):
        assert formed(grid, 14) == formed(other, 14)
    assert formed(grid, 15) == formed(other, 15)


@settings(max_examples=100)
@given(grids)
def test_the_most_common_colour_changes_places_with_black(grid):
    most = int(np.bincount(grid.ravel(), minlength=10).argmax())
    table = np.arange(10)
    table[[0, most]] = most, 0
    assert formed(grid, GROUND) == plain(table[grid])


def test_panels_become_cells_and_cells_panels():
    grid = plain(np.kron([[1, 0], [3, 1]], np.ones((2, 3), int)))
    lines = np.full((5, 7), 5)
    lines[:2, :3], lines[:2, 4:], lines[3:, :3], lines[3:, 4:] = 1, 0, 3, 1
    assert formed(lines, LATTICE) == ((1, 0), (3, 1))
    assert formed(grid, LATTICE) is None
    turned = dsl.from_normal(((3, 1), (1, 0)), plain(lines), LATTICE)
    assert turned[0] == (3, 3, 3, 5, 1, 1, 1)
    assert turned[2] == (5,) * 7
    with pytest.raises(UndefinedError):
        dsl.from_normal(((1,),), plain(lines), LATTICE)


def test_outputs_go_with_their_inputs():
    demos = (((((0, 0, 1),)), (((1, 0, 0),))), ((((1,), (0,), (0,))), (((0,), (0,), (1,)))))
    seen = dsl.normal_demos(demos, 6)
    assert [pair[0] for pair in seen] == [((0, 0, 1),)] * 2
    assert [pair[1] for pair in seen] == [((1, 0, 0),)] * 2
    for way in (-1, 18):
        with pytest.raises(UndefinedError):
            dsl.normal_demos(demos, way)
