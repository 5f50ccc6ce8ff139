"""Enumerate: every chain of tile ops on a task, cheapest first, told apart by what it computes.

The search itself is native (`search/enumerate`). Here a task becomes tiles, actions and costs, and
what was found becomes programs: a chain whose value is the output; a table learnt from what one to
four chains show in each cell; a stack of layers, each laid where those above it are 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from arcloom import _core
from arcloom.lang.program import Program, ProgramBuilder
from arcloom.search.actions import Action, actions_on, colours_of
from arcloom.search.chains import Chain, Chains
from arcloom.search.prior import UNITS_A_BIT, costs_of
from arcloom.tasks.grid import Grid
from arcloom.tasks.task import Task

MOST_COST: Final = 600
LARGEST: Final = 32
TABLE_BITS: Final = 3.5
LAYER_BITS: Final = 4.0


NativeFit = tuple[int, int, int, list[int]]
"""Kind, cost of the states in the prior's units, entries of the table, states."""


class FitKind(IntEnum):
    """How states meet the outputs; the numbers are the native canvas's."""

    EXACT = 0
    MAP = 1
    STACK = 2


@dataclass(frozen=True)
class Candidate:
    """A program that fits all demos, as far as the tiles tell, and its description length."""

    program: Program
    cost: float
    kind: FitKind


@dataclass
class Enumeration:
    """What a search came to."""

    candidates: list[Candidate]
    fuel: int
    met: int
    expanded: int
    exhausted: bool


class Moves(NamedTuple):
    """Actions, the same as the native enumerator takes them, and what each costs after another."""

    actions: Sequence[Action]
    spelt: Sequence[tuple[str, int, int]]
    costs: NDArray[np.int32]


# Tasks, and views of a task, often have the same colours and so the same actions, and a task comes
# back in every round. A table of costs takes a megabyte or two.
@lru_cache(maxsize=16)
def _moves(seen: tuple[int, ...], painted: tuple[int, ...]) -> Moves:
    actions = actions_on(seen, painted)
    return Moves(actions, [action.spelt for action in actions], costs_of(actions))


class Sight:
    """A task as enumeration sees it; `None` from `of` where grids are too large."""

    def __init__(self, task: Task) -> None:
        self.ground = ground_of(task)
        self.actions, self.spelt, self.costs = _moves(*colours_of(task, self.ground))
        self.inputs = [_view(s.input, self.ground) for s in task.samples]
        self.outputs = [_view(output, self.ground) for _, output in task.pairs]

    @classmethod
    def of(cls, task: Task) -> Self | None:
        """The task, unless it has a grid that no tile holds."""
        return cls(task) if fits_tiles(task) else None


class Search(Sight):
    """A task's states, as far as they were searched."""

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        self.native = _core.Enumerator(self.inputs, self.outputs, self.spelt, self.costs)

    def chain(self, state: int) -> Chain:
        """The actions that lead to a state."""
        return [self.actions[k] for k in self.native.trace(state)]


def enumerate_task(
    task: Task,
    fuel: int,
    memory: int = 256 << 20,
    stop: Callable[[], bool] | None = None,
    most: int = 24,
) -> Enumeration:
    """Search a task for programs, within so many tile ops and bytes."""
    search = Search.of(task)
    if search is None:
        return Enumeration([], 0, 0, 0, True)
    native = search.native
    exhausted = native.run(fuel, memory, MOST_COST, stop)
    candidates = list(candidates_of(search, native.fits(most), native.trace))
    return Enumeration(candidates, native.fuel_used, native.met, native.expanded, exhausted)


def ground_of(task: Task) -> int:
    """The colour that takes most of every input; 0 where there is no such colour."""
    common = {int(np.bincount(s.input.ravel(), minlength=10).argmax()) for s in task.samples}
    return common.pop() if len(common) == 1 else 0


def fits_tiles(task: Task) -> bool:
    """Whether tiles hold all grids of a task."""
    return all(side <= LARGEST for grid in _grids(task) for side in grid.shape)


def _grids(task: Task) -> Iterator[Grid]:
    for sample in task.samples:
        yield sample.input
    for _, output in task.pairs:
        yield output


def _view(grid: Grid, ground: int) -> NDArray[np.uint8]:
    """The grid's cells with 0 and the ground exchanged."""
    table = np.arange(10, dtype=np.uint8)
    table[[0, ground]] = table[[ground, 0]]
    return np.ascontiguousarray(table[np.asarray(grid)])


def candidates_of(
    sight: Sight, fits: Iterable[NativeFit], trace: Callable[[int], Sequence[int]]
) -> Iterator[Candidate]:
    """Programs for what fits, each once; `trace` gives the actions that lead to a state."""
    seen: set[str] = set()
    for number, cost, table, states in fits:
        kind = FitKind(number)
        chains = [[sight.actions[k] for k in trace(state)] for state in states]
        program = _program(kind, chains, sight.ground)
        if program.hash not in seen:
            seen.add(program.hash)
            yield Candidate(program, bits_of((number, cost, table, states)), kind)


def bits_of(fit: NativeFit) -> float:
    """The description length of a fit: its states, the entries of its table, its layers."""
    _, cost, table, states = fit
    return cost / UNITS_A_BIT + TABLE_BITS * table + LAYER_BITS * (len(states) - 1)


def _program(kind: FitKind, chains: Sequence[Chain], ground: int) -> Program:
    builder = ProgramBuilder()
    write = Chains(builder, ground)
    if kind is FitKind.EXACT:
        return builder.build(write.turned(write.value(chains[0])))
    if kind is FitKind.STACK:
        *upper, node = (write.value(chain) for chain in chains)
        for layer in reversed(upper):
            node = builder.call("overlay", layer, node)
        return builder.build(write.turned(node))
    single = len(chains) == 1
    function = write.function(chains[0]) if single else write.functions(chains)
    demos = builder.call("on_inputs", builder.input("S"), function)
    shown = builder.apply(function, builder.input("I"))
    if not single:
        return builder.build(builder.call("cell_map", demos, shown))
    rule = builder.call("learn_colours", demos, builder.const(0))
    return builder.build(builder.call("apply_rule", rule, shown))
