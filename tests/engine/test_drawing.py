"""Unions of what a loop's body makes: drawn part by part, they are what the ops would have made."""

import pytest

import arcloom as al
from arcloom import dsl
from tests.engine.support import solve

GRID = [
    [1, 0, 2, 0, 0, 3],
    [0, 0, 0, 0, 3, 0],
    [4, 4, 0, 1, 0, 0],
    [0, 4, 0, 0, 0, 2],
    [2, 0, 0, 5, 5, 0],
]
OBJECTS = "objects(I, T, F, T)"
PLACES = "ofcolor(I, ZERO)"
FEW = "insert(ORIGIN, initset(UNITY))"
RAYS = "fork(combine, rbind(shoot, UNITY), rbind(shoot, DOWN_LEFT))"

DRAWN = [
    f"mapply({RAYS}, {PLACES})",
    f"mapply({RAYS}, {FEW})",
    f"mapply(compose({RAYS}, center), {OBJECTS})",
    f"mapply(fork(combine, {RAYS}, fork(combine, vfrontier, hfrontier)), {PLACES})",
    f"mapply(fork(recolor, color, compose({RAYS}, center)), {OBJECTS})",
    f"mapply(fork(recolor, color, outbox), {OBJECTS})",
    f"mapply(fork(recolor, color, rbind(shift, TWO_BY_TWO)), {OBJECTS})",
    f"mapply(fork(combine, identity, fork(recolor, color, box)), {OBJECTS})",
    f"mapply(fork(combine, outbox, identity), {OBJECTS})",  # places and cells
    f"mapply(fork(recolor, size, fork(recolor, color, inbox)), {OBJECTS})",
    f"mapply(fork(recolor, color, fork(combine, toindices, delta)), {OBJECTS})",
    f"mapply(fork(combine, lbind(connect, ORIGIN), lbind(connect, THREE_BY_THREE)), {PLACES})",
    f"mapply(fork(combine, dneighbors, initset), {PLACES})",
    f"mapply(fork(combine, totuple, identity), {OBJECTS})",  # tuples cannot be drawn
    f"mapply(rbind(shift, astuple(100, NEG_ONE)), {OBJECTS})",
    f"mapply(compose(lbind(recolor, 300), {RAYS}), {PLACES})",  # no colour of a cell
    f"mapply(compose(lbind(recolor, ORIGIN), {RAYS}), {PLACES})",
    f"mapply(fork(recolor, color, fork(combine, identity, delta)), {OBJECTS})",  # neither patch
    f"mapply(fork(combine, fork(shoot, first, last), first), product({PLACES}, {FEW}))",
    f"merge(prapply(shoot, {FEW}, {PLACES}))",
    f"merge(prapply(connect, {FEW}, {PLACES}))",
]
UNDEFINED = [
    f"mapply(fork(combine, identity, color), {OBJECTS})",  # a colour is no container
    f"mapply(fork(combine, {RAYS}, first), {PLACES})",  # nor is a number
    f"mapply(rbind(shoot, THREE), {PLACES})",  # 3 is no direction
]


@pytest.mark.parametrize("expression", DRAWN)
def test_a_union_is_that_of_the_ops_values(expression: str):
    assert solve(expression)(GRID) == by_ops(expression)


@pytest.mark.parametrize("expression", UNDEFINED)
def test_where_the_ops_have_no_value_there_is_no_union(expression: str):
    with pytest.raises(dsl.UndefinedError):
        by_ops(expression)
    assert isinstance(solve(expression)(GRID), al.Undefined)


def by_ops(expression: str):
    """The value by the ops of `dsl`, one after the other."""
    names = {name: getattr(dsl, name) for name in dsl.__all__}
    return eval(expression, names, {"I": tuple(map(tuple, GRID))})


@pytest.mark.parametrize("body", [RAYS, f"compose(lbind(recolor, THREE), {RAYS})"])
def test_a_union_on_a_grid_is_clipped_to_it(body: str):
    painted = solve(f"paint(I, mapply(compose(lbind(recolor, THREE), {body}), {PLACES}))")(GRID)
    filled = solve(f"fill(I, THREE, mapply({RAYS}, {PLACES}))")(GRID)
    assert (painted == filled).all()
