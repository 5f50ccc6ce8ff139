"""Enumerates many tasks at once on GPUs, with the same results as `enumerate_task`.

Each GPU gets tasks by its measured speed. It searches them in groups as large as its memory holds,
because a step costs the host some milliseconds, however large the group is. Two groups take turns:
the host works on the results of one while the GPU works on the other. The result of a search
depends only on the task and its fuel. So if a GPU fails or a group does not fit, the tasks are
searched elsewhere with the same result, and we tell the caller.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any, Final, Protocol, runtime_checkable

import numpy as np

from arcloom.engine.gpu.cuda import op_numbers
from arcloom.engine.gpu.enumerate.frontier import Frontier, TaskOutcome
from arcloom.engine.gpu.enumerate.work import DeviceTask
from arcloom.engine.gpu.interface import ABREAST, MOST_INPUTS, Device
from arcloom.engine.tiles import to_tiles
from arcloom.errors import in_one_line
from arcloom.search.enumerate.task_search import (
    MOST_COST,
    Enumeration,
    TaskView,
    fits_tiles,
    writing,
)
from arcloom.tasks import Task

BYTES_PER_STEP: Final = 24
"""Device memory per unit of fuel, for hashes, waiting states and tiles. This is an estimate. If it
is too low, a group runs out of memory and is divided."""
BYTES_PER_LAUNCH: Final = 8 << 30
"""Device memory per launch: the candidates, and the tiles of the states to look at."""
BYTES_PER_GROUP: Final = 4 * BYTES_PER_LAUNCH
"""The least device memory per group. With less, one group gets it all."""
SHARE: Final = 0.85
"""The share of the free memory that we use."""
BYTES_MET: Final = 200
BYTES_EXPANDED: Final = 8192
"""The most bytes that the CPU's search holds for a state it has met, and for one it has expanded.
If the total could exceed the memory limit, the CPU does the search."""


class SearchDevice(Protocol):
    """A device that searches tasks."""

    @property
    def unit(self) -> Device:
        """The device itself."""

    @property
    def speed(self) -> float:
        """Fuel per second, as measured."""

    @property
    def room(self) -> int:
        """Bytes of memory that are free."""

    def entered(self, number: int) -> AbstractContextManager[Any]:
        """A context in which the caller's thread drives one of the device's ABREAST searches."""


@dataclass(frozen=True)
class SearchRequest:
    """A task to search, its fuel, and the bytes that the CPU's search may hold."""

    task: Task
    fuel: int
    memory: int
    most: int = 24
    """programs of each kind to report"""


Done = tuple[dict[int, Enumeration | None], str]
"""Results by number, and the device's problem if it had one."""


@runtime_checkable
class DistantDevice(Protocol):
    """A device of another process or machine. It does whole searches there."""

    @property
    def speed(self) -> float:
        """Fuel per second, as measured."""

    def search(self, requests: Mapping[int, SearchRequest], stop: Callable[[], bool]) -> Done:
        """Search tasks. A number without a result is searched elsewhere."""


