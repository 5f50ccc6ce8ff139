"""Executor: where the scheduler's jobs run. Jobs and outcomes are plain data and can travel.

The scheduler's own threads run jobs themselves (`threads`), or each hands its job to a worker and
waits: a process of this machine (`processes`) or an actor of a Ray cluster (`ray`). What a strategy
remembers of a task travels with the job, so any worker can do any job, and one that was lost with
its worker is done again with the same result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Protocol

from arcloom.errors import InputError
from arcloom.lang import Program
from arcloom.search.enumerate.on_gpus import DistantDevice
from arcloom.search.strategy import Effort, Findings, Found, Stop

Workers = Literal["auto", "threads", "processes", "ray"]
WORKERS: Final[tuple[Workers, ...]] = ("auto", "threads", "processes", "ray")
TRIES: Final = 3
"""How often a job may lose its worker. One that always does would end all of them."""


@dataclass(frozen=True, slots=True)
class SearchJob:
    """One call of a strategy. `task` is the number of the task among those of the run."""

    task: int
    strategy: str
    level: int
    fuel: int
    memory: int
    seed: int
    known: tuple[Found, ...]
    remembered: Any
    """what the strategy remembers of the task, as its last call for it left it"""

    def effort(self, stop: Stop) -> Effort:
        """The effort of the call."""
        return Effort(self.level, self.fuel, self.memory, self.seed, stop, self.known)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a worker gives back."""

    findings: Findings
    remembered: Any = None
    problem: str = ""
    """why the call failed; empty: it did not"""
    stack: str = ""
    """where it failed"""
    cpu_seconds: float = 0.0
    peak_memory: int = 0
    refused: tuple[str, ...] = ()
    """stored programs that the worker cannot read, each with the reason"""


@dataclass(frozen=True, slots=True)
class Crew:
    """The workers of a run at some moment."""

    workers: int = 0
    busy: int = 0
    """that have a call"""
    lost: int = 0
    """so far: killed, out of memory, or gone with their machine"""
    rates: Mapping[str, float] = field(default_factory=dict)
    """for each node, the calls a second since the start"""

    def content(self) -> dict[str, int]:
        """The counts as JSON."""
        nodes = len(self.rates)
        return {"workers": self.workers, "nodes": nodes, "busy": self.busy, "lost": self.lost}


class WorkerLostError(Exception):
    """The worker ended in the middle of a job: killed, out of memory, or its machine is gone."""


class ClusterGpus(Protocol):
    """The GPUs of a cluster. They get ready while the search begins."""

    @property
    def count(self) -> int:
        """How many the cluster has."""

    @property
    def problem(self) -> str:
        """Why one of them cannot be used; empty: no such problem."""

    def arrived(self) -> Sequence[DistantDevice]:
        """Those that have become ready since the last call."""

    def least(self) -> float:
        """How many steps in a round make them worthwhile; infinite while none is ready."""


class Executor(Protocol):
    """Workers that do jobs. `search` may be called by `abreast` threads at a time.

    Each of the `workers` has a place, from 0 on.
    """

    @property
    def gpus(self) -> ClusterGpus | None:
        """The GPUs that belong to the workers' machines; known once it has started."""

    @property
    def workers(self) -> int:
        """How many jobs it does at once."""

    @property
    def abreast(self) -> int:
        """How many calls of `search` it holds at once: some wait for the one before."""

    @property
    def crew(self) -> Crew:
        """The workers as they are now."""

    @property
    def cpu_seconds(self) -> float:
        """What the workers have spent."""

    @property
    def peak_memory(self) -> int:
        """The most bytes that the workers held, summed."""

    @property
    def refused(self) -> Sequence[str]:
        """Stored programs that the workers cannot read."""

    def start(self) -> None:
        """Start the workers, and check that they are fit for the run."""

    def tell(self, pool: Sequence[Program]) -> None:
        """A round begins: what `Strategy.prepare` is given."""

    def search(self, jobs: Sequence[SearchJob], stop: Stop, place: int) -> list[Outcome]:
        """Have one worker do jobs, one after the other: that at this place, if it can take them.

        Once `stop` is true it returns soon, with what it has.
        """

    def close(self) -> None:
        """End the workers."""


def check_workers(workers: str, address: str | None) -> Workers:
    """The kind of workers that is meant."""
    if workers not in WORKERS:
        raise InputError(
            f"no workers '{workers}'", remedy=f"the workers are {', '.join(WORKERS[1:])}"
        )
    if address is not None and workers != "ray":
        raise InputError("an address is of a Ray cluster", remedy="say --workers ray, too")
    return workers
