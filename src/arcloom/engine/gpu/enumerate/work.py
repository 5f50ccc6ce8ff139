"""Tasks, actions and costs in device memory, and the work on states, cut into pieces for warps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from arcloom.engine.enumeration import Mode
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
LIST_BIT: Final = 1
"""A state's kind. Bit 0: a tile is too large for half a warp. Bit 1: it is a list."""
TAKE_INPUTS: Final = (Mode.WITH_INPUT, Mode.ON_INPUT, Mode.EACH_ON_INPUT)
SMALL, LARGE, ALL = range(3)
"""Which states of a task, among its grids or its lists, an action works on."""
_SEED: Final = 0x9E3779B97F4A7C15


@dataclass(frozen=True)
class DeviceTask:
    """A task as the device sees it."""

    inputs: Tiles
    outputs: Tiles
    """the outputs of the demos, whose inputs come first"""
    actions: NDArray[np.int32]
    """a row per action: op, argument, mode, whether it takes a list"""
    costs: NDArray[np.int32]
    """a row per last action, starting with none; a column per action; -1: not allowed there"""
    fuel: int

    def choices(self) -> NDArray[np.int64]:
        """How many actions may follow each action, on grids and on lists. Rows as in `costs`."""
        takes = self.actions[:, 3] != 0
        # A product of floats is many times as fast as summing chosen columns, and just as exact.
        kinds = np.stack([~takes, takes], axis=1).astype(np.float32)
        return ((self.costs >= 0).astype(np.float32) @ kinds).astype(np.int64)


class Costed(Protocol):
    """Waiting states: columns on the device."""

    task: Array
    cost: Array
    action: Array
    fuel: Array
    """the fuel of making them"""
    kind: Array


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
        """Set the actions of all tasks, and the ranks of those that take a grid or a list."""
        self._nactions = np.array([len(s.actions) for s in device_tasks], np.int64)
        takes = [s.actions[:, 3] for s in device_tasks]
        every = np.concatenate([s.actions for s in device_tasks])
        every[:, 3] = np.concatenate([_ranks(t) for t in takes])
        self._actions = self.xp.asarray(every)
        lists = np.array([int(t.sum()) for t in takes], np.int64)
        self.width = np.stack([self._nactions - lists, lists], axis=1)
        self.widest = self.width.max(axis=1)
        by_rank = [np.flatnonzero(t == kind) for t in takes for kind in (0, 1)]
        self._by_rank = self.xp.asarray(np.concatenate(by_rank).astype(np.int32))
        self._width = self.xp.asarray(self.width)
        self._ranked = self.xp.asarray(before(self.width.ravel()).reshape(-1, 2))
        self._set_work(every[:, 0], every[:, 2], np.concatenate(takes))

    def _set_work(
        self, ops: NDArray[np.int32], modes: NDArray[np.int32], lists: NDArray[np.int32]
    ) -> None:
        """Set the order of work: by op, so that neighbouring warps run the same code.

        Half warps take states with small tiles. Exceptions are actions that may make larger tiles
        and actions that also take a large input.
        """
        tasks = np.repeat(np.arange(len(self._nactions)), self._nactions)
        actions = np.concatenate([np.arange(n) for n in self._nactions])
        growing = np.isin(ops, growing_ops())
        whole = growing | (np.isin(modes, TAKE_INPUTS) & self._large[tasks])
        order = np.argsort(ops, kind="stable")
        halved = order[~whole[order]]
        every = np.concatenate([halved, order])
        states = np.concatenate([np.full(len(halved), SMALL), np.where(whole[order], ALL, LARGE)])
        self.work = self.xp.asarray(np.stack([tasks[every], actions[every]], axis=1))
        self.work_states = self.xp.asarray((tasks[every] * 2 + lists[every]) * 3 + states)
        halves = np.arange(len(every)) < len(halved)
        most = np.where(lists[every] != 0, MOST_LISTS, MOST_STATES) // (1 + halves)
        self.work_most = self.xp.asarray(most)
        ends = np.flatnonzero(np.diff(ops[every] * 2 + halves, append=-1))
        self.run_ends = self.xp.asarray(ends)
        self._run_ops = ops[every][ends].astype(np.int64)
        self._run_halves = halves[ends].astype(np.int64)

    def runs(self, ends: NDArray[np.int64]) -> Runs:
        """The pieces that end at each of `run_ends`, as runs. Runs without pieces are left out."""
        counts = np.diff(ends, prepend=0)
        some = np.flatnonzero(counts)
        return Runs(self._run_ops[some], counts[some], self._run_halves[some])

    def _set_tasks(self, device_tasks: Sequence[DeviceTask]) -> None:
        sizes = np.array([s.costs.size for s in device_tasks], np.int64)
        self._costs = self.xp.asarray(np.concatenate([s.costs.ravel() for s in device_tasks]))
        self._choices = self.xp.asarray(np.concatenate([s.choices() for s in device_tasks]))
        self._dearest = self.xp.asarray(np.array([s.costs.max(initial=0) for s in device_tasks]))
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

    def widths(self, tasks: Array, kinds: Array) -> Array:
        """How many actions each state may take."""
        return self._width[tasks, kinds >> LIST_BIT]

    def action_at(self, tasks: Array, kinds: Array, ranks: Array) -> Array:
        """Actions by rank, among the actions that take what the state is: a grid or a list."""
        return self._by_rank[self._ranked[tasks, kinds >> LIST_BIT] + ranks]

    def step_cost(self, tasks: Array, lasts: Array, actions: Array) -> Array:
        """The cost of each action after the action before it."""
        words = self._tasks[tasks]
        return self._costs[words[:, 6] + lasts * words[:, 5] + actions]

    def claims(self, states: Costed, most_cost: int) -> Array:
        """The least fuel that waiting states will use: one op per action that will be tried."""
        # A task has one row more than actions: its first row is for no action.
        rows = self._tasks[states.task, 4] + states.task + states.action + 1
        choices = self._choices[rows, states.kind >> LIST_BIT]
        all_tried = states.cost + self._dearest[states.task] <= most_cost
        return states.fuel + choices * all_tried

    def pieces_for_each(
        self, tasks: Array, actions: Array, asked: Array
    ) -> tuple[Array, Runs, int]:
        """One piece per state, each with its own action, sorted by op, and the runs of the ops.

        It also fetches the number `asked`, because waiting once for both is cheaper.
        """
        xp, n = self.xp, len(tasks)
        pieces = xp.empty((n, 4), np.int32)
        pieces[:, 0], pieces[:, 1] = tasks, actions
        pieces[:, 2], pieces[:, 3] = xp.arange(n), 1
        ops = self._actions[self._tasks[tasks, 4] + actions, 0]
        order = xp.argsort(ops)
        numbers = xp.arange(len(op_numbers()) + 1, dtype=ops.dtype)
        told = self.device.to_host(xp.concatenate([xp.searchsorted(ops[order], numbers), asked]))
        counts = np.diff(told[:-1])
        met = np.flatnonzero(counts)
        runs = Runs(met, counts[met], np.zeros(len(met), np.int64))
        return pieces[order], runs, int(told[-1])


