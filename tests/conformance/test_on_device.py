"""The vectors' arguments on a device that the CPU plays: it computes what the engine does."""

import numpy as np
import pytest

import arcloom as al
from arcloom.engine.gpu.op_table import forms
from arcloom.lang import ProgramBuilder
from arcloom.tasks import Task
from tests.conformance.decode import ops_with_vectors, value, vectors_of
from tests.engine.played_batt import PlayedBatt

MOST = 12
"""Vectors of an op: each is run on the grids of all."""
MOST_PLACES = 16


class NotHereError(Exception):
    """No argument that a program can be given so."""


def is_number(v):
    return isinstance(v, int)


def is_place(v):
    return isinstance(v, tuple) and len(v) == 2 and all(map(is_number, v))


def is_cell(v):
    return isinstance(v, tuple) and len(v) == 2 and is_number(v[0]) and is_place(v[1])


def is_grid(v):
    cells = isinstance(v, tuple) and v and all(isinstance(row, tuple) and row for row in v)
    return cells and len({len(row) for row in v}) == 1 and all(c in range(10) for r in v for c in r)


def node(v, builder):
    """A value written out, so that a device can make it."""
    if is_number(v) or is_place(v):
        return builder.const(v)
    if is_cell(v):
        return builder.call("astuple", builder.const(v[0]), builder.const(v[1]))
    if isinstance(v, frozenset) and 0 < len(v) <= MOST_PLACES:
        made = None
        for item in v:
            one = node(item, builder)
            if made is None:
                made = builder.call("initset", one)
            else:
                made = builder.call("insert", one, made)
        return made
    raise NotHereError


def shown(v, made, builder):
    """The result as a grid."""
    grid, five = builder.input("I"), builder.const(5)
    if is_grid(v):
        return made
    if is_number(v):
        line = builder.call("connect", builder.const((0, 0)), builder.call("toivec", made))
        return builder.call("fill", grid, five, line)
    if is_place(v):
        return builder.call("fill", grid, five, builder.call("initset", made))
    if isinstance(v, frozenset) and all(map(is_place, v)):
        return builder.call("fill", grid, five, made)
    if isinstance(v, frozenset) and all(map(is_cell, v)):
        return builder.call("paint", grid, made)
    raise NotHereError


def program(vector):
    """A program for the vector's call, and the grid that it is called on."""
    if "out" not in vector:
        raise NotHereError
    builder = ProgramBuilder()
    args = [value(arg) for arg in vector["args"]]
    grids = [arg for arg in args if is_grid(arg)]
    if len(grids) > 1 or any(max(len(g), len(g[0])) > 30 for g in grids):
        raise NotHereError
    nodes = [builder.input("I") if is_grid(arg) else node(arg, builder) for arg in args]
    made = shown(value(vector["out"]), builder.call(vector["op"], *nodes), builder)
    grid = np.array(grids[0] if grids else [[0] * 12] * 12, np.uint8)
    return builder.build(made, "solve"), grid


def cases(vectors):
    found = []
    for vector in vectors:
        try:
            found.append(program(vector))
        except NotHereError:
            continue
        if len(found) == MOST:
            break
    return found


NOT_HERE = {"cellwise", "hconcat", "vconcat", "hsplit", "vsplit", "pair", "palette", "partition"}
"""Ops whose vectors take two grids, or give what a grid cannot show: programs on tasks hold these
to the engine (tests/engine/test_device_batt.py)."""


@pytest.mark.parametrize(
    "op", [op for op in ops_with_vectors() if op in forms() and op not in NOT_HERE]
)
def test_as_the_engine(op):
    found = cases(vectors_of(op))
    assert found
    batt = al.weave([made for made, _ in found])
    samples = samples_of([grid for _, grid in found])
    one, other = batt.run(samples), batt.run(samples, device=PlayedBatt())
    assert np.array_equal(one.reasons, other.reasons)
    assert np.array_equal(one.hashes, other.hashes)


def samples_of(grids):
    """Samples without outputs."""
    return Task("grids", (), tuple(grids)).samples
