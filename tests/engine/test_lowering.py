"""Corners of weaving: what is inlined, fused or moved out of loops still means what it says."""

import pytest

import arcloom as al
from arcloom import dsl
from tests.engine.support import solve

TASK = al.Task("demos", demos=[([[1, 2]], [[2, 4]]), ([[1], [2]], [[4], [2]])], tests=[[[1]]])
UNDEFINED = "undefined"


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        # A loop within a loop over the same container, which is empty.
        (
            "bound = compose(rbind(compose, double), lbind(lbind, subtract))\n"
            "apply(compose(lbind(valmax, ()), bound), (1, 2, 3))",
            (1, 2, 3),
        ),
        # The function of c_iz is called on sides of demos, not on demos.
        (
            "bound = compose(rbind(compose, palette), lbind(lbind, remove))\n"
            "apply(compose(lbind(c_iz, S), bound), (1, 2, 7))",
            ((), (1,), (1,)),
        ),
        # A pair that comes again has its columns, of which each half takes its own.
        (
            "bound = compose(rbind(compose, even), lbind(lbind, other))\n"
            "mapply(compose(rbind(apply, (3, 4)), bound), ((0, 1), (0, 2), (0, 1)))",
            (1, 0, 2, 0, 1, 0),
        ),
        # Over an empty product nothing is computed.
        ("apply(compose(size, first), product(initset(ONE), frozenset()))", frozenset()),
        ("apply(compose(size, last), product(frozenset(), initset(ONE)))", frozenset()),
        # What cannot be built is undefined, even if it is never called.
        ("apply(rbind(height(I), ONE), ())", UNDEFINED),
        ("apply(power(increment, ZERO), ())", UNDEFINED),
        ("apply(rbind(add, first(())), ())", UNDEFINED),
        # What can be built but not called matters only where it is called.
        ("apply(compose(ONE, TWO), ())", ()),
        ("apply(compose(ONE, TWO), (1, 2))", UNDEFINED),
        # Callables rank by creation, through branch too.
        (
            "f = lbind(add, ONE)\n"
            "g = lbind(add, TWO)\n"
            "both = insert(branch(T, f, g), initset(branch(T, g, f)))\n"
            "rapply(totuple(both), TEN)",
            (11, 12),
        ),
    ],
)
def test_corners_that_were_wrong_once(expression: str, expected: object):
    value = solve(expression, "S, I")([[1, 2], [3, 4]], S=TASK)
    assert isinstance(value, al.Undefined) if expected is UNDEFINED else value == expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("merge(apply(initset, frozenset({1, 2})))", frozenset({1, 2})),
        ("merge(apply(rbind(astuple, ONE), (1, 2)))", (1, 1, 2, 1)),
        ("merge(papply(astuple, (1, 2), (3, 4)))", (1, 3, 2, 4)),
        ("merge(prapply(astuple, (1, 2), (3,)))", frozenset({1, 2, 3})),
        ("merge(sfilter(((1, 2), (3,)), size))", (1, 2, 3)),
        ("merge(apply(increment, (1, 2)))", UNDEFINED),
        ("first(astuple(ONE, first(())))", UNDEFINED),
        ("first(astuple(ONE, TWO))", 1),
        ("power(double, TWO)(ONE)", 4),
        ("power(double, 20)(ONE)", 1 << 20),
        ("rbind(power(subtract, ONE), FIVE)(SEVEN)", 2),  # the first power is the function itself
        ("rapply((1, 2), ONE)", UNDEFINED),
        ("apply(lbind(branch(T, add, subtract), ONE), (1, 2))", (2, 3)),
        ("extract((1, 2, 3), lbind(contained, TWO))", UNDEFINED),
        ("extract(((1,), (2,), 3), lbind(contained, TWO))", (2,)),  # 3 is never reached
    ],
)
def test_fused_and_inlined_ops(expression: str, expected: object):
    value = solve(expression)([[1]])
    assert isinstance(value, al.Undefined) if expected is UNDEFINED else value == expected


def test_a_loop_in_a_loop_equals_plain_python():
    """Each place with the places below it: a closure made anew for each element."""
    below = solve(
        "near = chain(lbind(sfilter, asindices(I)), rbind(compose, first), lbind(rbind, greater))\n"
        "apply(compose(size, near), interval(ZERO, FOUR, ONE))"
    )
    grid = [[0] * 3] * 5
    assert below(grid) == tuple(sum(i > k for i in range(5) for _ in range(3)) for k in range(4))


def test_values_of_many_sizes_survive_the_loops_that_made_them():
    """Images are kept while scratch values die around them."""
    program = solve("apply(lbind(rbind(interval, ONE), ZERO), interval(ZERO, 40, ONE))")
    assert program([[1]]) == tuple(tuple(range(n)) for n in range(40))
    nested = solve(
        "upto = lbind(rbind(interval, ONE), ZERO)\n"
        "apply(compose(lbind(apply, upto), upto), interval(ZERO, 12, ONE))"
    )
    upto = [tuple(range(n)) for n in range(12)]
    assert nested([[1]]) == tuple(tuple(upto[:n]) for n in range(12))


def test_a_written_out_loop_and_its_closure_share_a_result():
    inlined = solve("mapply(compose(neighbors, center), objects(I, T, F, T))")
    stepwise = solve("merge(apply(neighbors, apply(center, objects(I, T, F, T))))")
    grid = [[0, 3, 0], [0, 0, 0], [5, 0, 0]]
    assert inlined(grid) == stepwise(grid)
    assert inlined(grid) == dsl.neighbors((0, 1)) | dsl.neighbors((2, 0))
