"""What a run tells: matches, values on request, reasons, inputs S and C, steps."""

import numpy as np
import pytest

import arcloom as al
from arcloom.engine import Reason, Undefined
from arcloom.engine.evaluator import visit_steps
from arcloom.errors import InputError
from tests.engine.support import GRIDS, mirror_task, run, solve

GRID = ((1, 2), (0, 1))


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        ("height(ONE)", Reason.TYPE),
        ("greater(ONE, UNITY)", Reason.TYPE),
        ("first(())", Reason.EMPTY),
        ("argmax(frozenset(), size)", Reason.EMPTY),
        ("divide(ONE, ZERO)", Reason.RANGE),
        ("get_nth(I, TEN)", Reason.RANGE),
        ("compose(add, size)(I)", Reason.ARITY),
        ("power(rbind(multiply, 1000000), TEN)(TWO)", Reason.OVERFLOW),
        ("power(increment, 1000000000)(ONE)", Reason.FUEL),
        ("a_mr(S)", Reason.INPUT),
        ("equality(I, C)", Reason.INPUT),
    ],
)
def test_reasons(expression: str, reason: Reason):
    program = solve(expression, "S, I, C")
    value = program(GRID)
    assert isinstance(value, al.Undefined)
    assert value.code == reason
    assert not value
    sample = mirror_task().samples[0]
    result = al.weave([program]).run([sample])
    if "S" not in expression:  # samples have their task's demos
        assert result.reasons.tolist() == [[reason]]
        assert result.hashes.tolist() == [[0]]


def test_undefined_names_the_op_and_spreads():
    value = solve("rot90(fill(I, ONE, first(())))")(GRID)
    assert (value.reason, value.op) == ("empty", "first")
    assert "first" in value.message
    inner = solve("apply(compose(increment, first), ((1,), ()))")(GRID)
    assert (inner.reason, inner.op) == ("empty", "first")


@pytest.mark.parametrize(
    ("expression", "op"),
    [
        ("power(increment, 1000000000)(ONE)", "power"),
        ("apply(power(increment, 1000000000), (1, 2))", "apply"),
        ("interval(ZERO, 1000000000, ONE)", "interval"),
    ],
)
def test_out_of_fuel_names_the_op(expression: str, op: str):
    value = solve(expression)(GRID)
    assert (value.reason, value.op) == ("fuel", op)


def test_undefined_leaves_other_branches_alone():
    result = run([solve("first(())"), solve("vmirror(I)")])
    assert (result.reasons[0] == Reason.EMPTY).all()
    assert (result.reasons[1] == 0).all()


def test_values_on_request():
    result = run([solve("vmirror(I)"), solve("objects(I, T, F, T)"), solve("first(())")])
    for column, grid in enumerate(GRIDS):
        mirrored = result.value(0, column)
        assert isinstance(mirrored, al.Grid)
        assert mirrored.tolist() == [list(row[::-1]) for row in grid]
    assert result.value(1, 0) == frozenset({frozenset({(2, (0, 1))}), frozenset({(0, (1, 0))})})
    assert isinstance(result.value(2, 0), al.Undefined)


def test_matches_say_whether_the_output_is_the_expected_one():
    result = run([solve("vmirror(I)"), solve("I"), solve("first(())"), solve("size(I)")])
    assert result.matches[:, :4].tolist() == [
        [True] * 4,
        [False, False, True, True],  # the last two are their own mirror images
        [False] * 4,
        [False] * 4,
    ]
    assert not result.matches[:, 4].any()  # a test's output is not known here


def test_given_outputs_stand_in_for_the_samples_own():
    samples = mirror_task().samples
    wanted = [None, *[sample.input for sample in samples[1:]]]
    result = al.weave([solve("I")]).run(samples, expected=wanted)
    assert result.matches.tolist() == [[False, True, True, True, True]]


def test_hashes_are_equal_where_results_are():
    result = run([solve("vmirror(I)"), solve("rot180(hmirror(I))"), solve("hmirror(I)")])
    assert (result.hashes[0] == result.hashes[1]).all()
    assert result.hashes[0, 1] != result.hashes[2, 1]
    assert (result.hashes != 0).all()


def test_fuel_counts_all_nodes_shared_or_not():
    result = run([solve("vmirror(I)"), solve("rot90(vmirror(I))")])
    assert (result.fuel[0] > 0).all()
    assert (result.fuel[0] < result.fuel[1]).all()


