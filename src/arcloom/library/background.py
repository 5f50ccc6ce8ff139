"""Background: writing to a library on a thread of its own, while a search goes on.

A server may be stopped and a lock may be held: the thread that searches, or that writes a
submission, waits for none of it longer than it wants to, and neither does the end of the process.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import Generic, TypeVar

T = TypeVar("T")


class Background(Generic[T]):
    """One piece of work at a time; `start` may only follow the `result` of the one before."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._pending: Future[T] | None = None

    @property
    def busy(self) -> bool:
        """Whether there is work whose result was not asked for."""
        return self._pending is not None

    @property
    def done(self) -> bool:
        """Whether there is a result to be had at once."""
        return self._pending is not None and self._pending.done()

    def start(self, work: Callable[[], T]) -> None:
        """Begin with a piece of work."""
        assert self._pending is None
        self._pending = pending = Future[T]()

        def run() -> None:
            try:
                pending.set_result(work())
            except BaseException as error:
                pending.set_exception(error)

        # A daemon: what hangs does not keep the process from its end.
        Thread(target=run, name=self._name, daemon=True).start()

    def result(self, timeout: float | None = None) -> T:
        """Wait for the work; raises what it raised, or TimeoutError: then it goes on."""
        assert self._pending is not None
        # It is forgotten only when it is over: Ctrl-C while waiting must not lose it.
        error = self._pending.exception(timeout)
        pending, self._pending = self._pending, None
        if error is not None:
            raise error
        return pending.result()
