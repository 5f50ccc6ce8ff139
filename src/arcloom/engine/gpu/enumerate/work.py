"""Tasks, actions and costs in device memory, and the work on states, cut into pieces for warps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from arcloom.engine.enumeration import Mode, StepCosts
from arcloom.engine.gpu.cuda import growing_ops, op_numbers
from arcloom.engine.gpu.interface import MOST_INPUTS, TILE_BYTES, Array, Device, Runs
from arcloom.engine.tiles import Tiles

MOST_STATES: Final = 16
MOST_LISTS: Final = 4
"""The most states of a piece: grids, or lists. A warp applies one action to them one by one. Half a
warp gets half as many. A list is several times the work of a grid, and everything waits for the
last piece, so a piece has fewer lists."""
PIECES: Final = 50_000
"""The least pieces of a launch, roughly and if there is enough work: some for every warp."""
HALF: Final = 16
"""The most rows and columns of a tile for half a warp."""
KINDS: Final = 4
"""A state's kind. Bit 0: a tile is too large for half a warp. Bit 1: it is a list."""
TAKE_INPUTS: Final = (Mode.WITH_INPUT, Mode.ON_INPUT, Mode.EACH_ON_INPUT)
PIECE_WORDS: Final = 5
"""Numbers of a piece: task, action, first member, members, rank of the action."""
NEVER: Final = 1 << 28
"""A cost beyond all others."""
_SEED: Final = 0x9E3779B97F4A7C15


@dataclass(frozen=True)
class DeviceTask:
    """A task as the device sees it."""

    inputs: Tiles
    outputs: Tiles
    """the outputs of the demos, whose inputs come first"""
    actions: NDArray[np.int32]
    """a row per action: op, argument, mode, whether it takes a list"""
    costs: StepCosts
    fuel: int


