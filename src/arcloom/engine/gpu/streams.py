"""Streams of a GPU: what one search is driven by, and kernels that run side by side for it."""

from __future__ import annotations

import ctypes
import os
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from arcloom import _core

BESIDE: Final = (11, 4)
"""Kernels of ops that may run side by side: one alone seldom fills a GPU. The usual ones, and those
that come before them."""
SOON: Final = -1
"""The priority of what the host waits for; 0 is the usual one."""

# Streams that share a queue of the GPU wait for each other. There are eight, unless the driver is
# told otherwise before it begins.
os.environ.setdefault("CUDA_DEVICE_MAX_CONNECTIONS", "32")


class Streams:
    """A search's own stream, and those beside it.

    Several searches take turns on a GPU: while the kernels of one try actions, the host sees to
    another, and what it asks for has to come before them.
    """

    def __init__(self, cupy: Any) -> None:
        self.own = cupy.cuda.Stream(non_blocking=True, priority=SOON)
        self._failure = cupy.cuda.driver.CUDADriverError
        every = [
            [cupy.cuda.Stream(non_blocking=True, priority=priority) for _ in range(count)]
            for priority, count in zip((0, SOON), BESIDE, strict=True)
        ]
        events = [cupy.cuda.Event(disable_timing=True) for _ in range(1 + max(BESIDE))]
        self._kept = every, events
        self._addresses = [
            np.array([stream.ptr for stream in (self.own, *beside)], np.int64) for beside in every
        ]
        self._events = np.array([event.ptr for event in events], np.int64)

    def launch(
        self, kernels: NDArray[np.int64], given: NDArray[np.int64], threads: int, *, soon: bool
    ) -> None:
        """Start kernels: the function, blocks, the first piece and how many in a row each."""
        addresses = self._addresses[soon]
        events = self._events[: len(addresses)]
        error = _core.launch_all(driver(), addresses, events, kernels, given, threads)
        if error:
            raise self._failure(error)


@cache
def driver() -> NDArray[np.int64]:
    """Where the functions of the GPU's driver are that kernels are started with."""
    library = ctypes.CDLL("nvcuda.dll" if os.name == "nt" else "libcuda.so.1")
    functions = (library.cuLaunchKernel, library.cuEventRecord, library.cuStreamWaitEvent)
    return np.array([ctypes.cast(f, ctypes.c_void_p).value for f in functions], np.int64)
