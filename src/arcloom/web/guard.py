"""Guard: what every request must pass before the application sees it.

A page of another site can make a browser send requests to a local server. Three things keep it
out: the Host header must be an address that is served (so no foreign name can be made to point
here), a request that carries an Origin must come from there too, and what is asked with a body must
be JSON, which a foreign page may not send without being asked first. On other than local addresses
every request must carry the token.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass
from html import escape
from typing import Any, Final
from urllib.parse import parse_qs, quote, unquote, urlsplit

from arcloom.web.limits import MAX_BODY

MAX_DRAINED: Final = 16_000_000
"""How much of a request that is refused is still listened to."""
PIECE: Final = 65_536
"""An answer goes out in pieces of so many bytes: the next waits until the client has taken some."""
COOKIE: Final = "arcloom_token"
LOCAL: Final = frozenset({"127.0.0.1", "localhost", "::1"})
ANY_ADDRESS: Final = frozenset({"0.0.0.0", "::"})

HEADERS: Final = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}

Scope = MutableMapping[str, Any]
App = Callable[..., Any]


@dataclass(frozen=True)
class RefusedError(Exception):
    """A request that does not pass: its status and what a person should know."""

    status: int
    message: str


@dataclass(frozen=True)
class GuardRules:
    """Whom to let in: requests to these hosts (None: to any), with this token if there is one."""

    hosts: frozenset[str] | None = LOCAL
    token: str | None = None

    @classmethod
    def for_address(cls, address: str, token: str | None) -> GuardRules:
        """The rules of a server on that address. One on all of them cannot know its names."""
        hosts = None if address in ANY_ADDRESS else LOCAL | {address.lower()}
        return cls(hosts, token)


class Guard:
    """An ASGI application around another."""

    def __init__(self, app: App, rules: GuardRules) -> None:
        self.app = app
        self.rules = rules

    async def __call__(self, scope: Scope, receive: App, send: App) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        guarded = _with_headers(send)
        try:
            headers = _single(scope["headers"])
            _check_query(scope["query_string"])
            _check_host(headers, self.rules.hosts)
            _check_origin(headers)
            _check_body(scope["method"], headers)
            arrived = _check_token(scope, headers, self.rules.token)
        except RefusedError as refusal:
            await _drain(receive)
            await _refuse(guarded, scope["path"], refusal)
            return
        if arrived:
            await _redirect(guarded, self.rules.token or "")
            return
        await self.app(scope, _bounded(receive), guarded)


def _single(pairs: list[tuple[bytes, bytes]]) -> dict[str, str]:
    """The headers by name. Two hosts or two lengths are a way to fool someone."""
    headers: dict[str, str] = {}
    for name, value in pairs:
        key = name.decode("latin-1").lower()
        if key in headers and key in ("host", "content-length", "origin"):
            raise RefusedError(400, f"The request has the header '{key}' twice.")
        headers[key] = value.decode("latin-1")
    return headers


def _host_name(authority: str) -> str:
    try:
        return (urlsplit(f"//{authority}").hostname or "").lower()
    except ValueError:  # a bracket that is not closed, say
        return ""


def _authority(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def _check_query(query: bytes) -> None:
    """Whoever reads an address takes it for UTF-8, and fails on anything else."""
    try:
        query.decode()
    except UnicodeDecodeError:
        raise RefusedError(400, "The address has bytes that are not UTF-8.") from None


def _check_host(headers: dict[str, str], hosts: frozenset[str] | None) -> None:
    name = _host_name(headers.get("host", ""))
    if not name or (hosts is not None and name not in hosts):
        raise RefusedError(
            421, "The request is meant for another host; this server does not answer it."
        )


def _check_origin(headers: dict[str, str]) -> None:
    origin = headers.get("origin")
    if origin is not None and _authority(origin) != headers.get("host"):
        raise RefusedError(403, "The request comes from another site.")


def _check_body(method: str, headers: dict[str, str]) -> None:
    if method in ("GET", "HEAD"):
        return
    if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise RefusedError(415, "The request's body is not JSON.")
    length = headers.get("content-length", "")
    if not length.isdecimal():
        raise RefusedError(411, "The request does not say how long it is.")
    if int(length) > MAX_BODY:
        raise RefusedError(413, f"The request is larger than {MAX_BODY:,} bytes.")


def _check_token(scope: Scope, headers: dict[str, str], token: str | None) -> bool:
    """Whether the token came with the address of the page, from where it moves to a cookie."""
    if token is None:
        return False
    query = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
    bearer = headers.get("authorization", "").removeprefix("Bearer ")
    for given in (query, bearer, _cookie(headers.get("cookie", ""))):
        if given and hmac.compare_digest(given.encode(), token.encode()):
            return given == query and str(scope["path"]) == "/"
    problem = "A wrong token." if query or bearer else "This explorer is for those with its token."
    raise RefusedError(
        401, f"{problem} Open its address with ?token=... as `arcloom serve` printed it."
    )


def _cookie(text: str) -> str:
    """The token of a header of cookies. Python's own reader takes 18 s for 30 kB of backslashes."""
    for part in text.split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return unquote(value)
    return ""


def _with_headers(send: App) -> App:
    async def sending(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            present = {name.lower() for name, _ in message.get("headers", [])}
            extra = [
                (name.encode(), value.encode())
                for name, value in HEADERS.items()
                if name.encode() not in present
            ]
            message = {**message, "headers": [*message.get("headers", []), *extra]}
        body = message.get("body", b"")
        for at in range(0, len(body) - PIECE, PIECE):
            await send({**message, "body": body[at : at + PIECE], "more_body": True})
        await send({**message, "body": body[_last_piece(len(body)) :]} if body else message)

    return sending


def _last_piece(length: int) -> int:
    """Where the last piece of a body begins."""
    return (length - 1) // PIECE * PIECE


def _bounded(receive: App) -> App:
    """The body as it comes, but not more of it than was announced as the most."""
    taken = 0

    async def receiving() -> Any:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        return {"type": "http.disconnect"} if taken > MAX_BODY else message

    return receiving


async def _drain(receive: App) -> None:
    """Take the body and forget it: a browser that still sends does not hear the answer."""
    taken, more = 0, True
    while more and taken <= MAX_DRAINED:
        message = await receive()
        taken += len(message.get("body", b""))
        more = message.get("more_body", False)


async def _redirect(send: App, token: str) -> None:
    cookie = f"{COOKIE}={quote(token, safe='')}; HttpOnly; Path=/; SameSite=Lax"
    headers = [
        (b"location", b"/"),
        (b"set-cookie", cookie.encode()),
        (b"content-length", b"0"),
    ]
    await send({"type": "http.response.start", "status": 303, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


async def _refuse(send: App, path: str, refusal: RefusedError) -> None:
    """Tell a person or, where a page asked, the page."""
    if path.startswith("/api/"):
        kind, text = "application/json", json.dumps({"problem": refusal.message})
    else:
        kind = "text/html; charset=utf-8"
        text = (
            "<!doctype html><meta charset=utf-8><title>Arcloom</title><h1>Arcloom</h1>"
            f"<p>{escape(refusal.message)}</p>"
        )
    body = text.encode()
    headers = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
    ]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
