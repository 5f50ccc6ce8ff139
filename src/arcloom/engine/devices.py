"""Devices: whether there is a GPU that Arcloom could use."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Literal

from arcloom.errors import InputError

Device = Literal["auto", "cpu", "gpu"]


def gpus() -> tuple[int, str]:
    """How many GPUs there are, and where there is none, why."""
    if find_spec("cupy") is None:
        return 0, "CuPy is not installed (pip install 'arcloom[gpu]')"
    import cupy  # type: ignore[import-not-found,unused-ignore]

    try:
        count = int(cupy.cuda.runtime.getDeviceCount())
    except Exception as error:  # CuPy's own errors need a driver to be imported
        return 0, " ".join(str(error).split())
    return count, "" if count else "CuPy finds none"


def choose_device(wanted: str) -> Literal["cpu"]:
    """The device that a search runs on: the CPU, the only one that this version searches on."""
    if wanted in ("auto", "cpu"):
        return "cpu"
    if wanted != "gpu":
        raise InputError(f"no device '{wanted}'", remedy="the devices are auto, cpu and gpu")
    count, why = gpus()
    if not count:
        raise InputError(f"no GPU: {why}", remedy="use --device cpu")
    raise InputError("this version searches on the CPU alone", remedy="use --device cpu")
