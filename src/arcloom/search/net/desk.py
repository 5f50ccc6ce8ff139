"""The desk: where the network gets its work from a run, and leaves its answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from arcloom.search.bare_answer import BareAnswer
from arcloom.tasks import Grid, Task


class Unjudged(NamedTuple):
    """Outputs of programs for a test that nobody has judged."""

    task: Task
    test: int
    outputs: tuple[Grid, ...]


class Desk(Protocol):
    """What a run offers to a worker on a thread of its own."""

    @property
    def tasks(self) -> Sequence[Task]:
        """The tasks of the run."""

    def stop(self) -> bool:
        """Whether the run is over: the worker returns soon."""

    def searching(self) -> bool:
        """Whether programs are still being looked for."""

    def give(self, answers: Iterable[BareAnswer]) -> None:
        """Leave answers. They count at once."""

    def unjudged(self) -> list[Unjudged]:
        """What programs give, and the network has said nothing of."""
