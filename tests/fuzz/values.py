"""Targets in the engine: rule tuples, and typed programs on the CPU and on a played device."""

import json
import random
from functools import cache

import numpy as np

import arcloom as al
from arcloom import _core, dsl
from arcloom.engine.limits import Limits
from arcloom.lang import OPS
from arcloom.lang.reader import read_source
from arcloom.tasks import Task
from tests.engine.played_batt import PlayedBatt
from tests.engine.typed_programs import LOOPS, SHOWN, Maker
from tests.fuzz.target import FindingError, Target
from tests.property.generate import Generator, Tape

# Rules

_LEARNERS = tuple(name for name in OPS if name.startswith("learn_"))
_GRIDS = (
    ((0, 1, 2), (3, 0, 5)),
    tuple(tuple((i * j + 7 * (i == 3)) % 10 for j in range(14)) for i in range(11)),
    tuple(tuple(9 * (j % 2) for j in range(25)) for _ in range(5)),
    ((3,),),
)
_EXTREMES = (
    -(10**9),
    -1000,
    -64,
    -2,
    -1,
    0,
    1,
    2,
    3,
    4,
    10,
    11,
    13,
    63,
    64,
    100,
    6661,
    999_999,
    2**31,
)


@cache
def _learnt() -> list[tuple[int, ...]]:
    """A rule of as many families as small demos give one of."""
    squares = [dsl.canvas(k, (3, 3)) for k in (1, 2)] + [_GRIDS[1], _GRIDS[0]]
    changes = (dsl.vmirror, dsl.identity, lambda g: dsl.upscale(g, 2), dsl.tophalf, _recoloured)
    rules = []
    for change in changes:
        demos = tuple((grid, change(grid)) for grid in squares if len(grid) > 1)
        for name in _LEARNERS:
            try:
                rules.append(getattr(dsl, name)(demos, 0))
            except dsl.UndefinedError:
                continue
    return rules


def _recoloured(grid):
    return dsl.replace(grid, 1, 4)


@cache
def _rows() -> tuple[dict[str, int], list[int]]:
    """Ids by family, and those of all other rows."""
    rows = _core.rule_rows()
    families = {row.name: row.id for row in rows if row.table == "family"}
    return families, [row.id for row in rows if row.table != "family"]


def _forged(rng: random.Random) -> bytes:
    families, ids = _rows()
    if rng.random() < 0.5:
        kinds = [lambda: rng.randrange(-3, 14), lambda: rng.choice(ids)]
        rule = [families[rng.choice(_LEARNERS)]]
        rule += [rng.choice(kinds)() for _ in range(rng.randint(0, 16))]
    else:
        rule = list(rng.choice(_learnt()))
    for _ in range(rng.randint(0, 3)):
        other = rng.choice(ids) if rng.random() < 0.5 else rng.choice(_EXTREMES)
        rule[rng.randrange(len(rule))] = other
    if rng.random() < 0.3:
        rule = rule[: rng.randint(0, len(rule))] + [rng.choice(_EXTREMES)] * rng.randint(0, 3)
    return json.dumps(rule).encode()


def _apply(data: bytes) -> None:
    rule = tuple(json.loads(data))
    for grid in _GRIDS:
        try:
            out = dsl.apply_rule(rule, grid)
        except dsl.UndefinedError:
            continue
        if not all(0 <= cell <= 9 for row in out for cell in row):
            raise FindingError("a grid with other than colours")


# Programs

_EACH = 6
"""Programs of an input."""
_NUMBERS = ("8192", "4000", "1000000", "-1", "31", "32", "33", "SIX", "TEN", "300")
_HOSTILE = (
    "fill(I, ONE, product({a}, {a}))",
    "canvas(ONE, astuple(ONE, size({a})))",
    "canvas(size(dedupe({a})), UNITY)",
    "canvas(mostcommon({a}), UNITY)",
    "fill(I, ONE, merge(insert({m}, initset({m}))))",
    "fill(I, ONE, first(insert({m}, apply(toindices, objects(I, T, F, T)))))",
    "paint(I, first(insert(recolor(ZERO, {m}), objects(I, F, F, T))))",
    "hupscale(upscale(I, {n}), {n})",
    "crop(I, astuple({n}, {n}), astuple({n}, {n}))",
    "canvas(ONE, astuple({n}, {n}))",
)
_LISTS = (
    "interval({n}, {n}, ONE)",
    "repeat({n}, {n})",
    "merge(repeat(repeat(ONE, {n}), {n}))",
    "combine(interval(ZERO, {n}, ONE), repeat(TWO, {n}))",
    "totuple(palette(I))",
)
_PATCHES = (
    "shoot(astuple({n}, {n}), DOWN)",
    "connect(ORIGIN, astuple({n}, {n}))",
    "ofcolor(I, {n})",
    "shift(asindices(I), astuple({n}, {n}))",
    "outbox(asindices(I))",
)


def _filled(rng: random.Random, text: str) -> str:
    while True:
        for mark, options in (("{a}", _LISTS), ("{m}", _PATCHES), ("{n}", _NUMBERS)):
            if mark in text:
                text = text.replace(mark, rng.choice(options), 1)
                break
        else:
            return text


def _expression(rng: random.Random) -> str:
    kind = rng.random()
    if kind < 0.4:
        return _filled(rng, rng.choice(_HOSTILE))
    if kind < 0.5:
        return rng.choice([line for line in LOOPS.splitlines() if line])
    maker = Maker(0)
    maker.rng = rng
    type_ = rng.choice(list(SHOWN))
    return SHOWN[type_].format(maker.make(type_, depth=3))


def _typed(rng: random.Random) -> bytes:
    """A file of programs; its first line says their fuel."""
    fuel = rng.choice((500, 5_000, 50_000, 1_000_000))
    programs = [f"def typed_{k}(I):\n    return {_expression(rng)}\n" for k in range(_EACH)]
    return f"# {fuel}\n{''.join(programs)}".encode()


def _grown(rng: random.Random) -> bytes:
    """The same with programs of any form, of which a device takes some."""
    generator = Generator(Tape(rng.randbytes(60)), _GRIDS[0])
    nodes = [generator.grow() for _ in range(_EACH)]
    programs = [generator.builder.build(n, f"grown_{k}") for k, n in enumerate(nodes)]
    return f"# {rng.choice((5_000, 1_000_000))}\n{''.join(p.source() for p in programs)}".encode()


@cache
def _samples():
    rng = np.random.default_rng(7)
    sides = ((3, 3), (1, 30), (12, 7), (30, 30))
    demos = [(rng.integers(0, 10, side), rng.integers(0, 10, side)) for side in ((3, 3), (4, 2))]
    tests = [rng.integers(0, 4, side) for side in sides]
    return Task("fuzz", demos, tests).samples


def _compare(data: bytes) -> None:
    """A device gives what the CPU gives."""
    text = data.decode()
    fuel = int(text.partition("\n")[0].removeprefix("#"))
    batt = al.weave(list(read_source(text).values()), Limits(fuel, 2 * fuel))
    plain = batt.run(_samples(), threads=1)  # as many seconds on any machine
    played = batt.run(_samples(), threads=1, device=PlayedBatt())
    for name in ("matches", "reasons", "hashes"):
        differ = np.argwhere(getattr(plain, name) != getattr(played, name))
        if len(differ):
            raise FindingError(f"{name} of the pairs {differ.tolist()[:5]}")


TARGETS = (
    Target("rules", _forged, _apply, short=2000),
    Target("typed", _typed, _compare, short=120),
    Target("grown", _grown, _compare, short=50),
)
