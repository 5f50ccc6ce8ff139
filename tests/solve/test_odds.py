"""Odds: a program that fits may be wrong, and the product says how likely that is."""

from dataclasses import replace
from itertools import permutations
from math import exp, log2

import hypothesis.strategies as st
import pytest
from hypothesis import given

from arcloom.search.bare_answer import output_key
from arcloom.solve.answers import Answer
from arcloom.solve.evidence import Evidence
from arcloom.solve.features import features, near_features
from arcloom.solve.odds import (
    GUESS,
    PROGRAMS,
    attempts,
    first_chance,
    odds,
    program_chances,
    total,
)
from arcloom.solve.ranking import rank
from arcloom.tasks import Grid
from tests.solve.small import found, mirror_task, riddle_task

A, B, C = [[1]], [[2]], [[3]]
LEARNT = "apply_rule(learn_colours(S, ZERO), I)"
PANELS = "apply_rule(learn_panels(S, ZERO), I)"
TREE = "apply_rule(learn_tree(S, ZERO), I)"


def evidence(*items, task=None):
    held = Evidence(task or mirror_task())
    held.add(items)
    return held


def first(*items):
    return odds(evidence(*items), 2).tests[0][0].probability


def logistic(score):
    return 1 / (1 + exp(-score))


def test_the_table_gives_the_figures_that_docs_state():
    """One learnt program, all left-out demos right, no other output; the figures are by hand."""
    right = [[9, 8, 7]]
    held = evidence(found(LEARNT, [right], cost=10, left_out=(2, 2)))
    values = features(held.task, 0, rank(held, 0), 0)
    assert values == {
        "fits": 1.0,
        "left_out": 1.0,
        "bits": pytest.approx(0.7),
        "programs": 0.0,
        "outputs": 0.0,
        "two_ways": 0.0,
        "tree": 0.0,
        "plain": 0.0,
        "bred": 0.0,
        "same_as_input": 0.0,
        "new_colour": 0.0,
        "colours": 0.0,
        "changed": pytest.approx(log2(1.01) - log2(2 / 3 + 0.01)),  # demos change every cell
        "outlines": 0.0,
    }
    # 2.0 + 1.08 - 0.78 * 0.7 - 0.59 * 0.578 = 2.193
    assert total(PROGRAMS, values) == pytest.approx(2.193, abs=5e-4)
    assert odds(held, 1).probability == pytest.approx(logistic(total(PROGRAMS, values)))
    assert odds(held, 1).probability == pytest.approx(0.900, abs=5e-4)


def test_the_coefficients_have_the_signs_that_their_meaning_asks_for():
    up = {"fits", "left_out", "programs", "two_ways", "plain"}
    for name, value in PROGRAMS.items():
        assert (value > 0) == (name in up), name


@given(st.integers(1, 6), st.sampled_from([LEARNT, TREE]), st.floats(0, 60), st.booleans())
def test_more_left_out_demos_right_is_never_less_likely(demos, source, cost, rival):
    other = [found("I", [B], cost=500)] if rival else []
    given = (found(source, [A], cost=cost, left_out=(n, demos)) for n in range(demos + 1))
    chances = [program_chances(evidence(one, *other), 0)[output_key(Grid(A))] for one in given]
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


def test_an_output_that_departs_from_the_demos_is_less_likely():
    """Both are as simple; one keeps the colours of the input, as every demo does."""
    held = evidence(found("vmirror(I)", [[[9, 8, 3]]]), found("rot90(I)", [[[9, 8, 7]]]))
    assert attempts(held, 1)[0][0].tolist() == [[9, 8, 7]]
    assert "a colour that is not in the input" in odds(held, 2).tests[0][1].why


def test_two_ways_to_an_output_say_more_than_two_strategies_of_one_way():
    learnt = [found(LEARNT, [A], cost=10, left_out=(2, 2))]
    same = found("vmirror(I)", [A], cost=10, strategy="fit")
    other = replace(same, strategy="placed", cost=10 + 10 / 0.7)  # the same bits
    ways = [first(*learnt, one) for one in (replace(same, strategy="rules", cost=10), other)]
    assert ways == sorted(ways)


