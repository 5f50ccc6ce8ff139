"""Ranking: the simpler, the agreed on, the proven; and always as many distinct grids as wanted."""

import hypothesis.strategies as st
import pytest
from hypothesis import given

from arcloom.solve.evidence import FITS, PARTIAL, SAME, Evidence
from arcloom.solve.odds import attempts
from arcloom.solve.ranking import Weights, rank
from arcloom.tasks import Task
from tests.solve.small import found, mirror_task, riddle_task
from tests.tasks.strategies import rows

A, B, C = [[1]], [[2]], [[3]]
VIEWS = ("vmirror(I)", "hmirror(I)", "rot90(I)", "rot180(I)", "rot270(I)", "dmirror(I)", "I")


def evidence(*items):
    held = Evidence(mirror_task())
    held.add(items)
    return held


def outputs(held, **options):
    return [ranked.output.tolist() for ranked in rank(held, 0, **options)]


def test_the_simpler_program_comes_first():
    held = evidence(found(VIEWS[0], [A], cost=20), found(VIEWS[1], [B], cost=10))
    assert outputs(held) == [B, A]


def test_agreement_outweighs_a_little_simplicity():
    many = [found(view, [A], cost=11) for view in VIEWS[1:]]
    held = evidence(found(VIEWS[0], [B], cost=10), *many)
    assert outputs(held) == [A, B]
    assert len(rank(held, 0)[0].supporters) == len(many)


def test_agreement_of_strategies_counts_more_than_of_programs():
    two_strategies = [
        found(VIEWS[0], [A], cost=12),
        found(VIEWS[1], [A], cost=12, strategy="transfer"),
    ]
    one_strategy = [found(VIEWS[2], [B], cost=12), found(VIEWS[3], [B], cost=12)]
    assert outputs(evidence(*one_strategy, *two_strategies)) == [A, B]


def test_a_program_that_fails_when_a_demo_is_left_out_is_trusted_less():
    learnt = found(VIEWS[0], [A], cost=10, left_out=(0, 2))
    proven = found(VIEWS[1], [B], cost=12, left_out=(2, 2))
    assert outputs(evidence(learnt, proven)) == [B, A]


def test_one_strategy_by_itself():
    held = evidence(found(VIEWS[0], [A]), found(VIEWS[1], [B], strategy="transfer"))
    assert outputs(held, only=["transfer"]) == [B]


def test_weights_are_in_one_place():
    held = evidence(found(VIEWS[0], [A], cost=10), found(VIEWS[1], [B], cost=5, strategy="evolve"))
    assert outputs(held, weights=Weights(strategies={"evolve": 9.0})) == [A, B]
    assert outputs(held, weights=Weights(strategies={})) == [B, A]


def test_what_fits_comes_before_what_nearly_does():
    held = evidence(found(VIEWS[0], [A], matched=1, score=999), found(VIEWS[1], [B], cost=500))
    first, second = attempts(held, 2)[0]
    assert (first.tolist(), second.tolist()) == (B, A)


def test_attempts_are_distinct():
    held = evidence(*(found(view, [A]) for view in VIEWS))
    first, second = attempts(held, 2)[0]
    assert first.tolist() == A
    assert not first.same(second)


@pytest.mark.parametrize("count", [1, 2, 3, 10])
def test_nothing_found_still_gives_answers(count):
    answers = attempts(Evidence(riddle_task()), count)
    assert [len({grid.to_tuple() for grid in grids}) for grids in answers] == [count, count]


@given(st.lists(st.tuples(rows(), rows()), min_size=1, max_size=4), rows())
def test_guesses_are_distinct_grids_for_any_task(pairs, given_grid):
    answers = attempts(Evidence(Task("any", pairs, [given_grid])), 3)[0]
    assert len({grid.to_tuple() for grid in answers}) == 3
    assert all(max(grid.shape) <= 30 and grid.max() <= 9 for grid in answers)


def test_the_input_is_a_guess_where_demos_keep_their_size():
    assert attempts(Evidence(mirror_task()), 2)[0][0].tolist() == [[7, 8, 9]]


def test_a_program_counts_once():
    held = evidence(found(VIEWS[0], [A]))
    assert not held.add([found(VIEWS[0], [B], strategy="transfer")])
    assert [f.strategy for f in held.fits] == ["fit"]


def test_evidence_keeps_the_simplest_and_the_nearest():
    programs = [f"upscale(I, {n})" for n in range(1, 3 * FITS)]
    held = evidence(*(found(p, [[[n % 10]]], cost=n) for n, p in enumerate(programs)))
    assert [f.cost for f in held.fits] == list(range(FITS))
    alike = [found(p, [A], cost=n) for n, p in enumerate(programs)]
    held = evidence(*alike, found("rot90(I)", [B], cost=1000))
    assert [f.cost for f in held.fits] == [*range(SAME), 1000]
    near = evidence(
        *(found(p, [A], matched=0, score=n) for n, p in enumerate(programs[: 2 * PARTIAL]))
    )
    assert [f.score for f in near.partial] == list(range(2 * PARTIAL - 1, PARTIAL - 1, -1))


def test_settled_means_that_several_programs_agree():
    held = evidence(found(VIEWS[0], [A]))
    assert held.fitted
    assert not held.settled
    held.add([found(VIEWS[1], [A])])
    assert held.settled
    held.add([found(VIEWS[2], [B])])
    assert not held.settled


def test_a_task_whose_rules_are_all_refuted_is_not_fitted_but_answered():
    held = evidence(found(VIEWS[0], [A], left_out=(0, 3)))
    assert not held.fitted
    assert outputs(held) == [A]
    assert evidence(found(VIEWS[0], [A], left_out=(0, 2))).fitted  # two demos say too little
