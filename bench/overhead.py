"""Overhead: what a call of a strategy costs more in a process or on Ray than on a thread.

    python bench/overhead.py [--kinds processes,ray] [--calls 200] [--milliseconds 20]

One worker does calls of a fixed length. A call measures itself; the rest of the time until its
findings are back is the overhead. "alone": the next call is sent when the last one is back (the
median, and what nine of ten stay below). "in a row": the worker is given calls as a run gives them,
so that it holds the next one already (the mean). "bare" calls bring nothing. "loaded" ones are told
of 50 programs and bring 20 more, which is more than most calls of a search do. "command" is the CPU
time that the command itself spends on a call: one over it is how many calls a second it can serve.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ThreadPoolExecutor
from statistics import median, quantiles
from time import perf_counter, perf_counter_ns, process_time
from typing import NamedTuple

import arcloom
from arcloom.search.strategy import Effort, Findings, Found
from arcloom.solve.config import SolveConfig
from arcloom.solve.executor import SearchJob
from arcloom.solve.worker_kinds import executor_of, working
from arcloom.tasks import Task

KNOWN, FOUND = 50, 20
SOURCE = "def solve(I):\n    return hconcat(vmirror(I), rot90(crop(I, (0, 0), (1, {number}))))"


def found(task: Task, number: int) -> Found:
    """A program of eight nodes, with an output of the usual size."""
    program = arcloom.read_program(SOURCE.format(number=number + 2))
    outputs = tuple(test.input for test in task.tests)
    return Found(task.id, program, "call", 20.0 + number, 1, 3, outputs, 300, 1000)


class Call(arcloom.Strategy):
    """Computes for some time; gives the nanoseconds that it took as its fuel."""

    name = "call"

    def __init__(self, seconds: float, brings: tuple[Found, ...]) -> None:
        self.seconds = seconds
        self.brings = brings

    def search(self, task: Task, effort: Effort) -> Findings:
        """Compute, and give what is to be brought."""
        begun = perf_counter_ns()
        while (taken := perf_counter_ns() - begun) < self.seconds * 1e9:
            pass
        return Findings(self.brings, taken)


class Overhead(NamedTuple):
    """In milliseconds."""

    alone: list[float]
    in_a_row: float
    command: float


def measure(kind: str, calls: int, seconds: float, loaded: bool) -> Overhead:
    """The overhead of each call alone and on average in a row, and the command's CPU time."""
    tasks = list(arcloom.load("arc1-train").values())[:1]
    known = tuple(found(tasks[0], number) for number in range(KNOWN)) if loaded else ()
    brings = tuple(found(tasks[0], KNOWN + number) for number in range(FOUND)) if loaded else ()
    strategy = Call(seconds, brings)
    config = SolveConfig(fuel=1, threads=1, strategies=[strategy], workers=kind, device="cpu")
    executor = executor_of(config, tasks, ())
    job = SearchJob(0, strategy.name, 0, 1, 2**28, 0, known, None)

    def call(_: int) -> tuple[float, float]:
        """Milliseconds until the findings are there, and those that the call took."""
        begun = perf_counter()
        if executor is None:
            findings = strategy.search(tasks[0], job.effort(lambda: False))
        else:
            [outcome] = executor.search([job], lambda: False, 0)
            findings = outcome.findings
        return (perf_counter() - begun) * 1e3, findings.fuel / 1e6

    with working(executor):
        cpu = process_time()
        alone = [whole - inside for whole, inside in map(call, range(calls))]
        cpu = (process_time() - cpu) * 1e3 / calls
        begun = perf_counter()
        with ThreadPoolExecutor(1 if executor is None else executor.abreast) as pool:
            inside = sum(taken for _, taken in pool.map(call, range(calls)))
        in_a_row = ((perf_counter() - begun) * 1e3 - inside) / calls
    return Overhead(alone[calls // 10 :], in_a_row, cpu)  # the first find nothing in any cache


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kinds", default="threads,processes,ray")
    parser.add_argument("--calls", type=int, default=200)
    parser.add_argument("--milliseconds", type=float, default=20.0)
    args = parser.parse_args()
    print(f"{'workers':<10} {'call':<7} {'alone':>9} {'90 %':>9} {'in a row':>9} {'command':>9}")
    for kind in args.kinds.split(","):
        for loaded in (False, True):
            over = measure(kind, args.calls, args.milliseconds / 1e3, loaded)
            most = quantiles(over.alone, n=10)[-1]
            shown = (median(over.alone), most, over.in_a_row, over.command)
            cells = shown[:3] if kind == "threads" else shown
            name = "loaded" if loaded else "bare"
            print(f"{kind:<10} {name:<7}", *(f"{ms:>6.2f} ms" for ms in cells), flush=True)


if __name__ == "__main__":
    main()
