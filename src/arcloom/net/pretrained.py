"""Pretrained weights: what a network learnt of whole tasks, for others to begin with.

The file holds the averaged weights at half precision. All tasks share one embedding there, the mean
of those that were learnt. It also holds hashes of all grids that were learnt, so that a run can see
which of its tasks the network knows already.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor

from arcloom.errors import InputError
from arcloom.files import write_atomically_by
from arcloom.net.checkpoint import content_of
from arcloom.net.model import Model
from arcloom.net.presets import Preset, facts

FORMAT: Final = "arcloom pretrained network 1"
_HASH: Final = 16
"""bytes that are kept of the hash of a grid"""
_SIZES: Final = ("width", "layers", "heads", "hidden")
TASK: Final = "task"
"""The weights that every task has of its own."""


@dataclass(frozen=True)
class Pretrained:
    """Pretrained weights, as read from a file."""

    name: str
    weights: Mapping[str, Tensor]
    learnt: frozenset[bytes]
    """hashes of the grids that were learnt"""
    identity: str
    """changes with any byte of the file"""

    def knows(self, grid_hash: bytes) -> bool:
        """Whether this grid was learnt."""
        return grid_hash[:_HASH] in self.learnt

    @torch.no_grad()
    def put_into(self, model: Model) -> None:
        """Let a fresh model begin with these weights."""
        try:
            for name, parameter in model.named_parameters():
                parameter.copy_(self.weights[name].to(parameter.device, parameter.dtype))
        except (KeyError, AttributeError, RuntimeError) as error:
            raise _foreign(Path(self.name)) from error


def save(
    path: Path, model: Model, average: Sequence[Tensor], grids: Iterable[bytes], preset: Preset
) -> None:
    """Write the averaged weights of a model, and which grids it has learnt."""
    weights = {}
    for (name, _), averaged in zip(model.named_parameters(), average, strict=True):
        shared = averaged.mean(0, keepdim=True) if name == TASK else averaged
        weights[name] = shared.to(torch.bfloat16).cpu()
    hashes = b"".join(sorted({one[:_HASH] for one in grids}))
    content = {
        "format": FORMAT,
        "preset": facts(preset),
        "weights": weights,
        "learnt": torch.from_numpy(np.frombuffer(hashes, np.uint8).reshape(-1, _HASH).copy()),
    }
    write_atomically_by(path, lambda file: torch.save(content, file))


def read(path: Path, preset: Preset) -> Pretrained:
    """The weights of a file, for a network of this preset.

    Raises:
        InputError: The file has no pretrained weights, or those of another size.
    """
    content = _content(path)
    theirs = content["preset"]
    if any(theirs.get(name) != getattr(preset, name) for name in _SIZES):
        raise InputError(
            f"pretrained weights of a network '{theirs.get('name')}', not '{preset.name}'",
            place=str(path),
            remedy=f"ask for the preset {theirs.get('name')}",
        )
    learnt = content["learnt"].numpy().tobytes()
    hashes = frozenset(learnt[at : at + _HASH] for at in range(0, len(learnt), _HASH))
    identity = sha256(path.read_bytes()).hexdigest()
    return Pretrained(str(path), content["weights"], hashes, identity)


def _content(path: Path) -> dict[str, Any]:
    if not path.exists():
        raise InputError(
            "there is no such file", place=str(path), remedy="run `arcloom net pretrain`"
        )
    content = content_of(path, FORMAT)
    if content is None:
        raise _foreign(path)
    parts = (content.get("preset"), content.get("weights"), content.get("learnt"))
    if not all(isinstance(p, k) for p, k in zip(parts, (dict, dict, Tensor), strict=True)):
        raise _foreign(path)
    return content


def _foreign(path: Path) -> InputError:
    return InputError(
        "no pretrained weights", place=str(path), remedy="make them with `arcloom net pretrain`"
    )
