"""Stored rules: what they mean rests on the names of rows, never on their places in tables."""

import json
from collections import Counter
from pathlib import Path

import pytest

from arcloom import _core, dsl
from arcloom.lang import OPS

STORED = json.loads(Path(__file__).with_name("stored_rules.json").read_text())
REMOVED = json.loads(Path(__file__).with_name("removed_rules.json").read_text())
FIRST_ID, END_ID = 1000, 1_000_000


def grid_of(rows: list[str]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(int(cell) for cell in row) for row in rows)


def id_of(name: str) -> int:
    """The id of a row's name, as the core makes it: FNV-1a, above what plain numbers reach."""
    made = 2166136261
    for byte in name.encode():
        made = (made ^ byte) * 16777619 % 2**32
    return FIRST_ID + made % (END_ID - FIRST_ID)


def test_a_row_has_the_id_of_its_name_wherever_it_stands():
    assert all(row.id == id_of(row.name) for row in _core.rule_rows())


def test_names_and_ids_are_unique_within_their_table():
    rows = _core.rule_rows()
    for of in (lambda row: row.name, lambda row: row.id):
        assert set(Counter((row.table, of(row)) for row in rows).values()) == {1}


def test_tables_are_complete():
    tables = Counter(row.table for row in _core.rule_rows())
    assert tables["family"] == sum(name.startswith("learn_") for name in OPS)
    assert tables["segmentation"] == 12
    assert tables["number"] == 53
    assert tables["fact"] < tables["part feature"]
    assert tables["cell fact"] > 300


def test_every_family_has_a_stored_rule():
    assert {one["op"] for one in STORED} == {name for name in OPS if name.startswith("learn_")}


@pytest.mark.parametrize("one", STORED, ids=lambda one: one["op"])
def test_a_stored_rule_does_what_it_did(one: dict):
    """Whoever renames a row, or gives it another meaning, sees a rule of an older version fail."""
    assert one["rule"][0] == id_of(one["op"])
    got = dsl.apply_rule(tuple(one["rule"]), grid_of(one["grid"]))
    assert got == grid_of(one["output"])


@pytest.mark.parametrize("one", STORED, ids=lambda one: one["op"])
def test_a_rule_that_speaks_of_an_unknown_row_has_no_answer(one: dict):
    known = {row.id for row in _core.rule_rows()}
    unknown = next(number for number in range(FIRST_ID, END_ID) if number not in known)
    for at, number in enumerate(one["rule"]):
        if number < FIRST_ID:
            continue
        forged = (*one["rule"][:at], unknown, *one["rule"][at + 1 :])
        with pytest.raises(dsl.UndefinedError):
            dsl.apply_rule(forged, grid_of(one["grid"]))


@pytest.mark.parametrize("one", REMOVED, ids=lambda one: one["op"])
def test_a_rule_whose_family_or_row_is_gone_has_no_answer(one: dict):
    """Libraries of older versions hold such rules."""
    assert not _core.is_rule(one["rule"])
    with pytest.raises(dsl.UndefinedError):
        dsl.apply_rule(tuple(one["rule"]), grid_of(one["grid"]))
