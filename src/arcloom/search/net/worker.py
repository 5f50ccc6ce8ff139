"""The worker: trains the network, lets it answer, and judges what programs give until the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Final

from arcloom.search.bare_answer import BareAnswer
from arcloom.search.net.config import NetConfig, held_out_of, seconds_of, training_seconds
from arcloom.search.net.desk import Desk, Unjudged
from arcloom.tasks import Task
from arcloom.tasks.load import load

if TYPE_CHECKING:
    from arcloom.net import Network, Progress, Vote

JUDGE_VIEWS: Final = 8
PAUSE: Final = 0.5
"""Seconds between two looks for outputs to judge."""
ANSWERED: Final = 0.95
"""The share of the seconds after which answering ends; the rest is for judging."""
MOST_BITS: Final = 100_000.0
"""The bits of an output that the network cannot write at all."""


@dataclass(frozen=True)
class NetFigures:
    """What the network does, for people, machines and plots. Replaced as a whole."""

    phase: str = "starting"
    """`starting`, `training`, `answering`, `judging` or `done`"""
    preset: str = ""
    notes: tuple[str, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()
    """training tasks that hold a grid of the run's tasks: id, and which grid"""
    known: tuple[tuple[str, str], ...] = ()
    """tasks of the run that get no answer, since the pretrained weights know them: id, and why"""
    training: dict[str, float] = field(default_factory=dict)
    """numbers of the training: step, epochs, loss, ..., and `held_out_accuracy` where measured"""
    answered: int = 0
    """sequences that were decoded"""
    to_answer: int = 0
    judged: int = 0
    """outputs of programs that were judged"""
    seconds_left: float | None = None
    """of the training"""

    def content(self) -> dict[str, Any]:
        """The figures as JSON, without the training's numbers, which stand apart."""
        kept = {name: getattr(self, name) for name in ("phase", "preset", "answered", "judged")}
        kept["notes"] = list(self.notes)
        for name in ("refused", "known"):
            listed = getattr(self, name)
            kept[name] = [{"task_id": task_id, "reason": reason} for task_id, reason in listed]
        return kept


class NetWorker:
    """The network of one run. It calls `tell` with its figures now and then."""

    def __init__(
        self,
        config: NetConfig,
        *,
        device: str,
        seed: int,
        checkpoint: Path | None,
        deadline: float | None,
        tell: Callable[[NetFigures], None],
    ) -> None:
        self.config = config
        self._tell = tell
        self.figures = NetFigures(preset=config.preset)
        self._device = "gpu" if device == "auto" else device
        self._seed = seed
        self._checkpoint = checkpoint
        self._deadline = deadline

    def work(self, desk: Desk) -> None:
        """Train, answer, then judge until the run is over or nothing can come any more."""
        network = self._started(desk.tasks)
        begun, seconds = monotonic(), self._seconds()
        # A training that was killed goes on: what it has had counts.
        left = training_seconds(seconds) - network.seconds
        if left > 0 and not desk.stop():
            self._note(phase="training")
            network.train(left, on_progress=self._trained, stop=desk.stop)
            self._note(notes=tuple(network.notes))
        if desk.stop():
            return
        self._answer(network, desk, max(1.0, ANSWERED * seconds - (monotonic() - begun)))
        self._note(phase="judging")
        while not desk.stop():
            searching = desk.searching()  # asked first: what is found meanwhile is judged too
            if not self._judge(network, desk):
                if not searching:
                    break
                sleep(PAUSE)
        self._note(phase="done")

    def _seconds(self) -> float:
        """The time from now on, after a start whose length depends on the machine and its load."""
        asked = seconds_of(self.config)
        return asked if self._deadline is None else min(asked, self._deadline - monotonic())

    def _started(self, tasks: Sequence[Task]) -> Network:
        from arcloom.net import Network

        extra = [task for name in self.config.train for task in load(name).values()]
        network = Network.start(
            list(tasks),
            preset=self.config.preset,
            extra=extra,
            device=self._device,
            seed=self._seed,
            checkpoint=self._checkpoint,
            held_out=held_out_of(self.config, tasks),
            pretrained=None if self.config.pretrained is None else Path(self.config.pretrained),
        )
        refused = tuple((one.task_id, one.reason) for one in network.refused)
        known = tuple((one.task_id, one.reason) for one in network.known)
        self._note(notes=tuple(network.notes), refused=refused, known=known)
        return network

    def _answer(self, network: Network, desk: Desk, seconds: float) -> None:
        """Vote on every test."""
        self._note(phase="answering")

        def answered(progress: Any) -> None:
            self._note(answered=progress.done, to_answer=progress.of)

        votes = network.answer(
            views=self.config.views, seconds=seconds, on_progress=answered, stop=desk.stop
        )
        for task in desk.tasks:  # also at the end of the time: what there is counts
            desk.give(votes_of(task, votes.get(task.id, [])))

    def _judge(self, network: Network, desk: Desk) -> bool:
        """Judge what programs give; whether there was anything."""
        from arcloom.net.judging import AT_ONCE

        known = {task_id for task_id, _ in self.figures.known}
        found = [one for one in desk.unjudged() if one.task.id not in known]
        for start in range(0, len(found), AT_ONCE):
            if desk.stop():
                break
            some = found[start : start + AT_ONCE]
            desk.give(judged(network, some, self.config.views))
            self._note(judged=self.figures.judged + sum(len(one.outputs) for one in some))
        return bool(found)

    def _trained(self, progress: Progress) -> None:
        self._note(training=training_numbers(progress), seconds_left=progress.seconds_left)

    def _note(self, **changes: Any) -> None:
        self.figures = replace(self.figures, **changes)
        self._tell(self.figures)


def training_numbers(progress: Progress) -> dict[str, float]:
    """The numbers of a training that are known."""
    names = ("step", "seconds", "epochs", "loss", "tokens_per_s", "utilisation")
    numbers = {name: getattr(progress, name) for name in (*names, "held_out_accuracy")}
    return {n: v for n, v in numbers.items() if isinstance(v, int | float) and v == v}  # no NaN


def votes_of(task: Task, tests: Sequence[Sequence[Vote]]) -> list[BareAnswer]:
    """A task's votes as answers."""
    return [
        BareAnswer(task.id, test, vote.grid, vote.votes, vote.of, _in_bounds(vote.cost))
        for test, votes in enumerate(tests)
        for vote in votes
    ]


def _in_bounds(bits: float) -> float:
    return min(max(float(bits), 0.0), MOST_BITS)


def judged(network: Network, asked: Sequence[Unjudged], views: int) -> Iterator[BareAnswer]:
    """What the network thinks of outputs that none of its views gave."""
    found = network.likelihoods(asked, views=JUDGE_VIEWS)
    for (task, test, grids), its in zip(asked, found, strict=True):
        for grid, one in zip(grids, its, strict=True):
            yield BareAnswer(task.id, test, grid, 0, views, _in_bounds(one.bits))
