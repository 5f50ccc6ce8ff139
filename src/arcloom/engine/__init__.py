"""The engine: programs run natively, alone or woven into a batt."""

from __future__ import annotations

from typing import Any

from arcloom import _core
from arcloom.engine import evaluator as _evaluator  # registers itself with the language
from arcloom.engine.batt import Batt, RunResult, check_threads, weave
from arcloom.engine.limits import Limits
from arcloom.engine.undefined import SKIPPED, Reason, Undefined, UndefinedError

__all__ = [
    "SKIPPED",
    "Batt",
    "Limits",
    "Reason",
    "RunResult",
    "Undefined",
    "UndefinedError",
    "info",
    "weave",
]

del _evaluator


def info() -> dict[str, Any]:
    """Facts about the engine on this machine: instruction set, cores, limits."""
    import arcloom

    limits = Limits()
    return {
        "version": arcloom.__version__,
        "instruction_set": _core.INSTRUCTION_SET,
        "cores": check_threads(None),
        "node_fuel": limits.node_fuel,
        "program_fuel": limits.program_fuel,
        "memory": limits.memory,
    }
