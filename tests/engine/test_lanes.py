"""Loops over many elements give what each op gives for each element, at one price."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pytest

import arcloom as al
from arcloom import dsl
from arcloom.engine import Limits
from tests.engine.support import solve

NUMBERS: Final = tuple(range(-9, 10))
# Within bytes, within and beyond what blocks are run on without a look at each, and where sums and
# products leave 60 bits. Places go up to 2**29.
SCALES: Final = (1, 2**22, 2**23, 2**25, 2**40, 2**56)
OF_ONE: Final = (
    "invert", "double", "halve", "increment", "decrement", "crement", "sign", "even", "positive",
    "flip",
)  # fmt: skip
OF_TWO: Final = ["add", "subtract", "multiply", "greater", "equality", "both", "either", "divide"]
OF_PAIR: Final = ["first", "last", "maximum", "minimum", "invert", "sign", "double", "crement"]
OTHERS: Final = (0, 3, -(2**26), 2**26, 2**58)
PLACES: Final = frozenset({(0, 0), (1, 3), (-2, 5), (4, 4), (7, 0), (2**27, 1)})


def elements(scale: int) -> str:
    return f"apply(lbind(multiply, {scale}), interval(-9, 10, 1))"


def pairs(scale: int) -> str:
    return f"papply(astuple, {elements(scale)}, interval(9, -10, -1))"


def each(f: Callable[..., Any], items: Any) -> Any:
    """What f gives for each, or None where it has no value for one."""
    try:
        return tuple(f(x) for x in items)
    except dsl.UndefinedError:
        return None


def looped(expression: str) -> Any:
    value = solve(expression)([[0]])
    return None if isinstance(value, al.Undefined) else value


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("op", OF_ONE)
def test_of_one_number(op: str, scale: int):
    expected = each(getattr(dsl, op), (scale * x for x in NUMBERS))
    assert looped(f"apply({op}, {elements(scale)})") == expected


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("op", OF_TWO)
def test_of_two_numbers(op: str, scale: int):
    f = getattr(dsl, op)
    for other in OTHERS:
        for program, bound in (
            (f"apply(rbind({op}, {other}), {elements(scale)})", lambda x, y=other: f(x, y)),
            (f"apply(lbind({op}, {other}), {elements(scale)})", lambda x, y=other: f(y, x)),
        ):
            assert looped(program) == each(bound, (scale * x for x in NUMBERS)), program


@pytest.mark.parametrize("scale", SCALES[:5])
@pytest.mark.parametrize("op", OF_PAIR)
def test_of_pairs(op: str, scale: int):
    items = [(scale * x, -x) for x in NUMBERS]
    assert looped(f"apply({op}, {pairs(scale)})") == each(getattr(dsl, op), items)


@pytest.mark.parametrize("scale", SCALES[:5])
@pytest.mark.parametrize("op", OF_TWO[:4])
def test_of_two_pairs(op: str, scale: int):
    items = [(scale * x, -x) for x in NUMBERS]
    f = getattr(dsl, op)
    program = f"apply(fork({op}, identity, lbind(add, TWO_BY_TWO)), {pairs(scale)})"
    expected = each(lambda p: f(p, dsl.add(dsl.TWO_BY_TWO, p)), items)
    assert looped(program) == expected


@pytest.mark.parametrize("op", OF_ONE)
def test_numbers_and_pairs_together(op: str):
    items = (*NUMBERS, *((x, -x) for x in NUMBERS))
    program = f"apply({op}, combine({elements(1)}, {pairs(1)}))"
    assert looped(program) == each(getattr(dsl, op), items)


def test_the_first_element_without_a_value_is_told():
    assert looped(f"apply(increment, combine({elements(1)}, astuple(identity, ONE)))") is None
    found = f"extract(combine({elements(1)}, astuple(identity, ONE)), positive)"
    assert looped(found) == 1  # those behind it are not looked at


def test_distances_and_lines():
    places = "insert(astuple(134217728, 1), initset(ORIGIN))"
    for place in ((1, 3), (-2, 5), (4, 4), (7, 0)):
        places = f"insert(astuple{place}, {places})"
    far = looped(f"apply(compose(rbind(manhattan, initset(UNITY)), initset), totuple({places}))")
    assert far == tuple(abs(i - 1) + abs(j - 1) for i, j in sorted(PLACES))
    for line, f in (
        ("lbind(connect, ORIGIN)", lambda p: dsl.connect((0, 0), p)),
        ("rbind(connect, THREE_BY_THREE)", lambda p: dsl.connect(p, (3, 3))),
    ):
        near = sorted(PLACES)[:-1]
        program = f"apply({line}, totuple(remove(astuple(134217728, 1), {places})))"
        assert looped(program) == each(f, near)


def test_large_numbers_cost_what_small_ones_do():
    """Also where the fuel ends in the middle of a loop."""
    task = al.Task("one", demos=[], tests=[[[0]]])
    keys = "fork(subtract, double, fork(add, increment, compose(sign, halve)))"
    small, large = (solve(f"argmax({elements(2**k)}, {keys})") for k in (22, 40))
    spent = int(al.weave([small]).run(task.samples).fuel.max())
    assert spent > 100
    seen = set()
    for fuel in range(1, spent + 1, 3):
        result = al.weave([small, large], Limits(node_fuel=fuel)).run(task.samples)
        np.testing.assert_array_equal(result.fuel[0], result.fuel[1])
        np.testing.assert_array_equal(result.reasons[0], result.reasons[1])
        seen.add(int(result.reasons[0, 0]))
    assert len(seen) == 2
