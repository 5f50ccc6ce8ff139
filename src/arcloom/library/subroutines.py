"""Subroutines: what programs have in common, as programs of their own.

A subroutine is a part of a program that makes something of a grid: the steps from one grid of the
program, or from its input, to a later value. As a program it takes that grid as `I`. So it is what
every other program is: it can be stored, exported, dealt, chained and crossed. Parts that differ
only in constants count as one; its program has the constants that occur most often.

Of all parts that several programs share, the one is taken that makes the programs shortest, if each
of its occurrences is written as one step with these constants as arguments. Then the next one, of
what is left. There is no chance in it: equal programs give equal subroutines.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from arcloom.lang import Program, ProgramBuilder
from arcloom.lang.node import Node
from arcloom.lang.types import TYPES
from arcloom.lang.vocabulary import find

PREFIX: Final = "sub_"
"""How the names of subroutines begin."""
LEAST_STEPS: Final = 2
LEAST_PROGRAMS: Final = 2
MOST_NODES: Final = 40
"""Larger parts are hardly shared, and take long to compare."""

_GRID: Final = TYPES["Grid"].atoms
_FUNCTION: Final = TYPES["Callable"].atoms


@dataclass(frozen=True)
class Subroutine:
    """A part that programs share: how many do, how often, and how many nodes it saves them."""

    program: Program
    programs: int
    uses: int
    saved: int

    @property
    def text(self) -> str:
        """The function for people: it says what it is."""
        head, _, body = self.program.source().partition("\n")
        note = f'    """Learnt: {self.programs} programs have these steps."""\n'
        return f"{head}\n{note}{body}"


@dataclass(frozen=True)
class Compression:
    """Subroutines, and what they do for the programs: nodes before, and with them."""

    subroutines: tuple[Subroutine, ...]
    programs: int
    before: int
    after: int

    @property
    def ratio(self) -> float:
        """How many times as long the programs were."""
        return self.before / self.after if self.after else 1.0


@dataclass(frozen=True)
class _Part:
    """An occurrence: which program, its steps there (the last is the result), and itself."""

    number: int
    steps: tuple[int, ...]
    program: Program


def learn_subroutines(programs: Iterable[Program], most: int) -> Compression:
    """At most so many subroutines that shorten these programs, the most useful first."""
    corpus = sorted({p.hash: p for p in programs}.values(), key=lambda p: p.hash)
    parts: dict[str, list[_Part]] = defaultdict(list)
    for number, program in enumerate(corpus):
        for part in _parts_of(number, program):
            parts[_shape(part.program)].append(part)
    shared = {shape: them for shape, them in parts.items() if _count(them) >= LEAST_PROGRAMS}
    taken: set[tuple[int, int]] = set()
    users = [_users(program) for program in corpus]
    chosen: list[Subroutine] = []
    before = after = sum(len(program) for program in corpus)
    while len(chosen) < most and shared:
        gains = {shape: _gain(them, taken, users) for shape, them in shared.items()}
        best = min(gains, key=lambda shape: (-gains[shape][0], shape))
        saved, used = gains[best]
        if saved <= 0:
            break
        chosen.append(Subroutine(_commonest(used), _count(used), len(used), saved))
        taken |= {(part.number, step) for part in used for step in part.steps}
        after -= saved
        # What gains nothing now never will: nodes are only ever taken.
        shared = {s: them for s, them in shared.items() if s != best and gains[s][0] > 0}
    return Compression(tuple(chosen), len(corpus), before, after)


def _shape(program: Program) -> str:
    """What parts have in common that differ only in constants, equal ones among them or not."""
    places: dict[int, int] = {}
    steps = []
    for number, (kind, payload, args) in enumerate(program.nodes):
        if kind != "const":
            places[number] = len(places)
            steps.append((kind, payload, [places.get(arg) for arg in args]))
    return repr(steps)


def _commonest(parts: Sequence[_Part]) -> Program:
    """The program that most of the parts are; of equally many, the one with the smaller hash."""
    counts = Counter(part.program.hash for part in parts)
    best = min(counts, key=lambda h: (-counts[h], h))
    program = next(part.program for part in parts if part.program.hash == best)
    return Program(f"{PREFIX}{best[:8]}", program.params, program.nodes)


def _count(parts: Sequence[_Part]) -> int:
    """In how many programs they are."""
    return len({part.number for part in parts})


def _users(program: Program) -> list[set[int]]:
    """For each node the nodes that use it."""
    users: list[set[int]] = [set() for _ in program.nodes]
    for number, node in enumerate(program.nodes):
        for arg in node.args:
            users[arg].add(number)
    return users


def _gain(
    parts: Sequence[_Part], taken: set[tuple[int, int]], users: Sequence[Sequence[set[int]]]
) -> tuple[int, list[_Part]]:
    """The nodes that a subroutine saves, less those of its own, and where it would be used."""
    saved, used = 0, []
    mine: set[tuple[int, int]] = set()
    for part in parts:
        cells = {(part.number, step) for step in part.steps}
        if cells & taken or cells & mine:
            continue
        inside = set(part.steps)
        # A step that something else uses too must stay.
        gone = sum(users[part.number][step] <= inside for step in part.steps[:-1])
        if gone:
            saved += gone
            used.append(part)
            mine |= cells
    if _count(used) < LEAST_PROGRAMS:
        return 0, []
    return saved - len(used[0].steps), used


def _parts_of(number: int, program: Program) -> Iterator[_Part]:
    """The parts of a program that make something of a grid. The whole is no part."""
    cones = _cones(program)
    grids = [n for n, node in enumerate(program.nodes) if _is_grid(node)]
    results = [n for n, node in enumerate(program.nodes) if _is_value(node)]
    whole = _steps(program)
    for result in results:
        for given in grids:
            if given < result and cones[result] >> given & 1:
                part = _part(number, program, given, result)
                if part is not None and len(part.steps) < whole:
                    yield part


def _steps(program: Program) -> int:
    return sum(bool(node.args) for node in program.nodes)


def _cones(program: Program) -> list[int]:
    """For each node the nodes that it is computed from, itself included, as bits."""
    cones: list[int] = []
    for number, node in enumerate(program.nodes):
        bits = 1 << number
        for arg in node.args:
            bits |= cones[arg]
        cones.append(bits)
    return cones


def _is_grid(node: Node) -> bool:
    if node.kind == "input":
        return bool(node.payload == "I")
    op = find(node.payload) if node.kind == "call" else None
    return op is not None and bool(op.result.atoms) and op.result.atoms <= _GRID


def _is_value(node: Node) -> bool:
    """Whether it is the result of an op, and no function."""
    op = find(node.payload) if node.kind == "call" else None
    return op is not None and not op.result.atoms & _FUNCTION


def _part(number: int, program: Program, given: int, result: int) -> _Part | None:
    """The steps from one node to another, as a program; None if they need the input besides."""
    builder = ProgramBuilder()
    made: dict[int, int] = {given: builder.input("I")}
    steps: list[int] = []
    pending = [result]
    while pending:
        at = pending[-1]
        if at in made:
            pending.pop()
            continue
        node = program.nodes[at]
        if node.kind == "input" and node.payload == "I":
            return None
        missing = [arg for arg in node.args if arg not in made]
        if missing:
            pending.extend(missing)
            continue
        pending.pop()
        made[at] = _copy(builder, node, [made[arg] for arg in node.args])
        if node.args:
            steps.append(at)
        if len(made) > MOST_NODES:
            return None
    if len(steps) < LEAST_STEPS:
        return None
    return _Part(number, tuple(sorted(steps)), builder.build(made[result]))


def _copy(builder: ProgramBuilder, node: Node, args: Sequence[int]) -> int:
    if node.kind == "input":
        return builder.input(node.payload)
    if node.kind == "const":
        return builder.const(node.payload)
    if node.kind == "opref":
        return builder.opref(node.payload)
    if node.kind == "apply":
        return builder.apply(*args)
    return builder.call(node.payload, *args)
