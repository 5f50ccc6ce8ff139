"""Which device a batt runs on: as it was asked for, or what is likely to be faster."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from arcloom.engine.gpu.batt import BattDevice
from arcloom.engine.gpu.choose import choose_devices

LEAST: Final = 1.0
LEAST_BEGUN: Final = 0.03
"""Seconds of the CPU's work from which on `auto` takes a GPU: one that has yet to load a kernel, or
to compile it, once; and one that has run a batt in this process. Both are on the careful side: a
batt of 0.06 s took 0.016 s with an H200 that had begun (bench/README.md)."""


class Picked(NamedTuple):
    """A device, or None for the CPU, and why it is not a GPU where one might be expected."""

    unit: BattDevice | None
    why: str = ""


def pick_device(wanted: str, estimate: Callable[[], float]) -> Picked:
    """The device for a run; where `gpu` is wanted and none works, an error.

    `estimate` says about how many seconds the CPU would take. It is asked only where that matters.
    """
    devices = choose_devices(wanted)
    if not devices.gpus:
        return Picked(None, devices.why)
    gpu = devices.gpus[0]
    if devices.always:
        return Picked(gpu)
    seconds = estimate()
    least = LEAST_BEGUN if gpu.begun else LEAST
    if seconds < least:
        return Picked(None, f"about {seconds:.2g} s of work, a GPU pays from {least:.2g} s on")
    return Picked(gpu)
