"""Decoding: outputs written token by token, for many prompts at once, with cached keys and values.

Only grids can come out: rows are as long as the first, and sizes keep to their bounds. The most
likely token is taken at each step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812 - its usual name

from arcloom.net.model import BlockWeights, Elements, Model, finish, project
from arcloom.net.sizes import SizeBound
from arcloom.net.tokens import CLASSES, END, ROW, START, Bytes, grid_of
from arcloom.net.tokens import Sequence as Prompt

_CHUNK: Final = 64
"""places by which the cache grows, and what lengths are rounded up to"""
_CHECK_EVERY: Final = 16
"""steps between looks at which prompts are done"""
_PREFILL: Final = 65_536
"""tokens of prompts that are read at once on a GPU"""


@dataclass(frozen=True)
class DecodeJob:
    """A prompt to go on from. Its values are as shown."""

    prompt: Prompt
    roles: npt.NDArray[np.uint8]
    """what colours were before, plus 1, for each value; zeros if that is not told"""
    role_of: tuple[int, ...]
    """the role of each shown colour, for what is written; zeros if that is not told"""
    task: int
    turn: int
    bound: SizeBound

    @property
    def length(self) -> int:
        """Places that it may need."""
        return len(self.prompt) + self.bound.length


@dataclass(frozen=True)
class Written:
    """What came of a job: the cells as shown, or None if they are no grid, and the bits."""

    cells: Bytes | None
    bits: float


def decode(
    model: Model,
    jobs: Sequence[DecodeJob],
    dtype: torch.dtype,
    most_places: int,
    most_jobs: int,
    stop: Callable[[], bool] = lambda: False,
) -> Iterator[tuple[int, Written]]:
    """Each job's number and what came of it, shortest first. Stops between batches if told so."""
    order = sorted(range(len(jobs)), key=lambda n: (jobs[n].bound.length, jobs[n].length, n))
    for numbers in _batches(jobs, order, most_places, most_jobs):
        if stop():
            return
        with torch.inference_mode():
            written = _Batch(model, [jobs[n] for n in numbers], dtype).run()
        yield from zip(numbers, written, strict=True)


def _batches(
    jobs: Sequence[DecodeJob], order: Sequence[int], most_places: int, most_jobs: int
) -> Iterator[list[int]]:
    batch: list[int] = []
    longest = 0
    for number in order:
        longer = max(longest, jobs[number].length)
        if batch and (len(batch) >= most_jobs or (len(batch) + 1) * longer > most_places):
            yield batch
            batch, longer = [], jobs[number].length
        batch.append(number)
        longest = longer
    if batch:
        yield batch


