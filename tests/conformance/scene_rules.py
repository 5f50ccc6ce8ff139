"""Rules about parts, written by the names of their rows."""

from functools import cache

from arcloom import _core, dsl

_IDS = {(row.table, row.name): row.id for row in _core.rule_rows()}
ACTION_KINDS = {row.name: row.kind for row in _core.rule_rows() if row.table == "part action"}
CORNERS = "one colour, corners, black ground"
MIXED = "mixed, corners, black ground"

Word = str | int
Test = tuple[str, str, int]


@cache
def named(table: str) -> list[str]:
    return [row.name for row in _core.rule_rows() if row.table == table]


def step(
    action: str,
    *parameters: tuple[str, str] | int,
    way: str = CORNERS,
    tests: tuple[Test, ...] = (),
    colour: tuple[Word, ...] = (),
) -> list[int]:
    """One step; `colour` is the source's name with what follows it, empty for unpainted actions."""
    numbers = [_IDS["part way", way], _IDS["part action", action]]
    numbers += [one if isinstance(one, int) else _IDS[one] for one in parameters]
    numbers.append(len(tests))
    for feature, comparison, value in tests:
        numbers += [_IDS["part feature", feature], _IDS["comparison", comparison], value]
    if colour:
        source, *rest = colour
        numbers.append(_IDS["source", str(source)])
        numbers += [_IDS["part feature", one] if isinstance(one, str) else one for one in rest]
    return numbers


def applied(grid: tuple[tuple[int, ...], ...], *steps: list[int]) -> tuple[tuple[int, ...], ...]:
    rule = [_IDS["family", "learn_scene"], len(steps), *(n for one in steps for n in one)]
    return dsl.apply_rule(tuple(rule), grid)
