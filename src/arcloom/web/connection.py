"""Connection: uvicorn's, with an end to waiting.

A client that connects and then says nothing, half of a request, or never takes its answer, costs a
file descriptor for as long as it likes. Here it has `WAIT` seconds; and where all places are taken,
whoever has waited longest without asking makes room for the one that comes. So any number of
half-open connections cannot keep a request out. (uvicorn's own `limit_concurrency` counts idle
connections too and refuses the newcomer: a thousand of them would lock everyone out.)
"""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

from arcloom.web.limits import WAIT


class Idle:
    """The connections of a server that wait for a request, by client, the longest idle first."""

    def __init__(self) -> None:
        self._by_host: dict[str, dict[Connection, None]] = {}

    def add(self, connection: Connection) -> None:
        """It waits from now on."""
        self.discard(connection)
        self._by_host.setdefault(connection.host, {})[connection] = None

    def discard(self, connection: Connection) -> None:
        """It does not wait."""
        held = self._by_host.get(connection.host, {})
        held.pop(connection, None)
        if not held:
            self._by_host.pop(connection.host, None)

    def longest(self) -> Connection | None:
        """The longest idle of the client that has the most; None if none is idle."""
        held = max(self._by_host.values(), key=len, default=None)
        return next(iter(held)) if held else None


class Connection(H11Protocol):
    """One client's connection."""

    places: ClassVar = 0
    """How many may be open at a time."""
    idle: ClassVar = Idle()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._waiting: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None

    @property
    def host(self) -> str:
        """The address of the client."""
        return self.client[0] if self.client else ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a place; where there is none, that of another, or leave if all are busy."""
        super().connection_made(transport)
        if len(self.connections) > self.places:
            longest = self.idle.longest()
            if longest is None:
                transport.abort()
                return
            longest._drop()
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave nothing behind that would call back."""
        super().connection_lost(exc)
        self._stop_waiting()
        _cancel(self._stalled)

    def data_received(self, data: bytes) -> None:
        """Time does not start again with every byte: only a whole request ends the waiting."""
        super().data_received(data)
        if not self._has_no_request():
            self._stop_waiting()

    def on_response_complete(self) -> None:
        """Wait for the next request, unless it has come already."""
        super().on_response_complete()
        if self._has_no_request():
            self._wait()

    def pause_writing(self) -> None:
        """The client does not take what it asked for."""
        super().pause_writing()
        _cancel(self._stalled)
        self._stalled = self.loop.call_later(WAIT, self._drop)

    def resume_writing(self) -> None:
        """It does again."""
        super().resume_writing()
        _cancel(self._stalled)

    def _has_no_request(self) -> bool:
        """Whether there is no whole request whose answer is not sent."""
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    def _wait(self) -> None:
        self._stop_waiting()
        self.idle.add(self)
        self._waiting = self.loop.call_later(WAIT, self._drop)

    def _stop_waiting(self) -> None:
        self.idle.discard(self)
        _cancel(self._waiting)

    def _drop(self) -> None:
        self._stop_waiting()
        # Not `close`, which would wait for the client to take what is left to send.
        self.transport.abort()


def with_places(places: int) -> type[Connection]:
    """The connections of a server that has so many places."""
    return type("Connection", (Connection,), {"places": places, "idle": Idle()})


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
