"""Training: steps over packed batches, by a clock or by a count of steps.

The learning rate is constant and falls to 0 over the last part of the training. On a clock, that
part depends on the speed of the machine, so the same seed does not give the same weights. With a
count of steps on a CPU it does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812 - its usual name

from arcloom.errors import InputError, in_one_line
from arcloom.net.corpus import Corpus, Sent, TokenBatch, sent
from arcloom.net.lessons import Lesson
from arcloom.net.model import Model
from arcloom.net.optimiser import Optimiser
from arcloom.net.packing import FACTS, Packed, PlacedSequence, Shape, pack, place
from arcloom.net.presets import Preset
from arcloom.net.recording import Recorded, on_side_stream
from arcloom.net.tokens import NOTHING, TABLE, sequence
from arcloom.net.tokens import Sequence as Elements
from arcloom.net.views import TURNS, permuted, turned

REPORT_EVERY: Final = 25
"""steps between reports; the device is waited for only then"""

_UNRECORDED: Final = 3
"""steps before one is recorded: they compile, and fill the allocators"""


@dataclass
class Cursor:
    """Where the stream of lessons stands."""

    step: int = 0
    read: int = 0
    """lessons taken from the stream, over all epochs"""
    waiting: list[int] = field(default_factory=list)
    """sequences that found no room yet"""


class Stream:
    """Endless batches of lessons. Its state is a `Cursor`; all else follows from the seed."""

    def __init__(self, lessons: Sequence[Lesson], preset: Preset, shape: Shape, seed: int) -> None:
        self._lessons = lessons
        self._preset = preset
        self._shape = shape
        self._seed = seed
        self._order: tuple[int, npt.NDArray[np.int64]] = (-1, np.zeros(0, np.int64))
        self.cursor = Cursor()

    def next(self, corpus: Corpus) -> Packed:
        """The plan of the next batch."""
        cursor = self.cursor
        rng = np.random.default_rng([self._seed, 2, cursor.step])
        # Enough for any batch: one that is full leaves the rest waiting.
        queue = list(cursor.waiting)
        while len(queue) < self._shape.most + 32:
            queue.append(self._drawn(cursor.read) * TURNS + int(rng.integers(TURNS)))
            cursor.read += 1
        placed, cursor.waiting = place(queue, corpus.lengths, self._shape)
        cursor.step += 1
        facts = self._facts(placed, rng)
        return pack(placed, facts, corpus.starts, corpus.lengths, corpus.inputs, self._shape)

    @property
    def epochs(self) -> float:
        """How often each lesson was learnt."""
        return (self.cursor.read - len(self.cursor.waiting)) / len(self._lessons)

    def _drawn(self, number: int) -> int:
        epoch, place_in_epoch = divmod(number, len(self._lessons))
        if self._order[0] != epoch:
            rng = np.random.default_rng([self._seed, 3, epoch])
            self._order = (epoch, rng.permutation(len(self._lessons)))
        return int(self._order[1][place_in_epoch])

    def _facts(
        self, placed: Sequence[PlacedSequence], rng: np.random.Generator
    ) -> npt.NDArray[np.int64]:
        facts = np.zeros((len(placed), FACTS), np.int64)
        facts[:, 3:] = np.arange(TABLE)
        for row, at in zip(facts, placed, strict=True):
            lesson, turn = divmod(at.number, TURNS)
            row[0] = self._lessons[lesson].task
            row[1] = turn
            row[2] = rng.random() < self._preset.told
            row[3:13] = permuted(self._lessons[lesson].free, rng)
        return facts


def turned_sequences(lessons: Sequence[Lesson]) -> list[Elements]:
    """The sequences of all lessons, each under the eight turns in order."""
    return [
        sequence(turned(np.asarray(lesson.given), turn), turned(np.asarray(lesson.wanted), turn))
        for lesson in lessons
        for turn in range(TURNS)
    ]


@dataclass
class Trainer:
    """A model in training."""

    model: Model
    optimiser: Optimiser
    average: list[Tensor]
    """the averaged weights, which give the answers"""
    stream: Stream
    corpus: Corpus
    dtype: torch.dtype
    dense: bool
    seed: int

    record: bool = False
    """whether to record a step on the GPU and play it: saves the time of starting each kernel"""
    may_fail: bool = False
    """whether to go on without a recording, if there can be none"""
    notes: list[str] = field(default_factory=list)
    """gets a line if there can be none"""
    _recorded: Recorded | None = None
    _unrecorded: int = 0

    def step(self, rate: float) -> tuple[Tensor, int]:
        """One step. Gives the loss, still on the device, and the number of tokens."""
        packed = self.stream.next(self.corpus)
        number = self.stream.cursor.step
        # Dropout depends on the seed and the step alone, so a resumed training repeats it.
        torch.manual_seed(self.seed * 1_000_003 + number)
        # Early weights are soon forgotten.
        forgotten = 1 - min(self.model.preset.average, number / (number + 9))
        numbers = np.array([*self.optimiser.pace(number, rate), forgotten], np.float32)
        plan = (*self.corpus.send(packed), sent(numbers, self.corpus.device))
        return self._computed(plan), packed.tokens

    def rehearse(self, stream: Stream) -> None:
        """Forward and backward on a batch of another stream. Changes nothing, but compiles."""
        batch = self.corpus.batch(self.corpus.send(stream.next(self.corpus)))
        self.model.train()
        torch.autograd.backward(loss_of(self.model(batch, self.dtype, self.dense), batch))
        for parameter in self.model.parameters():
            parameter.grad = None

    def _computed(self, plan: tuple[Tensor, ...]) -> Tensor:
        if self.record and self._recorded is None and self._unrecorded >= _UNRECORDED:
            self._recorded = self._record(plan)
        if self._recorded is not None:
            return self._recorded.play(plan)
        if not self.record:
            return self._compute(plan)
        self._unrecorded += 1
        return on_side_stream(self._compute, plan)

    def _record(self, plan: tuple[Tensor, ...]) -> Recorded | None:
        try:
            return Recorded(self._compute, plan)
        except RuntimeError as error:  # of the driver, or an op that cannot be recorded
            if not self.may_fail:
                raise
            self.record = False
            self.notes.append(f"cannot record steps here, so it is slower: {in_one_line(error)}")
            for parameter in self.model.parameters():
                parameter.grad = None
            return None

    def _compute(self, plan: tuple[Tensor, ...]) -> Tensor:
        *packed, numbers = plan
        batch = self.corpus.batch(Sent._make(packed))
        self.model.train()
        loss = loss_of(self.model(batch, self.dtype, self.dense), batch)
        torch.autograd.backward(loss)
        self.optimiser.step(numbers[:4])
        with torch.no_grad():
            for averaged, weights in zip(self.average, self.model.parameters(), strict=True):
                averaged.lerp_(weights, numbers[4])
        return loss.detach()


def loss_of(logits: Tensor, batch: TokenBatch) -> Tensor:
    """Mean cross entropy of the tokens of the outputs, in nats."""
    return F.cross_entropy(logits.flatten(0, 1), batch.targets.flatten(), ignore_index=NOTHING)


def rate_at(step: int, done: float, preset: Preset) -> float:
    """The share of the full learning rate at a step, when this share of the training is done."""
    return min(1.0, (step + 1) / preset.warmup, max(0.0, 1 - done) / preset.cool)


@dataclass(frozen=True)
class Report:
    """What some steps came to."""

    loss: float
    tokens_per_s: float


def run_steps(
    trainer: Trainer,
    done: Callable[[], float],
    on_report: Callable[[Report], None],
    stop: Callable[[], bool],
) -> None:
    """Steps until `done` gives 1 or `stop` says so; reports now and then and at the end."""
    losses: list[Tensor] = []
    tokens, since = 0, perf_counter()
    while (share := done()) < 1 and not stop():
        step = trainer.stream.cursor.step
        loss, count = trainer.step(rate_at(step, share, trainer.model.preset))
        losses.append(loss)
        tokens += count
        if len(losses) == REPORT_EVERY:
            on_report(_report(losses, tokens, since))
            losses, tokens, since = [], 0, perf_counter()
    if losses:
        on_report(_report(losses, tokens, since))


def _report(losses: list[Tensor], tokens: int, since: float) -> Report:
    loss = float(torch.stack(losses).mean())  # waits for the device
    if not np.isfinite(loss):
        raise InputError(
            "the training diverged: its loss is no number",
            remedy="use another seed or preset; a checkpoint written before is good",
        )
    return Report(loss, tokens / max(perf_counter() - since, 1e-9))
