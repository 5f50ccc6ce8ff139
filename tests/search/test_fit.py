"""The fit strategy's programs, and leaving one demo out."""

import numpy as np
import pytest

import arcloom as al
from arcloom.engine import weave
from arcloom.lang import read_program
from arcloom.search.learn.candidates import FIT_LIMITS, LEVELS, programs
from arcloom.search.leave_one_out import held_out, leave_one_out


def recolour_task() -> al.Task:
    demos = [
        ([[1, 0], [0, 1]], [[2, 0], [0, 2]]),
        ([[0, 0, 1]], [[0, 0, 2]]),
        ([[1], [0], [3]], [[2], [0], [3]]),
    ]
    return al.Task("recolour", demos=demos, tests=[[[0, 1, 1]]])


def test_levels_grow_in_cost_and_share_no_program():
    seen: set[str] = set()
    for level in range(LEVELS):
        made = programs(level)
        costs = [one.cost for one in made]
        hashes = {one.program.hash for one in made}
        assert costs == sorted(costs)
        assert len(hashes) == len(made)
        assert not hashes & seen
        seen |= hashes
    assert programs(LEVELS) == ()
    with pytest.raises(ValueError, match="at least 0"):
        programs(-1)


def test_programs_are_read_back_as_they_are_written():
    made = programs(0) + programs(1) + programs(2)
    assert len(made) > 50
    for one in made:
        assert read_program(one.program.source()).hash == one.program.hash


def test_the_first_level_fits_a_simple_task():
    task = recolour_task()
    batt = weave([one.program for one in programs(0)], FIT_LIMITS)
    result = batt.run(task.samples, threads=1)
    fits = result.matches[:, : len(task.demos)].all(axis=1)
    names = [one.program.source(inline=True) for one in programs(0)]
    assert any("learn_colours" in name for name, fit in zip(names, fits, strict=True) if fit)
    first = int(np.flatnonzero(fits)[0])
    assert batt.value(first, task.tests[0]).tolist() == [[0, 2, 2]]


def test_a_level_gives_the_same_on_any_number_of_threads():
    batt = weave([one.program for one in programs(0)])
    samples = al.load("arc1-train").samples()[:24]
    one, two = batt.run(samples, threads=1), batt.run(samples, threads=2)
    for field in ("matches", "reasons", "fuel", "hashes"):
        np.testing.assert_array_equal(getattr(one, field), getattr(two, field))


def test_programs_cost_the_same_alone_and_in_company():
    samples = al.load("arc1-train").samples()[:8]
    made = [one.program for one in programs(0)]
    together = weave(made).run(samples, threads=1)
    for number, program in enumerate(made):
        alone = weave([program]).run(samples, threads=1)
        np.testing.assert_array_equal(alone.fuel[0], together.fuel[number])
        np.testing.assert_array_equal(alone.hashes[0], together.hashes[number])


def test_held_out_demos_are_tests_of_tasks_with_the_others():
    task = recolour_task()
    held = held_out(task)
    inputs = [demo.input.tolist() for demo in task.demos]
    assert [sample.input.tolist() for sample in held] == inputs
    for k, sample in enumerate(held):
        others = inputs[:k] + inputs[k + 1 :]
        assert [demo.input.tolist() for demo in sample.task.demos] == others


def test_leaving_one_out_counts_what_others_teach():
    learns = read_program("def solve(S, I): return apply_rule(learn_colours(S, 0), I)")
    knows = read_program("def solve(I): return replace(I, ONE, TWO)")
    wrong = read_program("def solve(I): return I")
    single = al.Task("single", demos=[([[1]], [[2]])], tests=[[[1]]])
    batt = weave([learns, knows, wrong])
    counts, work = leave_one_out(batt, [recolour_task(), single], threads=1)
    assert counts.tolist() == [[3, 0], [3, 0], [0, 0]]
    assert work > 0
