"""Worker: does the jobs of a run in a process of its own.

    python -m arcloom.solve.worker FD

talks through the open file descriptor FD with the process that has started it (`processes`). Actors
of Ray use the class alone. What goes wrong is written to standard error, which is the starter's.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import traceback
from collections.abc import Sequence
from multiprocessing.connection import Connection
from queue import SimpleQueue
from socket import gethostname
from threading import Event, Thread
from time import process_time, sleep
from typing import Any, Final

from arcloom.errors import InputError
from arcloom.lang import Program
from arcloom.lang.plugins import execute_source
from arcloom.lang.vocabulary import code_of, register, unregister, user_function, user_ops
from arcloom.search.strategy import Findings, Remembers, Stop, Strategy, checked_findings
from arcloom.search.transfer.stored import StoredPrograms
from arcloom.solve.executor import Outcome, SearchJob
from arcloom.solve.figures import held_memory, peak_memory
from arcloom.solve.scheduler import problem_of
from arcloom.solve.shipping import Hello, OwnOps, Setup, hello
from arcloom.solve.strategies import on_cores

LOOK: Final = 0.05
"""Seconds between two looks at the memory."""
SWITCH: Final = 0.0002
"""Seconds that a strategy in Python may hold the interpreter while the next job waits for it."""


class Worker:
    """The strategies of a run, and its tasks. One job at a time."""

    def __init__(self, setup: bytes) -> None:
        content: Setup = pickle.loads(setup)
        for file in content.files:
            execute_source(file)
        for name in _taken_back(content):
            unregister(name)
        ops: OwnOps = pickle.loads(content.ops)
        for op, function in ops:
            if op.name not in user_ops():  # its module may have been imported just now
                register(op, function)
        own: Sequence[Strategy] = pickle.loads(content.own)
        self._tasks = content.tasks
        self._stored = StoredPrograms(content.stock)
        self._strategies = on_cores(content.strategies, own, self._stored)
        self._pool: list[Program] = []
        self._unprepared: dict[str, Exception] = {}
        sys.setswitchinterval(SWITCH)
        if content.memory is not None:
            Thread(target=_end_if_over, args=(content.memory,), daemon=True).start()

    def hello(self) -> Hello:
        """What this worker is."""
        return hello(self._tasks, f"{gethostname()}, process {os.getpid()}")

    def hear(self, fresh: Sequence[Program], counts: Sequence[int]) -> None:
        """Rounds have begun: further programs, and how many the strategies are told in each."""
        self._pool += fresh
        for count in counts:
            for name, strategy in self._strategies.items():
                try:
                    strategy.prepare(self._pool[:count])
                except Exception as error:  # its calls fail with it, and the run goes on without
                    self._unprepared[name] = error

    def run(self, jobs: Sequence[SearchJob], stop: Stop) -> list[Outcome]:
        """Do jobs, one after the other."""
        return [self._do(job, stop) for job in jobs]

    def _do(self, job: SearchJob, stop: Stop) -> Outcome:
        begun = process_time()
        task, strategy = self._tasks[job.task], self._strategies[job.strategy]
        remembered, stack = None, ""
        try:
            if job.strategy in self._unprepared:
                raise self._unprepared[job.strategy]
            if isinstance(strategy, Remembers) and job.remembered is not None:
                strategy.remember(task, job.remembered)
            findings, problem = checked_findings(task, strategy.search(task, job.effort(stop))), ""
            if isinstance(strategy, Remembers):
                remembered = strategy.remembered(task)
        except Exception as error:  # it is reported, and the run goes on without the call
            if not isinstance(error, InputError):
                print(f"task {task.id}, {job.strategy}, in {gethostname()}:", file=sys.stderr)
                stack = traceback.format_exc()
                print(stack, end="", file=sys.stderr, flush=True)
            findings, problem = Findings(exhausted=True), problem_of(error)
        spent = process_time() - begun
        refused = tuple(self._stored.refused)
        return Outcome(findings, remembered, problem, stack, spent, peak_memory(), refused)


def _end_if_over(most: int) -> None:
    """End this process once it holds more. Its call is done again by a fresh one, or given up."""
    while held_memory() <= most:
        sleep(LOOK)
    held = f"{held_memory() / 2**20:.0f} MiB"
    where = f"worker {os.getpid()} on {gethostname()}"
    print(f"{where} held {held}, more than --max-task-memory allows, and ends", file=sys.stderr)
    sys.stderr.flush()
    os._exit(1)


def _taken_back(content: Setup) -> list[str]:
    """Ops of the files that the user has taken back since."""
    modules = {file.module for file in content.files}
    defined = [name for name in user_ops() if user_function(code_of(name)).__module__ in modules]
    return [name for name in defined if name not in content.names]


def _read(line: Connection, bundles: SimpleQueue[Any], stopped: Event) -> None:
    """Take what the starter sends, also while jobs are done. Without it there is nothing to do."""
    try:
        while True:
            word = pickle.loads(line.recv_bytes())
            if word is None:
                stopped.set()
            else:
                bundles.put(word)
    except (EOFError, OSError):
        os._exit(0)


def main() -> None:
    """Do jobs until the line ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that we work for
    line: Any = Connection(int(sys.argv[1]))
    try:
        try:
            worker = Worker(line.recv_bytes())
        except InputError as error:
            line.send(error)
            return
        line.send(worker.hello())
        bundles: SimpleQueue[Any] = SimpleQueue()
        stopped = Event()
        Thread(target=_read, args=(line, bundles, stopped), daemon=True).start()
        while True:
            bundle, fresh, counts = bundles.get()
            worker.hear(fresh, counts)
            outcomes = worker.run(bundle, stopped.is_set)
            line.send_bytes(pickle.dumps(outcomes, pickle.HIGHEST_PROTOCOL))
    except (EOFError, OSError):  # nobody is there any more
        os._exit(0)


if __name__ == "__main__":
    main()
