"""Learnt rules in words: exact sentences for demos made by hand, and every family on real tasks."""

import json
import re
from pathlib import Path

import pytest

import arcloom as al
from arcloom import _core, dsl
from arcloom.engine.limits import Limits
from arcloom.engine.rules import rule_of
from arcloom.lang import OPS

LEARNERS = [name for name in OPS if name.startswith("learn_")]
STORED = json.loads((Path(__file__).parents[1] / "conformance" / "stored_rules.json").read_text())


def rows(text: str) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(int(cell) for cell in row) for row in text.split())


def sentence(op: str, *pairs: tuple[str, str]) -> str:
    rule = getattr(dsl, op)(tuple((rows(a), rows(b)) for a, b in pairs), 0)
    return al.describe_rule(rule).sentence


def test_colours():
    assert sentence("learn_colours", ("120", "220")) == "Blue becomes red; other colours stay."


def test_colours_that_no_demo_shows():
    assert sentence("learn_colours", ("12", "33")) == (
        "Blue becomes green and red becomes green; other colours have no answer."
    )


def test_regions():
    told = sentence("learn_pick", ("11000 11003 00000", "11 11"), ("40000 00111 00111", "111 111"))
    assert told == (
        "The output is the box of the object of any colours (corners touch) that is the largest."
    )


def test_scenes():
    told = sentence(
        "learn_scene",
        ("11000 11003 00000", "22000 22003 00000"),
        ("40000 00111 00111", "40000 00222 00222"),
    )
    assert told == "An object of one colour (corners touch) that is the largest becomes red."


def test_sizes():
    assert sentence("learn_sizes", ("12", "1122 1122")) == "Every cell becomes a block of 2 by 2."


def test_a_stack_of_regions():
    told = sentence(
        "learn_panels",
        ("110022 110022 000022", "22 22 22 11 11"),
        ("330000 000044 000044", "44 44 33"),
    )
    assert told == (
        "The boxes of the objects of any colours (corners touch) stand on top of each other, with "
        "one side on a line, the upper or left one; their order is by number of cells, "
        "the most first."
    )


def test_the_sentence_is_what_prints_and_a_notebook_draws_the_colours():
    told = al.describe_rule(dsl.learn_colours(((rows("10"), rows("20")),), 0))
    assert str(told) == told.sentence
    assert "background:#FF4136" in told._repr_html_()


def is_readable(told: al.RuleDescription) -> bool:
    """Words, and no id of a row or mark of a colour among them."""
    text = str(told)
    ids = re.findall(r"\d{4,}", text)
    return bool(told.sentence) and told.sentence.endswith(".") and not ids and "{" not in text


@pytest.mark.parametrize("one", STORED, ids=lambda one: one["op"])
def test_every_family_says_what_its_rules_do(one: dict):
    told = al.describe_rule(tuple(one["rule"]))
    assert told.family == one["op"]
    assert is_readable(told)


def test_what_is_learnt_on_tasks_has_a_sentence():
    tasks = list(al.load("arc1-train").values())[::50]
    programs = [
        al.read_program(f"def solve(S, I): return {op}(S, {n})") for op in LEARNERS for n in "01"
    ]
    batt = al.weave(programs, Limits(node_fuel=4_000_000, program_fuel=8_000_000))
    seen = set()
    for task in tasks:
        for value in batt.values(range(len(programs)), task.demos[0]):
            if isinstance(value, tuple):
                told = al.describe_rule(value)
                assert is_readable(told), (task.id, told)
                seen.add(told.family)
    assert len(seen) > 6


@pytest.mark.parametrize("forged", [(), (1, 2), 7, "rule", (10**12,), ((1,),), (True,), None])
def test_what_is_no_rule_is_said_to_be_none(forged: object):
    assert al.describe_rule(forged).sentence.startswith("This is no rule")


def test_damaged_rules_have_words_or_none():
    ids = [row.id for row in _core.rule_rows()]
    for k, one in enumerate(STORED):
        for at in range(min(len(one["rule"]), 12)):
            for other in (
                -1000,
                -1,
                0,
                1,
                2,
                10,
                11,
                64,
                100,
                6660,
                ids[(7 * k + 13 * at) % len(ids)],
            ):
                damaged = (*one["rule"][:at], other, *one["rule"][at + 1 :])
                assert al.describe_rule(damaged).sentence


def test_the_steps_of_a_program_carry_the_words_of_its_rules():
    program = al.read_program("def solve(S, I): return apply_rule(learn_colours(S, 0), I)")
    demos = ((al.Grid([[1, 0]]), al.Grid([[2, 0]])),)
    steps = program.steps(demos[0][0], demos)
    assert "Blue" in steps._repr_html_()
    assert "other colours stay." in steps._repr_html_()
    told = [rule_of(step.node, step.value) for step in steps]
    assert [rule.sentence for rule in told if rule] == ["Blue becomes red; other colours stay."]


def test_a_long_table_is_cut_and_says_so():
    named = {(row.table, row.name): row.id for row in _core.rule_rows()}
    step = [("part way", "cells"), ("part action", "paint"), 0, ("source", "table")]
    table = [("part feature", "top"), 32, *(n for k in range(32) for n in (k, k % 10))]
    told = al.describe_rule(
        tuple(
            named[one] if isinstance(one, tuple) else one
            for one in [("family", "learn_scene"), 1, *step, *table]
        )
    )
    assert told.head == ("distance from the top", "colour")
    assert told.table[1] == ("1", "blue")
    assert told.more > 0
    cut = f"and {told.more} more rows"
    assert str(told).endswith(cut)
    assert cut in told._repr_html_()
    assert told.to_json()["more"] == told.more


def test_a_question_whose_answers_are_the_same_is_not_told():
    draft = next(one for one in STORED if one["op"] == "learn_draft")
    told = al.describe_rule(tuple(draft["rule"]))
    assert str(told) == "If the cell is blue, it stays; otherwise it becomes blue."
