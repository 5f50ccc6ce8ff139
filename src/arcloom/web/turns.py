"""Turns: how many requests are answered at a time, and how many of them may run programs."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arcloom.web.work import Work

T = TypeVar("T")


class Turns:
    """An ASGI application around another, which sees no more requests at a time than are allowed.

    A request counts from the time it is here as a whole, so slow clients keep nobody out, until its
    answer is on its way, so answers that wait for slow clients are bounded too. Paths that are
    `free` do not count; the others are told `busy`.
    """

    def __init__(self, app: ASGIApp, most: int, free: frozenset[str], busy: ASGIApp) -> None:
        self._app = app
        self._most = most
        self._free = free
        self._busy = busy
        self._under_way = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in self._free:
            await self._app(scope, receive, send)
            return
        receive = await _with_body(receive)
        if self._under_way >= self._most:
            await self._busy(scope, receive, send)
        else:
            self._under_way += 1
            try:
                await self._app(scope, receive, send)
            finally:
                self._under_way -= 1


async def _with_body(receive: Receive) -> Receive:
    """Wait for the whole body; what is received from then on begins with it."""
    messages = [await receive()]
    while messages[-1].get("more_body", False):
        messages.append(await receive())

    async def receiving() -> Message:
        return messages.pop(0) if messages else await receive()

    return receiving


class Workshop:
    """Runs programs in threads, few at a time, so that the server has time for other requests."""

    def __init__(self, workers: int) -> None:
        self._turn = asyncio.Semaphore(workers)

    async def do(self, receive: Receive, task: Callable[[Work], T]) -> T:
        """What the task gives; it is told through its work when the client has left."""
        gone = threading.Event()
        watching = asyncio.create_task(_watch(receive, gone))
        try:
            async with self._turn:
                return await run_in_threadpool(task, Work(gone.is_set))
        finally:
            gone.set()  # a server that stops does not wait either
            watching.cancel()


async def _watch(receive: Receive, gone: threading.Event) -> None:
    """Wait for the client to leave."""
    while (await receive())["type"] != "http.disconnect":
        pass
    gone.set()
