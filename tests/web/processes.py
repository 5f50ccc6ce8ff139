"""`arcloom serve` as a process of its own, with few files to open, and its log in a file."""

import json
import resource
import socket
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

COMMAND = [sys.executable, "-c", "from arcloom.cli.main import main; main()"]


@contextmanager
def served(folder, log, *arguments, files=None):
    """Serve a folder of tasks; gives the process and its URL."""

    def limit():
        if files is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    command = [*COMMAND, "serve", "--port", "0", "--json", "--dataset", folder, *arguments]
    with (
        log.open("wb") as errors,
        subprocess.Popen(
            list(map(str, command)), stdout=subprocess.PIPE, stderr=errors, preexec_fn=limit
        ) as process,
    ):
        try:
            lines = []
            while not lines or lines[-1] != b"}\n":
                lines.append(process.stdout.readline())
                assert lines[-1], log.read_text()
            yield process, json.loads(b"".join(lines))["url"]
        finally:
            process.kill()


def connected(site, sent=b""):
    """A connection on which so much has been sent."""
    where = urlsplit(site)
    connection = socket.create_connection((where.hostname, where.port), timeout=30)
    connection.sendall(sent)
    return connection


@contextmanager
def half_open(site, count, sent=b"GET / HT"):
    """So many connections on which no request comes to its end."""
    with ExitStack() as stack:
        yield [stack.enter_context(connected(site, sent)) for _ in range(count)]


def following(site, runs=""):
    """A stream of events; its first line is read."""
    connection = connected(
        site, f"GET /api/events?run={runs} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    )
    lines = connection.makefile("rb")
    while lines.readline() != b"\r\n":
        pass
    lines.readline()  # the length of a piece
    return connection, lines.readline()
