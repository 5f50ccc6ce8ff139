"""Ops called from Python do a bounded amount of work; a mistake ends with a clear error."""

import pytest

from arcloom import dsl
from tests.engine.alone import alone

FUEL = 100_000_000
SQUARE = 100


def counted(function):
    """The function, and the calls of it so far."""
    calls = []

    def counting(value):
        calls.append(1)
        return function(value)

    return counting, calls


def test_python_functions_are_called_only_so_often():
    function, calls = counted(lambda value: value)
    with pytest.raises(dsl.UndefinedError, match="out of fuel"):
        dsl.power(function, 10**9)(1)
    assert 100_000 < len(calls) <= FUEL // 100


def test_native_work_ends():
    """The function tells how often a product is made, which takes a unit for each pair at least."""
    numbers = tuple(range(SQUARE))
    function, calls = counted(lambda value: value)
    work = dsl.compose(dsl.compose(dsl.size, dsl.rbind(dsl.product, numbers)), dsl.identity)
    both = dsl.fork(lambda value, _: value, function, lambda _: 0)
    step = dsl.compose(both, dsl.fork(lambda value, _: value, dsl.identity, work))
    with pytest.raises(dsl.UndefinedError, match="out of fuel"):
        dsl.power(step, 10**9)(frozenset(numbers))
    assert 100 < len(calls) <= FUEL // SQUARE**2


def test_growth_ends():
    three = frozenset({(1, 2), (3, 4), (5, 6)})
    for times, problem in ((12, "too large to show"), (40, "out of fuel")):
        with pytest.raises(dsl.UndefinedError, match=problem):
            dsl.power(dsl.rbind(dsl.product, three), times)(three)


AFTER = """
    from arcloom import dsl

    large = tuple((number, 1_000, number + 1) for number in range(400_000))
    assert dsl.identity(large) == large
    try:
        dsl.power(lambda value: value, 10**9)(1)
    except dsl.UndefinedError as error:
        print(error)
"""


def test_a_large_value_does_not_slow_down_what_comes_after_it():
    """Each call converts its argument: going through the room of the large one takes minutes."""
    assert alone(AFTER) == ["power: out of fuel"]


def test_what_a_python_function_would_be_given_may_be_too_large():
    numbers = tuple(range(2_050))
    with pytest.raises(dsl.UndefinedError, match="too large to show"):
        dsl.compose(lambda pairs: 1, dsl.rbind(dsl.product, numbers))(numbers)


def test_honest_work_does_not_end():
    pairs = dsl.product(tuple(range(500)), tuple(range(500)))
    assert len(pairs) == 250_000
    assert len(dsl.sfilter(pairs, lambda pair: pair[0] == pair[1])) == 500
