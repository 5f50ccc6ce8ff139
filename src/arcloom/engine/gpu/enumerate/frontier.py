"""Frontier: enumerates many tasks at once, on a device that takes many steps together.

The search, its order and its count of work are the same as in native/enumerate. What waits are the
steps of a state, from some step on. They are due at the cost of the first chain that they lead to.
What is due comes in order of cost, then in the order in which it began to wait. Of equal states the
first is kept. A step costs at least a bit, so nothing that comes of it is due within a bit. We try
all that is due within a bit, of all tasks, together. Only counts and layers leave the device.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arcloom.engine.enumeration import AHEAD, LEAST_STEP_COST, NativeFit
from arcloom.engine.gpu.enumerate.batch import COLUMNS, REST, Batch
from arcloom.engine.gpu.enumerate.layers import Layers
from arcloom.engine.gpu.enumerate.lineage import Lineage
from arcloom.engine.gpu.enumerate.work import KINDS, DeviceTask, TaskTables, WorkItems, before
from arcloom.engine.gpu.interface import TILE_BYTES, Array, Column, Device, Runs
from arcloom.engine.gpu.structures import structure

MOST_CANDIDATES: Final = 1 << 26
"""The most candidates per launch. The hashes and verdicts of a candidate take about 50 bytes."""
MOST_TILES: Final = 1 << 23
"""The most tiles that a launch makes to look at: about 4 GB."""
FEWEST: Final = 1 << 13
"""Candidates of a task to try at once, even if its fuel may end before the last of them."""
FUEL_BITS: Final = 0xFFF
TILES_SHIFT: Final = 12
SIZE_SHIFT: Final = 24
KIND_SHIFT: Final = 25
IN_TIME_SHIFT: Final = 27
OF_USE: Final = np.uint32(1 << SIZE_SHIFT | 1 << IN_TIME_SHIFT)
"""Marks new states that have the outputs' size or may have a turn. Others are only counted."""


@dataclass(frozen=True)
class TaskOutcome:
    """The result of one task's search. None of it is in the device's memory."""

    fits: Callable[[int], list[NativeFit]]
    """gives at most this many fits, after taking in the layers handed over so far"""
    trace: Callable[[int], Sequence[int]]
    """gives the actions that lead to a state that a fit names"""
    fuel: int
    met: int
    expanded: int
    exhausted: bool


