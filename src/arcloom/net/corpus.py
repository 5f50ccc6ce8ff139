"""Corpus: many sequences end to end on the device, and batches of them gathered there.

A step sends only indices to the device, so no grid is touched in Python while training runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from arcloom.net.packing import Packed
from arcloom.net.tokens import NOTHING, START
from arcloom.net.tokens import Sequence as Elements


@dataclass(frozen=True)
class TokenBatch:
    """Rows of packed sequences, as tensors of shape (rows, row length) unless said otherwise."""

    values: Tensor
    """what each element carries, as shown"""
    roles: Tensor
    """1 + the colour before it was permuted, where that is told; else 0"""
    targets: Tensor
    x: Tensor
    y: Tensor
    is_output: Tensor
    task: Tensor
    turn: Tensor
    slot: Tensor
    """which sequence of the batch an element belongs to"""
    bounds: Tensor
    """where each sequence starts in the flattened batch; (sequences + 1)"""
    part_bounds: Tensor
    """the same for inputs and outputs apart; (2 * sequences + 1)"""
    longest: int
    """no sequence of the corpus is longer, and no padding that another element sees"""
    longest_part: int


class Sent(NamedTuple):
    """The plan of a batch, on the device (see `Packed`)."""

    places: Tensor
    slot: Tensor
    bounds: Tensor
    part_bounds: Tensor
    facts: Tensor


class Corpus:
    """Sequences on a device."""

    def __init__(self, sequences: Sequence[Elements], device: torch.device) -> None:
        pad = np.zeros(1, np.uint8)
        joined = [
            np.concatenate([pad + START, *(s.values for s in sequences)]),
            np.concatenate([pad + NOTHING, *(s.targets for s in sequences)]),
            np.concatenate([pad, *(s.x for s in sequences)]),
            np.concatenate([pad, *(s.y for s in sequences)]),
            np.concatenate([pad, *(_output_flags(s) for s in sequences)]),
        ]
        self._elements = torch.from_numpy(np.stack(joined, 1)).to(device)
        self.device = device
        self.lengths: npt.NDArray[np.int64] = np.array([len(s) for s in sequences], np.int64)
        self.inputs: npt.NDArray[np.int64] = np.array([s.inputs for s in sequences], np.int64)
        self.starts = 1 + np.cumsum(self.lengths) - self.lengths
        """where a sequence starts; place 0 is padding"""
        outputs = self.lengths - self.inputs
        self._longest = int(self.lengths.max())
        self._longest_part = int(max(self.inputs.max(), outputs.max()))

    def send(self, packed: Packed) -> Sent:
        """A plan, sent to the device."""
        arrays = (packed.index, packed.slot, packed.bounds, packed.part_bounds, packed.facts)
        return Sent._make(sent(array, self.device) for array in arrays)

    def batch(self, plan: Sent) -> TokenBatch:
        """The batch of a plan."""
        values, targets, x, y, is_output = self._elements[plan.places].unbind(-1)
        slot = plan.slot.long()
        task, turn, told = plan.facts[:, :3].unbind(1)
        table = plan.facts[:, 3:]
        values, targets = values.long(), targets.long()
        return TokenBatch(
            values=table[slot, values],
            roles=torch.where((told[slot] > 0) & (values < 10), values + 1, 0),
            targets=table[slot, targets],
            x=x.long(),
            y=y.long(),
            is_output=is_output.bool(),
            task=task[slot],
            turn=turn[slot],
            slot=slot,
            bounds=plan.bounds,
            part_bounds=plan.part_bounds,
            longest=self._longest,
            longest_part=self._longest_part,
        )


def sent(array: npt.NDArray[np.generic], device: torch.device) -> Tensor:
    """The array on the device; the copy may still be under way."""
    tensor = torch.from_numpy(array)
    if device.type == "cuda":
        return tensor.pin_memory().to(device, non_blocking=True)
    return tensor.to(device)


def _output_flags(elements: Elements) -> npt.NDArray[np.uint8]:
    return (np.arange(len(elements)) >= elements.inputs).astype(np.uint8)
