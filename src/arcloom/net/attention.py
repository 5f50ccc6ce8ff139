"""Attention over packed sequences: an input sees all of itself, an output its input and its past.

`dense` masks the scores of whole rows. It runs everywhere and is the reference. `varlen` uses the
flash kernels for sequences of any length, and needs a recent NVIDIA GPU. There, two calls cover all
sequences: a causal one is right for outputs, and one over inputs and outputs apart is right for
inputs.
"""

from __future__ import annotations

from typing import Final, Literal

import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812 - its usual name

from arcloom.net.corpus import TokenBatch

Kind = Literal["dense", "varlen"]
KINDS: Final = ("auto", "dense", "varlen")
_TOLERANCE: Final = 0.05


def mask_of(batch: TokenBatch) -> Tensor:
    """Which element sees which, for `dense`: (rows, 1, length, length)."""
    slot, is_output = batch.slot, batch.is_output
    same = slot[:, :, None] == slot[:, None, :]
    places = torch.arange(slot.shape[1], device=slot.device)
    past = places[None, :, None] >= places[None, None, :]
    seen = ~is_output[:, None, :] | (is_output[:, :, None] & past)
    return (same & seen)[:, None]


def attend(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    is_output: Tensor,
    mask: Tensor | None,
    bounds: Tensor,
    part_bounds: Tensor,
    longest: tuple[int, int],
) -> Tensor:
    """Attention; all of shape (rows, length, heads, head width). Without a mask it is `varlen`."""
    if mask is not None:
        seen = F.scaled_dot_product_attention(
            query.transpose(1, 2), key.transpose(1, 2), value.transpose(1, 2), attn_mask=mask
        )
        return seen.transpose(1, 2)
    from torch.nn.attention.varlen import varlen_attn

    rows, length = query.shape[:2]
    q, k, v = (t.reshape(rows * length, *t.shape[2:]) for t in (query, key, value))
    most, most_part = longest
    causal = varlen_attn(q, k, v, bounds, bounds, most, most, window_size=(-1, 0))
    apart = varlen_attn(q, k, v, part_bounds, part_bounds, most_part, most_part)
    assert isinstance(causal, Tensor)
    assert isinstance(apart, Tensor)
    return torch.where(is_output.reshape(-1, 1, 1), causal, apart).view(query.shape)


def choose(wanted: str, batch: TokenBatch, heads: int, width: int, dtype: torch.dtype) -> Kind:
    """The kind of attention for a device. `auto` takes `varlen` if it agrees with `dense` there."""
    if wanted == "varlen":
        return "varlen"
    if wanted == "dense" or batch.values.device.type != "cuda" or dtype != torch.bfloat16:
        return "dense"
    try:
        return "varlen" if _agree(batch, heads, width, dtype) else "dense"
    except (RuntimeError, ImportError, NotImplementedError, TypeError):
        # Kernels that this build of PyTorch or this GPU lacks.
        return "dense"


def _agree(batch: TokenBatch, heads: int, width: int, dtype: torch.dtype) -> bool:
    """Whether both kinds give the same outputs and gradients on a batch."""
    shape = (*batch.values.shape, heads, width)
    generator = torch.Generator(batch.values.device).manual_seed(0)
    parts = [
        torch.randn(shape, generator=generator, device=batch.values.device, dtype=dtype)
        for _ in range(3)
    ]
    shown = torch.randn(shape, generator=generator, device=batch.values.device, dtype=dtype)
    spans = (batch.bounds, batch.part_bounds, (batch.longest, batch.longest_part))
    results = []
    for mask in (mask_of(batch), None):
        leaves = [part.clone().requires_grad_() for part in parts]
        q, k, v = leaves
        made = attend(q, k, v, batch.is_output, mask, *spans)
        # Padding sees itself in other ways under the two kinds, and nobody reads it.
        real = (batch.slot < batch.slot.max())[..., None, None]
        torch.autograd.backward((made * shown * real).sum())
        results.append([made * real, *(leaf.grad for leaf in leaves)])
    dense, varlen = results
    return all(
        a is not None and b is not None and bool((a - b).abs().max() < _TOLERANCE * a.abs().max())
        for a, b in zip(dense, varlen, strict=True)
    )
