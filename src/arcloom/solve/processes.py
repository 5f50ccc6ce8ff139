"""Processes: an executor whose workers are processes of this machine, one per core.

Python's own lock is not between them.
"""

from __future__ import annotations

import pickle
import select
import subprocess
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from os import environ, pathsep
from socket import gethostname, socketpair
from threading import Condition
from typing import Any, Final

from arcloom.errors import InputError
from arcloom.search.strategy import Stop
from arcloom.solve.executor import WorkerLostError
from arcloom.solve.shipping import Hello, check_hello
from arcloom.solve.worker_pool import PooledWorker, WorkerPool

LOOK: Final = 0.1
"""Seconds between two looks whether the run is to stop."""
START: Final = 120.0
"""Seconds that a process may take to start."""
END: Final = 2.0
STOP: Final = pickle.dumps(None)
"""What a worker is sent when the run is to stop."""


class Processes(WorkerPool["_Process"]):
    """Workers in processes. `most_memory` are the bytes from which on one is replaced."""

    def __init__(self, setup: bytes, workers: int, wanted: Hello, most_memory: int) -> None:
        super().__init__(workers, most_memory)
        self._setup = setup
        self._wanted = wanted
        self._all: dict[int, _Process] = {}

    def start(self) -> None:
        """Start all, and check each."""
        try:
            # Sending waits until the other side reads. So all start first, and none waits alone.
            self._all = {number: _Process(number) for number in range(self.workers)}
            for process in self._all.values():
                process.begin(self._setup)
            for process in self._all.values():
                process.check(self._wanted)
            self._fit = list(self._all.values())
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the workers."""
        for process in self._all.values():
            process.end()

    def _replace(self, worker: _Process) -> None:
        worker.kill()
        fresh = self._all[worker.number] = _Process(worker.number)
        fresh.begin(self._setup)
        fresh.check(self._wanted)
        with self._changed:
            self._fit.append(fresh)
            self._changed.notify_all()

    def _exchange(self, worker: _Process, number: int, asked: bytes, stop: Stop) -> bytes:
        try:
            return worker.exchange(number, asked, stop)
        except (EOFError, OSError) as error:
            raise WorkerLostError from error


class _Process(PooledWorker):
    """A process and the line to it. Jobs and outcomes pass in the order of the jobs' numbers."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.node = gethostname()
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
        self._turns = Condition()
        self._given = self._taken = 0
        self._is_lost = False

    def begin(self, setup: bytes) -> None:
        """Send what it needs to know of the run. This waits until it has started."""
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

    def exchange(self, number: int, asked: bytes, stop: Stop) -> bytes:
        """Send a job after those before it, and wait for what comes of it."""
        try:
            with self._turns:
                self._turns.wait_for(lambda: self._given == number or self._is_lost)
                self._check_line()
                self._line.send_bytes(asked)
                self._given += 1
                self._turns.notify_all()
                self._turns.wait_for(lambda: self._taken == number or self._is_lost)
                self._check_line()
            outcome = self._received(stop)
        except (EOFError, OSError):
            with self._turns:
                self._is_lost = True
                self._turns.notify_all()
            raise
        with self._turns:
            self._taken += 1
            self._turns.notify_all()
        return outcome

    def _check_line(self) -> None:
        if self._is_lost:
            raise EOFError

    def _received(self, stop: Stop) -> bytes:
        stopped = False
        while not self._arrived.poll(LOOK * 1000):
            if not stopped and stop():
                stopped = True
                with self._turns:
                    self._line.send_bytes(STOP)
        outcome: bytes = self._line.recv_bytes()
        return outcome

    def end(self) -> None:
        """Let it end by itself: its line does."""
        self._line.close()
        try:
            self._process.wait(END)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.wait()
        self._line.close()


def _has_fileno() -> bool:
    """Standard error may be a notebook's, which is no file."""
    try:
        return sys.stderr.fileno() >= 0
    except (AttributeError, OSError, ValueError):
        return False
