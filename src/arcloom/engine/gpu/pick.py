"""Picks the device of a batt: the one asked for, or the one that is likely to be faster."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from arcloom.engine.gpu.batt import BattDevice
from arcloom.engine.gpu.choose import choose_devices

LEAST: Final = 1.0
LEAST_BEGUN: Final = 0.03
"""From this many seconds of CPU work, `auto` takes a GPU. `LEAST` is for a GPU that must first load
or compile a kernel, `LEAST_BEGUN` for one that has run a batt in this process. Both are on the safe
side: a batt of 0.06 s on the CPU took 0.016 s on an H200 that had begun (bench/figures/gpu.md)."""


class Picked(NamedTuple):
    """A device, or None for the CPU, and why it is not a GPU if one might be expected."""

    unit: BattDevice | None
    why: str = ""


def pick_device(wanted: str, estimate: Callable[[], float]) -> Picked:
    """The device for a run. If `gpu` is wanted and none works, this is an error.

    `estimate` returns about how many seconds the CPU would take. It is called only if it matters.
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
