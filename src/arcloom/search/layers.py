"""Layers: states of the outputs' size, judged on a device; what a canvas may want is kept.

A canvas takes only so many layers of each kind (native/search/canvas). The device leaves out what
would come too late; the canvas decides, in the order in which the states were met.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from functools import partial
from itertools import pairwise
from typing import Final, Protocol

import numpy as np

from arcloom import _core
from arcloom.engine.device import Array, Device, Table
from arcloom.search.in_order import Queue
from arcloom.search.pieces import Ground, Subject, before

PAIRED: Final = 400
FLAWLESS: Final = 4000
FLAWED: Final = 1500
"""The most layers that the canvas keeps for tables, and for stacks without errors and with some."""
MOST_OF_KINDS: Final = np.array([[PAIRED], [FLAWLESS], [FLAWED]], np.int64)

Fits = list[tuple[int, int, int, list[int]]]


class Origins(Protocol):
    """States whose tiles are not there yet: columns on the device, in order of tasks."""

    task: Array
    cost: Array
    parent: Array
    action: Array
    tiles: Array


class Layers:
    """The canvases of all tasks."""

    def __init__(
        self,
        subjects: Sequence[Subject],
        device: Device,
        ground: Ground,
        table: Table,
        pool: Executor,
    ) -> None:
        self._device, self._xp, self._ground, self._table = device, device.xp, ground, table
        self._canvases = [_core.Canvas(s.outputs) for s in subjects]
        # A canvas takes its layers in their order; the search goes on meanwhile.
        self._queues = [Queue(pool) for _ in subjects]
        self._origins: list[list[tuple[int, int]]] = [[] for _ in subjects]
        self._taken = np.zeros((3, len(subjects)), np.int64)
        self._same_size = np.array(
            [np.array_equal(s.inputs[: len(s.outputs), -2:], s.outputs[:, -2:]) for s in subjects]
        )

    def fits(self, number: int, most: int) -> Fits:
        """What the layers of a task can make together."""
        return self._canvases[number].fits(most)

    def wait(self) -> None:
        """Until the canvases have what was handed over."""
        for queue in self._queues:
            queue.wait()

    def origin(self, number: int, state: int) -> tuple[int, int]:
        """The parent and the action of a layer's state; -1: the parent itself."""
        return self._origins[number][state]

    def look_at_roots(self, numbers: Array, addresses: Array) -> Array:
        """Take the inputs themselves; gives their hashes as states."""
        xp = self._xp
        hashes, wanted = self._judge(numbers, addresses, xp.asarray(self._same_size))
        rows = xp.asarray(self._ground.first_input)
        nothing = xp.zeros(len(numbers), np.int32)
        self._keep(wanted, (numbers, nothing, numbers, nothing - 1, rows), self._ground.given)
        return hashes

    def look(self, states: Origins, addresses: Array, block: Array) -> None:
        """Take what the canvases may want of new states, whose tiles lie at the addresses."""
        everything = self._xp.ones(len(states.task), bool)
        _, wanted = self._judge(states.task, addresses, everything)
        ends = self._xp.cumsum(states.tiles.astype(np.int64))
        columns = (states.task, states.cost, states.parent, states.action, ends - states.tiles)
        self._keep(wanted, columns, block)

    def _judge(self, tasks: Array, addresses: Array, fitting: Array) -> tuple[Array, Array]:
        """Hashes, and which layers a canvas may want."""
        xp, at, n = self._xp, self._device.address, len(tasks)
        hashes, partitions = xp.empty(n, np.uint64), xp.empty(n, np.uint64)
        right, wrong, kinds = xp.empty(n, np.int32), xp.empty(n, np.int32), xp.empty(n, np.uint32)
        given, all_tasks, *_ = self._ground.addresses
        out = (hashes, partitions, right, wrong, kinds)
        words = [given, all_tasks, n, at(addresses), at(tasks), *map(at, out)]
        self._device.look_at_states(np.array(words, np.int64))
        known = fitting & ((kinds & 3) != 0)
        stacked = fitting & (right > wrong)
        several = fitting & ((kinds >> 2) > 1) & xp.asarray(self._taken[0] < PAIRED)[tasks]
        paired = self._table.take(partitions, several)
        rest = (paired, stacked & (wrong == 0), stacked & (wrong != 0))
        return hashes, known | self._first([more & ~known for more in rest], tasks)

    def _first(self, kinds: Sequence[Array], tasks: Array) -> Array:
        """Of more layers of each kind, those that come before there are too many for their task."""
        xp = self._xp
        counted = [xp.cumsum(more, dtype=np.int64) for more in kinds]
        bounds = self._ground.bounds(tasks)
        nothing = xp.zeros(1, np.int64)
        earlier = xp.stack([xp.concatenate([nothing, counts])[bounds] for counts in counted])
        free = MOST_OF_KINDS - self._taken
        until = earlier[:, :-1] + xp.asarray(free)
        self._taken += np.minimum(free, np.diff(self._device.to_host(earlier), axis=1))
        wanted = xp.zeros(len(tasks), bool)
        for more, counts, most in zip(kinds, counted, until, strict=True):
            wanted |= more & (counts <= most[tasks])
        return wanted

    def _keep(self, wanted: Array, columns: Sequence[Array], block: Array) -> None:
        """Hand layers over to their canvases; the last column: where tiles begin in the block."""
        which = self._xp.flatnonzero(wanted)
        if not len(which):
            return
        to_host = self._device.to_host
        chosen = self._xp.stack([column[which].astype(np.int64) for column in columns])
        task, cost, parent, action, rows = to_host(chosen)
        demos = self._ground.ndemos[task]
        first = np.repeat(rows - before(demos), demos)
        tiles = to_host(block[self._xp.asarray(first + np.arange(len(first)))])
        ends = np.cumsum(demos)
        bounds = np.flatnonzero(np.diff(task, prepend=-1, append=-1))
        for a, b in pairwise(bounds):
            number = int(task[a])
            canvas, origins = self._canvases[number], self._origins[number]
            layer_tiles = tiles[ends[a] - demos[a] : ends[b - 1]]
            costs = cost[a:b].astype(np.int32)
            self._queues[number].add(partial(canvas.add, layer_tiles, costs, len(origins)))
            origins.extend(zip(parent[a:b].tolist(), action[a:b].tolist(), strict=True))
