"""Finds the GPUs that work here, and turns `auto`, `cpu` or `gpu` into devices for a run."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, Literal

from arcloom.engine.gpu.streams import ask_for_queues
from arcloom.errors import InputError, in_one_line

if TYPE_CHECKING:
    from arcloom.engine.gpu.cuda import Gpu

WANTED: Final = ("auto", "cpu", "gpu")


@dataclass(frozen=True)
class Devices:
    """The devices of a run."""

    name: Literal["cpu", "gpu"]
    gpus: tuple[Gpu, ...] = ()
    why: str = ""
    """why it is not a GPU, if one might be expected"""
    always: bool = False
    """use the GPU however small the work is"""


def gpus() -> tuple[int, str]:
    """The number of GPUs and, if there are none, the reason."""
    if find_spec("cupy") is None:
        return 0, "CuPy is not installed (pip install 'arcloom[gpu]')"
    ask_for_queues()
    try:
        import cupy  # type: ignore[import-not-found,unused-ignore]

        count = int(cupy.cuda.runtime.getDeviceCount())
    except Exception as error:  # importing CuPy's own error types needs a driver
        return 0, in_one_line(error)
    return count, "" if count else "CuPy finds none"


def working_gpus() -> tuple[tuple[Gpu, ...], str]:
    """The GPUs that can compute, and the problem of the first one that cannot."""
    count, why = gpus()
    found: list[Gpu] = []
    for number in range(count):
        try:
            found.append(_started(number))
        except Exception as error:  # a driver, a compiler or a card may raise anything
            why = why or f"GPU {number} fails at start: {in_one_line(error)}"
    return tuple(found), why


def choose_devices(wanted: str) -> Devices:
    """The devices of a search. If `gpu` is asked for and none works, this is an error."""
    if wanted not in WANTED:
        raise InputError(f"no device '{wanted}'", remedy="the devices are auto, cpu and gpu")
    if wanted == "cpu":
        return Devices("cpu")
    found, why = working_gpus()
    if found:
        return Devices("gpu", found, why, always=wanted == "gpu")
    if wanted == "gpu":
        raise InputError(f"no GPU: {why}", remedy="use --device cpu")
    return Devices("cpu", why=why)


@cache
def _started(number: int) -> Gpu:
    """A GPU that passed a first sum. All callers share it and the kernels it has compiled."""
    from arcloom.engine.gpu.cuda import Gpu

    gpu = Gpu(number)
    with gpu.device:
        if int(gpu.cupy.arange(3).sum()) != 3:
            raise RuntimeError("it cannot add")
    return gpu
