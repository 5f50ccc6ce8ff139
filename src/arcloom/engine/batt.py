"""Batt: many programs woven into one graph, run natively on many samples."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, groupby
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arcloom import _core
from arcloom.engine.cores import available_cores
from arcloom.engine.functions import op_name, tell_user_ops
from arcloom.engine.gpu.batt import NO_FUEL, BattDevice, DeviceBatt
from arcloom.engine.gpu.pick import Picked, pick_device
from arcloom.engine.gpu.run import Arrays, DeviceShare, run_on_device
from arcloom.engine.limits import Limits
from arcloom.engine.results import NativeAnswer, from_native
from arcloom.engine.samples import gather, samples_of
from arcloom.engine.undefined import Undefined
from arcloom.errors import InputError, at_least, callables, of_kind
from arcloom.lang.program import Program, check_program
from arcloom.tasks.grid import Grid
from arcloom.tasks.load import Tasks
from arcloom.tasks.task import Sample

PROBED: Final = 16
"""Samples that the CPU runs to estimate the time for all samples."""
SHOWN: Final = 12
"""Programs of a run that a notebook lists."""


Programs = Program | Iterable[Program] | Mapping[str, Program]
"""What stands for programs: one, several, or several by name as `read_programs` gives them."""


def weave(programs: Programs, limits: Limits | None = None) -> Batt:
    """Weave programs into one graph that shares their equal nodes.

    Args:
        programs: A program, several, or several by name.
        limits: How much work and memory a program may use; the usual limits by default.

    Returns:
        A batt, which runs all of them at once.

    Example:
        ```python
        batt = al.weave(al.read_programs("solvers.py"))
        batt.run(al.load("arc1-train")).matches.sum()
        ```
    """
    if isinstance(programs, Program):
        programs = (programs,)
    elif isinstance(programs, Mapping):
        programs = programs.values()
    if isinstance(programs, str | os.PathLike) or not isinstance(programs, Iterable):
        raise InputError(
            f"{type(programs).__name__} holds no programs", remedy="read a file with read_programs"
        )
    woven = tuple(programs)
    for program in woven:
        check_program(program)
    of_kind("limits", limits, Limits, "a Limits", optional=True)
    return Batt(woven, limits or Limits())


class Batt:
    """Programs that run together.

    A node that several programs share is computed once per sample. A node that does not depend on
    the grid is computed once per task. Each program's results are the same as if it ran alone.

    >>> from arcloom import read_program, load, weave
    >>> batt = weave([read_program("def solve(I): return rot180(I)")])
    >>> batt.run(load("arc1-train").samples()).matches.sum()  # doctest: +SKIP
    """

    def __init__(self, programs: tuple[Program, ...], limits: Limits) -> None:
        self.programs = programs
        self.limits = limits
        self._bytecode: DeviceBatt | None = None
        self._gathering = threading.Lock()
        tell_user_ops()
        self._core = _core.Batt(limits.node_fuel, limits.program_fuel, limits.memory)
        distinct: set[int] = set()
        for program in programs:
            nodes = self._core.add(*program.encode())
            distinct.update(nodes)
            self._core.add_output(nodes[-1])
        self._distinct = len(distinct)

    def __reduce__(self) -> tuple[object, ...]:
        return weave, (self.programs, self.limits)

    @property
    def node_count(self) -> int:
        """Distinct nodes after weaving and lowering, including the bodies of loops."""
        return self._core.node_count

    @property
    def program_nodes(self) -> int:
        """Nodes of all programs, each program counted on its own."""
        return sum(len(program) for program in self.programs)

    @property
    def shared(self) -> int:
        """How many nodes need no computing, because an earlier program computes them."""
        return self.program_nodes - self._distinct

    def run(
        self,
        samples: Sequence[Sample] | Tasks,
        threads: int | None = None,
        match: bool = False,
        expected: Sequence[Grid | None] | None = None,
        candidates: Sequence[Grid | None] | None = None,
        progress: Callable[[int], object] | None = None,
        device: str | BattDevice = "cpu",
    ) -> RunResult:
        """Run every program on every sample. Ctrl-C ends the run within a second.

        Args:
            samples: Samples; or a task, tasks, a dataset or anything that `load` takes, for all
                samples of these.
            threads: Number of threads; all cores by default.
            match: Whether a program that misses an expected output skips the task's remaining
                samples. The samples of a task must then stand together.
            expected: Outputs that replace the samples' own.
            candidates: The outputs that differs see as `C`.
            progress: Called with the number of finished samples.
            device: With `gpu`, a GPU runs the programs that have bytecode, and the CPU finishes
                what the GPU cannot. `auto` chooses a GPU if one works and the work is large
                enough. The results are the same, but the fuel of pairs that ran on a GPU is not
                counted.

        Returns:
            Arrays of programs x samples.
        """
        samples = samples_of(samples)
        _check_grids("expected", expected, samples)
        _check_grids("candidates", candidates, samples)
        threads = check_threads(threads)
        callables(progress=progress)
        if not isinstance(device, str) and not hasattr(device, "room"):
            raise InputError(
                f"device must be cpu, gpu or auto, not of type {type(device).__name__}"
            )
        begin = time.perf_counter()
        unit = self.pick(device, samples, threads).unit if isinstance(device, str) else device
        shown = None if candidates is None else tuple(candidates)
        result = RunResult.room(self, tuple(samples), shown, threads, match)
        on_device = self.on_device() if unit is not None else None
        given = (result.matches.view(np.uint8), result.reasons, result.fuel, result.hashes)
        with self._gathering:  # a run takes what was gathered last
            gather(self._core, samples, expected, candidates)
            run = self._core.begin(threads, *given)
        try:
            if unit is None or on_device is None:
                run.add(match, np.arange(len(samples)), None)
                run.end(progress)
            else:
                wanted = (s.output for s in samples) if expected is None else expected
                known = np.array([grid is not None for grid in wanted] if match else [], bool)
                arrays = Arrays(*given, _starts(samples) if match else [], known, threads)
                result.device = run_on_device(on_device, unit, arrays, run, progress)
            result.work = run.work
        finally:
            run.stop()
        result.seconds = time.perf_counter() - begin
        return result

    def pick(self, device: str, samples: Sequence[Sample], threads: int | None = None) -> Picked:
        """The device that a run on these samples would use for `auto`, `cpu` or `gpu`."""
        return pick_device(device, partial(self._estimate, samples, threads))

    def _estimate(self, samples: Sequence[Sample], threads: int | None) -> float:
        """About how many seconds the CPU would take, measured on samples spread over all."""
        some = samples[:: max(1, len(samples) // PROBED)]
        return self.run(some, threads=threads).seconds * len(samples) / max(1, len(some))

    def on_device(self) -> DeviceBatt:
        """The programs' bytecode, compiled once, and why some programs have none."""
        if self._bytecode is None:
            self._bytecode = DeviceBatt(self._core, self.limits)
        return self._bytecode

    def profile(self, samples: Sequence[Sample]) -> list[NodeTime]:
        """Where the time goes: each node's share on these samples, on one core, largest first."""
        with self._gathering:
            gather(self._core, samples)
            profile = self._core.profile()
        rows = [
            NodeTime(op_name(op) if op >= 0 else None, self.programs[owner].name, ns * 1e-9, runs)
            for op, ns, runs, owner in profile
        ]
        return sorted(rows, key=lambda row: row.seconds, reverse=True)

    def value(self, program: int, sample: Sample, candidate: Grid | None = None) -> Any:
        """One program's result on one sample, as a Python value."""
        [answer] = self.values([program], sample, candidate)
        return answer

    def values(
        self, programs: Sequence[int], sample: Sample, candidate: Grid | None = None
    ) -> list[Any]:
        """The results of some programs on one sample. Shared nodes are computed once."""
        answers = self._core.evaluate(programs, sample.task.pairs, sample.input, candidate)
        return [from_native(answer) for answer in answers]

    def visit(
        self,
        program: int,
        sample: Sample,
        seen: Callable[[Any, int, int], bool],
        most_elements: int,
    ) -> None:
        """One program's result on one sample, for `seen`: the value, its fuel, its elements.

        A value of more than `most_elements` is Undefined for want of memory.
        """

        def visited(answer: NativeAnswer, fuel: int, elements: int) -> bool:
            return seen(from_native(answer), fuel, elements)

        self._core.evaluate(
            [program], sample.task.pairs, sample.input, None, visited, most_elements
        )

    def __repr__(self) -> str:
        return f"<Batt of {len(self.programs)} programs, {self.node_count} nodes>"


