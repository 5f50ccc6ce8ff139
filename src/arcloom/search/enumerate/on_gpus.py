"""Many tasks enumerated at once on GPUs, as `enumerate_task` does it for one on a core.

Tasks are dealt to the GPUs by how fast those were measured to be, and searched in groups as large
as its memory holds: a group's every step costs the host some milliseconds, however large it is. Two
groups take turns: the host sees to what came of one's step while the GPU is at the other's.
What a task's search finds depends on nothing but the task and its fuel. So where a GPU fails, or a
group is too large for it, the tasks are searched elsewhere with the same result; the caller hears
of it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any, Final, Protocol

import numpy as np

from arcloom.engine.gpu.cuda import op_numbers
from arcloom.engine.gpu.enumerate.frontier import Came, Frontier
from arcloom.engine.gpu.enumerate.work import Subject
from arcloom.engine.gpu.interface import ABREAST, MOST_INPUTS, Device
from arcloom.engine.tiles import to_tiles
from arcloom.search.enumerate.task_search import MOST_COST, Enumeration, Sight, fits_tiles, writing
from arcloom.tasks import Task

BYTES_A_STEP: Final = 4
"""On the device, for a unit of fuel: hashes, waiting states and tiles. An estimate: where it is too
low, a group runs out of memory and is divided."""
BYTES_BESIDE: Final = 8 << 30
"""On the device, for the candidates of a launch, and for the tiles of those that are looked at."""
ROOM_ABREAST: Final = 4 * BYTES_BESIDE
"""On the device, for each of several groups: with less, one has it all."""
SHARE: Final = 0.85
"""Of the free memory."""
BYTES_MET: Final = 200
BYTES_EXPANDED: Final = 8192
"""What the CPU's search would hold at most for a state that was met, that was expanded. Where its
limit of memory may bind, the CPU is asked."""


class Lent(Protocol):
    """A device that tasks are dealt to."""

    @property
    def unit(self) -> Device:
        """The device itself."""

    @property
    def speed(self) -> float:
        """Fuel a second, as measured."""

    @property
    def room(self) -> int:
        """Bytes of memory that are free."""

    def entered(self, number: int) -> AbstractContextManager[Any]:
        """Within which the caller's thread has the device for one of ABREAST searches."""


@dataclass(frozen=True)
class Asked:
    """A task to be searched, with so much fuel, where the CPU's search may hold so many bytes."""

    task: Task
    fuel: int
    memory: int


class Many:
    """Searches tasks on devices; a device that failed is left out from then on."""

    def __init__(self, lent: Sequence[Lent], tell: Callable[[str], None], threads: int = 1) -> None:
        self._lent = list(lent)
        self._tell = tell
        self._ended = False
        self._sights: dict[str, tuple[Task, Sight]] = {}
        self._threads = threads

    def search(
        self, asked: Sequence[Asked], most: int, stop: Callable[[], bool]
    ) -> list[Enumeration | None]:
        """What each task's search came to; None where it is the CPU's to do."""
        try:
            return self._search(asked, most, lambda: self._ended or stop())
        except BaseException:  # Ctrl-C: threads that are still at work end too
            self._ended = True
            raise

    def _search(
        self, asked: Sequence[Asked], most: int, stop: Callable[[], bool]
    ) -> list[Enumeration | None]:
        left = [k for k, one in enumerate(asked) if _suits(one.task)]
        out: list[Enumeration | None] = [None] * len(asked)
        while left and self._lent and not stop():
            dealt = _dealt(left, [asked[k].fuel for k in left], [d.speed for d in self._lent])
            with ThreadPoolExecutor(len(self._lent)) as pool:
                jobs = [
                    pool.submit(self._on_one, device, mine, asked, most, stop)
                    for device, mine in zip(self._lent, dealt, strict=True)
                ]
            left = []
            for device, mine, job in zip(tuple(self._lent), dealt, jobs, strict=True):
                done, problem = job.result()
                for k, result in done.items():
                    out[k] = result
                if problem:
                    self._lent.remove(device)
                    self._tell(problem)
                    left += [k for k in mine if k not in done]
        return out

    def _sight(self, task: Task) -> Sight:
        """Made once: a task comes again in every round."""
        known = self._sights.get(task.id)
        if known is None or known[0] is not task:
            known = self._sights[task.id] = (task, Sight(task))
        return known[1]

    def _on_one(
        self,
        device: Lent,
        mine: Sequence[int],
        asked: Sequence[Asked],
        most: int,
        stop: Callable[[], bool],
    ) -> tuple[dict[int, Enumeration | None], str]:
        """Results by number, and what went wrong with the device, if anything."""
        jobs: dict[int, Future[Enumeration | None]] = {}
        # A group's tasks are seen while the device goes on with those before, and what they came
        # to is worked out while it goes on with others.
        with (
            ThreadPoolExecutor(1) as ahead,
            ThreadPoolExecutor(1) as keeper,
            ThreadPoolExecutor(self._threads) as pool,
        ):
            prepared = {k: ahead.submit(self._prepared, asked[k]) for k in mine}
            search = partial(Frontier, device.unit, MOST_COST, keeper, self._threads)
            work = _Work(device, mine, [asked[k].fuel for k in mine], search, stop)
            try:
                for k, came in work.searched(lambda k: prepared[k].result()[1]):
                    sight, _ = prepared[k].result()
                    jobs[k] = pool.submit(_result, came, sight, asked[k].memory, most)
            finally:
                ahead.shutdown(wait=False, cancel_futures=True)
            done = dict.fromkeys(work.too_large)
            return done | {k: job.result() for k, job in jobs.items()}, work.problem

    def _prepared(self, asked: Asked) -> tuple[Sight, Subject]:
        sight = self._sight(asked.task)
        return sight, subject_of(sight, asked.fuel)


