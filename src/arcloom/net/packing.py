"""Packing: which sequences go into a batch, and where, so that hardly any token is padding.

All batches have the same shape, so that compiled code serves all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from arcloom.net.tokens import TABLE

_MISSES: Final = 24
"""sequences that did not fit, after which a batch is full"""
FACTS: Final = 3 + TABLE
"""columns of what is known of a sequence: task, turn, told, and the table of its values"""


@dataclass(frozen=True)
class Shape:
    """The shape of all batches."""

    rows: int
    length: int
    most: int
    """sequences and spans of padding"""
    span: int
    """the longest sequence; no span of padding may be longer"""
    part_span: int
    """the longest input or output"""

    @property
    def tokens(self) -> int:
        return self.rows * self.length


@dataclass(frozen=True)
class PlacedSequence:
    """A sequence in a batch."""

    number: int
    row: int
    offset: int


@dataclass(frozen=True)
class Packed:
    """The plan of a batch."""

    index: npt.NDArray[np.int64]
    slot: npt.NDArray[np.int16]
    bounds: npt.NDArray[np.int32]
    part_bounds: npt.NDArray[np.int32]
    facts: npt.NDArray[np.int64]
    tokens: int
    """elements that are not padding"""


def shape_for(
    rows: int, length: int, lengths: npt.NDArray[np.int64], inputs: npt.NDArray[np.int64]
) -> Shape:
    """A shape whose rows hold the longest of these sequences, and nearly always enough of them.

    Attention kernels start work for every sequence that could be there, so spare ones cost time.
    """
    length = max(length, -(-int(lengths.max()) // 64) * 64)
    usual = rows * length / float(lengths.mean())
    part_span = int(max(inputs.max(), (lengths - inputs).max()))
    return Shape(rows, length, int(1.3 * usual) + 4 + rows, int(lengths.max()), part_span)


def place(
    queue: Sequence[int], lengths: npt.NDArray[np.int64], shape: Shape
) -> tuple[list[PlacedSequence], list[int]]:
    """Places sequences in the tightest row that has room; gives them and those left over, in order.

    It stops when many in a row did not fit, so a long queue is not read to its end.
    """
    room = [shape.length] * shape.rows
    placed: list[PlacedSequence] = []
    missed: list[int] = []
    read = 0
    for number in queue:
        if len(missed) >= _MISSES or len(placed) >= shape.most - shape.rows:
            break
        read += 1
        need = int(lengths[number])
        fitting = [(left, row) for row, left in enumerate(room) if left >= need]
        if not fitting:
            missed.append(number)
            continue
        left, row = min(fitting)
        placed.append(PlacedSequence(number, row, shape.length - left))
        room[row] = left - need
    return placed, [*missed, *queue[read:]]


def pack(
    placed: Sequence[PlacedSequence],
    facts: npt.NDArray[np.int64],
    starts: npt.NDArray[np.int64],
    lengths: npt.NDArray[np.int64],
    inputs: npt.NDArray[np.int64],
    shape: Shape,
) -> Packed:
    """The plan of a batch of placed sequences. `facts` has one row for each, in their order."""
    index = np.zeros((shape.rows, shape.length), np.int64)
    padding = shape.most - 1
    slot = np.full((shape.rows, shape.length), padding, np.int16)
    spans = []
    for number, at in enumerate(placed):
        length = int(lengths[at.number])
        start = int(starts[at.number])
        index[at.row, at.offset : at.offset + length] = np.arange(start, start + length)
        slot[at.row, at.offset : at.offset + length] = number
        flat = at.row * shape.length + at.offset
        spans.append((flat, flat + int(inputs[at.number]), flat + length))
    bounds, part_bounds = _bounds(spans, shape)
    all_facts = np.zeros((shape.most, FACTS), np.int64)
    all_facts[:, 3:] = np.arange(TABLE)
    all_facts[: len(placed)] = facts
    tokens = sum(int(lengths[at.number]) for at in placed)
    return Packed(index, slot, bounds, part_bounds, all_facts, tokens)


def _bounds(
    spans: list[tuple[int, int, int]], shape: Shape
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Where sequences start, and where their parts do. Padding counts as sequences.

    Kernels leave undefined what is beyond the longest sequence, so long padding is divided. Both
    have a fixed length: sequences of no length follow the last.
    """
    edges, part_edges = {0}, {0}
    for start, middle, end in spans:
        edges |= {start, end}
        part_edges |= {start, middle, end}
    # A sequence may not run on into the next row.
    rows = {row * shape.length for row in range(shape.rows)}
    return (
        _filled(edges | rows, shape.most, shape.span, shape),
        _filled(part_edges | rows, 2 * shape.most, shape.part_span, shape),
    )


def _filled(edges: set[int], count: int, span: int, shape: Shape) -> npt.NDArray[np.int32]:
    ordered = [*sorted(edges), shape.tokens]
    divided = [
        at for start, end in pairwise(ordered) for at in range(start, max(end, start + 1), span)
    ]
    most = count + shape.rows * -(-shape.length // span) + 1
    return np.array(divided + [shape.tokens] * (most - len(divided)), np.int32)
