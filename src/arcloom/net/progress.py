"""Progress: what a training tells of itself while it runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Stop = Callable[[], bool]


@dataclass(frozen=True)
class TrainingProgress:
    """Where a training stands."""

    step: int
    seconds: float
    """of training, over all calls"""
    epochs: float
    """how often each pair was seen"""
    loss: float
    """mean of the last steps, in nats per token of an output"""
    tokens_per_s: float
    utilisation: float | None
    """share of the device's bf16 peak; None if the peak is not known"""
    seconds_left: float | None
    held_out_accuracy: float | None = None
    """share of the held-out demo outputs that are exactly right; None if none is held out"""


@dataclass(frozen=True)
class AnswerProgress:
    """Where the decoding of answers stands."""

    done: int
    of: int
    """sequences: one per test input and view"""
    seconds: float