class _Batch:
    """Jobs that are decoded together. Tensors have one entry per job that is not done."""

    def __init__(self, model: Model, jobs: Sequence[DecodeJob], dtype: torch.dtype) -> None:
        self.model, self.dtype = model, dtype
        self.blocks: list[BlockWeights] = list(model.blocks(dtype))
        device = self.device = model.value.device
        count = len(jobs)
        self.prompts = _round_up(max(len(job.prompt) for job in jobs))
        self.task = torch.tensor([job.task for job in jobs], device=device)
        self.turn = torch.tensor([job.turn for job in jobs], device=device)
        self.role_of = torch.tensor([(*job.role_of, 0, 0, 0) for job in jobs], device=device)
        bounds = [(job.bound.height, job.bound.width, job.bound.exact) for job in jobs]
        self.height, self.width, exact = torch.tensor(bounds, device=device).unbind(1)
        self.exact = exact.bool()
        self.fixed = self.exact.clone()
        """whether the width is known: given, or that of the first row"""
        self.row = torch.zeros(count, dtype=torch.long, device=device)
        self.column = torch.zeros_like(self.row)
        self.carried = torch.full_like(self.row, START)
        self.nats = torch.zeros(count, device=device)
        self.done = torch.zeros(count, dtype=torch.bool, device=device)
        self.number = torch.arange(count, device=device)
        longest = max(job.bound.length for job in jobs)
        self.made = torch.full((count, longest), END, dtype=torch.uint8, device=device)
        self.all_nats = torch.zeros(count, device=device)
        heads = model.preset.heads
        shape = (len(self.blocks), count, heads, self.prompts + _CHUNK, model.head_width)
        self.keys = torch.zeros(shape, dtype=dtype, device=device)
        self.values = torch.zeros(shape, dtype=dtype, device=device)
        self.seen = torch.zeros((count, 1, 1, shape[3]), dtype=torch.bool, device=device)
        self.steps = longest
        self._read_prompts(jobs)

    def run(self) -> list[Written]:
        """Write all outputs."""
        for step in range(self.steps):
            if step % _CHECK_EVERY == 0 and step and not self._drop_done():
                break
            self._step(step)
        self.all_nats[self.number] = self.nats
        made = self.made.cpu().numpy()
        bits = (self.all_nats / np.log(2)).cpu().tolist()
        return [Written(grid_of(row), b) for row, b in zip(made, bits, strict=True)]

    def _read_prompts(self, jobs: Sequence[DecodeJob]) -> None:
        """Fill the cache with the keys and values of the prompts."""
        count = len(jobs)
        columns = np.zeros((5, count, self.prompts), np.uint8)
        for n, job in enumerate(jobs):
            prompt = job.prompt
            parts = (prompt.values, job.roles, prompt.x, prompt.y, np.ones(len(prompt), np.uint8))
            for column, part in zip(columns, parts, strict=True):
                column[n, : len(prompt)] = part
        values, roles, x, y, real = torch.from_numpy(columns).to(self.device).long().unbind(0)
        self.seen[:, 0, 0, : self.prompts] = real.bool()
        at_once = max(1, _PREFILL // self.prompts)
        for start in range(0, count, at_once):
            some = slice(start, min(start + at_once, count))
            elements = Elements(
                *(values[some], roles[some], torch.zeros_like(real[some])),
                *(_spread(self.task[some], real[some]), _spread(self.turn[some], real[some])),
                *(x[some], y[some]),
            )
            self._read(elements, some)

    def _read(self, elements: Elements, part: slice) -> None:
        hidden = self.model.embed(elements, self.dtype)
        cos, sin = self.model.angles(elements, self.dtype)
        mask = self.seen[part, :, :, : self.prompts]
        for layer, weights in enumerate(self.blocks):
            parts = project(hidden, cos, sin, weights)
            query, key, value = (t.transpose(1, 2) for t in parts)
            self.keys[layer, part, :, : self.prompts] = key
            self.values[layer, part, :, : self.prompts] = value
            seen = F.scaled_dot_product_attention(query, key, value, attn_mask=mask)
            hidden = finish(hidden, seen.transpose(1, 2), weights, 0.0)

    def _step(self, step: int) -> None:
        """Write one token of each output."""
        logits = self._logits(self.prompts + step)
        token = logits.masked_fill(~self._allowed(), -torch.inf).argmax(-1)
        nats = F.cross_entropy(logits, token, reduction="none")
        self.nats += torch.where(self.done, 0.0, nats)
        self.made[self.number, step] = torch.where(self.done, END, token).to(torch.uint8)
        self.done |= token == END
        ended = token >= ROW
        first = ended & ~self.fixed
        self.width = torch.where(first, self.column, self.width)
        self.fixed |= ended
        self.row = self.row + ended
        self.column = torch.where(ended, 0, self.column + 1)
        self.carried = token

    def _logits(self, place: int) -> Tensor:
        if place >= self.keys.shape[3]:
            self._grow()
        one = (-1, 1)
        elements = Elements(
            self.carried.view(one),
            self.role_of.gather(1, self.carried.view(one)),
            torch.ones_like(self.carried).view(one),
            self.task.view(one),
            self.turn.view(one),
            self.column.view(one),
            self.row.view(one),
        )
        hidden = self.model.embed(elements, self.dtype)
        cos, sin = self.model.angles(elements, self.dtype)
        self.seen[..., place] = True
        end = min(_round_up(place + 1), self.keys.shape[3])
        mask = self.seen[..., :end]
        for layer, weights in enumerate(self.blocks):
            query, key, value = project(hidden, cos, sin, weights)
            self.keys[layer, :, :, place] = key[:, 0]
            self.values[layer, :, :, place] = value[:, 0]
            seen = F.scaled_dot_product_attention(
                query.transpose(1, 2),
                self.keys[layer, :, :, :end],
                self.values[layer, :, :, :end],
                attn_mask=mask,
            )
            hidden = finish(hidden, seen.transpose(1, 2), weights, 0.0)
        return self.model.logits(hidden)[:, 0]

    def _allowed(self) -> Tensor:
        """Which tokens keep the output a grid within its bounds: (jobs, classes)."""
        at_end = self.column == self.width
        inside = (self.fixed | (self.column == 0)) & ~at_end
        last = self.row + 1 >= self.height
        allowed = torch.empty((len(last), CLASSES), dtype=torch.bool, device=self.device)
        allowed[:, :ROW] = ~at_end[:, None]
        allowed[:, ROW] = ~inside & ~last
        allowed[:, END] = ~inside & (last | ~self.exact)
        return allowed

    def _drop_done(self) -> bool:
        """Forget jobs that are done, if they are many. False if all are done."""
        alive = (~self.done).nonzero()[:, 0]
        if len(alive) == 0:
            return False
        if len(alive) <= 0.75 * len(self.done):
            self.all_nats[self.number] = self.nats
            names = "task turn role_of height width exact fixed row column carried nats done number"
            for name in [*names.split(), "seen"]:
                setattr(self, name, getattr(self, name)[alive])
            self.keys = self.keys[:, alive]
            self.values = self.values[:, alive]
        return True

    def _grow(self) -> None:
        shape = list(self.keys.shape)
        shape[3] = 2 * _CHUNK
        more = torch.zeros(shape, dtype=self.dtype, device=self.device)
        self.keys = torch.cat((self.keys, more), 3)
        self.values = torch.cat((self.values, more), 3)
        self.seen = F.pad(self.seen, (0, shape[3]))


def _spread(per_job: Tensor, like: Tensor) -> Tensor:
    return per_job[:, None].expand_as(like)


def _round_up(length: int) -> int:
    return -(-length // _CHUNK) * _CHUNK
