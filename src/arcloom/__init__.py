"""Arcloom: finds programs that solve ARC-AGI tasks, and runs them fast.

    import arcloom as al
    tasks = al.load("arc1-train")
    answers = al.solve(tasks[:20], budget="2m")

Each name is imported at its first use, so `import arcloom` costs next to nothing.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import arcloom.dsl as dsl
    from arcloom.api.check import check as check
    from arcloom.api.evolve import Evolved as Evolved
    from arcloom.api.evolve import evolve as evolve
    from arcloom.api.score import score as score
    from arcloom.api.solve import SolveProgress as SolveProgress
    from arcloom.api.solve import solve as solve
    from arcloom.engine import Batt as Batt
    from arcloom.engine import Limits as Limits
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
    from arcloom.library import Library as Library
    from arcloom.search.bare_answer import BareAnswer as BareAnswer
    from arcloom.search.evolve.config import EvolveConfig as EvolveConfig
    from arcloom.search.evolve.figures import EvolveFigures as EvolveFigures
    from arcloom.search.net.config import NetConfig as NetConfig
    from arcloom.search.propose.request import ProposalRequest as ProposalRequest
    from arcloom.search.propose.serving import answer_requests as answer_requests
    from arcloom.search.propose.strategy import Proposer as Proposer
    from arcloom.search.stopping import Interrupted as Interrupted
    from arcloom.search.stopping import StopSearch as StopSearch
    from arcloom.search.strategy import Effort as Effort
    from arcloom.search.strategy import Findings as Findings
    from arcloom.search.strategy import Found as Found
    from arcloom.search.strategy import Strategy as Strategy
    from arcloom.search.trial import Trial as Trial
    from arcloom.solve.answers import Answer as Answer
    from arcloom.solve.answers import Answers as Answers
    from arcloom.solve.check import Check as Check
    from arcloom.solve.config import SolveConfig as SolveConfig
    from arcloom.solve.figures import SolveFigures as SolveFigures
    from arcloom.solve.ranking import Weights as Weights
    from arcloom.solve.score import Score as Score
    from arcloom.tasks import Dataset as Dataset
    from arcloom.tasks import Grid as Grid
    from arcloom.tasks import Sample as Sample
    from arcloom.tasks import Task as Task
    from arcloom.tasks.load import load as load

__version__ = "0.1.0"

# Where each public name lives. The imports above tell type checkers the same.
_EXPORTS = {
    "Answer": "arcloom.solve.answers",
    "Answers": "arcloom.solve.answers",
    "BareAnswer": "arcloom.search.bare_answer",
    "Batt": "arcloom.engine",
    "Check": "arcloom.solve.check",
    "Dataset": "arcloom.tasks",
    "Effort": "arcloom.search.strategy",
    "EvolveConfig": "arcloom.search.evolve.config",
    "EvolveFigures": "arcloom.search.evolve.figures",
    "Evolved": "arcloom.api.evolve",
    "Findings": "arcloom.search.strategy",
    "Found": "arcloom.search.strategy",
    "Grid": "arcloom.tasks",
    "InputError": "arcloom.errors",
    "Interrupted": "arcloom.search.stopping",
    "Library": "arcloom.library",
    "Limits": "arcloom.engine",
    "NetConfig": "arcloom.search.net.config",
    "Op": "arcloom.lang",
    "Program": "arcloom.lang",
    "ProposalRequest": "arcloom.search.propose.request",
    "Proposer": "arcloom.search.propose.strategy",
    "RuleDescription": "arcloom.engine.rules",
    "RunResult": "arcloom.engine",
    "Sample": "arcloom.tasks",
    "Score": "arcloom.solve.score",
    "SolveConfig": "arcloom.solve.config",
    "SolveFigures": "arcloom.solve.figures",
    "SolveProgress": "arcloom.api.solve",
    "StopSearch": "arcloom.search.stopping",
    "Strategy": "arcloom.search.strategy",
    "Task": "arcloom.tasks",
    "Trial": "arcloom.search.trial",
    "Undefined": "arcloom.engine",
    "Weights": "arcloom.solve.ranking",
    "answer_requests": "arcloom.search.propose.serving",
    "check": "arcloom.api.check",
    "evolve": "arcloom.api.evolve",
    "describe_rule": "arcloom.engine.rules",
    "load": "arcloom.tasks.load",
    "op": "arcloom.lang",
    "read_program": "arcloom.lang",
    "read_programs": "arcloom.lang",
    "score": "arcloom.api.score",
    "solve": "arcloom.api.solve",
    "weave": "arcloom.engine",
}

__all__ = ["__version__", "dsl", *_EXPORTS]


class _Package(ModuleType):
    """Keeps `arcloom.solve` the function.

    After an import of the package `arcloom.solve`, Python sets it as an attribute here. Imports
    find the package in `sys.modules` all the same.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _EXPORTS and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> object:
    if name == "dsl":
        return import_module("arcloom.dsl")
    if name not in _EXPORTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_EXPORTS[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
