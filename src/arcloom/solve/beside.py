"""Beside: runs the network in a process of its own, beside the search for programs.

A thread passes on what the network says: answers to the scheduler, which ranks and saves them like
any finding, and figures to whoever shows them. The network never changes what the search does. If
it fails, the run goes on without it and says so.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryFile
from threading import Lock, Thread
from typing import Any, Final

from arcloom.library.address import is_url
from arcloom.search.bare_answer import NETWORK, output_key
from arcloom.search.net import child
from arcloom.search.net.child import Assignment, Outputs
from arcloom.search.net.config import NetConfig
from arcloom.search.net.worker import NetFigures
from arcloom.solve.evidence import Evidence
from arcloom.solve.scheduler import POLL, Scheduler, no_interrupts
from arcloom.tasks import Grid

JUDGED: Final = 16
"""Outputs of a test that are judged: those of the simplest programs."""
PATIENCE: Final = 10.0
"""Seconds that the end of a run waits for the network to save its training."""


class Beside:
    """The network's process, as the run sees it. All methods are the main thread's."""

    def __init__(
        self,
        net: NetConfig,
        scheduler: Scheduler,
        *,
        device: str,
        seed: int,
        checkpoint: Path | None,
        deadline: float | None,
        stop: Callable[[], bool],
    ) -> None:
        self.problem = ""
        """why the network failed; empty if it did not"""
        self.figures = NetFigures(preset=net.preset)
        tasks = tuple(state.task.without_outputs() for state in scheduler.states)
        self._work = Assignment(net, device, seed, checkpoint, deadline, tasks)
        self._scheduler = scheduler
        self._stop = stop
        self._ended = self._over = False
        self._sending = Lock()
        self._thread = Thread(target=self._pass_on, name="network", daemon=True)
        self._process: subprocess.Popen[bytes] | None = None
        self._said = TemporaryFile()  # noqa: SIM115 - closed with the process

    def start(self) -> None:
        """Start the process. Ctrl-C in a terminal does not reach it."""
        with no_interrupts():
            ours, theirs = socket.socketpair()
            handle = theirs.fileno()
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", child.MODULE, str(handle)],
                pass_fds=[handle],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._said,
                start_new_session=True,
            )
            theirs.close()
            self._pipe = Connection(ours.detach())
            self._thread.start()
            self._send("work", self._work)

    def wait(self, tick: Callable[[], None]) -> bool:
        """The search is over: wait for the network. False where the run's time ended before."""
        self._send("searched")
        while self._thread.is_alive() and not self._stop():
            self._thread.join(POLL)
            tick()
        return not self._thread.is_alive()

    def end(self) -> None:
        """Have it stop and save its training. What takes too long is ended."""
        self._ended = True
        if self._process is None:
            return
        self._send("stop")
        with no_interrupts():
            self._thread.join(PATIENCE)
            self._process.kill()
            self._process.wait()
            self._thread.join()
        self._pipe.close()
        self._said.close()

    def _send(self, *message: Any) -> None:
        with self._sending, suppress(OSError):  # if it has ended, the thread tells why
            self._pipe.send(message)

    # The thread

    def _pass_on(self) -> None:
        try:
            while not self._over:
                self._hear(self._pipe.recv())
        except (EOFError, OSError):
            if not self._ended:
                self.problem = f"its process ended by itself{self._last_words()}"
        except Exception as error:  # an answer that cannot be, say
            self.problem = f"{type(error).__name__}: {error}"

    def _hear(self, message: tuple[Any, ...]) -> None:
        kind = message[0]
        if kind == "give":
            self._scheduler.give(message[1])
        elif kind == "figures":
            self.figures = message[1]
        elif kind == "ask":
            self._send("outputs", self._unjudged())
        else:
            self._over = True
            self.problem = message[1] if kind == "failed" else ""

    def _unjudged(self) -> Outputs:
        with self._scheduler.still():
            held = [state.evidence.copy() for state in self._scheduler.states]
        found = (
            (evidence.task.id, test, tuple(unjudged_outputs(evidence, test)))
            for evidence in held
            for test in range(len(evidence.task.tests))
        )
        return [one for one in found if one[2]]

    def _last_words(self) -> str:
        """The last line that the process wrote, or the number of its end."""
        assert self._process is not None
        code = self._process.wait()
        self._said.seek(0)
        lines = self._said.read().decode(errors="replace").strip().splitlines()
        return f" with code {code}" + (f": {lines[-1]}" if lines else "")


def unjudged_outputs(evidence: Evidence, test: int) -> list[Grid]:
    """The outputs of programs that the network has said nothing of."""
    known = {
        output_key(one.output)
        for one in evidence.answers
        if one.test == test and one.origin == NETWORK
    }
    outputs = (found.outputs[test] for found in evidence.known)
    first = {output_key(grid): grid for grid in outputs if grid is not None}
    return [grid for key, grid in list(first.items())[:JUDGED] if key not in known]


def checkpoint_place(
    net: NetConfig | None, library: str | os.PathLike[str] | None, out: Path | None
) -> Path | None:
    """Where a network's training is kept: as asked for, else beside the library or submission."""
    if net is None:
        return None
    if net.checkpoint is not None:
        return Path(net.checkpoint)
    if library is not None and not is_url(os.fspath(library)):
        return Path(library).with_suffix(".net.pt")
    return None if out is None else out.with_suffix(".net.pt")
