"""A user's own ops, written in Python, inside programs, loops and batts."""

import threading

import pytest

import arcloom as al
from arcloom import dsl
from arcloom.engine import Reason
from arcloom.lang import vocabulary
from tests.engine.support import GRIDS, assert_equal, mirror_task, run, solve


@pytest.fixture(autouse=True)
def ops():
    """Ops for the tests, forgotten afterwards."""

    @al.op
    def corner(grid: "Grid") -> "Integer":  # noqa: F821
        """The colour of the upper left cell."""
        return grid[0][0]

    @al.op
    def mirrored(grid: "Grid") -> "Grid":  # noqa: F821
        return tuple(row[::-1] for row in grid)

    @al.op
    def plus(a: int, b: int) -> int:
        return a + b

    @al.op
    def refuse_seven(x: int) -> int:
        if x == 7:
            raise ValueError("seven is not welcome")
        return x

    yield
    for name in vocabulary.user_ops():
        vocabulary.unregister(name)


def test_as_a_step():
    assert solve("corner(I)")(((3, 1),)) == 3
    assert solve("rot90(mirrored(I))")(((3, 1),)).tolist() == [[1], [3]]


def test_as_a_function():
    assert solve("apply(corner, (I, ((5,),)))")(((3, 1),)) == (3, 5)
    assert solve("apply(fork(plus, identity, double), (1, 2))")(((0,),)) == (3, 6)
    assert solve("prapply(plus, (1, 2), (10, 20))")(((0,),)) == frozenset({11, 12, 21, 22})
    assert solve("compose(increment, corner)(I)")(((3, 1),)) == 4


def test_bound():
    assert solve("apply(rbind(plus, TEN), (1, 2))")(((0,),)) == (11, 12)
    assert solve("power(lbind(plus, TWO), TEN)(ZERO)")(((0,),)) == 20


def test_arguments_are_plain_values():
    seen = []

    @al.op
    def look(x) -> "Any":  # noqa: F821
        seen.append(x)
        return x

    program = solve("look(astuple(look(objects(I, T, F, F)), look(size)))")
    assert isinstance(program(((1, 2),)), tuple)
    objects, function = seen[-1]
    assert objects == frozenset({frozenset({(1, (0, 0))}), frozenset({(2, (0, 1))})})
    assert function((5, 5, 5)) == 3
    assert objects in seen
    assert function in seen


def test_given_to_themselves_and_back():
    @al.op
    def same(x) -> "Any":  # noqa: F821
        return x

    assert solve("apply(same(corner), (I, I))")(((3, 1),)) == (3, 3)


def test_ctrl_c_inside_an_op_ends_the_call():
    @al.op
    def interrupted(x) -> "Any":  # noqa: F821
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve("interrupted(I)")(((1,),))


def test_the_writer_prints_them():
    program = solve("plus(corner(I), ONE)")
    assert al.read_program(program.source()) == program
    assert "plus(x1, ONE)" in program.source()


def test_in_a_batt_on_two_threads():
    programs = [solve("mirrored(I)"), solve("vmirror(I)"), solve("plus(corner(I), TEN)")]
    samples = [s for number in range(20) for s in mirror_task(f"t{number}").samples]
    batt = al.weave(programs)
    single, double = (batt.run(samples, threads=threads) for threads in (1, 2))
    assert_equal(single, double)
    assert (double.matches[0] == double.matches[1]).all()
    assert double.matches[0].sum() == 80
    assert double.value(2, 1) == 10 + GRIDS[1][0][0]


def test_a_run_calls_them_off_the_main_thread_and_stays_whole():
    threads = set()

    @al.op
    def note(x) -> "Any":  # noqa: F821
        threads.add(threading.get_ident())
        return x

    result = run([solve("note(vmirror(I))")], threads=2)
    assert result.matches[0, :4].all()
    assert threads


def test_what_they_raise_is_told():
    value = solve("increment(refuse_seven(SEVEN))")(((1,),))
    assert (value.reason, value.op) == ("user", "refuse_seven")
    assert "seven is not welcome" in value.message


def test_what_they_raise_stays_in_its_program():
    programs = [solve("refuse_seven(corner(I))"), solve("vmirror(I)")]
    for threads in (1, 2):
        result = run(programs, threads=threads)
        assert result.reasons[0].tolist() == [0, 0, Reason.USER, 0, 0]  # the third grid is ((7,),)
        assert (result.reasons[1] == 0).all()


def test_raising_inside_a_loop():
    value = solve("apply(refuse_seven, (1, 7))")(((1,),))
    assert value.reason == "user"
    assert solve("apply(refuse_seven, (1, 6))")(((1,),)) == (1, 6)
    assert solve("extract((1, 7), refuse_seven)")(((1,),)) == 1  # 7 is never asked


@pytest.mark.parametrize(
    "result", [1.5, [1, 2], "text", {1: 2}, (1, 2.0), 1 << 70, lambda x: x, object()]
)
def test_results_that_are_no_values(result: object):
    @al.op
    def odd(x) -> "Any":  # noqa: F821
        return result

    value = solve("astuple(odd(I), ONE)")(((1,),))
    assert isinstance(value, al.Undefined)
    assert (value.reason, value.op) == ("user", "odd")
    assert (run([solve("odd(I)"), solve("I")]).reasons[1] == 0).all()


@pytest.mark.parametrize("result", [None, True, 3, (), frozenset({1}), {2}, ((1,), (2,))])
def test_results_that_are_values(result: object):
    @al.op
    def even_this(x) -> "Any":  # noqa: F821
        return result

    assert solve("equality(even_this(I), even_this(I))")(((1,),)) == 1
    assert not isinstance(solve("even_this(I)")(((1,),)), al.Undefined)


def test_numpy_grids_are_values():
    @al.op
    def turned(grid: "Grid") -> "Grid":  # noqa: F821
        return al.Grid(grid)[::-1]

    assert solve("turned(I)")(((1,), (2,))).tolist() == [[2], [1]]


def test_a_wrong_number_of_arguments_through_a_closure():
    value = solve("compose(plus, corner)(I)")(((1,),))
    assert isinstance(value, al.Undefined)


def test_an_op_may_use_the_vocabulary():
    @al.op
    def largest(grid: "Grid") -> "Object":  # noqa: F821
        return dsl.argmax(dsl.objects(grid, True, False, True), dsl.size)

    grid = ((0, 3, 3), (0, 0, 0), (5, 0, 0))
    assert solve("toindices(largest(I))")(grid) == frozenset({(0, 1), (0, 2)})
    result = run([solve("largest(I)"), solve("argmax(objects(I, T, F, T), size)")], threads=2)
    assert (result.hashes[0] == result.hashes[1]).all()


def test_a_batt_keeps_the_ops_it_was_woven_with():
    program = solve("plus(corner(I), ONE)")
    batt = al.weave([program])
    vocabulary.unregister("plus")
    assert batt.value(0, mirror_task().samples[0]) == 2
