"""The figures of a run of `solve`, for people, machines and the library."""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from arcloom.solve.task_state import Failure, Tally, TaskState


@dataclass
class SolveFigures:
    """Counts and costs. `fitted` counts tasks with a program that gives every demo's output."""

    tasks: int
    threads: int
    device: str
    device_why: str = ""
    """why this device, or why not another"""
    fitted: int = 0
    settled: int = 0
    answered: int = 0
    """tasks with an answer that has no program, such as a network's"""
    expected: float = 0.0
    """how many tasks are right by their probabilities, with all attempts"""
    rounds: int = 0
    fuel: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    peak_memory: int = 0
    stages: dict[str, float] = field(default_factory=dict)
    """wall-clock seconds of each strategy and of "other"; together they are the whole run"""
    stop: str = "running"
    strategies: dict[str, dict[str, Any]] = field(default_factory=dict)
    failures: list[dict[str, str]] = field(default_factory=list)
    training: dict[str, float] = field(default_factory=dict)
    """of the network: step, seconds, epochs, loss, held_out_accuracy, ...; empty without one"""
    network: dict[str, Any] | None = None
    """what else the network did, and which training tasks it refused; None without one"""
    starters: int = 0
    """starter programs that the run began with"""
    library_faults: int = 0
    """times that findings could not be stored at once; they were held, and tried again"""
    workers: str = "threads"
    """what did the work"""
    crew: dict[str, int] = field(default_factory=dict)
    """workers, nodes, busy, lost; empty on threads"""
    nodes: dict[str, float] = field(default_factory=dict)
    """calls a second of each node; empty on threads"""
    by_round: list[dict[str, Any]] = field(default_factory=list)
    """for each round that is over: round, calls, fuel, seconds, cpu_seconds"""

    def content(self) -> dict[str, Any]:
        """The figures as JSON."""
        return asdict(self)


def cpu_seconds() -> float:
    """The CPU seconds of this process, over all cores."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def peak_memory() -> int:
    """The most bytes that this process has held."""
    try:
        # On Linux, getrusage includes the memory of the parent before this program began.
        for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def held_memory() -> int:
    """The bytes that this process holds now; where Linux does not tell them, the most it held."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return peak_memory()
    return pages * resource.getpagesize()


def strategy_table(
    states: Sequence[TaskState], strategies: Iterable[str]
) -> dict[str, dict[str, Any]]:
    """For each strategy: its tallies, the tasks it fitted, and those that only it fitted."""
    table = {}
    for name in strategies:
        total = Tally()
        for state in states:
            total.add(state.tallies.get(name, Tally()))
        fitted = [s.evidence.strategies for s in states if name in s.evidence.strategies]
        only = sum(names == [name] for names in fitted)
        table[name] = {"fitted": len(fitted), "only": only, **asdict(total)}
    return table


def stage_seconds(
    states: Sequence[TaskState], strategies: Iterable[str], threads: int, seconds: float
) -> dict[str, float]:
    """Where the wall clock went: each strategy's time over all threads, divided by the threads."""
    stages = {
        name: sum(s.tallies[name].seconds for s in states if name in s.tallies) / threads
        for name in strategies
    }
    return {**stages, "other": max(0.0, seconds - sum(stages.values()))}


def failure_rows(failures: Iterable[Failure]) -> list[dict[str, str]]:
    """Failures as JSON, in an order that does not depend on the threads."""
    rows = [asdict(failure) for failure in failures]
    return sorted(rows, key=lambda row: tuple(row.values()))
