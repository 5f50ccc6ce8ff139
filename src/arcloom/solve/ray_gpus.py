"""GPUs of a Ray cluster: an actor for each, which enumerates batches of tasks on it.

The actors start and measure their GPUs while the search begins on the cores. An actor that is lost
is not replaced: its tasks go to the other GPUs, or to the cores, with the same result.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from socket import gethostname
from typing import Any, Final

from arcloom.errors import InputError
from arcloom.search.enumerate.calibrate import (
    BEGIN,
    LITTLE,
    Pace,
    Paces,
    core_pace,
    plan_for,
    sample_tasks,
    searched,
)
from arcloom.search.enumerate.on_gpus import Done, GpuEnumerator, SearchDevice, SearchRequest
from arcloom.search.enumerate.task_search import EnumeratedProgram, Enumeration
from arcloom.search.strategy import Stop
from arcloom.solve.shipping import Hello, check_hello, hello

POLL: Final = 0.1
THREADS: Final = 2
"""Threads of the host that a GPU's actor may use."""
START: Final = 180.0
"""Seconds to wait for the first GPU where a run must have one."""

Devices = Callable[[], Sequence[SearchDevice]]
"""Gives the devices of the machine that it is called on."""


def own_devices() -> Sequence[SearchDevice]:
    """The GPUs that Ray shows to the calling process."""
    return plan_for("gpu", THREADS).devices


@dataclass(frozen=True)
class WrittenPrograms:
    """Programs that were written where they were found, so that they can travel."""

    programs: tuple[EnumeratedProgram, ...]

    def __call__(self) -> Sequence[EnumeratedProgram]:
        return self.programs


class RayGpu:
    """What runs in an actor. Its methods run on two threads, so that `stop` reaches a search."""

    def __init__(self, devices: Devices) -> None:
        self._stopped = False
        self._problems: list[str] = []
        mine = devices()
        self._speed = sum(device.speed for device in mine)
        self._enumerator = GpuEnumerator(mine, self._problems.append, THREADS)
        searched(mine, sample_tasks(), LITTLE)  # compiles the kernels, which takes seconds

    def hello(self) -> tuple[Hello, Pace, Pace]:
        """What this worker is, and how fast a core and the GPU are."""
        told = hello((), f"{gethostname()}, GPU")
        return told, core_pace(sample_tasks()), Pace(told.where, BEGIN, self._speed)

    def search(self, asked: bytes) -> bytes:
        """Search tasks, given by number."""
        requests: dict[int, SearchRequest] = pickle.loads(asked)
        results = self._enumerator.search(list(requests.values()), lambda: self._stopped)
        found = dict(zip(requests, map(_travelling, results), strict=True))
        if self._problems:  # what has no result was not looked at
            found = {number: result for number, result in found.items() if result is not None}
        return pickle.dumps((found, "; ".join(self._problems)), pickle.HIGHEST_PROTOCOL)

    def stop(self) -> None:
        """The run is over."""
        self._stopped = True


def _travelling(result: Enumeration | None) -> Enumeration | None:
    return (
        None if result is None else replace(result, write=WrittenPrograms(tuple(result.candidates)))
    )


class RayGpus:
    """The actors. `arcloom.solve.executor.ClusterGpus` says what they are for."""

    def __init__(
        self, ray: Any, count: int, cores: int, *, always: bool, devices: Devices = own_devices
    ) -> None:
        """`always`: the run waits for them, and they are worthwhile for any work."""
        self.count = count
        self._ray = ray
        self._cores = cores
        self._always = always
        made = ray.remote(RayGpu).options(num_gpus=1, num_cpus=0, max_concurrency=2, max_restarts=0)
        self._handles = [made.remote(devices) for _ in range(count)]
        self._starting = {handle.hello.remote(): handle for handle in self._handles}
        self._paces: list[Pace] = []
        self._core = Pace("core", 0.0, inf)
        self.problem = ""
        """why one of them does not work"""

    def arrived(self) -> list[GpuActor]:
        """Those that have become ready since the last call. One that must work is waited for."""
        found: list[GpuActor] = []
        while self._starting:
            must = self._always and not self._paces
            ready, _ = self._ray.wait(list(self._starting), timeout=START if must else 0.0)
            found += self._welcomed(ready)
            if not ready:
                break
        if self._always and not self._paces:
            why = self.problem or f"none was ready within {START:.0f} s"
            raise InputError(f"no GPU of the Ray cluster works: {why}", remedy="use --device cpu")
        return found

    def _welcomed(self, ready: Sequence[Any]) -> list[GpuActor]:
        """Of those that have started, the ones that work."""
        found = []
        for one in ready:
            handle = self._starting.pop(one)
            try:
                told, self._core, pace = self._ray.get(one)
            except self._ray.exceptions.RayError as error:
                self.problem = f"a GPU of the cluster cannot be used: {cause_of(error)}"
                continue
            expected = hello(())
            check_hello(replace(told, ops=expected.ops), expected)  # no op of a user's runs there
            self._paces.append(pace)
            found.append(GpuActor(self._ray, handle, pace.speed))
        return found

    def least(self) -> float:
        """How many steps in a round make them worthwhile; infinite while none is ready."""
        if not self._paces:
            return inf
        return 0.0 if self._always else Paces(self._core, tuple(self._paces)).crossover(self._cores)

    def close(self) -> None:
        """End the actors."""
        for handle in self._handles:
            self._ray.kill(handle)


class GpuActor:
    """One GPU, as enumeration sees it: a `DistantDevice`."""

    def __init__(self, ray: Any, handle: Any, speed: float) -> None:
        self.speed = speed
        self._ray = ray
        self._handle = handle

    def search(self, requests: Mapping[int, SearchRequest], stop: Stop) -> Done:
        """Search tasks there."""
        try:
            asked = pickle.dumps(dict(requests), pickle.HIGHEST_PROTOCOL)
            found = self._handle.search.remote(asked)
            done: Done = pickle.loads(answer(self._ray, self._handle, found, stop))
        except self._ray.exceptions.RayError as error:
            return {}, f"a GPU of the cluster is lost: {cause_of(error)}"
        return done


def cluster_gpus(ray: Any, cores: int, device: str) -> RayGpus | None:
    """The GPUs that a cluster has, if any and if they are wanted."""
    count = 0 if device == "cpu" else int(ray.cluster_resources().get("GPU", 0))
    return RayGpus(ray, count, cores, always=device == "gpu") if count else None


def answer(ray: Any, handle: Any, found: Any, stop: Stop) -> bytes:
    """Wait for what an actor gives back. Once `stop` is true, the actor is told."""
    stopped = False
    while True:
        try:
            given: bytes = ray.get(found, timeout=POLL)
            return given
        except ray.exceptions.GetTimeoutError:
            if not stopped and stop():
                stopped = True
                handle.stop.remote()


def cause_of(error: BaseException) -> str:
    """The line of an error that says what happened: Ray gives whole tracebacks."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    causes = [line for line in lines if "Error" in line and "ray::" not in line]
    return (causes or lines or [type(error).__name__])[-1][:200]
