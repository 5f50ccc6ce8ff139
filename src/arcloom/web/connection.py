"""Connection: uvicorn's, with an end to waiting.

A client that connects and then says nothing, half of a request, or never takes its answer, costs a
file descriptor for as long as it likes. Here it has `WAIT` seconds; and where all places are taken,
whoever has waited longest without asking makes room for the one that comes. So any number of
half-open connections cannot keep a request out. (uvicorn's own `limit_concurrency` counts idle
connections too and refuses the newcomer: a thousand of them would lock everyone out.)
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

from arcloom.web.limits import WAIT


class Connection(H11Protocol):
    """One client's connection."""

    places: ClassVar = 0
    """How many may be open at a time."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._since = 0.0  # when it began to wait for a request
        self._waiting: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None

    @property
    def idle(self) -> bool:
        """Whether there is no whole request that it waits for the answer to."""
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    @property
    def host(self) -> str:
        """The address of the client."""
        return self.client[0] if self.client else ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a place; where there is none, that of another."""
        super().connection_made(transport)
        self._wait()
        if len(self.connections) > self.places:
            self._longest_idle().transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave nothing behind that would call back."""
        super().connection_lost(exc)
        _cancel(self._waiting)
        _cancel(self._stalled)

    def data_received(self, data: bytes) -> None:
        """Time does not start again with every byte: only a whole request ends the waiting."""
        super().data_received(data)
        if not self.idle:
            _cancel(self._waiting)

    def on_response_complete(self) -> None:
        """Wait for the next request, unless it has come already."""
        super().on_response_complete()
        if self.idle:
            self._wait()

    def pause_writing(self) -> None:
        """The client does not take what it asked for."""
        super().pause_writing()
        _cancel(self._stalled)
        self._stalled = self.loop.call_later(WAIT, self.transport.abort)

    def resume_writing(self) -> None:
        """It does again."""
        super().resume_writing()
        _cancel(self._stalled)

    def _wait(self) -> None:
        _cancel(self._waiting)
        self._since = self.loop.time()
        # Not `close`, which would wait for the client to take what is left to send.
        self._waiting = self.loop.call_later(WAIT, self.transport.abort)

    def _longest_idle(self) -> Connection:
        """The oldest idle one of the client that has the most; the newcomer if all are busy."""
        idle = [
            other
            for other in self.connections
            if isinstance(other, Connection) and other.idle and not other.transport.is_closing()
        ]
        held = Counter(other.host for other in idle)
        return min(idle, key=lambda other: (-held[other.host], other._since), default=self)


def with_places(places: int) -> type[Connection]:
    """The connections of a server that has so many places."""
    return type("Connection", (Connection,), {"places": places})


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
