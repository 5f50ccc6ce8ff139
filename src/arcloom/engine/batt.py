"""Batt: many programs woven into one DAG, run natively on many samples."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arcloom import _core
from arcloom.engine.functions import op_name, tell_user_ops
from arcloom.engine.limits import Limits
from arcloom.engine.results import from_native
from arcloom.engine.undefined import Undefined
from arcloom.errors import InputError
from arcloom.lang.program import Program
from arcloom.tasks.grid import Grid
from arcloom.tasks.task import Sample


def weave(programs: Iterable[Program], limits: Limits | None = None) -> Batt:
    """Weave programs into one DAG in which equal nodes are shared."""
    return Batt(tuple(programs), limits or Limits())


class Batt:
    """Programs that run together.

    Each node that several programs have in common is computed once a sample; what does not depend
    on the grid once a task. Results are those of each program by itself, in any company.

    >>> from arcloom import read_program, load, weave
    >>> batt = weave([read_program("def solve(I): return rot180(I)")])
    >>> batt.run(load("arc1-train").samples()).matches.sum()  # doctest: +SKIP
    """

    def __init__(self, programs: tuple[Program, ...], limits: Limits) -> None:
        self.programs = programs
        self.limits = limits
        tell_user_ops()
        self._core = _core.Batt(limits.node_fuel, limits.program_fuel, limits.memory)
        for program in programs:
            self._core.add_output(self._core.add(*program.encode())[-1])

    @property
    def node_count(self) -> int:
        """Distinct nodes after weaving: shared, lowered, loops' bodies included."""
        return self._core.node_count

    @property
    def shared(self) -> int:
        """Nodes of all programs before sharing."""
        return sum(len(program) for program in self.programs)

    def run(
        self,
        samples: Sequence[Sample],
        threads: int | None = None,
        match: bool = False,
        expected: Sequence[Grid | None] | None = None,
        candidates: Sequence[Grid | None] | None = None,
        progress: Callable[[int], object] | None = None,
    ) -> RunResult:
        """Run every program on every sample, on all cores unless `threads` says otherwise.

        `expected` stands in for the samples' own outputs. With `match`, a program that misses an
        expected output is not run on the task's further samples; a task's samples must then stand
        together. `candidates` are the outputs that differs see as `C`. `progress` is called with
        the number of finished samples. Ctrl-C ends the run within a second.
        """
        wanted = _same_length("expected", expected, [s.output for s in samples])
        shown = _same_length("candidates", candidates, [None] * len(samples))
        threads = check_threads(threads)
        self._gather(samples, wanted, shown)
        result = RunResult.empty(self, tuple(samples), tuple(shown), threads)
        begin = time.perf_counter()
        self._core.run(
            threads,
            match,
            result.matches.view(np.uint8),
            result.reasons,
            result.fuel,
            result.hashes,
            progress,
            None,
        )
        result.seconds = time.perf_counter() - begin
        return result

    def profile(self, samples: Sequence[Sample]) -> list[NodeTime]:
        """Where the time goes: each node's share on these samples, on one core, largest first."""
        nothing: list[Grid | None] = [None] * len(samples)
        self._gather(samples, nothing, nothing)
        rows = [
            NodeTime(op_name(op) if op >= 0 else None, self.programs[owner].name, ns * 1e-9, runs)
            for op, ns, runs, owner in self._core.profile()
        ]
        return sorted(rows, key=lambda row: row.seconds, reverse=True)

    def _gather(
        self,
        samples: Sequence[Sample],
        expected: Sequence[Grid | None],
        candidates: Sequence[Grid | None],
    ) -> None:
        """Hand the samples to the native core, task by task."""
        self._core.start()
        column = 0
        for task, group in groupby(samples, key=lambda sample: sample.task):
            self._core.add_task(task.pairs)
            for sample in group:
                self._core.add_sample(sample.input, expected[column], candidates[column])
                column += 1

    def value(self, program: int, sample: Sample, candidate: Grid | None = None) -> Any:
        """One program's result on one sample, as a Python value."""
        [answer] = self._core.evaluate([program], sample.task.pairs, sample.input, candidate)
        return from_native(answer)

    def __repr__(self) -> str:
        return f"<Batt of {len(self.programs)} programs, {self.node_count} nodes>"


class NodeTime(NamedTuple):
    """A woven node's time over a run; loops with all that their bodies do."""

    op: str | None
    program: str
    """The first program that needs it."""
    seconds: float
    runs: int


@dataclass
class RunResult:
    """What a run came to: arrays of programs x samples, and values on request."""

    batt: Batt
    samples: tuple[Sample, ...]
    candidates: tuple[Grid | None, ...]
    threads: int
    matches: NDArray[np.bool_]
    """Whether the result equals the expected output; False where that is unknown."""
    reasons: NDArray[np.uint8]
    """0 where there is a value, else a `Reason`, or SKIPPED."""
    fuel: NDArray[np.int64]
    """Work of all the program's nodes, shared or not."""
    hashes: NDArray[np.uint64]
    """Equal where results are equal; 0 where there is none."""
    seconds: float = 0.0

    @classmethod
    def empty(
        cls,
        batt: Batt,
        samples: tuple[Sample, ...],
        candidates: tuple[Grid | None, ...],
        threads: int,
    ) -> RunResult:
        """Room for a run's results."""
        shape = (len(batt.programs), len(samples))
        return cls(
            batt,
            samples,
            candidates,
            threads,
            np.zeros(shape, np.bool_),
            np.zeros(shape, np.uint8),
            np.zeros(shape, np.int64),
            np.zeros(shape, np.uint64),
        )

    def value(self, program: int, sample: int) -> Grid | Undefined | Any:
        """The result of a program on a sample, computed on request."""
        return self.batt.value(program, self.samples[sample], self.candidates[sample])

    def _repr_html_(self) -> str:
        from arcloom.engine.html import run_html

        return run_html(self)


def check_threads(threads: int | None) -> int:
    """The number of threads to use; all cores this process may run on where none is given."""
    if threads is None:
        return (
            len(os.sched_getaffinity(0))
            if hasattr(os, "sched_getaffinity")
            else os.cpu_count() or 1
        )
    if threads < 1:
        raise InputError(f"threads must be at least 1, not {threads}")
    return threads


def _same_length(
    name: str, given: Sequence[Grid | None] | None, default: list[Grid | None]
) -> Sequence[Grid | None]:
    if given is None:
        return default
    if len(given) != len(default):
        raise InputError(f"{name} has {len(given)} grids for {len(default)} samples")
    return given
