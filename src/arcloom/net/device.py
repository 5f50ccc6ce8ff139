"""Devices: where a network runs, in which precision, how it is compiled, and the device's peak."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from typing import Final

import torch

from arcloom.errors import InputError

DEVICES: Final = ("auto", "cpu", "gpu")
COMPILE: Final = ("auto", "none", "blocks", "recorded")
"""`blocks` compiles the blocks of the network, `recorded` also records whole steps on the GPU"""

# Dense bf16 peaks in TFLOP/s, from the makers' data sheets; the first name that fits counts.
_PEAKS: Final = (
    ("H200", 989.0),
    ("GH200", 989.0),
    ("H100 PCIe", 756.0),
    ("H100 NVL", 835.0),
    ("H100", 989.0),
    ("B200", 2250.0),
    ("A100", 312.0),
    ("L40S", 362.0),
    ("L40", 181.0),
    ("L4", 121.0),
    ("A10G", 70.0),
    ("RTX 5090", 209.5),
    ("RTX 4090", 165.2),
    ("RTX 3090", 71.0),
)


@dataclass(frozen=True)
class Place:
    """A device and how it is used."""

    device: torch.device
    name: str
    dtype: torch.dtype
    """of hidden states; weights are kept in float32"""
    compile: bool
    may_fail: bool
    """whether it may go on without, if it cannot be compiled or recorded"""
    record: bool
    """whether to record whole steps"""
    peak: float | None
    """FLOP/s in bf16"""
    why: str
    """the choice in words"""


def choose_place(wanted: str, compile: str) -> Place:
    """The device for a network. If `gpu` is asked for and there is none, this is an error."""
    if wanted.startswith("cuda"):
        wanted = "gpu"
    if wanted not in DEVICES:
        raise InputError(f"no device '{wanted}'", remedy=f"the devices are {', '.join(DEVICES)}")
    if compile not in COMPILE:
        raise InputError(
            f"no way to compile '{compile}'", remedy=f"the ways are {', '.join(COMPILE)}"
        )
    found = torch.cuda.is_available()
    if wanted == "gpu" and not found:
        raise InputError(
            "PyTorch finds no GPU", remedy="use device='cpu', or install PyTorch for your GPU"
        )
    if wanted == "cpu" or not found:
        compiled = compile in ("blocks", "recorded")
        said = f"network on the CPU, float32, {_said(compiled, False)}"
        return Place(torch.device("cpu"), "CPU", torch.float32, compiled, False, False, None, said)
    return _gpu(compile)


def _gpu(compile: str) -> Place:
    name = torch.cuda.get_device_name()
    half = torch.cuda.is_bf16_supported(including_emulation=False)
    compiled = compile in ("blocks", "recorded")
    compiled = compiled or (compile == "auto" and find_spec("triton") is not None)
    record = compile == "recorded" or (compile == "auto" and compiled)
    peak = next((tera * 1e12 for part, tera in _PEAKS if part in name), None) if half else None
    dtype = torch.bfloat16 if half else torch.float32
    said = f"network on {name}, {'bfloat16' if half else 'float32'}, {_said(compiled, record)}"
    may_fail = compile == "auto"
    return Place(torch.device("cuda"), name, dtype, compiled, may_fail, record, peak, said)


def _said(compiled: bool, record: bool) -> str:
    return ("blocks compiled" if compiled else "not compiled") + (", steps recorded" * record)
