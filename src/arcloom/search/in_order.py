"""Jobs in order, done beside other work."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from threading import Lock


class Queue:
    """Jobs that are done one after the other, by a pool that does others at the same time."""

    def __init__(self, pool: Executor) -> None:
        self._pool = pool
        self._lock = Lock()
        self._jobs: deque[Callable[[], None]] = deque()
        self._working: Future[None] | None = None

    def add(self, job: Callable[[], None]) -> None:
        """Do a job after those before it."""
        with self._lock:
            self._jobs.append(job)
            if self._working is None:
                self._working = self._pool.submit(self._work)

    def wait(self) -> None:
        """Until all is done; what a job raised is raised here."""
        working = self._working
        if working is not None:
            working.result()

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._jobs:
                    self._working = None
                    return
                job = self._jobs.popleft()
            job()
