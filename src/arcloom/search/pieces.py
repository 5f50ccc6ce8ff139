"""Pieces: tasks and their actions in a device's memory, and work on states cut up for its warps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from arcloom.engine.device import MOST_INPUTS, TILE_BYTES, Array, Device, Runs
from arcloom.engine.tiles import Tiles

MOST_STATES: Final = 32
"""States of a piece: a warp goes through them one by one, with the same action."""
PIECES: Final = 50_000
"""A launch has about so many at least, where there is work for them: some for every warp."""
_SEED: Final = 0x9E3779B97F4A7C15


@dataclass(frozen=True)
class Subject:
    """A task as the device sees it."""

    inputs: Tiles
    outputs: Tiles
    """the demos', which come first among the inputs"""
    actions: NDArray[np.int32]
    """op, argument, mode, whether it takes a list: a row each"""
    costs: NDArray[np.int32]
    fuel: int


def before(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many come before each."""
    return np.asarray(np.cumsum(counts) - counts)


class Ground:
    """What stays as it is during a search: tasks, actions and costs."""

    def __init__(self, subjects: Sequence[Subject], device: Device) -> None:
        self.device, self.xp = device, device.xp
        self.ninputs = np.array([len(s.inputs) for s in subjects], np.int64)
        self.ndemos = np.array([len(s.outputs) for s in subjects], np.int64)
        self.first_input = before(self.ninputs + self.ndemos)
        tiles = [part for s in subjects for part in (s.inputs, s.outputs)]
        self.given = self.xp.asarray(np.concatenate(tiles))
        self._set_actions(subjects)
        self._set_tasks(subjects)
        at = device.address
        self.addresses = (at(self.given), at(self._tasks), at(self._actions), at(self._costs))
        first = self.xp.asarray(self.first_input)
        self.input_addresses = at(self.given) + first * TILE_BYTES
        inputs = np.arange(MOST_INPUTS)[None, :] < self.ninputs[:, None]
        self.input_counts = self.xp.asarray(inputs.astype(np.uint8))

    def _set_actions(self, subjects: Sequence[Subject]) -> None:
        """All actions of all tasks, and those that take a grid, or a list, by rank."""
        self._nactions = np.array([len(s.actions) for s in subjects], np.int64)
        takes = [s.actions[:, 3] for s in subjects]
        every = np.concatenate([s.actions for s in subjects])
        every[:, 3] = np.concatenate([_ranks(t) for t in takes])
        self._actions = self.xp.asarray(every)
        lists = np.array([int(t.sum()) for t in takes], np.int64)
        self.width = np.stack([self._nactions - lists, lists], axis=1)
        self.widest = self.width.max(axis=1)
        by_rank = [np.flatnonzero(t == kind) for t in takes for kind in (0, 1)]
        self._by_rank = self.xp.asarray(np.concatenate(by_rank).astype(np.int32))
        self._width = self.xp.asarray(self.width)
        self._ranked = self.xp.asarray(before(self.width.ravel()).reshape(-1, 2))
        # The order of work: by op, so that warps side by side run the same code.
        order = np.argsort(every[:, 0], kind="stable")
        self.work_task = np.repeat(np.arange(len(subjects)), self._nactions)[order]
        self.work_action = np.concatenate([np.arange(n) for n in self._nactions])[order]
        self.work_list = np.concatenate(takes)[order]
        self.work_op = every[order, 0]
        self.work = self.xp.asarray(np.stack([self.work_task, self.work_action], axis=1))

    def _set_tasks(self, subjects: Sequence[Subject]) -> None:
        sizes = np.array([s.costs.size for s in subjects], np.int64)
        self._first_action, self._first_cost = before(self._nactions), before(sizes)
        self._costs = self.xp.asarray(np.concatenate([s.costs.ravel() for s in subjects]))
        words = np.empty((len(subjects), 8), np.int64)
        words[:, 0] = self.first_input
        words[:, 1] = self.first_input + self.ninputs
        words[:, 2], words[:, 3] = self.ninputs, self.ndemos
        words[:, 4], words[:, 5] = self._first_action, self._nactions
        words[:, 6] = self._first_cost
        seeds = [(number + 1) * _SEED % 2**64 for number in range(len(subjects))]
        words[:, 7] = np.array(seeds, np.uint64).view(np.int64)
        self._tasks = self.xp.asarray(words)

    @property
    def tasks(self) -> int:
        """How many there are."""
        return len(self.ninputs)

    def widths(self, tasks: Array, lists: Array) -> Array:
        """How many actions states may take."""
        return self._width[tasks, lists.astype(np.int32)]

    def action_at(self, tasks: Array, lists: Array, ranks: Array) -> Array:
        """Actions by their ranks among those that take what the states are."""
        return self._by_rank[self._ranked[tasks, lists.astype(np.int32)] + ranks]

    def step_cost(self, tasks: Array, lasts: Array, actions: Array) -> Array:
        """What actions cost after others."""
        words = self._tasks[tasks]
        return self._costs[words[:, 6] + lasts * words[:, 5] + actions]

    def pieces_for_each(self, tasks: Array, actions: Array) -> tuple[Array, Runs]:
        """A piece for each of some states, which have an action each; by op, and its runs."""
        xp, n = self.xp, len(tasks)
        pieces = xp.empty((n, 4), np.int32)
        pieces[:, 0], pieces[:, 1] = tasks, actions
        pieces[:, 2], pieces[:, 3] = xp.arange(n), 1
        ops = self._actions[self._tasks[tasks, 4] + actions, 0]
        return pieces[xp.argsort(ops)], _runs(self.device.to_host(xp.bincount(ops)))


class Pieces:
    """All actions on new states: pieces, and a slot for what comes of each candidate.

    States are in order of tasks. A state's candidates lie together, in the order of its actions.
    """

    def __init__(self, ground: Ground, tasks: Array, lists: Array, first: int) -> None:
        xp, to_host, n = ground.xp, ground.device.to_host, len(tasks)
        self._ground, self.tasks, self.lists = ground, tasks, lists
        kinds = tasks.astype(np.int64) * 2 + lists
        order = xp.argsort(kinds * n + xp.arange(n))
        self.members = (order + first).astype(np.int32)
        counts = to_host(xp.bincount(kinds, minlength=2 * ground.tasks)).astype(np.int64)
        counts = counts.reshape(-1, 2)
        widths = ground.widths(tasks, lists)
        self.slots = xp.cumsum(widths) - widths
        lengths = (counts * ground.width).sum(axis=1)
        self.total = int(lengths.sum())
        self._some = np.flatnonzero(lengths)
        self._starts, self._ends = before(lengths)[self._some], np.cumsum(lengths)[self._some]
        self.pieces, self.runs = self._cut(counts)

    def _cut(self, counts: NDArray[np.int64]) -> tuple[Array, Runs]:
        """All actions on all states: how many pieces an action has, then, on the device, each."""
        ground, xp = self._ground, self._ground.xp
        firsts = before(counts.ravel()).reshape(-1, 2)[ground.work_task, ground.work_list]
        states = counts[ground.work_task, ground.work_list]
        size = int(np.clip(states.sum() // PIECES, 1, MOST_STATES))
        pieces = -(-states // size)
        ends = np.cumsum(pieces)
        numbers = xp.arange(int(ends[-1]), dtype=np.int64)
        which = xp.searchsorted(xp.asarray(ends), numbers, side="right")
        columns = np.stack([ends - pieces, firsts, states], axis=1)
        skipped, first, left = xp.asarray(columns)[which].T
        skipped = (numbers - skipped) * size
        out = xp.empty((len(numbers), 4), np.int32)
        out[:, :2] = ground.work[which]
        out[:, 2], out[:, 3] = first + skipped, xp.minimum(size, left - skipped)
        return out, _runs(np.bincount(ground.work_op, weights=pieces))

    def sums(self, values: Array) -> NDArray[np.int64]:
        """The sum of the candidates' values for each task."""
        out = np.zeros(self._ground.tasks, np.int64)
        total = self._ground.xp.cumsum(values)
        ends = self._ground.device.to_host(total[self._ground.xp.asarray(self._ends - 1)])
        out[self._some] = np.diff(ends, prepend=0)
        return out

    def state_sums(self, values: Array) -> NDArray[np.int64]:
        """The sum of the states' values for each task."""
        xp, tasks = self._ground.xp, self._ground.tasks
        found = xp.bincount(self.tasks, weights=values.astype(np.float64), minlength=tasks)
        return self._ground.device.to_host(found).astype(np.int64)

    def at_starts(self, values: Array) -> NDArray[np.int64]:
        """The value of each task's first candidate; 0 for a task without."""
        out = np.zeros(self._ground.tasks, np.int64)
        starts = self._ground.xp.asarray(self._starts)
        out[self._some] = self._ground.device.to_host(values[starts])
        return out

    def for_each(self, values: NDArray[np.int64]) -> Array:
        """A task's value for each of its candidates."""
        xp = self._ground.xp
        steps = xp.zeros(self.total, np.int64)
        steps[xp.asarray(self._starts)] = xp.asarray(np.diff(values[self._some], prepend=0))
        return xp.cumsum(steps)


def _runs(counts: NDArray[Any]) -> Runs:
    """The ops that have pieces, and how many."""
    return [(int(op), int(counts[op])) for op in np.flatnonzero(counts)]


def _ranks(takes_list: NDArray[np.int32]) -> NDArray[np.int32]:
    """The place of each action among those that take the same."""
    lists = np.cumsum(takes_list) - takes_list
    return np.where(takes_list != 0, lists, np.arange(len(takes_list)) - lists).astype(np.int32)
