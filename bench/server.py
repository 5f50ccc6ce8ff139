"""The server under a crowd: `python bench/server.py`, on this machine's own address alone.

It starts `arcloom serve` as a process, opens 1,100 half-open connections and 200 event streams, and
asks for ordinary pages meanwhile. It prints, as one JSON document:

- alone and crowded: milliseconds from connecting to the last byte of a page, median and worst;
- arriving: the same of the one page that is asked for while the last of the crowd come in;
- refused: pages that were not answered;
- streams: how many of the event streams are still open at the end;
- memory: megabytes of the server before, with and after the crowd;
- log: bytes that the server wrote.

It ends by itself: every wait has a limit, and no more connections are opened than said.
"""

from __future__ import annotations

import json
import os
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlsplit

from arcloom.cli.guard import guarded
from arcloom.library import Library

HALF_OPEN = 1_100
STREAMS = 200
PAGES = 30
PAUSE = 0.1
PATIENCE = 10.0

SERVE = [sys.executable, "-c", "from arcloom.cli.main import main; main()", "serve"]
STREAM = b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n"


def main() -> None:
    """Measure, and print."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = HALF_OPEN + STREAMS + 100
    if hard != resource.RLIM_INFINITY and hard < needed:
        sys.exit(f"this needs {needed} open files; the system allows {hard}")
    with tempfile.TemporaryDirectory() as folder:
        library, log = Path(folder, "lib.db"), Path(folder, "log")
        Library.open(library).close()
        command = [*SERVE, "--port", "0", "--json", "--library", str(library)]
        # The server may open as many files as systems usually allow, this process what it needs.
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(1_024, hard), hard))
        with (
            log.open("wb") as errors,
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors) as server,
        ):
            resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))
            try:
                figures = measure(server, where(server))
            finally:
                server.terminate()
        print(json.dumps({**figures, "log": log.stat().st_size}, indent=2))


def where(server: subprocess.Popen[bytes]) -> tuple[str, int]:
    """The address that the server says it is at."""
    assert server.stdout is not None
    lines = []
    while not lines or lines[-1] != b"}\n":
        lines.append(server.stdout.readline())
        if not lines[-1]:
            sys.exit("the server did not start")
    url = urlsplit(json.loads(b"".join(lines))["url"])
    return str(url.hostname), int(url.port or 0)


def measure(server: subprocess.Popen[bytes], address: tuple[str, int]) -> dict[str, object]:
    """All figures."""
    alone = pages(address)
    memory = {"before": memory_of(server.pid)}
    with ExitStack() as crowd:
        streams = [crowd.enter_context(connect(address, STREAM)) for _ in range(STREAMS)]
        for _ in range(HALF_OPEN):
            crowd.enter_context(connect(address, b"GET / HT"))
        [arriving] = pages(address, 1)
        crowded = pages(address)
        memory["with"] = memory_of(server.pid)
        left = sum(map(is_open, streams))
    pages(address)
    memory["after"] = memory_of(server.pid)
    return {
        "load": [round(load, 1) for load in os.getloadavg()],
        "half_open": HALF_OPEN,
        "alone": summary(alone),
        "arriving": arriving and round(arriving, 1),
        "crowded": summary(crowded),
        "refused": sum(taken is None for taken in (arriving, *crowded)),
        "streams": left,
        "memory": memory,
    }


def connect(address: tuple[str, int], sent: bytes) -> socket.socket:
    """A connection on which so much has been sent."""
    connection = socket.create_connection(address, PATIENCE)
    connection.sendall(sent)
    return connection


def is_open(stream: socket.socket) -> bool:
    """Whether the server has not closed it."""
    stream.setblocking(False)
    try:
        while stream.recv(65_536):
            pass
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def pages(address: tuple[str, int], count: int = PAGES) -> list[float | None]:
    """What ordinary pages take, in milliseconds; None where there is no answer."""
    taken: list[float | None] = []
    for _ in range(count):
        begun = time.perf_counter()
        connection = HTTPConnection(*address, timeout=PATIENCE)
        try:
            connection.request("GET", "/")
            answer = connection.getresponse()
            answered = answer.status == 200 and bool(answer.read())
        except (OSError, HTTPException):
            answered = False
        finally:
            connection.close()
        taken.append((time.perf_counter() - begun) * 1000 if answered else None)
        time.sleep(PAUSE)
    return taken


def summary(taken: list[float | None]) -> dict[str, float] | None:
    """The median and the worst of those that were answered."""
    times = [one for one in taken if one is not None]
    if not times:
        return None
    return {"median": round(statistics.median(times), 1), "worst": round(max(times), 1)}


def memory_of(process: int) -> float:
    """Megabytes that a process holds."""
    pages_held = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return round(pages_held * resource.getpagesize() / 1e6, 1)


if __name__ == "__main__":
    guarded(main)()
