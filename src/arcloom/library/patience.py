"""Patience: a method of the library that lost its server is called again, with growing pauses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from time import monotonic, sleep
from typing import Concatenate, Final, ParamSpec, Protocol, TypeVar

from arcloom.library.faults import LostError

P = ParamSpec("P")
T = TypeVar("T")

FIRST_PAUSE: Final = 0.1
LAST_PAUSE: Final = 5.0


class HasPatience(Protocol):
    """Something that knows how many seconds to go on trying."""

    @property
    def patience(self) -> float: ...


S = TypeVar("S", bound=HasPatience)


def pauses() -> Iterator[float]:
    """Seconds to wait before the next try: doubling, up to some."""
    pause = FIRST_PAUSE
    while True:
        yield pause
        pause = min(2 * pause, LAST_PAUSE)


def outlasts_a_restart(
    method: Callable[Concatenate[S, P], T],
) -> Callable[Concatenate[S, P], T]:
    """For methods that are one transaction, and may be repeated where its commit was lost.

    What they are given is used again, so it must not be an iterator.
    """

    @wraps(method)
    def patient(self: S, /, *args: P.args, **options: P.kwargs) -> T:
        deadline = monotonic() + self.patience
        waits = pauses()
        while True:
            try:
                return method(self, *args, **options)
            except LostError:
                pause = next(waits)
                if monotonic() + pause > deadline:
                    raise
                sleep(pause)

    return patient
