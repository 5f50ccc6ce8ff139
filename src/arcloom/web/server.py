"""Serving the explorer: an address, a socket, and uvicorn on it."""

from __future__ import annotations

import errno
import socket
from collections.abc import Callable
from typing import Final

import uvicorn

from arcloom.errors import InputError
from arcloom.web.address import Address
from arcloom.web.app import create_app
from arcloom.web.connection import with_places
from arcloom.web.explorer import Explorer
from arcloom.web.guard import GuardRules
from arcloom.web.limits import Room, allow_files
from arcloom.web.log import bound_logs

GRACE: Final = 2
"""Seconds that open requests have to end, once the server is told to stop."""

QUEUE: Final = 1_024
"""Connections that the system holds until they are accepted: a client that finds the queue full is
not heard for a second. (uvicorn's `backlog` is another thing too: as many does asyncio accept in
one go, and these need file descriptors.)"""


def serve(explorer: Explorer, address: Address, ready: Callable[[str], None]) -> None:
    """Serve until Ctrl-C; `ready` is told the URL as soon as it can be opened."""
    bound_logs()
    allow_files()
    server, listening = prepare(explorer, address)
    with listening:
        ready(address.url(listening.getsockname()[1]))
        server.run(sockets=[listening])


def prepare(explorer: Explorer, address: Address) -> tuple[uvicorn.Server, socket.socket]:
    """A server, and the socket that it is to run on."""
    address.check()
    room = Room.found()
    listening = _listen(address, room.backlog)
    rules = GuardRules.for_address(address.host, address.token)
    config = uvicorn.Config(
        create_app(explorer, rules, lambda: server.should_exit, room),
        http=with_places(room.connections),
        ws="none",
        loop="asyncio",
        backlog=room.backlog,
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )
    server = _Server(config)
    return server, listening


class _Server(uvicorn.Server):
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or []:
            listening.listen(QUEUE)


def _listen(address: Address, backlog: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((address.host, address.port))
        listening.listen(backlog)
    except OSError as error:
        listening.close()
        elsewhere = isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL
        raise InputError(
            f"cannot serve on port {address.port} of {address.host}: {error.strerror or error}",
            remedy="name an address of this machine with --host"
            if elsewhere
            else "name another with --port, or 0 for any that is free",
        ) from None
    return listening