def test_the_demos_as_input():
    task = mirror_task()
    program = solve("mir_rot(I, a_mr(S))", "S, I")
    for demos in (task, task.demos, task.pairs):
        assert program(GRID, S=demos).tolist() == [[2, 1], [1, 0]]
    other = al.Task("turn", demos=[([[1, 2], [3, 4]], [[3, 1], [4, 2]])], tests=[GRID])
    samples = [*task.samples, *other.samples]
    result = al.weave([program, solve("vmirror(I)")]).run(samples)
    assert result.matches[0].tolist() == [True, True, True, True, False, True, False]
    assert result.value(0, 6).tolist() == [[0, 1], [1, 2]]


def test_a_candidate_as_input():
    differ = al.read_program(
        "def differ(S, I, C): return size(difference(asobject(C), asobject(I)))"
    )
    assert differ(GRID, C=((1, 2), (0, 2))) == 1
    samples = mirror_task().samples[:2]
    shown = [None, al.Grid(GRIDS[0])]
    result = al.weave([differ]).run(samples, candidates=shown)
    assert result.reasons.tolist() == [[Reason.INPUT, 0]]
    assert isinstance(result.value(0, 0), al.Undefined)
    assert result.value(0, 1) == 3  # of four cells, one is the same


def test_steps_give_every_node_by_its_name_in_the_source():
    program = solve("x1 = objects(I, T, F, T)\nx2 = argmax(x1, size)\nrecolor(TWO, x2)")
    steps = program.steps(GRID)
    assert [node for _, node, _ in steps] == list(program.nodes)
    by_name = {name: value for name, _, value in steps}
    assert by_name["I"].tolist() == [[1, 2], [0, 1]]
    assert by_name["x2"] == frozenset({(0, (1, 0))})
    assert by_name["O"] == program(GRID) == frozenset({(2, (1, 0))})


def test_steps_go_on_where_one_is_undefined():
    steps = solve("astuple(rot90(I), first(()))").steps(GRID)
    by_name = {name: value for name, _, value in steps}
    assert by_name["x1"].tolist() == [[0, 1], [1, 2]]
    assert by_name["x2"].reason == by_name["O"].reason == "empty"


def test_steps_of_the_demos():
    [*_, last] = solve("a_mr(S)", "S, I").steps(GRID, S=mirror_task())
    assert last.value == 5


def test_wrong_use_is_refused():
    batt = al.weave([solve("I")])
    samples = mirror_task().samples
    with pytest.raises(InputError, match="threads must be at least 1"):
        batt.run(samples, threads=0)
    with pytest.raises(InputError, match="expected has 1 grids for 5 samples"):
        batt.run(samples, expected=[None])
    with pytest.raises(InputError, match="candidates has 0 grids"):
        batt.run(samples, candidates=[])


def test_arrays_are_programs_by_samples():
    result = run([solve("I"), solve("vmirror(I)")])
    kinds = (np.bool_, np.uint8, np.int64, np.uint64)
    arrays = (result.matches, result.reasons, result.fuel, result.hashes)
    for array, kind in zip(arrays, kinds, strict=True):
        assert (array.shape, array.dtype) == ((2, 5), kind)
    assert result.seconds > 0


STEPPED = solve(
    "x1 = asobject(I)\nx2 = shift(x1, UNITY)\nx3 = shift(x1, (5, 5))\npaint(I, combine(x2, x3))"
)


def visited(go_on, most_elements=1_000):
    """What is seen of that program's steps, for as long as told."""
    seen = []

    def see(number, value, fuel, elements):
        seen.append((number, value, fuel, elements))
        return go_on(number)

    visit_steps(STEPPED, al.Grid(GRID), None, None, see, most_elements)
    return seen


def test_visited_steps_are_the_steps():
    steps = STEPPED.steps(GRID)
    seen = visited(lambda number: True)
    assert [number for number, *_ in seen] == list(range(len(steps)))
    assert [repr(value) for _, value, *_ in seen] == [repr(step.value) for step in steps]
    assert sum(fuel for _, _, fuel, _ in seen) > 0
    assert all(elements >= 1 for *_, elements in seen)


def test_the_result_is_seen_even_where_the_steps_before_it_are_not():
    steps = STEPPED.steps(GRID)
    seen = visited(lambda number: number < 1)
    assert [number for number, *_ in seen] == [0, 1, len(steps) - 1]
    assert repr(seen[-1][1]) == repr(steps[-1].value)


def test_a_step_larger_than_allowed_is_undefined():
    seen = visited(lambda number: True, most_elements=20)
    reasons = {value.reason for _, value, *_ in seen if isinstance(value, Undefined)}
    assert reasons == {"memory"}
    assert isinstance(seen[0][1], al.Grid)
