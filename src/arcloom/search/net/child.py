"""The network's process: works at a desk that is the other end of a pipe.

Training is a stream of short calls that start work on the GPU. In the process of the search it
would wait for its turn in Python behind all the search's threads. In a process of its own it does
not, and a run that ends can end it, whatever it is doing.

The parent sends `("work", Assignment)`, then `("outputs", [...])` for each `("ask",)`,
`("searched",)` when no further programs come, and `("stop",)`. The child sends
`("figures", NetFigures)`, `("give", [BareAnswer, ...])`, `("ask",)`, and at its end `("done",)` or
`("failed", problem)`. A pipe that closes means stop.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

from arcloom.errors import InputError
from arcloom.search.bare_answer import BareAnswer
from arcloom.search.net.config import NetConfig
from arcloom.search.net.desk import Unjudged
from arcloom.search.net.worker import NetFigures, NetWorker
from arcloom.tasks import Grid, Task

Message = tuple[Any, ...]
Outputs = list[tuple[str, int, tuple[Grid, ...]]]
"""Outputs to judge: of which task, for which test."""
MODULE: Final = __name__


@dataclass(frozen=True)
class Assignment:
    """What the process is to do. The tasks come without the outputs of their tests."""

    config: NetConfig
    device: str
    seed: int
    checkpoint: Path | None
    deadline: float | None
    """when the run ends, by `time.monotonic`, which all processes share; None: by its fuel"""
    tasks: tuple[Task, ...]


class PipeDesk:
    """A desk whose run is in the parent process."""

    def __init__(self, tasks: Sequence[Task], pipe: Connection) -> None:
        self.tasks = tasks
        self._by_id = {task.id: task for task in tasks}
        self._pipe = pipe
        self._stopped = False
        self._searching = True
        self._outputs: Outputs | None = None

    def stop(self) -> bool:
        self._listen()
        return self._stopped

    def searching(self) -> bool:
        self._listen()
        return self._searching

    def give(self, answers: Iterable[BareAnswer]) -> None:
        self.send("give", list(answers))

    def unjudged(self) -> list[Unjudged]:
        self.send("ask")
        return [Unjudged(self._by_id[i], test, grids) for i, test, grids in self._reply()]

    def _reply(self) -> Outputs:
        """Wait for the answer to `ask`."""
        while not self._stopped:
            self._take()
            if self._outputs is not None:
                found, self._outputs = self._outputs, None
                return found
        return []

    def send(self, *message: Any) -> None:
        """Tell the parent something; if it has gone, stop."""
        try:
            self._pipe.send(message)
        except OSError:
            self._stopped = True

    def _listen(self) -> None:
        while not self._stopped and self._pipe.poll():
            self._take()

    def _take(self) -> None:
        try:
            message: Message = self._pipe.recv()
        except (EOFError, OSError):
            self._stopped = True
            return
        if message[0] == "outputs":
            self._outputs = message[1]
        elif message[0] == "searched":
            self._searching = False
        elif message[0] == "stop":
            self._stopped = True


def work_at(pipe: Connection) -> None:
    """Do the work that comes through the pipe, and tell how it went."""
    work: Assignment = pipe.recv()[1]
    desk = PipeDesk(work.tasks, pipe)

    def tell(figures: NetFigures) -> None:
        desk.send("figures", figures)

    worker = NetWorker(
        work.config,
        device=work.device,
        seed=work.seed,
        checkpoint=work.checkpoint,
        deadline=work.deadline,
        tell=tell,
    )
    try:
        worker.work(desk)
    except InputError as error:
        desk.send("failed", str(error))
    except Exception as error:  # of PyTorch or the device: the answers of programs stand
        desk.send("failed", f"{type(error).__name__}: {error}".splitlines()[0])
    else:
        desk.send("done")


if __name__ == "__main__":
    work_at(Connection(int(sys.argv[1])))