def test_what_nearly_fits_may_come_before_a_refuted_rule_for_the_second_attempt():
    refuted = [found(TREE, [[[1, 1, n]]], cost=40, left_out=(0, 2)) for n in (1,)]
    best = found("vmirror(I)", [[[9, 8, 7]]], cost=5)
    near = found("rot90(I)", [[[8, 7, 9]]], matched=1, score=900)
    second = attempts(evidence(best, *refuted, near), 2)[0][1]
    assert second.tolist() == [[8, 7, 9]]


def test_a_long_program_that_misses_a_demo_does_not_displace_one_that_fits():
    """A second attempt went to near misses of a thousand bits where many outputs fit."""
    outputs = [[[9, 8, n]] for n in range(8)]
    fits = [found(f"fill(I, {n}, asindices(I))", [rows], cost=40) for n, rows in enumerate(outputs)]
    near = found("rot90(I)", [[[8, 7, 9]]], matched=1, score=900, cost=20)
    cheap = attempts(evidence(*fits, near), 2)[0]
    costly = attempts(evidence(*fits, replace(near, cost=1000.0)), 2)[0]
    assert [8, 7, 9] in [grid.tolist()[0] for grid in cheap]
    assert [8, 7, 9] not in [grid.tolist()[0] for grid in costly]


def test_what_evolution_alone_has_found_is_less_likely():
    """It tries most programs of all. 8 bits are added to its cost, so it gets 8 less here."""
    bred = found("vmirror(I)", [A], cost=20 - 8 / 0.7, strategy="evolve")
    chain = found("vmirror(I)", [A], cost=20)
    assert first(bred) < first(chain)
    assert first(bred, found("rot90(I)", [A], cost=40)) > first(bred)


def test_evolution_does_not_confirm_what_it_breeds_from():
    chain, bred = found("vmirror(I)", [A], cost=9), found("rot90(I)", [A], cost=60)
    agreeing, derived = (
        rank(evidence(chain, replace(bred, strategy=name)), 0)[0].bits
        for name in ("placed", "evolve")
    )
    alone = rank(evidence(chain), 0)[0].bits
    assert agreeing < alone - 5
    assert derived == pytest.approx(alone, abs=0.01)


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
    near = found("vmirror(I)", [[[8, 9, 7]]], matched=1, score=900)
    by_near, by_guess = odds(evidence(near), 2).tests[0]
    score = total(PROGRAMS, near_features(mirror_task(), 0, near, 0))
    assert by_near.probability == pytest.approx(logistic(score))
    assert by_guess.probability == pytest.approx((1 - by_near.probability) * GUESS)
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
        found("vmirror(I)", [[[9, 7, 8]]], cost=4, strategy="enumerate"),
        found(LEARNT, [[[9, 7, 8]]], cost=10, left_out=(2, 2)),
        found(PANELS, [[[8, 9, 7]]], cost=10, left_out=(0, 2), strategy="rules"),
        found("rot90(I)", [[[9, 1, 7]]], matched=1, score=900, strategy="evolve"),
    )
    told = odds(held, 4).tests[0]
    times = f"{told[0].probability / told[1].probability:.0f} times"
    assert [one.why for one in told] == [
        "2 programs of enumerate and fit give it; learnt, and right on 2 of 2 left-out demos; "
        f"{times} as likely as attempt 2, of 2 outputs",
        "a program of rules gives it; learnt, and wrong on each demo that is left out; "
        f"attempt 1 is {times} as likely",
        "no program that fits gives it; a program of evolve gives 1 of 2 demos; it has a colour "
        "that is not in the input and that no demo adds; attempt 1 is over 1000 times as likely",
        "no program that fits gives it; this is a guess",
    ]


def test_an_answer_has_its_probability_and_reasons():
    held = evidence(found("vmirror(I)", [[[9, 8, 7]]]))
    answer = Answer(held.task, attempts(held, 2), held)
    assert answer.probability == odds(held, 2).probability
    assert [len(lines) for lines in answer.why] == [2]
