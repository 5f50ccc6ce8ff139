"""Streams of a GPU: one that drives a search, and others for kernels that run side by side."""

from __future__ import annotations

import ctypes
import os
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from arcloom import _core

BESIDE: Final = (11, 4)
"""How many op kernels may run side by side, because one alone seldom fills a GPU. The first number
is for usual kernels, the second for those with priority."""
SOON: Final = -1
"""The priority of work that the host waits for; 0 is the usual priority."""


def ask_for_queues() -> None:
    """Ask the driver for more queues than its eight. Call it before CuPy starts the driver.

    Streams that share a queue of the GPU wait for each other. The driver reads an environment
    variable, which is set only here: importing Arcloom sets none.
    """
    os.environ.setdefault("CUDA_DEVICE_MAX_CONNECTIONS", "32")


class Streams:
    """A search's own stream, and the streams beside it.

    Several searches take turns on a GPU. While the kernels of one try actions, the host works on
    another. The kernels that the host then asks for must go first.
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
        """Start kernels. A row is a function, its blocks, its first piece and its pieces."""
        addresses = self._addresses[soon]
        events = self._events[: len(addresses)]
        error = _core.launch_all(driver(), addresses, events, kernels, given, threads)
        if error:
            raise self._failure(error)


@cache
def driver() -> NDArray[np.int64]:
    """The addresses of the driver's functions that start kernels."""
    library = ctypes.CDLL("nvcuda.dll" if os.name == "nt" else "libcuda.so.1")
    functions = (library.cuLaunchKernel, library.cuEventRecord, library.cuStreamWaitEvent)
    return np.array([ctypes.cast(f, ctypes.c_void_p).value for f in functions], np.int64)
