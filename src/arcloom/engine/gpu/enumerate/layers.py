"""Layers: states that have the outputs' size. A device judges them and keeps useful ones.

A canvas takes a limited number of layers of each kind (native/enumerate/canvas). The device drops
layers that would come too late. The canvas decides, in the order in which the states were met.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from functools import partial
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from arcloom import _core
from arcloom.engine.enumeration import NativeFit
from arcloom.engine.gpu.enumerate.lineage import Lineage
from arcloom.engine.gpu.enumerate.work import DeviceTask, TaskTables, before
from arcloom.engine.gpu.interface import Array, Device, Table
from arcloom.engine.gpu.structures import structure
from arcloom.engine.tiles import Tiles

PAIRED: Final = 400
FLAWLESS: Final = 4000
FLAWED: Final = 1500
"""The most layers that the canvas keeps for tables, and for stacks without errors and with some."""
MOST_OF_KINDS: Final = np.array([[PAIRED], [FLAWLESS], [FLAWED]], np.int64)


class LayerOrigins(Protocol):
    """States whose tiles are not made yet: columns on the device, in order of tasks."""

    task: Array
    cost: Array
    parent: Array
    action: Array
    tiles: Array


class Canvases:
    """The canvases of all tasks. They take layers in order while the search continues.

    To keep the order, the executor `keeper` has one thread. Nothing here is in device memory.
    """

    def __init__(self, outputs: Sequence[Tiles], keeper: Executor, threads: int) -> None:
        self._native = _core.Canvases(outputs)
        self._keeper, self._threads = keeper, threads
        self._last: Future[None] = Future()
        self._last.set_result(None)

    def add(
        self, tiles: Tiles, tasks: NDArray[np.int32], costs: NDArray[np.int32], first: int
    ) -> None:
        """Hand over layers, in order of tasks. The number of the first state is `first`."""
        self._last = self._keeper.submit(self._take, self._last, tiles, tasks, costs, first)

    def _take(
        self,
        earlier: Future[None],
        tiles: Tiles,
        tasks: NDArray[np.int32],
        costs: NDArray[np.int32],
        first: int,
    ) -> None:
        earlier.result()  # raises an earlier error, which then reaches the caller of `fits_of`
        self._native.add(tiles, tasks, costs, first, self._threads)

    def fits_of(self, number: int) -> Callable[[int], list[NativeFit]]:
        """A function that gives fits from the layers handed over until now, up to a number."""
        return partial(self._fits, self._last, number)

    def _fits(self, handed_over: Future[None], number: int, most: int) -> list[NativeFit]:
        handed_over.result()
        return self._native.fits(number, most)


class Layers:
    """Sends states that have the outputs' size to the canvases of their tasks."""

    def __init__(
        self,
        device_tasks: Sequence[DeviceTask],
        device: Device,
        tables: TaskTables,
        table: Table,
        lineage: Lineage,
        keeper: Executor,
        threads: int,
    ) -> None:
        self._device, self._xp, self._tables, self._table = device, device.xp, tables, table
        self.canvases = Canvases([s.outputs for s in device_tasks], keeper, threads)
        self._lineage = lineage
        self._taken = np.zeros((3, len(device_tasks)), np.int64)
        self._same_size = np.array([_same_size(task) for task in device_tasks])

    def look_at_roots(self, numbers: Array, addresses: Array) -> Array:
        """Take the inputs themselves as layers. Gives their hashes as states."""
        xp = self._xp
        hashes = xp.empty(len(numbers), np.uint64)
        wanted = self._judge(numbers, addresses, xp.asarray(self._same_size), hashes)
        rows = xp.asarray(self._tables.first_input)
        nothing = xp.zeros(len(numbers), np.int32)
        self._keep(wanted, (numbers, nothing, numbers, nothing - 1, rows), self._tables.given)
        return hashes

    def look(self, states: LayerOrigins, addresses: Array, block: Array) -> None:
        """Take the new states that canvases may want. Their tiles lie at `addresses`."""
        everything = self._xp.ones(len(states.task), bool)
        wanted = self._judge(states.task, addresses, everything)
        ends = self._xp.cumsum(states.tiles.astype(np.int64))
        columns = (states.task, states.cost, states.parent, states.action, ends - states.tiles)
        self._keep(wanted, columns, block)

    def _judge(
        self, tasks: Array, addresses: Array, fitting: Array, hashes: Array | None = None
    ) -> Array:
        """Which layers a canvas may want. Writes their hashes as states into `hashes`, if given."""
        xp, at, n = self._xp, self._device.address, len(tasks)
        partitions, kinds = xp.empty(n, np.uint64), xp.empty(n, np.uint32)
        right, wrong = xp.empty(n, np.int32), xp.empty(n, np.int32)
        words = structure(
            "look",
            given=self._tables.addresses["given"],
            tasks=self._tables.addresses["tasks"],
            nstates=n,
            tiles=at(addresses),
            task=at(tasks),
            hashes=0 if hashes is None else at(hashes),
            partitions=at(partitions),
            right=at(right),
            wrong=at(wrong),
            kinds=at(kinds),
        )
        self._device.look_at_states(words)
        known = fitting & ((kinds & 3) != 0)
        stacked = fitting & (right > wrong)
        several = fitting & ((kinds >> 2) > 1) & xp.asarray(self._taken[0] < PAIRED)[tasks]
        paired = self._table.take(partitions, several)
        rest = (paired, stacked & (wrong == 0), stacked & (wrong != 0))
        return known | self._in_time([more & ~known for more in rest], tasks)

    def _in_time(self, kinds: Sequence[Array], tasks: Array) -> Array:
        """Of new layers of each kind, those that come before their task has enough."""
        xp = self._xp
        counted = [xp.cumsum(more, dtype=np.int64) for more in kinds]
        bounds = self._tables.bounds(tasks)
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
        """Hand layers over to their canvases. The last column says where their tiles begin."""
        which = self._xp.flatnonzero(wanted)
        if not len(which):
            return
        to_host = self._device.to_host
        every = self._xp.stack([column[which].astype(np.int64) for column in columns])
        task, cost, parent, action, rows = to_host(every)
        demos = self._tables.ndemos[task]
        begins = np.repeat(rows - before(demos), demos)
        tiles = to_host(block[self._xp.asarray(begins + np.arange(len(begins)))])
        first = self._lineage.add_layers(parent, action)
        self.canvases.add(tiles, task.astype(np.int32), cost.astype(np.int32), first)


def _same_size(task: DeviceTask) -> bool:
    """Whether each demo's output has the size of its input."""
    return np.array_equal(task.inputs[: len(task.outputs), -2:], task.outputs[:, -2:])