class GpuEnumerator:
    """Searches tasks on devices. It stops using a device that has failed."""

    def __init__(
        self,
        devices: Sequence[SearchDevice | DistantDevice],
        tell: Callable[[str], None],
        threads: int = 1,
    ) -> None:
        self._devices = list(devices)
        self._tell = tell
        self._ended = False
        self._views: dict[str, tuple[Task, TaskView]] = {}
        self._threads = threads

    def add(self, devices: Iterable[DistantDevice]) -> None:
        """From now on, use these as well."""
        self._devices.extend(devices)

    def search(
        self, requests: Sequence[SearchRequest], stop: Callable[[], bool]
    ) -> list[Enumeration | None]:
        """Each task's result; None if the CPU has to search the task."""
        try:
            return self._search(requests, lambda: self._ended or stop())
        except BaseException:  # Ctrl-C: the threads that still work must end too
            self._ended = True
            raise

    def _search(
        self, requests: Sequence[SearchRequest], stop: Callable[[], bool]
    ) -> list[Enumeration | None]:
        left = [k for k, one in enumerate(requests) if _suits(one.task)]
        out: list[Enumeration | None] = [None] * len(requests)
        while left and self._devices and not stop():
            dealt = _dealt(left, [requests[k].fuel for k in left], [d.speed for d in self._devices])
            with ThreadPoolExecutor(len(self._devices)) as pool:
                jobs = [
                    pool.submit(self._on_one, device, mine, requests, stop)
                    for device, mine in zip(self._devices, dealt, strict=True)
                ]
            left = []
            for device, mine, job in zip(tuple(self._devices), dealt, jobs, strict=True):
                done, problem = job.result()
                for k, result in done.items():
                    out[k] = result
                if problem:
                    self._devices.remove(device)
                    self._tell(problem)
                    left += [k for k in mine if k not in done]
        return out

    def _view_of(self, task: Task) -> TaskView:
        """The task as enumeration sees it. Made once, because a task comes back in every round."""
        known = self._views.get(task.id)
        if known is None or known[0] is not task:
            known = self._views[task.id] = (task, TaskView(task))
        return known[1]

    def _on_one(
        self,
        device: SearchDevice | DistantDevice,
        mine: Sequence[int],
        requests: Sequence[SearchRequest],
        stop: Callable[[], bool],
    ) -> Done:
        if isinstance(device, DistantDevice):
            return device.search({k: requests[k] for k in mine}, stop)
        jobs: dict[int, Future[Enumeration | None]] = {}
        # While the device searches, other threads prepare the next group's tasks and work out the
        # results of tasks that have ended.
        with (
            ThreadPoolExecutor(1) as ahead,
            ThreadPoolExecutor(1) as keeper,
            ThreadPoolExecutor(self._threads) as pool,
        ):
            prepared = {k: ahead.submit(self._prepared, requests[k]) for k in mine}
            search = partial(Frontier, device.unit, MOST_COST, keeper, self._threads)
            work = _Work(device, mine, [requests[k].fuel for k in mine], search, stop)
            try:
                for k, outcome in work.searched(lambda k: prepared[k].result()[1]):
                    view, _ = prepared[k].result()
                    jobs[k] = pool.submit(_result, outcome, view, requests[k])
            finally:
                ahead.shutdown(wait=False, cancel_futures=True)
            done = dict.fromkeys(work.too_large)
            return done | {k: job.result() for k, job in jobs.items()}, work.problem

    def _prepared(self, requests: SearchRequest) -> tuple[TaskView, DeviceTask]:
        view = self._view_of(requests.task)
        return view, device_task_of(view, requests.fuel)


@dataclass(frozen=True)
class _Turns:
    """The search of a group, which takes turns with others."""

    group: list[int]
    place: int
    """which of the ABREAST places it has"""
    frontier: Frontier
    steps: Iterator[None]


