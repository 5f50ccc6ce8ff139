"""The network: a transformer that reads an input whole and writes the output cell by cell.

Weights of all blocks lie in one tensor per kind. So the optimiser works on a few large tensors, and
one compiled block serves all.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - its usual name

from arcloom.net.attention import attend, mask_of
from arcloom.net.corpus import TokenBatch
from arcloom.net.presets import Preset
from arcloom.net.tokens import CLASSES, VALUES
from arcloom.net.views import TURNS

_ROLES = 11


class BlockWeights(NamedTuple):
    """The weights of one block, or of all if each has an axis more."""

    qkv: Tensor
    out: Tensor
    gate: Tensor
    down: Tensor
    query_gain: Tensor
    key_gain: Tensor


class Elements(NamedTuple):
    """What is known of elements before the first block; all of the same shape."""

    values: Tensor
    roles: Tensor
    is_output: Tensor
    task: Tensor
    turn: Tensor
    x: Tensor
    y: Tensor


class Model(nn.Module):
    """The weights, and what is computed with them."""

    def __init__(self, preset: Preset, tasks: int, seed: int) -> None:
        super().__init__()
        self.preset = preset
        self.head_width = preset.width // preset.heads
        width, layers, hidden = preset.width, preset.layers, preset.hidden
        random = torch.Generator().manual_seed(seed)

        def normal(*shape: int, scale: float) -> nn.Parameter:
            return nn.Parameter(torch.randn(shape, generator=random) * scale)

        self.value = normal(VALUES, width, scale=0.5)
        self.part = normal(2, width, scale=0.2)
        self.role = nn.Parameter(torch.zeros(_ROLES, width))
        self.task = normal(tasks, width, scale=0.1)
        self.turn = normal(TURNS, width, scale=0.1)
        self.head = normal(CLASSES, width, scale=0.02)
        spread = 0.6 / math.sqrt(width)
        self.qkv = normal(layers, 3 * width, width, scale=spread)
        self.gate = normal(layers, 2 * hidden, width, scale=spread)
        # What a block adds is nothing at first.
        self.out = nn.Parameter(torch.zeros(layers, width, width))
        self.down = nn.Parameter(torch.zeros(layers, width, hidden))
        self.query_gain = nn.Parameter(torch.ones(layers, self.head_width))
        self.key_gain = nn.Parameter(torch.ones(layers, self.head_width))
        self.compiled_block = block

    def matrices(self) -> list[nn.Parameter]:
        """The weights of the blocks' matrices, which Muon trains."""
        return [self.qkv, self.out, self.gate, self.down]

    def others(self) -> list[nn.Parameter]:
        """All other weights, which Adam trains."""
        return [
            *(self.value, self.part, self.role, self.task, self.turn, self.head),
            *(self.query_gain, self.key_gain),
        ]

    def blocks(self, dtype: torch.dtype) -> Iterator[BlockWeights]:
        """The weights of each block in turn."""
        stacked = (self.qkv, self.out, self.gate, self.down, self.query_gain, self.key_gain)
        return map(BlockWeights._make, zip(*(s.to(dtype).unbind(0) for s in stacked), strict=True))

    def embed(self, elements: Elements, dtype: torch.dtype) -> Tensor:
        """The first hidden states of elements."""
        hidden = (
            F.embedding(elements.values, self.value)
            + F.embedding(elements.is_output.long(), self.part)
            + F.embedding(elements.roles, self.role)
            + F.embedding(elements.task, self.task)
            + F.embedding(elements.turn, self.turn)
        )
        return hidden.to(dtype)

    def angles(self, elements: Elements, dtype: torch.dtype) -> tuple[Tensor, Tensor]:
        """Cosines and sines that turn queries and keys by place: column, row, and which grid."""
        half = self.head_width // 2
        for_part = half // 8
        for_side = (half - for_part) // 2
        device = elements.x.device
        rates = 100.0 ** (-torch.arange(for_side, device=device) / for_side)
        part_rates = math.pi * (torch.arange(half - 2 * for_side, device=device) + 1) / (half / 4)
        sides = [place[..., None] * rates for place in (elements.x, elements.y)]
        angles = torch.cat((*sides, elements.is_output[..., None] * part_rates), -1)[..., None, :]
        return angles.cos().to(dtype), angles.sin().to(dtype)

    def forward(self, batch: TokenBatch, dtype: torch.dtype, dense: bool) -> Tensor:
        """Logits for each element of a batch: (rows, length, classes)."""
        elements = Elements(
            batch.values, batch.roles, batch.is_output, batch.task, batch.turn, batch.x, batch.y
        )
        dropout = self.preset.dropout if self.training else 0.0
        hidden = F.dropout(self.embed(elements, dtype), dropout, self.training)
        cos, sin = self.angles(elements, dtype)
        mask = mask_of(batch) if dense else None
        for weights in self.blocks(dtype):
            hidden = self.compiled_block(
                *(hidden, cos, sin, weights, dropout),
                *(batch.is_output, mask, batch.bounds, batch.part_bounds),
                (batch.longest, batch.longest_part),
            )
        return self.logits(hidden)

    def logits(self, hidden: Tensor) -> Tensor:
        """What hidden states predict."""
        return F.linear(normed(hidden), self.head.to(hidden.dtype)).float()


def block(
    hidden: Tensor,
    cos: Tensor,
    sin: Tensor,
    weights: BlockWeights,
    dropout: float,
    is_output: Tensor,
    mask: Tensor | None,
    bounds: Tensor,
    part_bounds: Tensor,
    longest: tuple[int, int],
) -> Tensor:
    """One block over packed sequences."""
    query, key, value = project(hidden, cos, sin, weights)
    seen = attend(query, key, value, is_output, mask, bounds, part_bounds, longest)
    return finish(hidden, seen, weights, dropout)


def project(
    hidden: Tensor, cos: Tensor, sin: Tensor, weights: BlockWeights
) -> tuple[Tensor, Tensor, Tensor]:
    """Queries, keys and values: (rows, length, heads, head width)."""
    mixed = F.linear(normed(hidden), weights.qkv)
    head_width = weights.query_gain.shape[0]
    query, key, value = mixed.unflatten(-1, (3, -1, head_width)).unbind(-3)
    query = _turned(normed(query) * weights.query_gain, cos, sin)
    key = _turned(normed(key) * weights.key_gain, cos, sin)
    return query, key, value


def finish(hidden: Tensor, seen: Tensor, weights: BlockWeights, dropout: float) -> Tensor:
    """The rest of a block: what attention saw, and the feed-forward part."""
    hidden = hidden + F.dropout(F.linear(seen.flatten(-2), weights.out), dropout, dropout > 0)
    gate, up = F.linear(normed(hidden), weights.gate).chunk(2, -1)
    return hidden + F.dropout(F.linear(F.silu(gate) * up, weights.down), dropout, dropout > 0)


def normed(hidden: Tensor) -> Tensor:
    """The hidden states at unit size."""
    return F.rms_norm(hidden, (hidden.shape[-1],), eps=1e-6)


def _turned(states: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    first, second = states.chunk(2, -1)
    return torch.cat((first * cos - second * sin, first * sin + second * cos), -1)
