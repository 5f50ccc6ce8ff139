"""A program gives in any batt, in any order and on any number of threads what it gives alone."""

import random
from pathlib import Path

import numpy as np
import pytest

import arcloom as al
from arcloom.engine import SKIPPED, Limits
from tests.engine.support import FIELDS, assert_equal, mirror_task, rows, run, solve

EXAMPLES = Path(__file__).parents[2] / "examples/programs.py"

# They share much: grids, objects, closures, loops; some have no answer, one runs dry.
PROGRAMS = [
    solve(expression)
    for expression in (
        "vmirror(I)",
        "hmirror(vmirror(I))",
        "rot180(hmirror(I))",
        "merge(objects(I, T, F, T))",
        "apply(size, objects(I, T, F, T))",
        "mapply(rbind(shift, RIGHT), objects(I, T, F, T))",
        "merge(apply(rbind(shift, RIGHT), objects(I, T, F, T)))",
        "fill(I, TWO, mapply(neighbors, ofcolor(I, ZERO)))",
        "sfilter(product(asindices(I), asindices(I)), fork(equality, first, last))",
        "mfilter(objects(I, T, F, T), matcher(size, ONE))",
        "argmax(objects(I, T, F, T), size)",
        "first(objects(I, F, F, T))",
        "valmax(objects(I, T, F, T), compose(maximum, lbind(apply, first)))",
        "apply(compose(lbind(sfilter, asindices(I)), lbind(lbind, greater)), asindices(I))",
        "order(asobject(I), compose(invert, first))",
        "power(fork(combine, identity, identity), 60)(I)",
        "branch(equality(height(I), width(I)), rot90, vmirror)(I)",
        "divide(ONE, subtract(width(I), THREE))",
    )
]


@pytest.fixture(scope="module")
def alone():
    return [run([program]) for program in PROGRAMS]


def test_in_company_as_alone(alone):
    together = run(PROGRAMS)
    for number, single in enumerate(alone):
        assert rows(together, number) == rows(single)


@pytest.mark.parametrize("seed", range(5))
def test_in_any_order_and_company(alone, seed: int):
    order = random.Random(seed).choices(range(len(PROGRAMS)), k=12)  # some twice, some not at all
    together = run([PROGRAMS[number] for number in order])
    for place, number in enumerate(order):
        assert rows(together, place) == rows(alone[number])


def test_in_company_as_alone_where_fuel_is_short(alone):
    fuel = np.concatenate([single.fuel for single in alone])
    limits = Limits(node_fuel=200, program_fuel=int(np.median(fuel)))
    together = run(PROGRAMS, limits)
    assert 0 < (together.reasons == 6).mean() < 1
    for number, program in enumerate(PROGRAMS):
        assert rows(together, number) == rows(run([program], limits))


def test_runs_of_one_batt_repeat():
    batt = al.weave(PROGRAMS)
    samples = mirror_task().samples
    assert_equal(batt.run(samples), batt.run(samples))
    assert_equal(batt.run(samples[::-1]), batt.run(samples[::-1]))


def test_a_sample_gives_the_same_after_any_other():
    batt = al.weave(PROGRAMS)
    samples = mirror_task().samples
    whole, backwards = batt.run(samples, threads=1), batt.run(samples[::-1], threads=1)
    for field in FIELDS:
        np.testing.assert_array_equal(getattr(whole, field), getattr(backwards, field)[:, ::-1])


def test_any_number_of_threads():
    batt = al.weave([*al.read_programs(EXAMPLES).values(), *PROGRAMS])
    samples = al.load("arc1-train").samples()[:60]
    single = batt.run(samples, threads=1)
    for threads in (2, 4):
        assert_equal(single, batt.run(samples, threads=threads))


@pytest.mark.parametrize("threads", [1, 3])
def test_match_mode_agrees_on_what_it_does_not_skip(threads: int):
    batt = al.weave(PROGRAMS)
    samples = [sample for name in "abc" for sample in mirror_task(name).samples]
    full = batt.run(samples, threads=threads)
    match = batt.run(samples, threads=threads, match=True)
    skipped = match.reasons == SKIPPED
    assert skipped.any()
    for field in FIELDS:
        np.testing.assert_array_equal(
            getattr(match, field)[~skipped], getattr(full, field)[~skipped]
        )
    assert not match.matches[skipped].any()


def test_match_mode_skips_what_follows_a_miss_in_the_task_and_nothing_else():
    tasks = [mirror_task("a"), mirror_task("b")]
    samples = [sample for task in tasks for sample in task.samples]
    result = al.weave([solve("I"), solve("vmirror(I)")]).run(samples, match=True)
    # I itself misses at once; tests have no expected output, so only a miss before ends the task.
    assert (result.reasons[0] == SKIPPED).tolist() == [False, True, True, True, True] * 2
    assert not (result.reasons[1] == SKIPPED).any()
    assert result.matches[1].tolist() == [True, True, True, True, False] * 2


def test_shared_nodes_are_woven_once():
    single = al.weave([solve("rot90(vmirror(I))")])
    twice = al.weave([solve("rot90(vmirror(I))"), solve("vmirror(I)"), solve("rot90(vmirror(I))")])
    assert twice.node_count == single.node_count
    assert (single.shared, twice.shared) == (0, 5)


def test_no_programs_and_no_samples():
    samples = mirror_task().samples
    assert al.weave([]).run(samples).matches.shape == (0, len(samples))
    assert al.weave(PROGRAMS).run([]).matches.shape == (len(PROGRAMS), 0)
