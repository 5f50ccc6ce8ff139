"""Likelihood: how many bits given outputs cost a network, as a whole and per cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional as F  # noqa: N812 - its usual name

from arcloom.net.corpus import Corpus
from arcloom.net.model import Model
from arcloom.net.packing import FACTS, Shape, pack, place, shape_for
from arcloom.net.tokens import NOTHING, SIDE, TABLE, sequence
from arcloom.net.tokens import Sequence as Elements
from arcloom.net.views import ShownView, turned, turned_back
from arcloom.tasks import Grid, Task


@dataclass(frozen=True)
class Likelihood:
    """What a grid costs as the output of a test; means over views."""

    bits: float
    """for all of it, its size included"""
    cells: npt.NDArray[np.float64]
    """for each cell"""
    exact: float
    """the share of views in which each token is the most likely one"""


ToJudge = tuple[Task, int, Sequence[Grid]]
"""A task, the number of one of its tests, and outputs for it."""


@dataclass(frozen=True)
class Question:
    """An output to judge under a view."""

    task: int
    given: npt.NDArray[np.generic]
    wanted: npt.NDArray[np.generic]
    view: ShownView

    def elements(self) -> Elements:
        return sequence(turned(self.given, self.view.turn), turned(self.wanted, self.view.turn))


@dataclass(frozen=True)
class Judged:
    """Bits of each token of an output, turned, and whether each is the most likely one."""

    bits: npt.NDArray[np.float64]
    exact: bool


def judge(
    model: Model, questions: Sequence[Question], dtype: torch.dtype, dense: bool, rows: int
) -> list[Judged]:
    """The bits of each question's output."""
    if not questions:
        return []
    elements = [question.elements() for question in questions]
    corpus = Corpus(elements, model.value.device)
    shape = shape_for(rows, 0, corpus.lengths, corpus.inputs)
    found: dict[int, Judged] = {}
    for number, judged in _judged(model, corpus, questions, shape, dtype, dense):
        found[number] = judged
    return [found[number] for number in range(len(questions))]


@torch.inference_mode()
def _judged(
    model: Model,
    corpus: Corpus,
    questions: Sequence[Question],
    shape: Shape,
    dtype: torch.dtype,
    dense: bool,
) -> Iterator[tuple[int, Judged]]:
    model.eval()
    waiting = sorted(range(len(questions)), key=lambda n: (-int(corpus.lengths[n]), n))
    while waiting:
        placed, waiting = place(waiting, corpus.lengths, shape)
        facts = np.stack([_facts(questions[at.number]) for at in placed])
        plan = pack(placed, facts, corpus.starts, corpus.lengths, corpus.inputs, shape)
        batch = corpus.batch(corpus.send(plan))
        logits = model(batch, dtype, dense)
        nats = F.cross_entropy(
            logits.flatten(0, 1), batch.targets.flatten(), ignore_index=NOTHING, reduction="none"
        )
        bits = (nats / np.log(2)).view(shape.rows, shape.length).cpu().numpy()
        right = (logits.argmax(-1) == batch.targets).cpu().numpy()
        for at in placed:
            start = at.offset + int(corpus.inputs[at.number])
            part = slice(start, at.offset + int(corpus.lengths[at.number]))
            judged = Judged(bits[at.row, part].astype(np.float64), bool(right[at.row, part].all()))
            yield at.number, judged


def mean_over_views(grid: Grid, judged: Sequence[Judged], views: Sequence[ShownView]) -> Likelihood:
    """One likelihood of a grid that was judged under several views."""
    shape = grid.shape
    cells = np.zeros(shape)
    for one, view in zip(judged, views, strict=True):
        height, width = shape[::-1] if (view.turn % 2 == 1) != (view.turn >= 4) else shape
        shown = one.bits.reshape(height, width + 1)[:, :width]
        cells += turned_back(shown, view.turn)
    count = len(judged)
    bits = sum(float(one.bits.sum()) for one in judged) / count
    return Likelihood(bits, cells / count, sum(one.exact for one in judged) / count)


def is_possible(given: Grid, grid: Grid) -> bool:
    """Whether a network can read this input and write this output."""
    return max(*grid.shape, *given.shape) <= SIDE


def impossible(grid: Grid) -> Likelihood:
    """The likelihood of a grid that the network cannot write."""
    return Likelihood(np.inf, np.full(grid.shape, np.inf), 0.0)


def _facts(question: Question) -> npt.NDArray[np.int64]:
    facts = np.zeros(FACTS, np.int64)
    facts[:3] = question.task, question.view.turn, question.view.told
    facts[3:] = np.arange(TABLE)
    facts[3:13] = question.view.colours
    return facts
