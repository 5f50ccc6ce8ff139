"""Where the explorer is served, and what a person opens."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from arcloom.errors import InputError
from arcloom.web.guard import ANY_ADDRESS, LOCAL

HOST: Final = "127.0.0.1"
PORT: Final = 8620


@dataclass(frozen=True)
class Address:
    """Where to serve. Addresses that other machines can reach need a token."""

    host: str = HOST
    port: int = PORT
    token: str | None = None

    def check(self) -> None:
        """Refuse what would be open to everybody."""
        if self.host not in LOCAL and not self.token:
            raise InputError(
                f"{self.host} can be reached by others",
                remedy="give a --token that every request must carry",
            )
        if self.token is not None and (not self.token.isascii() or not self.token.isprintable()):
            raise InputError("a token is made of plain printable characters")

    def url(self, port: int) -> str:
        """What a person opens."""
        host = socket.gethostname() if self.host in ANY_ADDRESS else self.host
        shown = f"[{host}]" if ":" in host else host
        query = f"?token={quote(self.token)}" if self.token else ""
        return f"http://{shown}:{port}/{query}"
