"""Presets: the sizes of network that one may ask for, with what training needs to know of each.

The cost of a token in training is 6 FLOP per weight of the blocks (2 forward, 4 backward), plus
attention: 0.16 GFLOP with `small`, 0.36 with `base`, 0.96 with `large`. The demos of arc1-eval and
all pairs of arc1-train are 3,000 pairs of 344 tokens, so an epoch is 1.03 million tokens, and 0.17,
0.37 or 0.99 PFLOP. At 300 TFLOP/s, five minutes are 530, 245 or 91 epochs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Final

from arcloom.errors import InputError


@dataclass(frozen=True)
class Preset:
    """A size of network and how it is trained."""

    name: str
    width: int
    layers: int
    heads: int
    hidden: int
    """width inside the feed-forward part, which has three matrices"""
    rows: int = 8
    """rows of tokens in a batch"""
    row_length: int = 2048
    """tokens in a row; a pair of the largest grids has 1,860"""
    dropout: float = 0.1
    matrix_rate: float = 2.5e-3
    """learning rate of the matrices, which Muon trains"""
    other_rate: float = 3e-3
    """learning rate of embeddings and gains, which Adam trains"""
    weight_decay: float = 0.1
    warmup: int = 100
    """steps until the learning rate is full"""
    cool: float = 0.35
    """the share of the training at its end in which the learning rate falls to 0"""
    told: float = 0.5
    """the share of pairs whose tokens tell what a permuted colour was before"""
    average: float = 0.998
    """how much of the averaged weights stays at each step"""
    begun: float = 0.5
    """the share of the learning rates for a network that begins with pretrained weights"""

    @property
    def block_weights(self) -> int:
        """Weights that every token passes through."""
        return self.layers * (4 * self.width**2 + 3 * self.width * self.hidden)

    def flops_per_token(self, length: float) -> float:
        """FLOP to train on one token of a pair with `length` tokens.

        Half of a pair looks at its half, the other half at three quarters of the pair on average.
        """
        attended = length * 0.625
        return 6.0 * self.block_weights + 12.0 * self.layers * self.width * attended


_ALL: Final = (
    Preset(
        "tiny",
        *(64, 2, 2, 128),
        rows=2,
        row_length=256,
        dropout=0.0,
        matrix_rate=0.02,
        other_rate=0.01,
        warmup=10,
    ),
    Preset("small", 512, 8, 8, 1408),
    Preset("base", 768, 8, 12, 2048),
    Preset("large", 1024, 12, 16, 2816, rows=16, matrix_rate=2e-3),
)
PRESETS: Final[Mapping[str, Preset]] = MappingProxyType({preset.name: preset for preset in _ALL})


def slowed(preset: Preset) -> Preset:
    """The preset for a network that begins with pretrained weights."""
    return replace(
        preset,
        matrix_rate=preset.begun * preset.matrix_rate,
        other_rate=preset.begun * preset.other_rate,
    )


def preset_of(wanted: str | Preset) -> Preset:
    """The preset of this name, or the given one."""
    if isinstance(wanted, Preset):
        return wanted
    if wanted not in PRESETS:
        raise InputError(
            f"no network preset '{wanted}'", remedy=f"the presets are {', '.join(PRESETS)}"
        )
    return PRESETS[wanted]


def facts(preset: Preset) -> dict[str, str | int | float]:
    """The fields of a preset, as a checkpoint keeps them."""
    return {field.name: getattr(preset, field.name) for field in fields(preset)}
