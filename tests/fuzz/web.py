"""The target of HTTP requests: the web application in this process, as a server would call it."""

import asyncio
import json
import random
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from urllib.parse import quote

from arcloom.tasks import Dataset, Task
from arcloom.web.app import create_app
from arcloom.web.explorer import Explorer
from tests.fuzz.mutate import NUMBERS, mutated
from tests.fuzz.target import FindingError, Target

_STEPS = {"task": "t0", "sample": 0, "source": "def solve(I):\n    return rot90(I)\n"}
_PATHS = (
    *(
        "/",
        "/style.css",
        "/app.js",
        "/api/tasks",
        "/api/vocabulary",
        "/api/status",
        "/api/verdicts",
    ),
    *("/api/task?id=t0", "/api/outputs?task=t0&program=abc", "/api/expected?task=t0", "/api/runs"),
    *("/api/programs?wanted=rot", "/api/program?hash=abc", "/api/run?id=r1", "/api/events?run=r1"),
)
_HEADERS = (
    b"GET POST HEAD OPTIONS PUT Host: Origin: http://[ Cookie: arcloom_token= Content-Length: 5"
)
_BODIES = b'{} [] null {"task":1} {"source":[]} "\\ud800" rot90 vmirror def return upscale(I,9999)'
_QUERIES = b"%00 %ff %2e%2e/ %25 ? & = # // ; + t0 t1 id= task= program= hash= \r\n \0 \xff"
_WORDS = [*_HEADERS.split(), *_BODIES.split(), *_QUERIES.split(b" "), *NUMBERS]


def _request(rng: random.Random) -> bytes:
    headers = b"Host: localhost\r\n"
    if rng.random() < 0.3:
        headers += b"Origin: http://localhost\r\n"
    if rng.random() < 0.5:
        head = b"GET " + rng.choice(_PATHS).encode() + b"\r\n" + headers + b"\r\n"
        return mutated(rng, head, _WORDS)
    body = json.dumps(_STEPS).encode()
    if rng.random() < 0.8:
        body = mutated(rng, body, _WORDS)
    headers += b"Content-Type: application/json\r\nContent-Length: %d\r\n" % len(body)
    head = b"POST /api/steps\r\n" + headers + b"\r\n"
    return (mutated(rng, head, _WORDS) if rng.random() < 0.2 else head) + body


@cache
def _app():
    tasks = [Task(f"t{k}", [([[1, 2]], [[2, 1]])], [[[3, 4]]]) for k in range(2)]
    return create_app(Explorer(Dataset("fuzz", tasks)), stopping=lambda: True)


@cache
def _loop() -> asyncio.Runner:
    return asyncio.Runner()


@cache
def _thread() -> ThreadPoolExecutor:
    """Requests run on a thread of their own: a test with a browser may leave a loop on this one."""
    return ThreadPoolExecutor(1)


def _scope(data: bytes) -> tuple[dict, bytes]:
    """As a server makes it of a request's bytes, in a lenient reading."""
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.split(b"\r\n")
    method, _, target = first.partition(b" ")
    path, _, query = target.partition(b"?")
    named = (line.partition(b":") for line in lines if b":" in line)
    headers = [(name.strip().lower(), value.strip()) for name, _, value in named]
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method.decode("latin-1"),
        "scheme": "http",
        "path": path.decode("latin-1"),
        "raw_path": quote(path).encode(),
        "query_string": query,
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }, body


async def _answered(data: bytes) -> int:
    scope, body = _scope(data)
    given = [{"type": "http.request", "body": body, "more_body": False}]
    status = []

    async def receive():
        return given.pop() if given else {"type": "http.disconnect"}

    async def send(message):
        if message["type"] == "http.response.start":
            status.append(message["status"])

    await _app()(scope, receive, send)
    return status[0] if status else 0


def _ask(data: bytes) -> None:
    status = _thread().submit(lambda: _loop().run(_answered(data))).result()
    if status == 0 or (status >= 500 and status != 503):
        raise FindingError(f"status {status}")


TARGETS = (Target("http", _request, _ask, short=500),)
