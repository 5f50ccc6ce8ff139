"""`get_rank`, `c_iz` and `c_zo`, which have no vectors: what docs/vocabulary.md says of them."""

import pytest

import arcloom as al
from arcloom import dsl
from arcloom.dsl import UndefinedError

WORDS = ((1, 1, 1), (2,), (3, 3), (4,))

# Each input has 1 and 2, each output 2 and 4; 3 and 5 are in one demo only.
DEMOS = (
    (((1, 2), (3, 3)), ((2, 4), (5, 5))),
    (((2, 1),), ((4,), (2,))),
)
TASK = al.Task("sides", demos=DEMOS, tests=[[[1]]])


@pytest.mark.parametrize(
    ("rank", "expected"), [(0, (2,)), (1, (4,)), (2, (3, 3)), (3, (1, 1, 1)), (-1, (1, 1, 1))]
)
def test_get_rank_picks_by_position_in_the_order(rank: int, expected: object):
    assert dsl.get_rank(WORDS, dsl.size, rank) == expected
    assert dsl.get_rank(WORDS, dsl.size, rank) == dsl.order(WORDS, dsl.size)[rank]


def test_get_rank_of_a_set_breaks_ties_in_ascending_order():
    numbers = frozenset({3, -3, 1, -1})
    square = dsl.fork(dsl.multiply, dsl.identity, dsl.identity)
    assert [dsl.get_rank(numbers, square, rank) for rank in range(4)] == [-1, 1, -3, 3]


@pytest.mark.parametrize("rank", [4, -5, (0, 1)])
def test_get_rank_has_no_answer_beyond_the_container(rank: object):
    with pytest.raises(UndefinedError):
        dsl.get_rank(WORDS, dsl.size, rank)


def test_get_rank_has_no_answer_for_keys_that_do_not_compare():
    with pytest.raises(UndefinedError):
        dsl.get_rank((1, (1, 2)), dsl.identity, 0)


def test_sides_of_the_demos():
    assert dsl.c_iz(DEMOS, dsl.palette) == (1,)
    assert dsl.c_zo(DEMOS, dsl.palette) == (4,)


def test_sides_are_ascending_tuples_of_any_values():
    # Columns as rows: each demo's first column.
    demos = (((9, 1, 5), (0,)), ((1, 9), (2,)), ((9, 3, 1), ()))
    assert dsl.c_iz(demos, dsl.identity) == (1, 9)
    assert dsl.c_zo(demos, dsl.identity) == ()


def test_sides_of_no_demos_are_empty():
    assert dsl.c_iz((), dsl.palette) == ()
    assert dsl.c_zo((), dsl.palette) == ()


@pytest.mark.parametrize("op", [dsl.c_iz, dsl.c_zo])
def test_sides_have_no_answer_where_the_function_gives_no_container(op):
    with pytest.raises(UndefinedError):
        op(DEMOS, dsl.height)
    with pytest.raises(UndefinedError):
        op((1, 2), dsl.identity)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("get_rank(I, maximum, ZERO)", (1, 2)),
        ("get_rank(I, maximum, NEG_ONE)", (3, 3)),
        ("c_iz(S, palette)", (1,)),
        ("c_zo(S, palette)", (4,)),
        ("c_iz(S, compose(lbind(remove, ONE), palette))", ()),
        ("c_iz(I, palette)", None),
    ],
)
def test_in_programs(source: str, expected: object):
    program = al.read_program(f"def solve(S, I): return {source}")
    result = program([[3, 3], [1, 2]], S=TASK)
    assert result == expected if expected is not None else isinstance(result, al.Undefined)


def test_sides_within_a_loop():
    program = al.read_program(
        "def solve(S, I):\n"
        "    without = compose(rbind(compose, palette), lbind(lbind, remove))\n"
        "    return apply(compose(lbind(c_zo, S), without), (1, 4, 7))\n"
    )
    assert program([[1]], S=TASK) == ((4,), (), (4,))
