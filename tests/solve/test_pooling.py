"""Pooling: sources that err differently give one probability, and agreement counts."""

import hypothesis.strategies as st
import pytest
from hypothesis import given

from arcloom.solve.pooling import pooled, shared

C = 0.02
chance = st.floats(0.001, 0.45)
source = st.dictionaries(st.sampled_from("abcdef"), st.floats(0.001, 0.15), max_size=6)


def test_the_figures_that_docs_state():
    """Programs: 0.6 for a, 0.02 for b. Network: 0.3 for x. By hand, as in docs/odds.md."""
    together = pooled([{"a": 0.6, "b": 0.02}, {"x": 0.3}], C)
    # a: 0.6 * 0.7, b: 0.02 * 0.7, x: 0.38 * 0.3, none: 0.38 * 0.7
    total = 0.42 + 0.014 + 0.114 + 0.266
    expected = {"a": 0.42 / total, "b": 0.014 / total, "x": 0.114 / total}
    assert together == {key: pytest.approx(value) for key, value in expected.items()}
    agreed = pooled([{"a": 0.6, "b": 0.02}, {"a": 0.3}], C)
    # a: 0.6 * 0.7 + 0.38 * 0.3 + 0.6 * 0.3 / 0.02 = 9.534
    assert agreed["a"] == pytest.approx(9.534 / (9.534 + 0.014 + 0.266))


@given(source)
def test_one_source_keeps_its_chances(one):
    assert pooled([one, {}], C) == {key: pytest.approx(value) for key, value in one.items()}


@given(source, source, source)
def test_probabilities_never_exceed_one_whole(one, two, three):
    together = pooled([one, two, three], C)
    assert set(together) == {*one, *two, *three}
    assert sum(together.values()) < 1
    assert all(value > 0 for value in together.values())


@given(chance, chance)
def test_agreement_is_likelier_than_either_alone(first, second):
    assert pooled([{"a": first}, {"a": second}], C)["a"] > max(first, second)


@given(source, source, chance)
def test_a_vote_for_an_output_never_lowers_it(one, two, more):
    """The network's mass comes from "none of them", not from a rival."""
    key = "a"
    one = {**one, key: 0.1}
    before = pooled([one, two], C)[key]
    without = {k: v for k, v in two.items() if k != key}
    assert pooled([one, {**without, key: two.get(key, 0.0) + more / 10}], C)[key] >= before


def test_the_order_of_sources_does_not_matter():
    sources = [{"a": 0.5, "b": 0.1}, {"b": 0.4, "c": 0.2}, {"c": 0.3}]
    first, last = pooled(sources, C), pooled(sources[::-1], C)
    assert first == {key: pytest.approx(last[key]) for key in first}


@given(st.dictionaries(st.sampled_from("abc"), st.floats(-900, 900)))
def test_scores_become_chances(scores):
    chances = shared(scores)
    assert sum(chances.values()) <= 1 + 1e-12  # each is rounded
    assert sorted(scores, key=scores.__getitem__) == sorted(
        scores, key=lambda key: (chances[key], scores[key])
    )
