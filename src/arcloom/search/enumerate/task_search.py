"""Enumerates all chains of tile ops on a task, cheapest first. Chains of equal results count once.

The search itself is native (`native/enumerate`). This module turns a task into tiles, actions and
costs, and the fits into programs. A fit is one of three: a chain whose value is the output; a table
learnt from what one to four chains show in each cell; a stack of layers, each seen where those
above it are 0. Where none is found, or only tables are, there are near fits: stacks that are right
on some of the demos.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial
from typing import Final, Self
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from arcloom import _core
from arcloom.engine.enumeration import FitKind, NativeFit, StepCosts
from arcloom.lang.program import Program, ProgramBuilder
from arcloom.search.enumerate.actions import Action, actions_on, colours_of
from arcloom.search.enumerate.chains import Chain, Chains
from arcloom.search.enumerate.prior import UNITS_PER_BIT, costs_of
from arcloom.tasks.grid import Grid
from arcloom.tasks.task import Task

MOST_COST: Final = 600
LARGEST: Final = 32
TABLE_BITS: Final = 3.5
LAYER_BITS: Final = 4.0

Colours = tuple[tuple[int, ...], tuple[int, ...]]
"""Those of a task's inputs, and those of its outputs."""


@dataclass(frozen=True)
class EnumeratedProgram:
    """A program that fits, as far as the tiles show, and its description length."""

    program: Program
    cost: float
    kind: FitKind


@dataclass
class Enumeration:
    """The result of a search."""

    write: Callable[[], Iterable[EnumeratedProgram]]
    """writes the fits as programs"""
    fuel: int
    met: int
    expanded: int
    exhausted: bool

    @cached_property
    def candidates(self) -> list[EnumeratedProgram]:
        """The fits as programs. Written on request, because that takes Python some time."""
        return list(self.write())


@dataclass(frozen=True, eq=False)
class ActionTable:
    """The actions, their form for the native enumerator, and the cost of each after another."""

    actions: Sequence[Action]
    spelt: Sequence[tuple[str, int, int]]
    costs: StepCosts


# Tasks, and views of a task, often have the same colours and so the same actions. A task also comes
# back in every round.
@lru_cache(maxsize=64)
def _table_for(colours: Colours) -> ActionTable:
    actions = actions_on(*colours)
    costs = _costs_for(len(colours[0]), len(colours[1]))
    return ActionTable(actions, [action.spelt for action in actions], costs)


# A table of costs takes a megabyte or two, so all that live share theirs.
_costs: WeakValueDictionary[tuple[int, int], StepCosts] = WeakValueDictionary()


@lru_cache(maxsize=32)
def _costs_for(seen: int, painted: int) -> StepCosts:
    """The costs of actions with so many colours. All colours cost the same."""
    known = _costs.get((seen, painted))
    if known is None:
        known = StepCosts(costs_of(actions_on(range(1, seen + 1), range(1, painted + 1))))
        _costs[seen, painted] = known
    return known


class TaskView:
    """A task as enumeration sees it. Grids must fit into tiles; see `of`."""

    def __init__(self, task: Task) -> None:
        self.ground = ground_of(task)
        self._table = _table_for(colours_of(task, self.ground))
        self.inputs = [viewed(s.input, self.ground) for s in task.samples]
        self.outputs = [viewed(output, self.ground) for _, output in task.pairs]

    @property
    def actions(self) -> Sequence[Action]:
        """The actions worth trying."""
        return self._table.actions

    @property
    def spelt(self) -> Sequence[tuple[str, int, int]]:
        """The actions as the native enumerator takes them."""
        return self._table.spelt

    @property
    def costs(self) -> StepCosts:
        """The cost of each action after none, and after each other."""
        return self._table.costs

    @classmethod
    def of(cls, task: Task) -> Self | None:
        """The view of a task; None if a grid is too large for a tile."""
        return cls(task) if fits_tiles(task) else None


