"""Calibration: how fast cores and GPUs enumerate here, and from how much work on a GPU is faster.

Measured once for a machine's devices and kept in the user's cache folder. A GPU takes a while to
begin, then is fast; a core begins at once. Where the two lines cross, `auto` goes over to the GPU.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import version
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import numpy as np

from arcloom.engine import info
from arcloom.engine.devices import choose_devices
from arcloom.engine.gpu import Gpu
from arcloom.errors import InputError
from arcloom.files import read_whole
from arcloom.search.enumerate import enumerate_task
from arcloom.search.many import Asked, Many
from arcloom.tasks import Task

CORE_FUEL: Final = 50_000
LITTLE: Final = 500
MUCH: Final = 200_000
"""Fuel for each of the sample tasks: for a core; for a GPU, to see it begin and to see it run."""
TASKS: Final = 32
SIDES: Final = (6, 12, 18)


@dataclass(frozen=True)
class Pace:
    """Seconds before the first step, and steps a second from then on."""

    name: str
    begin: float
    speed: float


@dataclass(frozen=True)
class Paces:
    """What was measured: one core, and each GPU."""

    core: Pace
    gpus: tuple[Pace, ...]

    def crossover(self, threads: int) -> float:
        """The steps of all tasks together from which on the GPUs are faster than so many cores."""
        speed = sum(gpu.speed for gpu in self.gpus)
        cores = self.core.speed * threads
        begin = max((gpu.begin for gpu in self.gpus), default=inf)
        return begin / (1 / cores - 1 / speed) if speed > cores else inf


@dataclass(frozen=True)
class LentGpu:
    """A GPU with its pace."""

    unit: Gpu
    speed: float

    @property
    def room(self) -> int:
        """Bytes of memory that are free."""
        return self.unit.free_memory

    def entered(self, number: int) -> AbstractContextManager[None]:
        """Within which the caller's thread has the GPU for one of several searches."""
        return self.unit.beside(number)


@dataclass(frozen=True)
class Plan:
    """What a run searches on, and why."""

    device: str
    """`cpu` or `gpu`"""
    why: str = ""
    lent: tuple[LentGpu, ...] = ()
    least: float = 0.0
    """steps of a round from which on the GPUs are used"""


def plan_for(wanted: str, threads: int, tell: Callable[[str], None] = lambda _: None) -> Plan:
    """What `auto`, `cpu` or `gpu` comes to here; `gpu` where none works is an error."""
    devices = choose_devices(wanted)
    if not devices.gpus:
        return Plan("cpu", devices.why)
    try:
        paces = paces_of(devices.gpus, tell)
    except InputError as error:
        if devices.always:
            raise
        return Plan("cpu", str(error))
    least = 0.0 if devices.always else paces.crossover(threads)
    names = ", ".join(gpu.name for gpu in paces.gpus)
    speed = sum(gpu.speed for gpu in paces.gpus)
    why = (
        f"{names}: {speed / 1e6:,.0f} M steps/s against {paces.core.speed / 1e6:,.1f} M a core"
        f"; for rounds of {least / 1e6:,.2f} M steps or more"
    )
    if least == inf:
        return Plan("cpu", f"{names}: {speed / 1e6:,.1f} M steps/s, slower than {threads} cores")
    lent = zip(devices.gpus, paces.gpus, strict=True)
    return Plan("gpu", why, tuple(LentGpu(gpu, pace.speed) for gpu, pace in lent), least)


def paces_of(gpus: Sequence[Gpu], tell: Callable[[str], None] = lambda _: None) -> Paces:
    """From the cache, or measured and put there."""
    file, key = cache_file(), _key(gpus)
    found = _read(file, key)
    if found is None:
        tell("measuring how fast this machine searches; this is done once")
        found = measured(gpus)
        _write(file, key, found)
    return found


def measured(gpus: Sequence[Gpu]) -> Paces:
    """Measure a core and each GPU."""
    tasks = sample_tasks()
    begun = perf_counter()
    fuel = sum(enumerate_task(task, CORE_FUEL).fuel for task in tasks[:4])
    core = Pace(str(info()["instruction_set"]), 0.0, fuel / (perf_counter() - begun))
    return Paces(core, tuple(gpu_pace(gpu, tasks) for gpu in gpus))


def gpu_pace(gpu: Gpu, tasks: Sequence[Task]) -> Pace:
    """Measure one GPU."""
    problems: list[str] = []
    many = Many([LentGpu(gpu, 1.0)], problems.append)

    def timed(fuel: int) -> float:
        begun = perf_counter()
        asked = [Asked(task, fuel, 1 << 40) for task in tasks]
        many.search(asked, 24, lambda: False)
        return perf_counter() - begun

    timed(MUCH)  # compiles, CuPy's own kernels too
    begin, much = timed(LITTLE), timed(MUCH)
    if problems:
        raise InputError(problems[0], remedy="use --device cpu")
    return Pace(gpu.name, begin, TASKS * MUCH / max(much - begin, 1e-3))


@cache
def sample_tasks() -> tuple[Task, ...]:
    """Tasks of noise and boxes, always the same, whose outputs are mirror images."""
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
    """Where measurements are kept."""
    folder = os.environ.get("XDG_CACHE_HOME")
    return (Path(folder) if folder else Path.home() / ".cache") / "arcloom" / "paces.json"


def _key(gpus: Sequence[Gpu]) -> dict[str, Any]:
    """What a measurement holds for."""
    about = info()
    return {
        "arcloom": version("arcloom"),
        "instruction_set": about["instruction_set"],
        "gpus": [gpu.name for gpu in gpus],
    }


def _read(file: Path, key: dict[str, Any]) -> Paces | None:
    """What was measured here for these devices; None where nothing was, or the file is no good."""
    try:
        content = json.loads(read_whole(file))
        if content["key"] != key:
            return None
        return Paces(Pace(**content["core"]), tuple(Pace(**gpu) for gpu in content["gpus"]))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _write(file: Path, key: dict[str, Any], paces: Paces) -> None:
    """A folder that cannot be written costs a measurement the next time, no more."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({"key": key, **asdict(paces)}, indent=1), encoding="utf-8")
    except OSError:
        return
