"""Processes: an executor whose workers are processes of this machine, one per core.

Python's own lock is not between them. A worker that ends is replaced, and its job done again. One
that has grown beyond its share of memory is replaced between two jobs.
"""

from __future__ import annotations

import pickle
import select
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from os import environ, pathsep
from queue import SimpleQueue
from socket import gethostname, socketpair
from threading import Lock
from time import monotonic
from typing import Any, Final

from arcloom.errors import InputError
from arcloom.lang import Program
from arcloom.search.strategy import Findings, Stop
from arcloom.solve.executor import TRIES, ClusterGpus, Crew, Outcome, SearchJob, WorkerLostError
from arcloom.solve.shipping import Hello, check_hello

POLL: Final = 0.1
START: Final = 120.0
"""Seconds that a process may take to start."""
END: Final = 2.0


class Pool:
    """What was told in the rounds so far, for workers that join late."""

    def __init__(self) -> None:
        self.programs: list[Program] = []
        self.counts: list[int] = []

    def add(self, pool: Sequence[Program]) -> None:
        """A round begins. The pool only grows."""
        self.programs = list(pool)
        self.counts.append(len(pool))

    def since(self, heard: int) -> tuple[list[Program], list[int]]:
        """What someone has missed who has heard of so many rounds."""
        known = self.counts[heard - 1] if heard else 0
        return self.programs[known:], self.counts[heard:]


class Tallied:
    """What the workers of an executor cost."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.gpus: ClusterGpus | None = None
        self.cpu_seconds = 0.0
        self.refused: list[str] = []
        self._peaks: dict[object, int] = {}
        self._calls: Counter[str] = Counter()
        self._begun = monotonic()
        self._busy = 0
        self._lost = 0
        self._lock = Lock()

    @property
    def crew(self) -> Crew:
        """The workers as they are now."""
        with self._lock:
            seconds = max(monotonic() - self._begun, 1e-9)
            rates = {node: calls / seconds for node, calls in sorted(self._calls.items())}
            return Crew(self._present(), self._at_work(), self._lost, rates)

    def _present(self) -> int:
        """How many workers there are; the lock is held."""
        return self.workers

    def _at_work(self) -> int:
        """How many of them have a job; the lock is held."""
        return self._busy

    @property
    def abreast(self) -> int:
        """How many jobs the workers hold at once."""
        return self.workers

    @property
    def peak_memory(self) -> int:
        """The most that the workers held, summed."""
        return sum(self._peaks.values())

    def count(self, worker: object, node: str, outcome: Outcome) -> None:
        """A worker did a job on a node."""
        with self._lock:
            self._calls[node] += 1
            self.cpu_seconds += outcome.cpu_seconds
            self._peaks[worker] = max(self._peaks.get(worker, 0), outcome.peak_memory)
            self.refused += [one for one in outcome.refused if one not in self.refused]


class Processes(Tallied):
    """Workers in processes. `most_memory` are the bytes from which on one is replaced."""

    def __init__(self, setup: bytes, workers: int, wanted: Hello, most_memory: int) -> None:
        super().__init__(workers)
        self._setup = setup
        self._wanted = wanted
        self._most_memory = most_memory
        self._pool = Pool()
        self._all: list[_Process] = []
        self._idle: SimpleQueue[_Process] = SimpleQueue()

    def start(self) -> None:
        """Start all, and check each."""
        try:
            # Sending waits until the other side reads. So all start first, and none waits alone.
            self._all = [_Process(number) for number in range(self.workers)]
            for process in self._all:
                process.send(self._setup)
            for process in self._all:
                process.check(self._wanted)
                self._idle.put(process)
        except BaseException:
            self.close()
            raise

    def tell(self, pool: Sequence[Program]) -> None:
        self._pool.add(pool)

    def search(self, job: SearchJob, stop: Stop) -> Outcome:
        process = self._idle.get()
        with self._lock:
            self._busy += 1
        try:
            for _ in range(TRIES):
                try:
                    outcome = process.run(job, self._pool, stop)
                    self.count(process.number, gethostname(), outcome)
                    if outcome.peak_memory > self._most_memory:
                        process = self._replaced(process)
                    return outcome
                except WorkerLostError:
                    with self._lock:
                        self._lost += 1
                    process = self._replaced(process)
                    if stop():
                        return Outcome(Findings())
            problem = f"its worker ended {TRIES} times: killed, or out of memory"
            return Outcome(Findings(exhausted=True), problem=problem)
        finally:
            with self._lock:
                self._busy -= 1
            self._idle.put(process)

    def close(self) -> None:
        for process in self._all:
            process.end()

    def _replaced(self, process: _Process) -> _Process:
        process.kill()
        fresh = _Process(process.number)
        self._all[process.number] = fresh
        fresh.send(self._setup)
        fresh.check(self._wanted)
        return fresh


class _Process:
    """A process and the line to it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._heard = 0
        ours, theirs = socketpair()
        with theirs:
            command = [sys.executable, "-m", "arcloom.solve.worker", str(theirs.fileno())]
            self._process = subprocess.Popen(
                command,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=sys.stderr.fileno() if _has_fileno() else None,
                env={**environ, "PYTHONPATH": pathsep.join(path for path in sys.path if path)},
            )
        self._line: Any = Connection(ours.detach())
        self._arrived = select.poll()
        self._arrived.register(self._line.fileno(), select.POLLIN)

    def send(self, setup: bytes) -> None:
        """What it needs to know of the run. This waits until it has started."""
        with suppress(OSError):  # it may have ended; `check` says so
            self._line.send_bytes(setup)

    def check(self, wanted: Hello) -> None:
        """Wait until it has started, and refuse it if it is unfit."""
        try:
            if not self._line.poll(START):
                raise InputError(f"a worker process did not start within {START:.0f} s")
            told = self._line.recv()
        except (EOFError, OSError):
            code = self._process.wait()
            raise InputError(
                f"a worker process ended while it started (exit code {code})",
                remedy="its own messages are above",
            ) from None
        if isinstance(told, InputError):
            raise told
        check_hello(told, wanted)

    def run(self, job: SearchJob, pool: Pool, stop: Stop) -> Outcome:
        """Do a job there."""
        try:
            fresh, counts = pool.since(self._heard)
            self._heard += len(counts)
            self._say((job, fresh, counts))
            stopped = False
            while not self._arrived.poll(POLL * 1000):
                if not stopped and stop():
                    stopped = True
                    self._say("stop")
            outcome: Outcome = pickle.loads(self._line.recv_bytes())
        except (EOFError, OSError) as error:
            raise WorkerLostError from error
        return outcome

    def _say(self, word: Any) -> None:
        # All jobs go through this process, so what it does for each must be little.
        self._line.send_bytes(pickle.dumps(word, pickle.HIGHEST_PROTOCOL))

    def end(self) -> None:
        """Let it end by itself: its line does."""
        self._line.close()
        try:
            self._process.wait(END)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """End it at once."""
        self._line.close()
        self._process.kill()
        self._process.wait()


def _has_fileno() -> bool:
    """Standard error may be a notebook's, which is no file."""
    try:
        return sys.stderr.fileno() >= 0
    except (AttributeError, OSError, ValueError):
        return False