class NodeTime(NamedTuple):
    """A woven node's time over a run. A loop's time includes its body."""

    op: str | None
    program: str
    """The first program that needs the node."""
    seconds: float
    runs: int


@dataclass
class RunResult:
    """The result of a run: arrays of programs x samples, and values on request."""

    batt: Batt
    samples: tuple[Sample, ...]
    candidates: tuple[Grid | None, ...] | None
    threads: int
    matches: NDArray[np.bool_]
    """Whether the result equals the expected output; False if no output is known."""
    reasons: NDArray[np.uint8]
    """0 if there is a value, otherwise a `Reason` or SKIPPED."""
    fuel: NDArray[np.int64]
    """Work of all the program's nodes, shared or not; `NO_FUEL` if a device did it."""
    hashes: NDArray[np.uint64]
    """Equal for equal results; 0 if there is no result."""
    work: int = 0
    """Work that the CPU did, in fuel: each node that programs share counts once."""
    seconds: float = 0.0
    """The time of the whole call."""
    device: DeviceShare | None = None
    """The share of the run that a device did; None if no device took part."""

    @classmethod
    def room(
        cls,
        batt: Batt,
        samples: tuple[Sample, ...],
        candidates: tuple[Grid | None, ...] | None,
        threads: int,
        match: bool,
    ) -> RunResult:
        """Allocate arrays for a run. The run fills every entry, except pairs that it skips."""
        shape, make = (len(batt.programs), len(samples)), np.zeros if match else np.empty
        return cls(
            batt,
            samples,
            candidates,
            threads,
            make(shape, np.bool_),
            make(shape, np.uint8),
            make(shape, np.int64),
            make(shape, np.uint64),
        )

    def value(self, program: int, sample: int) -> Grid | Undefined | Any:
        """The result of a program on a sample, computed on request."""
        candidate = self.candidates[sample] if self.candidates is not None else None
        return self.batt.value(program, self.samples[sample], candidate)

    def fuel_of(self, program: int) -> int | None:
        """A program's fuel on all samples; None if a device ran some of them."""
        fuel = self.fuel[program]
        return None if (fuel == NO_FUEL).any() else int(fuel.sum())

    def _repr_html_(self) -> str:
        from arcloom.draw.html import table_html, title_html

        programs, samples = self.matches.shape
        facts = f"{self.seconds:.2f} s on {self.threads} threads"
        head = title_html(f"{programs} programs on {samples} samples", facts)
        head += f"<div>{int(self.matches.sum())} outputs matched</div>"
        matches = self.matches.sum(axis=1)
        best = sorted(range(programs), key=lambda p: -matches[p])[:SHOWN]
        rows = [
            (self.batt.programs[p].name, str(matches[p]), _spelt(self.fuel_of(p)))
            for p in best
            if matches[p]
        ]
        return head + (table_html(("program", "matches", "fuel"), rows) if rows else "")


def _spelt(fuel: int | None) -> str:
    return "" if fuel is None else f"{fuel:,}"


def _starts(samples: Sequence[Sample]) -> list[int]:
    """The columns at which tasks begin."""
    sizes = [len(list(group)) for _, group in groupby(samples, key=lambda sample: sample.task)]
    return [0, *accumulate(sizes[:-1])]


def check_threads(threads: int | None) -> int:
    """The number of threads to use; by default all cores that this process was given."""
    if threads is None:
        return available_cores()
    return at_least("threads", threads, 1)


def _check_grids(name: str, given: Sequence[Grid | None] | None, samples: Sequence[Sample]) -> None:
    of_kind(name, given, Sequence, "a list of grids", optional=True)
    if given is None:
        return
    if len(given) != len(samples):
        raise InputError(f"{name} has {len(given)} grids for {len(samples)} samples")
    for grid in given:
        of_kind(f"each of {name}", grid, Grid, "a Grid", optional=True)