def before(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each entry, the sum of the entries before it."""
    return np.asarray(np.cumsum(counts) - counts)


class TaskTables:
    """What does not change during a search: tasks, actions and costs."""

    def __init__(self, device_tasks: Sequence[DeviceTask], device: Device) -> None:
        self.device, self.xp = device, device.xp
        self.ninputs = np.array([len(s.inputs) for s in device_tasks], np.int64)
        self.ndemos = np.array([len(s.outputs) for s in device_tasks], np.int64)
        self.first_input = before(self.ninputs + self.ndemos)
        tiles = [part for s in device_tasks for part in (s.inputs, s.outputs)]
        self.given = self.xp.asarray(np.concatenate(tiles))
        self._large = np.array([bool((s.inputs[:, -2:] > HALF).any()) for s in device_tasks])
        self._set_actions(device_tasks)
        self._set_tasks(device_tasks)
        at = device.address
        self.addresses = {
            "given": at(self.given),
            "tasks": at(self._tasks),
            "actions": at(self._actions),
            "costs": at(self._costs),
        }
        first = self.xp.asarray(self.first_input)
        self.input_addresses = at(self.given) + first * TILE_BYTES
        inputs = np.arange(MOST_INPUTS)[None, :] < self.ninputs[:, None]
        self.input_counts = self.xp.asarray(inputs.astype(np.uint8))
        self.input_kinds = self.xp.asarray(self._large.astype(np.int32))

    def _set_actions(self, device_tasks: Sequence[DeviceTask]) -> None:
        """Set the actions of all tasks: what kernels read, and what decides who does the work.

        Half warps take states with small tiles. Exceptions are actions that may make larger tiles
        and actions that also take a large input.
        """
        self._nactions = np.array([len(s.actions) for s in device_tasks], np.int64)
        every = np.concatenate([s.actions for s in device_tasks])
        ops, modes, lists = every[:, 0], every[:, 2], every[:, 3]
        self._actions = self.xp.asarray(np.ascontiguousarray(every[:, :3]))
        tasks = np.repeat(np.arange(len(device_tasks)), self._nactions)
        takes_large = np.isin(modes, TAKE_INPUTS) & self._large[tasks]
        self.for_halves = self.xp.asarray(~(np.isin(ops, growing_ops()) | takes_large))
        self.most_states = self.xp.asarray(np.where(lists != 0, MOST_LISTS, MOST_STATES))

    def _set_tasks(self, device_tasks: Sequence[DeviceTask]) -> None:
        costs = [s.costs for s in device_tasks]
        sizes = np.array([c.of.size for c in costs], np.int64)
        self._costs = self.xp.asarray(np.concatenate([c.of.ravel() for c in costs]))
        self._order = self.xp.asarray(np.concatenate([c.order.ravel() for c in costs]))
        self._ends = self.xp.asarray(np.concatenate([c.ends.ravel() for c in costs]))
        self._counts = self.xp.asarray(np.concatenate([c.counts for c in costs]))
        words = np.empty((len(device_tasks), 8), np.int64)
        words[:, 0] = self.first_input
        words[:, 1] = self.first_input + self.ninputs
        words[:, 2], words[:, 3] = self.ninputs, self.ndemos
        words[:, 4], words[:, 5] = before(self._nactions), self._nactions
        words[:, 6] = before(sizes)
        seeds = [(number + 1) * _SEED % 2**64 for number in range(len(device_tasks))]
        words[:, 7] = np.array(seeds, np.uint64).view(np.int64)
        self._tasks = self.xp.asarray(words)

    @property
    def tasks(self) -> int:
        """The number of tasks."""
        return len(self.ninputs)

    def bounds(self, tasks: Array) -> Array:
        """Where each task's rows begin, given rows in order of tasks, and the end."""
        every = self.xp.arange(self.tasks + 1, dtype=tasks.dtype)
        return self.xp.searchsorted(tasks, every)

    def counts(self, tasks: Array) -> NDArray[np.int64]:
        """How many rows each task has, given rows in order of tasks."""
        if not len(tasks):
            return np.zeros(self.tasks, np.int64)
        return np.diff(self.device.to_host(self.bounds(tasks)))

    def cells(self, tasks: Array, lasts: Array, at: Array) -> Array:
        """Where the tables have the entry `at` of the row that belongs to the last action."""
        return self._tasks[tasks, 6] + lasts * self._tasks[tasks, 5] + at

    def ends(self, cells: Array) -> Array:
        """Where the steps end that are tried together, given the cells of the first of them."""
        return self._ends[cells]

    def action_at(self, cells: Array) -> Array:
        """The actions that these cells of the order have."""
        return self._order[cells].astype(np.int32)

    def step_cost(self, tasks: Array, lasts: Array, actions: Array) -> Array:
        """The cost of each action after the action before it."""
        return self._costs[self.cells(tasks, lasts, actions)]

    def cost_at(self, tasks: Array, lasts: Array, at: Array) -> Array:
        """The cost of the step number `at` after an action; NEVER if there are not so many."""
        # A task has one row more than actions: its first row is for no action.
        some = at < self._counts[self._tasks[tasks, 4] + tasks + lasts]
        action = self.action_at(self.cells(tasks, lasts, at * some))
        return self.xp.where(some, self.step_cost(tasks, lasts, action * some), NEVER)

    def numbers(self, tasks: Array, actions: Array) -> Array:
        """The numbers of actions among those of all tasks."""
        return self._tasks[tasks, 4] + actions

    def op_of(self, numbers: Array) -> Array:
        """The ops of actions, given their numbers among those of all tasks."""
        return self._actions[numbers, 0]

    def pieces_for_each(
        self, tasks: Array, actions: Array, asked: Array
    ) -> tuple[Array, Runs, int]:
        """One piece per state, each with its own action, sorted by op, and the runs of the ops.

        It also fetches the number `asked`, because waiting once for both is cheaper.
        """
        xp, n = self.xp, len(tasks)
        pieces = xp.zeros((n, PIECE_WORDS), np.int32)
        pieces[:, 0], pieces[:, 1] = tasks, actions
        pieces[:, 2], pieces[:, 3] = xp.arange(n), 1
        ops = self.op_of(self.numbers(tasks, actions))
        order = xp.argsort(ops)
        numbers = xp.arange(len(op_numbers()) + 1, dtype=ops.dtype)
        told = self.device.to_host(xp.concatenate([xp.searchsorted(ops[order], numbers), asked]))
        counts = np.diff(told[:-1])
        met = np.flatnonzero(counts)
        runs = Runs(met, counts[met], np.zeros(len(met), np.int64))
        return pieces[order], runs, int(told[-1])


class WorkItems:
    """The steps that are due from some states: the pieces, and a slot for each candidate's result.

    States are in order of tasks. The candidates of a state lie together, in the order of its steps.
    States with the same last action, which begin at the same step, try the same actions. They are a
    group, and a piece is an action on states of a group.
    """

    def __init__(
        self, tables: TaskTables, tasks: Array, cells: Array, widths: Array, large: Array
    ) -> None:
        """`cells`: where the order of steps has the first step of each state; `widths`: steps."""
        xp, n = tables.xp, len(tasks)
        self._tables, self.tasks, self.cells = tables, tasks, cells
        self._bounds = tables.bounds(tasks)
        ends = xp.cumsum(widths, dtype=np.int64)
        self.slots = ends - widths
        self._candidate_bounds = xp.concatenate([xp.zeros(1, np.int64), ends])[self._bounds]
        bounds = tables.device.to_host(self._candidate_bounds)
        self.total = int(bounds[-1])
        some = np.flatnonzero(np.diff(bounds))
        self._some, self._starts = xp.asarray(np.stack([some, bounds[:-1][some]]))
        keys = (cells * 2 + large) * n + xp.arange(n)
        self.members = xp.argsort(keys)
        """positions of states, group by group"""
        self.pieces, self.runs = self._cut(keys[self.members] // n, widths)

    def _cut(self, groups: Array, widths: Array) -> tuple[Array, Runs]:
        """Cut the work into pieces, op by op, so that neighbouring warps run the same code."""
        tables, xp = self._tables, self._tables.xp
        begins = xp.concatenate([xp.ones(1, bool), groups[1:] != groups[:-1]])
        first = xp.flatnonzero(begins)
        states = xp.diff(xp.concatenate([first, xp.asarray([len(groups)])]))
        leader = self.members[first]
        group, rank = _spread(xp, widths[leader])
        task = self.tasks[leader][group]
        action = tables.action_at(self.cells[leader][group] + rank)
        number = tables.numbers(task, action)
        halves = tables.for_halves[number] & (groups[first][group] % 2 == 0)
        size = tables.most_states[number] // (1 + halves)
        size = xp.minimum(size, max(1, self.total // PIECES))
        runs = tables.op_of(number).astype(np.int64) * 2 + halves
        order = xp.argsort(runs * len(runs) + xp.arange(len(runs)))
        pieces = -(-states[group] // size)[order]
        which, place = _spread(xp, pieces)
        item = order[which]
        out = xp.empty((len(which), PIECE_WORDS), np.int32)
        out[:, 0], out[:, 1], out[:, 4] = task[item], action[item], rank[item]
        skipped = place * size[item]
        out[:, 2] = first[group[item]] + skipped
        out[:, 3] = xp.minimum(size[item], states[group[item]] - skipped)
        return out, self._runs(runs[order], xp.cumsum(pieces))

    def _runs(self, runs: Array, ends: Array) -> Runs:
        """Runs of pieces by op and size of warps, given those of each action on each group."""
        xp = self._tables.xp
        every = xp.arange(2 * len(op_numbers()) + 1, dtype=runs.dtype)
        until = xp.concatenate([xp.zeros(1, np.int64), ends])[xp.searchsorted(runs, every)]
        counts = np.diff(self._tables.device.to_host(until))
        met = np.flatnonzero(counts)
        return Runs(met // 2, counts[met], met % 2)

    def sums(self, candidates: Array, *states: Array) -> NDArray[np.int64]:
        """Sums for each task: of the candidates' values, and of some values of the states."""
        xp = self._tables.xp
        bounds = (self._candidate_bounds, *[self._bounds] * len(states))
        total = [
            _until(xp, v, places) for v, places in zip((candidates, *states), bounds, strict=True)
        ]
        return np.diff(self._tables.device.to_host(xp.stack(total)), axis=1)

    def at_starts(self, values: Array, less: Array) -> Array:
        """`values - less` at each task's first candidate; 0 for a task without candidates."""
        out = self._tables.xp.zeros(self._tables.tasks, np.int64)
        out[self._some] = values[self._starts] - less[self._starts]
        return out

    def for_each(self, values: Array) -> Array:
        """Repeat each task's value for all its candidates."""
        xp = self._tables.xp
        steps = xp.zeros(self.total, np.int64)
        some = values[self._some]
        some[1:] -= values[self._some[:-1]]
        steps[self._starts] = some
        return xp.cumsum(steps)


def _until(xp: Any, values: Array, places: Array) -> Array:
    """For each place, the sum of the values before it."""
    if not len(values):
        return xp.zeros(len(places), np.int64)
    sums = xp.cumsum(values, dtype=np.int64)
    return xp.where(places > 0, sums[xp.maximum(places, 1) - 1], 0)


def _spread(xp: Any, counts: Array) -> tuple[Array, Array]:
    """Repeat each position as often as it counts; and which of its repetitions each one is."""
    ends = xp.cumsum(counts, dtype=np.int64)
    numbers = xp.arange(int(ends[-1]), dtype=np.int64)
    which = xp.searchsorted(ends, numbers, side="right")
    return which, numbers - (ends - counts)[which]
