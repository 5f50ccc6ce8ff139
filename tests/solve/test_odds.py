"""Odds: a program that fits may be wrong, and the product says how likely that is."""

from dataclasses import replace
from itertools import permutations

import hypothesis.strategies as st
import pytest
from hypothesis import given

from arcloom.solve.answers import Answer
from arcloom.solve.evidence import Evidence
from arcloom.solve.features import features
from arcloom.solve.odds import (
    FIRST,
    GUESS,
    LATER,
    NEAR,
    attempts,
    first_chance,
    logistic,
    odds,
)
from arcloom.solve.ranking import rank
from tests.solve.small import found, mirror_task, riddle_task

A, B, C = [[1]], [[2]], [[3]]
LEARNT = "apply_rule(learn_colours(S, ZERO), I)"
TREE = "apply_rule(learn_tree(S, ZERO), I)"


def evidence(*items, task=None):
    held = Evidence(task or mirror_task())
    held.add(items)
    return held


def first(*items):
    return odds(evidence(*items), 2).tests[0][0].probability


def test_the_table_gives_the_figures_that_docs_state():
    """One learnt program, all left-out demos right, no other output; the figures are by hand."""
    held = evidence(found(LEARNT, [A], cost=10, left_out=(2, 2)))
    values = features(held.task, 0, rank(held, 0), 0)
    assert values == {
        "left_out": 1.0,
        "learns_nothing": 0.0,
        "bits": pytest.approx(0.7),
        "programs": 0.0,
        "last": 1.0,
        "lead": 0.0,
        "larger_test": 0.0,
        "same_as_input": 0.0,
        "tree": 0.0,
    }
    # -1.73 + 2.62 - 0.97 * 0.7 + 2.04 = 2.251
    assert logistic(FIRST, values) == pytest.approx(0.9047, abs=5e-4)


def test_the_coefficients_have_the_signs_that_their_meaning_asks_for():
    up = {"left_out", "learns_nothing", "programs", "last", "lead"}
    for table in (FIRST, LATER):
        for name, value in table.items():
            assert name == "intercept" or (value > 0) == (name in up), name


@given(st.integers(1, 6), st.sampled_from([LEARNT, TREE]), st.floats(0, 60), st.booleans())
def test_more_left_out_demos_right_is_never_less_likely(demos, source, cost, rival):
    other = [found("I", [B], cost=500)] if rival else []
    chances = [
        odds(evidence(found(source, [A], cost=cost, left_out=(n, demos)), *other), 1).probability
        for n in range(demos + 1)
    ]
    assert chances == sorted(chances)
    assert all(0 < chance < 1 for chance in chances)


def test_agreement_simplicity_and_a_lead_make_an_answer_likelier():
    alone = found("vmirror(I)", [A], cost=10)
    assert first(alone, found("rot90(I)", [A], cost=10)) > first(alone)
    assert first(alone) > first(found("vmirror(I)", [A], cost=20))
    assert first(alone) > first(alone, found("rot90(I)", [B], cost=10))
    near, far = (found("rot90(I)", [B], cost=cost) for cost in (11, 40))
    assert first(alone, far) > first(alone, near)


def test_a_program_that_gives_the_input_back_is_hardly_right():
    assert (
        first(found("identity(I)", [[[7, 8, 9]]])) < first(found("identity(I)", [[[9, 9, 9]]])) / 2
    )


def test_attempts_share_one_whole():
    """They differ, so at most one is right: the task's probability is their sum."""
    held = evidence(found("vmirror(I)", [A]), found("rot90(I)", [B]), found("rot180(I)", [C]))
    for count in (1, 2, 3):
        judged = odds(held, count)
        assert len(judged.tests[0]) == count
        assert judged.probability == pytest.approx(sum(one.probability for one in judged.tests[0]))
        assert judged.probability < 1


def test_a_task_is_as_likely_as_its_least_likely_test():
    task = riddle_task()
    one = found("vmirror(I)", [A, None])
    judged = odds(evidence(replace(one, task_id="riddle"), task=task), 2)
    sure, unsure = (sum(a.probability for a in test) for test in judged.tests)
    assert judged.probability == unsure < sure


def test_the_search_goes_by_the_first_attempt_at_the_least_likely_test():
    task = riddle_task()
    agreeing = [found(view, [A, B], cost=10) for view in ("vmirror(I)", "rot90(I)")]
    held = evidence(*agreeing, found("rot180(I)", [A, C], cost=11), task=task)
    told = [test[0].probability for test in odds(held, 2).tests]
    assert told[1] < told[0]
    assert first_chance(held) == told[1]
    assert first_chance(evidence(found("vmirror(I)", [A], matched=1))) == 0


def test_without_a_fit_the_base_rates_count():
    near = found("vmirror(I)", [A], matched=1, score=900)
    by_near, by_guess = odds(evidence(near), 2).tests[0]
    assert by_near.probability == NEAR
    assert by_guess.probability == pytest.approx((1 - NEAR) * GUESS)
    assert odds(Evidence(mirror_task()), 1).probability == GUESS > 0


def test_a_strategy_that_the_table_does_not_know_counts_as_any_other():
    known = first(found("vmirror(I)", [A], strategy="fit"))
    assert first(found("vmirror(I)", [A], strategy="my own")) == known


def test_the_order_of_findings_changes_nothing():
    items = [
        found("vmirror(I)", [A], cost=9),
        found(LEARNT, [B], cost=9, left_out=(1, 2)),
        found(TREE, [A], cost=9, left_out=(2, 2), strategy="rules"),
    ]
    assert len({odds(evidence(*order), 2) for order in permutations(items)}) == 1


def test_each_attempt_says_why():
    held = evidence(
        found("vmirror(I)", [A], cost=4, strategy="enumerate"),
        found(LEARNT, [A], cost=10, left_out=(2, 2)),
        found(TREE, [B], cost=20, left_out=(0, 2), strategy="rules"),
        found("rot90(I)", [C], matched=1, score=900, strategy="evolve"),
    )
    whys = [one.why for one in odds(held, 4).tests[0]]
    assert whys == [
        "2 programs of enumerate and fit give it; learnt, and right on 2 of 2 left-out demos; "
        "51 bits ahead of the other output",
        "a program of rules gives it; learnt, and wrong on each demo that is left out; "
        "51 bits behind attempt 1",
        "no other program fits; a program of evolve gives 1 of 2 demos",
        "no other program fits; this is a guess",
    ]


def test_an_answer_has_its_probability_and_reasons():
    held = evidence(found("vmirror(I)", [[[9, 8, 7]]]))
    answer = Answer(held.task, attempts(held, 2), held)
    assert answer.probability == odds(held, 2).probability
    assert [len(lines) for lines in answer.why] == [2]
