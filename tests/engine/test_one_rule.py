"""Each op's rule is said once, for CPU and GPU."""

import re
from pathlib import Path

import pytest

from arcloom import _core

NATIVE = Path(__file__).parents[2] / "native"
FORM = "form"
TABLE = re.compile(r"^#define (ARCLOOM_\w+)\(X\)((?:.*\\\n)*.*)", re.MULTILINE)
DEFINED = re.compile(r"\b(?:struct|enum class) (\w+)\b|\bconstexpr [\w<>:&, ]+? (\w+)\(")


def _text(*folders: str) -> str:
    files = [f for folder in folders for f in sorted((NATIVE / folder).rglob("*.?pp"))]
    return "\n".join(file.read_text("utf-8") for file in files)


RULES = _text("shape", "tile")
SIDES = {"cpu": _text("ops", "value"), "gpu": _text("gpu/values")}


def _parts() -> dict[str, str]:
    """What each function or type of shape/ says, by name, up to the next one."""
    found = list(DEFINED.finditer(RULES))
    ends = [*(m.start() for m in found[1:]), len(RULES)]
    parts: dict[str, str] = {}
    for match, end in zip(found, ends, strict=True):
        name = match[1] or match[2]
        parts[name] = parts.get(name, "") + RULES[match.end() : end]
    return parts


def _called_by(side: str) -> set[str]:
    """The rules that a side calls, those of tables it makes bodies of, and what these call."""
    text = SIDES[side]
    called = set(re.findall(r"\b(?:shape|tile)::(\w+)", text))
    for table, rows in TABLE.findall(RULES):
        if table in text:
            called |= set(re.findall(r"\w+", rows))
    parts = _parts()
    return called.union(*(re.findall(r"\w+(?=\()", parts.get(name, "")) for name in called))


def test_a_rule_is_a_name_in_shape_or_tile():
    rules = {rule for _, rule in _core.device_rules()} - {FORM}
    tables = {word for _, rows in TABLE.findall(RULES) for word in re.findall(r"\w+", rows)}
    assert rules - set(_parts()) - tables == set()


@pytest.mark.parametrize("side", SIDES)
def test_both_sides_call_the_rule(side):
    rules = {rule for _, rule in _core.device_rules()} - {FORM}
    assert rules - _called_by(side) == set()


def test_a_form_is_none_of_the_ops_that_shape_has():
    """An op cannot be called a form to hide that its rule is there."""
    ops = {op for _, rows in TABLE.findall(RULES) for op in re.findall(r"X\((\w+)", rows)}
    forms = {name for name, rule in _core.device_rules() if rule == FORM}
    assert forms & ops == set()
