"""Arcloom: finds programs that solve ARC-AGI tasks, and runs them fast.

    import arcloom as al
    tasks = al.load("arc1-train")

Each name is imported at its first use, so `import arcloom` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import arcloom.dsl as dsl
    from arcloom.engine import Batt as Batt
    from arcloom.engine import RunResult as RunResult
    from arcloom.engine import Undefined as Undefined
    from arcloom.engine import weave as weave
    from arcloom.engine.rules import RuleDescription as RuleDescription
    from arcloom.engine.rules import describe_rule as describe_rule
    from arcloom.errors import InputError as InputError
    from arcloom.lang import Op as Op
    from arcloom.lang import Program as Program
    from arcloom.lang import op as op
    from arcloom.lang import read_program as read_program
    from arcloom.lang import read_programs as read_programs
    from arcloom.solve.answers import Answers as Answers
    from arcloom.solve.api import solve as solve
    from arcloom.tasks import Dataset as Dataset
    from arcloom.tasks import Grid as Grid
    from arcloom.tasks import Sample as Sample
    from arcloom.tasks import Task as Task
    from arcloom.tasks.load import load as load

__version__ = "0.1.0"

# Where each public name lives. The imports above tell type checkers the same.
_EXPORTS = {
    "Answers": "arcloom.solve.answers",
    "Batt": "arcloom.engine",
    "Dataset": "arcloom.tasks",
    "Grid": "arcloom.tasks",
    "InputError": "arcloom.errors",
    "Op": "arcloom.lang",
    "Program": "arcloom.lang",
    "RuleDescription": "arcloom.engine.rules",
    "RunResult": "arcloom.engine",
    "Sample": "arcloom.tasks",
    "Task": "arcloom.tasks",
    "Undefined": "arcloom.engine",
    "describe_rule": "arcloom.engine.rules",
    "load": "arcloom.tasks.load",
    "op": "arcloom.lang",
    "read_program": "arcloom.lang",
    "read_programs": "arcloom.lang",
    "weave": "arcloom.engine",
}
_SUBMODULES = {"dsl", "solve"}  # the package `solve` can be called like a function

__all__ = ["__version__", "dsl", "solve", *_EXPORTS]


def __getattr__(name: str) -> object:
    if name in _SUBMODULES:
        return import_module(f"{__name__}.{name}")
    if name not in _EXPORTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_EXPORTS[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
