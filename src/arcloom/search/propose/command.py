"""A proposer that is a command: it reads requests as JSON lines and answers each with a line.

The command is started at its first request and stays for the next ones, so that a model is loaded
once. One that says nothing in time, says too much, or ends is killed; the next request starts it
again. It runs in a session of its own, so Ctrl-C does not reach it, and its children end with it.
"""

from __future__ import annotations

import json
import os
import selectors
import shlex
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress
from shutil import which
from threading import Lock
from time import monotonic
from typing import Any, Final
from weakref import finalize

from arcloom.errors import InputError
from arcloom.search.propose.request import ProposalRequest

MOST_BYTES: Final = 2**20
"""Of a reply."""
_PART: Final = 2**16
_LOOK: Final = 0.1
"""Seconds between two looks whether the search is over."""


class ProposingCommand:
    """The command of a user, as a function from requests to sources. One request at a time."""

    def __init__(self, command: str) -> None:
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise InputError(f"'{command}' is no command: {error}") from None
        if not self._words:
            raise InputError("the command to propose is empty", remedy="name a program to run")
        if which(self._words[0]) is None:
            raise InputError(
                f"the proposer '{self._words[0]}' is no program that can be run here",
                remedy="check its name",
            )
        self._start()

    def __getstate__(self) -> dict[str, Any]:
        """Only the words: a process cannot travel."""
        return {"_words": self._words}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._words = state["_words"]
        self._start()

    def _start(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._end: finalize[..., Any] | None = None

    def ask(self, request: ProposalRequest, seconds: float, stop: Callable[[], bool]) -> list[str]:
        """The sources that the command proposes; none if the search is over before."""
        with self._lock:
            if stop():
                return []
            try:
                line = self._answer(f"{json.dumps(request.content())}\n", seconds, stop)
            except BaseException:
                self.close()
                raise
        return [] if line is None else read_reply(line)

    def close(self) -> None:
        """End the command, and what it has started."""
        if self._end is not None:
            self._end()
        self._process = self._end = None

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            try:
                self._process = subprocess.Popen(
                    self._words,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    bufsize=0,
                    start_new_session=True,
                )
            except OSError as error:
                raise InputError(
                    f"the proposer '{self._words[0]}' cannot be started: {error.strerror}",
                    remedy="name a program that can be run here",
                ) from None
            # Also where nobody closes it: with this object, or with the process.
            self._end = finalize(self, _kill, self._process)
        return self._process

    def _answer(self, line: str, seconds: float, stop: Callable[[], bool]) -> bytes | None:
        """Send a line, and wait for a line; None if the search is over before."""
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        left, got, ends = line.encode(), b"", monotonic() + seconds
        os.set_blocking(process.stdin.fileno(), False)
        with selectors.DefaultSelector() as pipes:
            pipes.register(process.stdout, selectors.EVENT_READ)
            if pipes.select(0):
                raise _talks(process)
            pipes.register(process.stdin, selectors.EVENT_WRITE)
            while b"\n" not in got:
                if stop():
                    self.close()
                    return None
                if monotonic() >= ends:
                    raise InputError(
                        f"the proposer gave no reply within {seconds:g} s",
                        remedy="give it more time: --propose-seconds, or seconds=",
                    )
                for key, _ in pipes.select(_LOOK):
                    if key.fileobj is process.stdout:
                        got += _read(process)
                    elif left:
                        left = left[_write(process, left) :]
                    else:
                        pipes.unregister(process.stdin)
                _check_size(got)
        reply, _, more = got.partition(b"\n")
        if more:
            raise _talks(process)
        return reply


def _kill(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
    process.wait()


def _read(process: subprocess.Popen[bytes]) -> bytes:
    assert process.stdout is not None
    part = os.read(process.stdout.fileno(), _PART)
    if not part:
        raise _ended(process)
    return part


def _write(process: subprocess.Popen[bytes], data: bytes) -> int:
    assert process.stdin is not None
    try:
        return os.write(process.stdin.fileno(), data[:_PART])
    except BrokenPipeError:
        raise _ended(process) from None
    except BlockingIOError:
        return 0


def _check_size(got: bytes) -> None:
    if len(got) > MOST_BYTES:
        raise InputError(
            f"the proposer's reply has more than {MOST_BYTES // 2**20} MiB",
            remedy="propose fewer programs at a time",
        )


def _talks(process: subprocess.Popen[bytes]) -> InputError:
    """Something came that nobody has asked for; or the end."""
    if process.poll() is not None:
        return _ended(process)
    return InputError(
        "the proposer writes more than one line for a request",
        remedy="write to standard error what is not a reply",
    )


def _ended(process: subprocess.Popen[bytes]) -> InputError:
    with suppress(subprocess.TimeoutExpired):
        process.wait(1.0)
    code = process.poll()
    return InputError(
        f"the proposer ended without a reply (exit code {code})",
        remedy="it must answer every line that it reads; its own messages are above",
    )


def read_reply(line: bytes) -> list[str]:
    """The sources of a reply: `{"programs": ["def solve(I): ...", ...]}`."""
    try:
        content = json.loads(line)
    except (ValueError, RecursionError):
        raise InputError(
            f"the proposer's reply is no JSON: {_beginning(line)}", remedy=_REMEDY
        ) from None
    programs = content.get("programs") if isinstance(content, dict) else None
    if not isinstance(programs, list) or not all(isinstance(one, str) for one in programs):
        raise InputError(
            f"the proposer's reply has no list of sources 'programs': {_beginning(line)}",
            remedy=_REMEDY,
        )
    return programs


_REMEDY: Final = 'it must be one line such as {"programs": ["def solve(I): return rot90(I)"]}'


def _beginning(line: bytes) -> str:
    """The beginning of what somebody else has written, fit to be shown."""
    text = line[:60].decode(errors="replace")
    shown = "".join(letter if letter.isprintable() else "?" for letter in text)
    return f"{shown}..." if len(line) > 60 else shown