class Frontier:
    """The search of some tasks on one device. Call `run` once."""

    def __init__(
        self,
        device: Device,
        most_cost: int,
        keeper: Executor,
        threads: int,
        device_tasks: Sequence[DeviceTask],
    ) -> None:
        self.device, self.xp = device, device.xp
        self.most_cost = most_cost
        self.tables = TaskTables(device_tasks, device)
        n = len(device_tasks)
        self.limit = np.array([s.fuel for s in device_tasks], np.int64)
        self.spent = np.zeros(n, np.int64)
        self.met = np.zeros(n, np.int64)
        self.expanded = np.zeros(n, np.int64)
        self.waiting = np.ones(n, np.int64)
        self._windows = most_cost // LEAST_STEP_COST + 1
        # For each window and task, the least fuel that its waiting states will use. And for each
        # task, the last window that may have its turn before the fuel is spent.
        self._claimed = np.zeros((self._windows, n), np.int64)
        self._last_window = np.full(n, self._windows, np.int32)
        self._table = device.new_table()
        self._blocks: list[tuple[NDArray[np.int64], Array]] = []  # tasks, and their tiles
        self._later: dict[int, list[Array]] = {}  # rows of waiting batches, by window of costs
        self.tiles_at = Column(self.xp, np.int64)
        self.counts = Column(self.xp, np.uint8, 16)
        self.last = Column(self.xp, np.int32)
        self.cost = Column(self.xp, np.int32)
        self._lineage = Lineage()
        given = (self.tables, self._table, self._lineage)
        self.layers = Layers(device_tasks, device, *given, keeper, threads)
        self._told = np.zeros(n, bool)

    def run(self, stop: Callable[[], bool]) -> Iterator[None]:
        """Search until every task has spent its fuel.

        It yields when the device has work for a while, so that another search may have its turn.
        """
        yield from self._plant()
        for window in range(self._windows):
            if (self.spent >= self.limit).all():
                break
            due = self._due(window)
            until = self._candidates_until(due)
            ends = np.cumsum(self.tables.counts(due.task))
            cursor = np.concatenate([[0], ends[:-1]])
            while len(chosen := self._choose(cursor, ends, until)):
                if stop():
                    return
                yield from self._grow(due[self.xp.asarray(chosen)])

    def over(self) -> Iterator[tuple[int, TaskOutcome]]:
        """The tasks whose search has ended since the last call."""
        ended = (self.expanded > 0) & ((self.spent >= self.limit) | (self.waiting == 0))
        for number in np.flatnonzero(ended & ~self._told).tolist():
            yield number, self._came(number)
        self._told |= ended
        self._blocks = [(tasks, b) for tasks, b in self._blocks if not self._told[tasks].all()]

    def _came(self, number: int) -> TaskOutcome:
        return TaskOutcome(
            self.layers.canvases.fits_of(number),
            self._lineage.trace,
            int(self.spent[number]),
            int(self.met[number]),
            int(self.expanded[number]),
            not self.waiting[number] and bool(self.spent[number] < self.limit[number]),
        )

    # States

    def _plant(self) -> Iterator[None]:
        """Make the inputs themselves the first states."""
        xp, tables, n = self.xp, self.tables, len(self.limit)
        self.tiles_at.add(tables.input_addresses)
        self.counts.add(tables.input_counts)
        self.last.add(xp.zeros(n, np.int32))
        self.cost.add(xp.zeros(n, np.int32))
        self._lineage.add_states(np.full(n, -1, np.int32), np.zeros(n, np.int32))
        numbers = xp.arange(n, dtype=np.int32)
        hashes = self.layers.look_at_roots(numbers, self.tiles_at.rows)
        self._table.take(hashes, xp.ones(n, bool))
        self.met += 1
        rows = xp.zeros((COLUMNS, n), np.int32)
        rows[0], rows[2], rows[3], rows[6] = numbers, numbers, REST, tables.input_kinds
        yield from self._expand(Batch(rows), numbers)

    def _due(self, window: int) -> Batch:
        """What is due in a window of costs, task by task, in the order of the turns."""
        xp = self.xp
        self._claimed[window] = 0
        waiting = self._later.pop(window, [xp.zeros((COLUMNS, 0), np.int32)])
        states = Batch(xp.concatenate(waiting, axis=1))
        key = states.task.astype(np.int64) * (self.most_cost + 1) + states.cost
        # The key includes the position, so equal costs keep the order in which they began to wait.
        place = xp.arange(len(states), dtype=np.int64)
        return states[xp.argsort(key * max(1, len(states)) + place)]

    def _cells(self, waiting: Batch) -> Array:
        """Where the order of steps has the next step of each."""
        made = self.last.rows[waiting.parent]
        lasts = self.xp.where(waiting.action == REST, made, waiting.action + 1)
        return self.tables.cells(waiting.task, lasts, waiting.at)

    def _candidates_until(self, due: Batch) -> Array:
        """How many candidates there are before each, and all of them."""
        widths = self.tables.ends(self._cells(due)) - due.at
        nothing = self.xp.zeros(1, np.int64)
        return self.xp.concatenate([nothing, self.xp.cumsum(widths, dtype=np.int64)])

    def _choose(
        self, cursor: NDArray[np.int64], ends: NDArray[np.int64], until: Array
    ) -> NDArray[np.int64]:
        """What each task does next, as much as its fuel may reach. Moves the cursor on."""
        xp, to_host = self.xp, self.device.to_host
        begun, total = to_host(until[xp.asarray(np.stack([cursor, ends]))])
        fuel = np.maximum(0, self.limit - self.spent)
        wanted = np.where(
            fuel > 0, np.minimum(total - begun, fuel // self.tables.ninputs + FEWEST), 0
        )
        # Task after task, so that the first tasks end early and their results can be processed.
        wanted = np.minimum(wanted, np.maximum(0, MOST_CANDIDATES - before(wanted)))
        places = to_host(xp.searchsorted(until, xp.asarray(begun + wanted), side="right")) - 1
        chosen = np.where(wanted > 0, np.clip(places, cursor + 1, ends) - cursor, 0)
        starts = np.repeat(cursor - before(chosen), chosen)
        cursor += chosen
        return np.asarray(starts + np.arange(int(chosen.sum())))

    def _grow(self, due: Batch) -> Iterator[None]:
        """Make the states that are not made yet, then try what is due."""
        xp, first = self.xp, self.tiles_at.size
        unmade = due.action != REST
        states = due[xp.flatnonzero(unmade)]
        if len(states):
            addresses, counts, block = self._make(states)
            self.tiles_at.add(addresses)
            self.counts.add(counts)
            self.cost.add(self._chain_cost(states.task, states.parent, states.action))
            self.last.add(states.action + 1)
            columns = (states.task, states.parent, states.action + 1)
            tasks, *lineage = self.device.to_host(xp.stack(columns))
            self._blocks.append((np.unique(tasks), block))
            self._lineage.add_states(*lineage)
        numbers = xp.where(unmade, first - 1 + xp.cumsum(unmade), due.parent).astype(np.int32)
        yield from self._expand(due, numbers)

    def _chain_cost(self, tasks: Array, parents: Array, actions: Array) -> Array:
        """The cost of an action's chain, given the state before it."""
        step = self.tables.step_cost(tasks, self.last.rows[parents], actions)
        return self.cost.rows[parents] + step

    def _make(self, states: Batch) -> tuple[Array, Array, Array]:
        """Make the tiles of states. Gives the addresses, the counts per input, and the tiles."""
        xp, n = self.xp, len(states)
        ends = xp.cumsum(states.tiles, dtype=np.int64)
        pieces, runs, total = self.tables.pieces_for_each(states.task, states.action, ends[-1:])
        block = xp.empty((total, TILE_BYTES // 4), np.uint32)
        addresses = self.device.address(block) + (ends - states.tiles) * TILE_BYTES
        counts = xp.zeros((n, 16), np.uint8)
        self._take(pieces, runs, states.parent, made=(addresses, counts), n=n)
        return addresses, counts, block

    def _take(
        self,
        pieces: Array,
        runs: Runs,
        members: Array,
        *,
        n: int,
        made: tuple[Array, Array] | None = None,
        slots: Array | None = None,
    ) -> tuple[Array, Array]:
        """Launch: try candidates if there are slots, otherwise make states. Gives hashes, infos."""
        xp, at = self.xp, self.device.address
        hashes, infos = xp.empty(n, np.uint64), xp.empty(n, np.uint32)
        latest = xp.asarray((self._last_window + 1) * np.int32(LEAST_STEP_COST) - 1)
        made_tiles, made_counts = (0, 0) if made is None else map(at, made)
        words = structure(
            "step",
            **self.tables.addresses,
            states_tiles=at(self.tiles_at.whole),
            states_counts=at(self.counts.whole),
            states_last=at(self.last.whole),
            states_cost=at(self.cost.whole),
            pieces=at(pieces),
            npieces=len(pieces),
            members=at(members),
            most_cost=self.most_cost,
            latest=at(latest),
            slots=0 if slots is None else at(slots),
            hashes=at(hashes),
            infos=at(infos),
            made=made_tiles,
            made_counts=made_counts,
        )
        self.device.take_pieces(words, runs, soon=slots is None)
        return hashes, infos

    # Expansion

    def _expand(self, due: Batch, states: Array) -> Iterator[None]:
        """Try what is due, in order of tasks. `states`: their numbers, now that all are made."""
        xp, cells = self.xp, self.tables.cells(due.task, self.last.rows[states], due.at)
        widths = self.tables.ends(cells) - due.at
        items = WorkItems(self.tables, due.task, cells, widths, due.kind & 1)
        hashes, infos = self._take(
            items.pieces,
            items.runs,
            states[items.members],
            n=items.total,
            slots=items.slots[items.members],
        )
        yield
        tried = self._pay(items, infos, due)
        new = self._table.take(hashes, tried & (hashes != 0))
        [counts] = items.sums(new)
        self.met += counts
        self.waiting += counts
        of_use = xp.flatnonzero(new & ((infos & OF_USE) != 0))
        children = self._children(items, infos, of_use, states)
        fitting = xp.flatnonzero(children.tiles < 0)
        xp.abs(children.tiles, out=children.tiles)
        self._look(children[fitting])
        children.cost += self.tables.cost_at(children.task, children.action + 1, children.at)
        rest = self._rest(due, states, widths)
        # The rest of a state's steps comes after its children, and before those of the next state.
        place = xp.concatenate([2 * of_use + 1, 2 * (items.slots + widths)])
        waiting = Batch(xp.concatenate([children.rows, rest.rows], axis=1))
        self._wait(waiting, place, 2 * items.total + 2)

    def _rest(self, due: Batch, states: Array, widths: Array) -> Batch:
        """The further steps of the states whose first steps have been tried."""
        rows = self.xp.zeros((COLUMNS, len(states)), np.int32)
        rest = Batch(rows)
        rows[0], rows[2], rows[3], rows[6] = due.task, states, REST, due.kind
        rows[7] = due.at + widths
        rows[1] = self.cost.rows[states]
        rows[1] += self.tables.cost_at(due.task, self.last.rows[states], rest.at)
        return rest

    def _look(self, states: Batch) -> None:
        """Make the new states that have the outputs' size, one grid per input, and judge them."""
        counts = self.tables.counts(states.task)
        for start, end in pairwise(cuts(counts, self.tables.ninputs, MOST_TILES)):
            some = states[start:end]
            addresses, _, block = self._make(some)
            self.layers.look(some, addresses, block)

    def _wait(self, waiting: Batch, place: Array, places: int) -> None:
        """Let steps wait for the windows of their costs, in the order of `place`, below `places`.

        Fuel ends before most have a turn. We drop those that cannot have one.
        """
        xp, tables = self.xp, self.tables
        never = waiting.task[xp.flatnonzero(waiting.cost > self.most_cost)]
        self.waiting -= tables.counts(xp.sort(never))
        windows = waiting.cost // LEAST_STEP_COST
        latest = xp.minimum(xp.asarray(self._last_window), self.most_cost // LEAST_STEP_COST)
        in_time = (windows <= latest[waiting.task]) & (waiting.cost <= self.most_cost)
        which = xp.flatnonzero(in_time)
        groups = windows[which].astype(np.int64) * tables.tasks + waiting.task[which]
        keys = groups * places + place[which]
        order = xp.argsort(keys)
        every = xp.arange(self._windows * tables.tasks + 1, dtype=np.int64) * places
        ends = xp.searchsorted(keys[order], every)
        waiting = waiting[which[order]]
        claimed = xp.concatenate([xp.zeros(1, np.int64), xp.cumsum(self._claims(waiting))])[ends]
        ends, claimed = self.device.to_host(xp.stack([ends, claimed]))
        ends = ends[:: tables.tasks].tolist()
        for window, (start, end) in enumerate(pairwise(ends)):
            if start < end:
                self._later.setdefault(window, []).append(waiting.rows[:, start:end])
        self._claimed += np.diff(claimed).reshape(self._windows, -1)
        self._forget_late()

    def _claims(self, waiting: Batch) -> Array:
        """The least fuel that they will use: one op per action that will be tried."""
        all_tried = waiting.cost + AHEAD <= self.most_cost
        widths = self.tables.ends(self._cells(waiting)) - waiting.at
        return waiting.fuel + widths.astype(np.int64) * all_tried

    def _forget_late(self) -> None:
        """Find the last window that may have a turn, and drop the states of later windows."""
        claimed = np.cumsum(self._claimed, axis=0)
        self._last_window = (claimed < self.limit - self.spent).sum(axis=0).astype(np.int32)
        latest = int(self._last_window.max())
        for window in [w for w in self._later if w > latest]:
            del self._later[window]

    def _pay(self, items: WorkItems, infos: Array, due: Batch) -> Array:
        """Count fuel in the order of the CPU's search. Gives the candidates that fuel paid for."""
        slots, extra = items.slots, due.fuel.astype(np.int64)
        fuel = (infos & FUEL_BITS).astype(np.int64)
        all_fuel = fuel.copy()
        all_fuel[slots] += extra
        total = self.xp.cumsum(all_fuel)
        spent = total - fuel  # before each candidate, including the making of its state
        reach = items.at_starts(total, all_fuel) + self.xp.asarray(self.limit - self.spent)
        tried = spent < items.for_each(reach)
        begun = spent[slots] - extra < reach[items.tasks]
        paid, making, states = items.sums(fuel * tried, extra * begun, begun & (due.at == 0))
        self.spent += paid + making
        self.expanded += states
        return tried

    def _children(self, items: WorkItems, infos: Array, which: Array, states: Array) -> Batch:
        """New states in the order they were met. `tiles` is negative if the outputs' size fits."""
        xp = self.xp
        position = xp.searchsorted(items.slots, which, side="right") - 1
        task, parent = items.tasks[position], states[position]
        action = self.tables.action_at(items.cells[position] + which - items.slots[position])
        info = infos[which]
        tiles = ((info >> TILES_SHIFT) & FUEL_BITS).astype(np.int32)
        fits = (info >> SIZE_SHIFT) & 1
        rows = xp.zeros((COLUMNS, len(which)), np.int32)
        rows[0], rows[2], rows[3] = task, parent, action
        rows[1] = self._chain_cost(task, parent, action)
        rows[4] = xp.where(fits != 0, -tiles, tiles)
        rows[5] = info & FUEL_BITS
        rows[6] = (info >> KIND_SHIFT) & (KINDS - 1)
        return Batch(rows)


def cuts(counts: NDArray[np.int64], tiles: NDArray[np.int64], most: int) -> list[int]:
    """Where to cut rows so that no part has more than `most` tiles, with both ends.

    Task k has `counts[k]` rows of `tiles[k]` tiles each.
    """
    at = [0]
    total = int((counts * tiles).sum())
    ends, rows = np.cumsum(counts * tiles), np.cumsum(counts)
    begun = 0  # tiles before the current part
    while begun < total:
        task = int(np.searchsorted(ends, begun + most, side="right"))
        if task == len(ends):
            at.append(int(rows[-1]))
            break
        within = (begun + most - int(ends[task] - counts[task] * tiles[task])) // int(tiles[task])
        row = max(at[-1] + 1, int(rows[task] - counts[task]) + within)
        begun = int(ends[task] - (rows[task] - row) * tiles[task])
        at.append(row)
    return at