@dataclass(frozen=True)
class _Turns:
    """The search of a group, which has its turn again and again."""

    group: list[int]
    place: int
    """which of those abreast it is"""
    frontier: Frontier
    steps: Iterator[None]


class _Work:
    """Groups of tasks that a device is yet to search, and what it cannot."""

    def __init__(
        self,
        device: Lent,
        numbers: Sequence[int],
        fuel: Sequence[int],
        search: Callable[[Sequence[Subject]], Frontier],
        stop: Callable[[], bool],
    ) -> None:
        self._device, self._search, self._stop = device, search, stop
        room = device.room
        self._abreast = max(1, min(ABREAST, int(room * SHARE) // ROOM_ABREAST))
        self._groups = list(_groups(numbers, fuel, room, self._abreast))
        self.too_large: list[int] = []
        self.problem = ""

    def searched(self, subject: Callable[[int], Subject]) -> Iterator[tuple[int, Came]]:
        """Tasks whose search came to its end, and what it came to."""
        turns: deque[_Turns] = deque()
        while not self._stop() and not self.problem:
            self._begin(turns, subject)
            if not turns:
                return
            search = turns.popleft()
            goes_on = self._turn(search)
            for number, came in search.frontier.over():
                yield search.group[number], came
            if goes_on:
                turns.append(search)
            del search  # what it held on the device may be needed by the next

    def _begin(self, turns: deque[_Turns], subject: Callable[[int], Subject]) -> None:
        """Let groups have turns, as many as there is room for."""
        while len(turns) < self._abreast and self._groups and not self.problem:
            group = self._groups.pop(0)
            place = min({*range(self._abreast)} - {search.place for search in turns})
            subjects = [subject(k) for k in group]
            try:
                with self._device.entered(place):
                    frontier = self._search(subjects)
            except Exception as error:  # a driver's errors are no class of ours
                self._failed(group, error)
            else:
                turns.append(_Turns(group, place, frontier, frontier.run(self._stop)))

    def _turn(self, search: _Turns) -> bool:
        """A search's next turn: whether it goes on."""
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
        """A group that is too large comes again as two; else the device is done with."""
        if not _out_of_memory(error):
            self.problem = f"a GPU failed, its work goes elsewhere: {_line(error)}"
        elif len(group) > 1:
            self._groups[:0] = [group[::2], group[1::2]]
        else:
            self.too_large += group


def _suits(task: Task) -> bool:
    """Whether a device has room for its grids."""
    return len(task.samples) <= MOST_INPUTS and fits_tiles(task)


def subject_of(sight: Sight, fuel: int) -> Subject:
    """A task for a device, with so much fuel."""
    numbers = op_numbers()
    actions = [(numbers[a.op], a.arg or 0, a.mode, a.step.takes_list) for a in sight.actions]
    return Subject(
        to_tiles(sight.inputs),
        to_tiles(sight.outputs),
        np.array(actions, np.int32),
        sight.costs,
        fuel,
    )


def _result(came: Came, sight: Sight, memory: int, most: int) -> Enumeration | None:
    """What a task's search came to; None where the CPU's would run out of memory."""
    if came.met * BYTES_MET + came.expanded * BYTES_EXPANDED > memory:
        return None
    write = writing(sight, came.fits(most), came.trace)
    return Enumeration(write, came.fuel, came.met, came.expanded, came.exhausted)


def _dealt(numbers: Sequence[int], fuel: Sequence[int], speeds: Sequence[float]) -> list[list[int]]:
    """Each task to the device that would be done first."""
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
    """Tasks that fit into memory together, with those that are searched beside them."""
    most = max(1, int(room * SHARE) // abreast - BYTES_BESIDE)
    count = max(1, -(-sum(fuel) * BYTES_A_STEP // most))
    if count > 1:  # as much work for each, and none left alone at the end
        count = -(-count // abreast) * abreast
    share = max(1, -(-sum(fuel) // count))
    before = np.cumsum(fuel) - fuel
    for _, group in groupby(zip(before // share, numbers, strict=True), lambda pair: pair[0]):
        yield [number for _, number in group]


def _out_of_memory(error: Exception) -> bool:
    return "OutOfMemory" in type(error).__name__ or isinstance(error, MemoryError)


def _line(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())
