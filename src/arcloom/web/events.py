"""Events: the library's pulse and the runs that pages follow, told to all of them from one look."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from arcloom.errors import InputError
from arcloom.web.explorer import Explorer, encoded
from arcloom.web.limits import FOLLOWED, STREAM_RUNS, Room
from arcloom.web.log import log

POLL: Final = 0.5
"""Seconds between two looks at the library for those who follow it."""

ALIVE: Final = 15.0
"""Seconds after which a silent stream says that it is still there."""

RETRY: Final = 30_000
"""Milliseconds after which a browser asks again where too many follow."""

KIND: Final = "text/event-stream"


class Events:
    """Looks at the library while somebody follows it; however many do, it is one look.

    Belongs to one event loop. `stopping` says when open streams have to end.
    """

    def __init__(self, explorer: Explorer, room: Room, stopping: Callable[[], bool]) -> None:
        self._explorer = explorer
        self._room = room
        self._stopping = stopping
        self._streams = 0
        self._followed: Counter[str] = Counter()
        self._news: dict[str, bytes] = {}
        self._looking: asyncio.Task[None] | None = None
        self._looked = asyncio.Event()  # set, and replaced, after each look

    def stream(self, wanted: str) -> StreamingResponse:
        """A stream that follows the library, and the runs of these ids, parted by commas."""
        runs = list(dict.fromkeys(run_id for run_id in wanted.split(",") if run_id))
        if len(runs) > STREAM_RUNS:
            raise InputError(f"a stream follows {STREAM_RUNS} runs at most, not {len(runs):,}")
        others = sum(run_id not in self._followed for run_id in runs)
        if self._streams >= self._room.streams or len(self._followed) + others > FOLLOWED:
            return StreamingResponse(iter([_full()]), media_type=KIND)
        return _Following(self, runs)

    @contextmanager
    def following(self, runs: Iterable[str]) -> Iterator[None]:
        """Look at the library for one more."""
        self._streams += 1
        self._followed.update(runs)
        if self._looking is None:
            self._looking = asyncio.create_task(self._look_on())
        try:
            yield
        finally:
            self._streams -= 1
            self._followed -= Counter(runs)

    async def changes(self, runs: Sequence[str]) -> AsyncIterator[bytes]:
        """What is new for one that follows these runs, whenever something is."""
        last: dict[str, bytes] = {}
        silent = 0.0
        while not self._stopping():
            for event in ("pulse", *(f"run {run_id}" for run_id in runs)):
                data = self._news.get(event)
                if data is not None and last.get(event) != data:
                    last[event] = data
                    silent = 0.0
                    yield _event(event, data)
            if silent >= ALIVE:
                silent = 0.0
                yield b": alive\n\n"
            await self._looked.wait()
            silent += POLL

    async def _look_on(self) -> None:
        while self._streams and not self._stopping():
            try:
                self._news = await run_in_threadpool(_look, self._explorer, list(self._followed))
            except Exception:  # a fault of ours must not end the looking
                log.exception("a fault of the explorer")
            self._tell()
            await asyncio.sleep(POLL)
        self._tell()
        self._news = {}
        self._looking = None

    def _tell(self) -> None:
        self._looked.set()
        self._looked = asyncio.Event()


class _Following(StreamingResponse):
    """Counts for as long as it is sent, however that ends."""

    def __init__(self, events: Events, runs: Sequence[str]) -> None:
        super().__init__(events.changes(runs), media_type=KIND)
        self._events = events
        self._runs = runs

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._events.following(self._runs):
            await super().__call__(scope, receive, send)


def _look(explorer: Explorer, runs: Sequence[str]) -> dict[str, bytes]:
    news = {"pulse": encoded(explorer.pulse())}
    if runs:
        try:
            followed = explorer.followed(runs)
        except InputError:  # the pulse tells what is wrong with the library
            return news
        news |= {f"run {run_id}": encoded(content) for run_id, content in followed.items()}
    return news


def _event(event: str, data: bytes) -> bytes:
    return b"event: " + event.partition(" ")[0].encode() + b"\ndata: " + data + b"\n\n"


def _full() -> bytes:
    problem = "Too many pages follow this server. This one tries again in half a minute."
    pulse = {"library": None, "revision": None, "problem": problem}
    return f"retry: {RETRY}\n".encode() + _event("pulse", encoded(pulse))
