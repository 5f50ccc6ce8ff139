"""Calibration: how fast cores and GPUs enumerate here, and how much work makes a GPU faster.

We measure once per machine and keep the result in the user's cache folder. A GPU takes a while to
start and then is fast. A core starts at once. `auto` switches to the GPU where the two lines cross.

The first use of a GPU compiles its kernels, which takes about a minute. `auto` does not wait for
that: cores search until the GPU is ready. No result depends on it, since both find the same.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import version
from math import inf
from pathlib import Path
from threading import Thread
from time import perf_counter
from typing import Any, Final

import numpy as np

from arcloom.engine import info
from arcloom.engine.gpu.choose import choose_devices
from arcloom.engine.gpu.cuda import Gpu
from arcloom.errors import InputError
from arcloom.files import read_whole
from arcloom.search.enumerate.on_gpus import GpuEnumerator, SearchDevice, SearchRequest
from arcloom.search.enumerate.task_search import enumerate_task
from arcloom.tasks import Task

CORE_FUEL: Final = 50_000
LITTLE: Final = 200_000
MUCH: Final = 4_000_000
"""Steps for each sample task: for a core, and for a GPU to see its start and then its speed.

Cheap chains come first, a few at a time, so a GPU waits for its host up to `LITTLE` steps: an H200
did 8 M steps per second there, and 680 M with 64 M steps for each task.
"""
TASKS: Final = 32
SIDES: Final = (6, 12, 18)
BEGIN: Final = 0.5
CORES: Final = 2.0
"""Assumed of a GPU that was not measured: seconds before the first step, and the cores that one
multiprocessor is worth."""


@dataclass(frozen=True)
class Pace:
    """Seconds before the first step, and then steps per second."""

    name: str
    begin: float
    speed: float


@dataclass(frozen=True)
class Paces:
    """The measured paces of one core and of each GPU."""

    core: Pace
    gpus: tuple[Pace, ...]

    def crossover(self, threads: int) -> float:
        """How many steps, over all tasks, make the GPUs faster than the cores."""
        speed = sum(gpu.speed for gpu in self.gpus)
        cores = self.core.speed * threads
        begin = max((gpu.begin for gpu in self.gpus), default=inf)
        return begin / (1 / cores - 1 / speed) if speed > cores else inf


@dataclass(frozen=True)
class PacedGpu:
    """A GPU with its pace."""

    unit: Gpu
    speed: float

    @property
    def room(self) -> int:
        """Bytes of free memory."""
        return self.unit.free_memory

    def entered(self, number: int) -> AbstractContextManager[None]:
        """A context in which the calling thread uses the GPU for one of several searches."""
        return self.unit.on_stream(number)


@dataclass(frozen=True)
class DevicePlan:
    """The devices of a run, and why."""

    device: str
    """`cpu` or `gpu`"""
    why: str = ""
    devices: tuple[PacedGpu, ...] = ()
    least: float = 0.0
    """steps in a round that make the use of GPUs worthwhile"""


def plan_for(wanted: str, threads: int, network: bool = False) -> DevicePlan:
    """What `auto`, `cpu` or `gpu` means here. If `gpu` is wanted and none works: an error.

    With `auto`, the first GPU is left to a network that trains on it. Two programs on one GPU take
    turns: a training beside a search had a third of its speed.
    """
    devices = choose_devices(wanted)
    gpus = devices.gpus[1:] if network and not devices.always else devices.gpus
    if not gpus:
        return DevicePlan("cpu", "the network has the GPU" if devices.gpus else devices.why)
    stored = stored_paces(gpus)
    paces = stored or assumed(gpus)
    how = "" if stored else " (assumed; this run measures)"
    least = 0.0 if devices.always else paces.crossover(threads)
    names = ", ".join(gpu.name for gpu in paces.gpus)
    speed = sum(gpu.speed for gpu in paces.gpus)
    why = (
        f"{names}: {speed / 1e6:,.0f} M steps/s against {paces.core.speed / 1e6:,.1f} M a core"
        f"{how}; for rounds of {least / 1e6:,.2f} M steps or more"
    )
    if least == inf:
        return DevicePlan(
            "cpu", f"{names}: {speed / 1e6:,.1f} M steps/s, slower than {threads} cores{how}"
        )
    paced = tuple(PacedGpu(gpu, pace.speed) for gpu, pace in zip(gpus, paces.gpus, strict=True))
    return DevicePlan("gpu", why, paced, least)


def assumed(gpus: Sequence[Gpu]) -> Paces:
    """Paces until they are measured: a multiprocessor is worth some cores."""
    core = core_pace(sample_tasks())
    return Paces(core, tuple(Pace(g.name, BEGIN, CORES * g.processors * core.speed) for g in gpus))


def stored_paces(gpus: Sequence[Gpu]) -> Paces | None:
    """The paces that were measured on this machine; None if they were not."""
    return _read(cache_file(), _key(gpus))


def measure_once(tell: Callable[[str], None]) -> None:
    """Measure the GPUs that work here, unless that was done before."""
    gpus = choose_devices("auto").gpus
    if gpus and stored_paces(gpus) is None:
        tell("measuring how fast this machine searches; this is done once")
        _write(cache_file(), _key(gpus), measured(gpus))


class GettingReady:
    """Compiles the kernels of GPUs beside other work and, once per machine, measures their speed.

    A GPU that fails here fails again when it is used, and then the run reports it.
    """

    def __init__(self, gpus: Sequence[Gpu]) -> None:
        self._thread = Thread(target=self._work, args=(gpus,), name="gpus", daemon=True)
        self._thread.start()

    @property
    def over(self) -> bool:
        """Whether the GPUs can be used at once."""
        return not self._thread.is_alive()

    def _work(self, gpus: Sequence[Gpu]) -> None:
        with suppress(Exception):  # a driver may raise errors of any class
            if stored_paces(gpus) is None:
                _write(cache_file(), _key(gpus), measured(gpus))
            else:
                for gpu in gpus:
                    searched([PacedGpu(gpu, 1.0)], sample_tasks(), LITTLE)


def measured(gpus: Sequence[Gpu]) -> Paces:
    """Measure a core and each GPU."""
    tasks = sample_tasks()
    return Paces(core_pace(tasks), tuple(gpu_pace(gpu, tasks) for gpu in gpus))


def core_pace(tasks: Sequence[Task]) -> Pace:
    """Measure one core."""
    begun = perf_counter()
    fuel = sum(enumerate_task(task, CORE_FUEL).fuel for task in tasks[:4])
    return Pace(str(info()["instruction_set"]), 0.0, fuel / (perf_counter() - begun))


def gpu_pace(gpu: Gpu, tasks: Sequence[Task]) -> Pace:
    """Measure one GPU."""

    def timed(fuel: int) -> float:
        begun = perf_counter()
        searched([PacedGpu(gpu, 1.0)], tasks, fuel)
        return perf_counter() - begun

    timed(MUCH)  # to compile, including CuPy's own kernels
    begin, much = timed(LITTLE), timed(MUCH)
    return Pace(gpu.name, begin, TASKS * (MUCH - LITTLE) / max(much - begin, 1e-3))


def searched(devices: Sequence[SearchDevice], tasks: Sequence[Task], fuel: int) -> None:
    """Search tasks on devices. An error if one fails."""
    problems: list[str] = []
    requests = [SearchRequest(task, fuel, 1 << 40) for task in tasks]
    GpuEnumerator(devices, problems.append).search(requests, lambda: False)
    if problems:
        raise InputError(problems[0], remedy="use --device cpu")


@cache
def sample_tasks() -> tuple[Task, ...]:
    """Fixed tasks made of noise and boxes. Their outputs are mirror images."""
    random = np.random.default_rng(0)
    out = []
    for number in range(TASKS):
        side = SIDES[number % len(SIDES)]
        grids = [random.integers(0, 4, (side, side)) * (random.random((side, side)) < 0.3)]
        for _ in range(3):
            grid = np.zeros((side, side), np.int64)
            top, left = random.integers(0, side - 3, 2)
            grid[top : top + 3, left : left + 3] = random.integers(1, 5)
            grids.append(grid)
        cells = [g.tolist() for g in grids]
        pairs = [(c, c[::-1]) for c in cells[:3]]
        out.append(Task(f"sample-{number}", demos=pairs, tests=[cells[3]]))
    return tuple(out)


def cache_file() -> Path:
    """The file that keeps the measurements."""
    folder = os.environ.get("XDG_CACHE_HOME")
    return (Path(folder) if folder else Path.home() / ".cache") / "arcloom" / "paces.json"


def _key(gpus: Sequence[Gpu]) -> dict[str, Any]:
    """The conditions under which a measurement is valid."""
    about = info()
    return {
        "arcloom": version("arcloom"),
        "instruction_set": about["instruction_set"],
        "gpus": [gpu.name for gpu in gpus],
        "steps": [LITTLE, MUCH],
    }


def _read(file: Path, key: dict[str, Any]) -> Paces | None:
    """The stored measurement for these devices; None if there is none or the file is unusable."""
    try:
        content = json.loads(read_whole(file))
        if content["key"] != key:
            return None
        return Paces(Pace(**content["core"]), tuple(Pace(**gpu) for gpu in content["gpus"]))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _write(file: Path, key: dict[str, Any], paces: Paces) -> None:
    """Store a measurement. If the folder is not writable, we only have to measure again."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({"key": key, **asdict(paces)}, indent=1), encoding="utf-8")
    except OSError:
        return