class TaskSearch(TaskView):
    """A task and the states that were searched so far."""

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        costs = self.costs
        self.native = _core.Enumerator(self.inputs, self.outputs, self.spelt, costs.of, costs.order)

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
    """Search a task for programs, within `fuel` tile ops and `memory` bytes."""
    search = TaskSearch.of(task)
    if search is None:
        return Enumeration(tuple, 0, 0, 0, True)
    native = search.native
    exhausted = native.run(fuel, memory, MOST_COST, stop)
    write = writing(search, native.fits(most), native.trace)
    return Enumeration(write, native.fuel_used, native.met, native.expanded, exhausted)


def ground_of(task: Task) -> int:
    """The most common colour of every input; 0 if the inputs differ in it."""
    common = {int(np.bincount(s.input.ravel(), minlength=10).argmax()) for s in task.samples}
    return common.pop() if len(common) == 1 else 0


def fits_tiles(task: Task) -> bool:
    """Whether all grids of a task fit into tiles."""
    return all(side <= LARGEST for grid in _grids(task) for side in grid.shape)


def _grids(task: Task) -> Iterator[Grid]:
    for sample in task.samples:
        yield sample.input
    for _, output in task.pairs:
        yield output


def viewed(grid: Grid, ground: int) -> NDArray[np.uint8]:
    """The grid's cells with 0 and the ground exchanged: as the search sees them."""
    table = np.arange(10, dtype=np.uint8)
    table[[0, ground]] = table[[ground, 0]]
    return np.ascontiguousarray(table[np.asarray(grid)])


def writing(
    view: TaskView, fits: Sequence[NativeFit], trace: Callable[[int], Sequence[int]]
) -> Callable[[], Iterator[EnumeratedProgram]]:
    """A function that writes programs for the fits. `trace` gives the actions that lead to a state.

    The function keeps neither `trace` nor the search behind it.
    """
    chains = {state: trace(state) for *_, states in fits for state in states}
    return partial(_candidates, view.actions, view.ground, fits, chains)


def _candidates(
    actions: Sequence[Action],
    ground: int,
    fits: Sequence[NativeFit],
    chains: dict[int, Sequence[int]],
) -> Iterator[EnumeratedProgram]:
    """Programs for the fits, each once."""
    write = _Writer(actions, ground, chains)
    seen: set[str] = set()
    for fit in fits:
        number, _, _, roles, states = fit
        kind = FitKind(number)
        program = write.program(kind, roles, states)
        if program.hash not in seen:
            seen.add(program.hash)
            yield EnumeratedProgram(program, bits_of(fit), kind)


def bits_of(fit: NativeFit) -> float:
    """The description length of a fit: its states, the entries of its table, its layers."""
    _, cost, table, _, states = fit
    return cost / UNITS_PER_BIT + TABLE_BITS * table + LAYER_BITS * (len(states) - 1)


class _Writer:
    """Writes fits as programs into one builder, because several fits share states."""

    def __init__(
        self, actions: Sequence[Action], ground: int, chains: dict[int, Sequence[int]]
    ) -> None:
        self._actions, self._known = actions, chains
        self._builder = ProgramBuilder()
        self._chains = Chains(self._builder, ground)
        self._value, self._function = cache(self._new_value), cache(self._new_function)

    def _chain(self, state: int) -> Chain:
        return [self._actions[k] for k in self._known[state]]

    def _new_value(self, state: int) -> int:
        return self._chains.value(self._chain(state))

    def _new_function(self, state: int) -> int:
        return self._chains.function(self._chain(state))

    def program(self, kind: FitKind, roles: Sequence[int], states: Sequence[int]) -> Program:
        """The value of a chain, a stack of such values, or a table of what chains show."""
        build, chains = self._builder.build, self._chains
        if kind is FitKind.MAP:
            return build(chains.table(list(map(self._function, states))))
        return build(chains.turned(chains.stack(roles, list(map(self._value, states)))))