class _Work:
    """The groups of tasks that a device has not searched yet, and the tasks it cannot search."""

    def __init__(
        self,
        device: SearchDevice,
        numbers: Sequence[int],
        fuel: Sequence[int],
        search: Callable[[Sequence[DeviceTask]], Frontier],
        stop: Callable[[], bool],
    ) -> None:
        self._device, self._search, self._stop = device, search, stop
        room = device.room
        self._abreast = max(1, min(ABREAST, int(room * SHARE) // BYTES_PER_GROUP))
        self._groups = list(_groups(numbers, fuel, room, self._abreast))
        self.too_large: list[int] = []
        self.problem = ""

    def searched(
        self, device_task: Callable[[int], DeviceTask]
    ) -> Iterator[tuple[int, TaskOutcome]]:
        """Search all groups. Gives each task with its outcome as soon as its search has ended."""
        turns: deque[_Turns] = deque()
        while not self._stop() and not self.problem:
            self._begin(turns, device_task)
            if not turns:
                return
            search = turns.popleft()
            goes_on = self._turn(search)
            for number, outcome in search.frontier.over():
                yield search.group[number], outcome
            if goes_on:
                turns.append(search)
            del search  # frees device memory, which the next search may need

    def _begin(self, turns: deque[_Turns], device_task: Callable[[int], DeviceTask]) -> None:
        """Start groups until there is no room for more."""
        while len(turns) < self._abreast and self._groups and not self.problem:
            group = self._groups.pop(0)
            place = min({*range(self._abreast)} - {search.place for search in turns})
            device_tasks = [device_task(k) for k in group]
            try:
                with self._device.entered(place):
                    frontier = self._search(device_tasks)
            except Exception as error:  # a driver may raise errors of any class
                self._failed(group, error)
            else:
                turns.append(_Turns(group, place, frontier, frontier.run(self._stop)))

    def _turn(self, search: _Turns) -> bool:
        """Give a search its next turn. Returns whether it goes on."""
        try:
            with self._device.entered(search.place):
                next(search.steps)
        except StopIteration:
            return False
        except Exception as error:
            self._failed(search.group, error)
            return False
        return True

    def _failed(self, group: list[int], error: Exception) -> None:
        """Divide a group that is too large. After any other error, stop using the device."""
        if not _out_of_memory(error):
            self.problem = f"a GPU failed, its work goes elsewhere: {in_one_line(error)}"
        elif len(group) > 1:
            self._groups[:0] = [group[::2], group[1::2]]
        else:
            self.too_large += group


def _suits(task: Task) -> bool:
    """Whether a device has room for the task's grids."""
    return len(task.samples) <= MOST_INPUTS and fits_tiles(task)


def device_task_of(view: TaskView, fuel: int) -> DeviceTask:
    """A task for a device, with this much fuel."""
    numbers = op_numbers()
    actions = [(numbers[a.op], a.arg or 0, a.mode, a.step.takes_list) for a in view.actions]
    return DeviceTask(
        to_tiles(view.inputs),
        to_tiles(view.outputs),
        np.array(actions, np.int32),
        view.costs,
        fuel,
    )


def _result(outcome: TaskOutcome, view: TaskView, request: SearchRequest) -> Enumeration | None:
    """A task's result; None if the CPU's search would run out of memory."""
    if outcome.met * BYTES_MET + outcome.expanded * BYTES_EXPANDED > request.memory:
        return None
    write = writing(view, outcome.fits(request.most), outcome.trace)
    return Enumeration(write, outcome.fuel, outcome.met, outcome.expanded, outcome.exhausted)


def _dealt(numbers: Sequence[int], fuel: Sequence[int], speeds: Sequence[float]) -> list[list[int]]:
    """Give each task to the device that would finish it first."""
    dealt: list[list[int]] = [[] for _ in speeds]
    load = [0.0] * len(speeds)
    for number, work in zip(numbers, fuel, strict=True):
        device = min(range(len(speeds)), key=lambda d: (load[d] + work) / speeds[d])
        dealt[device].append(number)
        load[device] += work
    return dealt


def _groups(
    numbers: Sequence[int], fuel: Sequence[int], room: int, abreast: int
) -> Iterator[list[int]]:
    """Group tasks so that a group fits into memory together with the groups searched beside it."""
    most = max(1, int(room * SHARE) // abreast - BYTES_PER_LAUNCH)
    count = max(1, -(-sum(fuel) * BYTES_PER_STEP // most))
    if count > 1:  # equal work for each group, and no group that runs alone at the end
        count = -(-count // abreast) * abreast
    share = max(1, -(-sum(fuel) // count))
    before = np.cumsum(fuel) - fuel
    for _, group in groupby(zip(before // share, numbers, strict=True), lambda pair: pair[0]):
        yield [number for _, number in group]


def _out_of_memory(error: Exception) -> bool:
    return "OutOfMemory" in type(error).__name__ or isinstance(error, MemoryError)
