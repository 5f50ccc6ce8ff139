"""Recording: a step as a CUDA graph, which is played again with other inputs.

A small network's step is thousands of short kernels. Starting them one by one can take longer than
they run.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

Step = Callable[[tuple[Tensor, ...]], Tensor]


class Recorded:
    """A recorded step. Its inputs must keep their shapes."""

    def __init__(self, step: Step, inputs: tuple[Tensor, ...]) -> None:
        """Record the step. Recording computes nothing: it must be played for these inputs too."""
        self._inputs = tuple(tensor.clone() for tensor in inputs)
        self._graph = torch.cuda.CUDAGraph()
        torch.cuda.synchronize()
        with torch.cuda.graph(self._graph):
            self._result = step(self._inputs)

    def play(self, inputs: tuple[Tensor, ...]) -> Tensor:
        """The step with other inputs."""
        for own, given in zip(self._inputs, inputs, strict=True):
            own.copy_(given, non_blocking=True)
        self._graph.replay()
        return self._result.clone()


def on_side_stream(step: Step, inputs: tuple[Tensor, ...]) -> Tensor:
    """The step on a stream of its own, as those before a recording must be."""
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        result = step(inputs)
    torch.cuda.current_stream().wait_stream(stream)
    return result
