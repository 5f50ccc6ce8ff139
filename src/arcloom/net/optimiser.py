"""The optimiser: Muon for the matrices of the blocks, Adam for all else.

Muon steps in the direction that has all singular values of the averaged gradient set to one. Small
transformers learn from it in fewer steps than from Adam. Rows that move much are slowed down, as in
NorMuon (Li et al., 2025).
"""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor

from arcloom.net.model import Model

_MOMENTUM: Final = 0.95
_ROW_MEMORY: Final = 0.95
_ADAM: Final = (0.9, 0.95)
_TINY: Final = 1e-10
# An odd polynomial that takes every singular value in (0, 1] near 1 in a few rounds (Jordan, 2024).
_POLYNOMIAL: Final = (3.4445, -4.7750, 2.0315)
_ROUNDS: Final = 5


class Optimiser:
    """Steps of a model's weights, and what must be remembered between them."""

    def __init__(self, model: Model) -> None:
        self._preset = model.preset
        self._matrices = model.matrices()
        self._others = model.others()
        # A stack of queries, keys and values is three matrices, gates and their partners two.
        width, hidden = model.preset.width, model.preset.hidden
        sides = ((width, width), (width, width), (hidden, width), (width, hidden))
        self._shapes = [(-1, *pair) for pair in sides]
        self.memory: dict[str, list[Tensor]] = {
            "momentum": [torch.zeros_like(p) for p in self._matrices],
            "rows": [
                torch.zeros_like(p.view(shape)[..., :1])
                for p, shape in zip(self._matrices, self._shapes, strict=True)
            ],
            "first": [torch.zeros_like(p) for p in self._others],
            "second": [torch.zeros_like(p) for p in self._others],
        }

    def pace(self, number: int, rate: float) -> list[float]:
        """The numbers of one step, the `number`th from 1; `rate` scales both learning rates.

        They go to the device as a tensor, so that a recorded step can be played with others.
        """
        matrix_rate = rate * self._preset.matrix_rate
        other_rate = rate * self._preset.other_rate
        return [
            1 - matrix_rate * self._preset.weight_decay,
            -matrix_rate,
            -other_rate / (1 - _ADAM[0] ** number),
            (1 - _ADAM[1] ** number) ** 0.5,
        ]

    @torch.no_grad()
    def step(self, pace: Tensor) -> None:
        """One step at this pace. Clears the gradients."""
        kept, matrix_rate, other_rate, correction = pace.unbind(0)
        self._step_matrices(kept, matrix_rate)
        self._step_others(other_rate, correction)
        for parameter in [*self._matrices, *self._others]:
            parameter.grad = None

    def _step_matrices(self, kept: Tensor, rate: Tensor) -> None:
        rows = self.memory["rows"]
        for place, (weights, shape) in enumerate(zip(self._matrices, self._shapes, strict=True)):
            gradient = weights.grad
            assert gradient is not None
            momentum = self.memory["momentum"][place]
            momentum.lerp_(gradient, 1 - _MOMENTUM)
            ahead = gradient.lerp(momentum, _MOMENTUM).view(shape)
            # Tall matrices take longer steps, so that outputs of all move by as much.
            longer = max(1.0, shape[1] / shape[2]) ** 0.5
            step, length = _evened(orthogonal(ahead).float(), rows[place])
            weights.mul_(kept)
            weights.view(shape).addcmul_(step, length * (rate * longer))

    def _step_others(self, rate: Tensor, correction: Tensor) -> None:
        first, second = self.memory["first"], self.memory["second"]
        gradients = [p.grad if p.grad is not None else torch.zeros_like(p) for p in self._others]
        torch._foreach_lerp_(first, gradients, 1 - _ADAM[0])
        torch._foreach_mul_(second, _ADAM[1])
        torch._foreach_addcmul_(second, gradients, gradients, 1 - _ADAM[1])
        sizes = torch._foreach_sqrt(second)
        torch._foreach_div_(sizes, correction)
        torch._foreach_add_(sizes, _TINY)
        for weights, size, mean in zip(self._others, sizes, first, strict=True):
            weights.add_(mean / size * rate)


def orthogonal(matrices: Tensor) -> Tensor:
    """Stacked matrices with their singular values set to about one."""
    tall = matrices.shape[-2] > matrices.shape[-1]
    half = torch.bfloat16 if matrices.is_cuda else matrices.dtype
    made = matrices.mT.to(half) if tall else matrices.to(half)
    made = made / (made.norm(dim=(-2, -1), keepdim=True) * 1.02 + 1e-7)
    first, third, fifth = _POLYNOMIAL
    for _ in range(_ROUNDS):
        square = made @ made.mT
        mixed = torch.baddbmm(square, square, square, beta=third, alpha=fifth)
        made = torch.baddbmm(made, mixed, made, beta=first)
    return made.mT if tall else made


def _evened(step: Tensor, memory: Tensor) -> tuple[Tensor, Tensor]:
    """The step with rows of about equal size over time, and the factor that keeps its length."""
    before = step.norm(dim=(-2, -1), keepdim=True)
    memory.lerp_(step.square().mean(-1, keepdim=True), 1 - _ROW_MEMORY)
    evened = step / (memory.sqrt() + _TINY)
    return evened, before / (evened.norm(dim=(-2, -1), keepdim=True) + _TINY)
