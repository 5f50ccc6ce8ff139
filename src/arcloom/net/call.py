"""A call of `train`: its clock, how much of it is done, and its progress."""

from __future__ import annotations

from time import perf_counter

from arcloom.net.progress import TrainingProgress as Progress
from arcloom.net.training import Report, Trainer


class Call:
    """Measures one call. The seconds and steps of earlier calls count as done."""

    def __init__(
        self, trainer: Trainer, before: float, seconds: float | None, steps: int | None
    ) -> None:
        self._trainer = trainer
        self._start = perf_counter()
        self._before = before
        self._first_step = trainer.stream.cursor.step
        self._seconds, self._steps = seconds, steps
        self._last = Report(float("nan"), 0.0)

    def elapsed(self) -> float:
        """Seconds of training, over all calls."""
        return self._before + perf_counter() - self._start

    def done(self) -> float:
        """The share of the training that is done."""
        if self._steps is not None:
            total_steps = self._first_step + self._steps
            return self._trainer.stream.cursor.step / total_steps if total_steps else 1.0
        total = self._before + (self._seconds or 0.0)
        return self.elapsed() / total if total > 0 else 1.0

    def take(self, report: Report) -> None:
        """Remember what the last steps came to."""
        self._last = report

    def progress(self, accuracy: float | None, flops: float, peak: float | None) -> Progress:
        """Where the training stands; `flops` are those of one token."""
        speed = self._last.tokens_per_s
        return Progress(
            self._trainer.stream.cursor.step,
            self.elapsed(),
            self._trainer.stream.epochs,
            self._last.loss,
            speed,
            None if peak is None else flops * speed / peak,
            self._left(),
            accuracy,
        )

    def _left(self) -> float | None:
        elapsed = self.elapsed()
        if self._seconds is not None:
            return max(0.0, self._before + self._seconds - elapsed)
        taken = self._trainer.stream.cursor.step - self._first_step
        to_go = (self._steps or 0) - taken
        return (elapsed - self._before) / taken * to_go if taken else None