class WorkItems:
    """All actions on new states: the pieces, and a slot for the result of each candidate.

    States are in order of tasks. The candidates of a state lie together, in the order of actions.
    """

    def __init__(self, tables: TaskTables, tasks: Array, kinds: Array, first: int) -> None:
        xp, to_host, n = tables.xp, tables.device.to_host, len(tasks)
        self._tables, self.tasks, self.kinds = tables, tasks, kinds
        self._bounds = tables.bounds(tasks)
        groups = tasks.astype(np.int64) * KINDS + kinds
        keys = groups * n + xp.arange(n)
        order = xp.argsort(keys)
        self.members = (order + first).astype(np.int32)
        every = xp.arange(KINDS * tables.tasks + 1, dtype=np.int64) * n
        counts = np.diff(to_host(xp.searchsorted(keys[order], every)))
        counts = counts.reshape(-1, 2)  # for each task a row for grids and one for lists
        widths = tables.widths(tasks, kinds)
        self.slots = xp.cumsum(widths) - widths
        lengths = (counts.sum(axis=1).reshape(-1, 2) * tables.width).sum(axis=1)
        self.total = int(lengths.sum())
        some = np.flatnonzero(lengths)
        self._some, self._starts = xp.asarray(np.stack([some, before(lengths)[some]]))
        self._candidate_bounds = xp.asarray(np.concatenate([[0], np.cumsum(lengths)]))
        self.pieces, self.runs = self._cut(counts)

    def _cut(self, counts: NDArray[np.int64]) -> tuple[Array, Runs]:
        """Cut the work into pieces: first how many for each action, then the pieces."""
        tables, xp = self._tables, self._tables.xp
        firsts = before(counts.ravel()).reshape(-1, 2)
        small, large = counts.T
        columns = (firsts[:, [SMALL, LARGE, SMALL]], np.stack([small, large, small + large], 1))
        first, states = xp.asarray(np.stack(columns, 2).reshape(-1, 2))[tables.work_states].T
        size = xp.minimum(tables.work_most, max(1, self.total // PIECES))
        pieces = -(-states // size)
        ends = xp.cumsum(pieces)
        run_ends = tables.device.to_host(ends[tables.run_ends])
        numbers = xp.arange(int(run_ends[-1]), dtype=np.int64)
        which = xp.searchsorted(ends, numbers, side="right")
        size = size[which]
        skipped = (numbers - (ends - pieces)[which]) * size
        out = xp.empty((len(numbers), 4), np.int32)
        out[:, :2] = tables.work[which]
        out[:, 2] = first[which] + skipped
        out[:, 3] = xp.minimum(size, states[which] - skipped)
        return out, tables.runs(run_ends)

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


def _ranks(takes_list: NDArray[np.int32]) -> NDArray[np.int32]:
    """The position of each action among the actions that take the same: a grid or a list."""
    lists = np.cumsum(takes_list) - takes_list
    return np.where(takes_list != 0, lists, np.arange(len(takes_list)) - lists).astype(np.int32)
