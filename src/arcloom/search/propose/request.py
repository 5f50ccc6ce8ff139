"""What a proposer is shown: a task without its test outputs, programs for it, and their errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from arcloom.engine import weave
from arcloom.engine.results import as_grid
from arcloom.engine.undefined import Undefined
from arcloom.lang import Program
from arcloom.search.learn.candidates import FIT_LIMITS
from arcloom.search.trial import answer_of
from arcloom.tasks import Grid, Task

SHOWN: Final = 8
"""Programs that a request shows."""


@dataclass(frozen=True)
class TriedProgram:
    """A program that was tried on the task.

    Attributes:
        source: The program.
        matched: How many demos it gives.
        outputs: Its output for each demo; None where it has none.
        errors: For each demo what is wrong, in words; None where the output is right.
    """

    source: str
    matched: int
    outputs: tuple[Grid | None, ...]
    errors: tuple[str | None, ...]

    def content(self) -> dict[str, Any]:
        """The program as JSON."""
        return {
            "source": self.source,
            "matched": self.matched,
            "outputs": [None if grid is None else grid.tolist() for grid in self.outputs],
            "errors": list(self.errors),
        }


@dataclass(frozen=True)
class ProposalRequest:
    """What a proposer is asked: programs for this task, please.

    Attributes:
        task: The task. It has no test outputs.
        level: How often the task came before: 0, 1, 2, ...
        seed: A number for random choices; another one for each task and level.
        limit: How many programs are read; further ones are dropped.
        programs: The best programs so far, then the proposer's last ones.
        refused: Proposals of the last time that could not be read, each with the reason.
    """

    task: Task
    level: int
    seed: int
    limit: int
    programs: tuple[TriedProgram, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()

    def content(self) -> dict[str, Any]:
        """The request as JSON."""
        return {
            "task": self.task.id,
            "level": self.level,
            "seed": self.seed,
            "limit": self.limit,
            "demos": [{"input": a.tolist(), "output": b.tolist()} for a, b in self.task.pairs],
            "tests": [{"input": test.input.tolist()} for test in self.task.tests],
            "programs": [one.content() for one in self.programs],
            "refused": [{"source": source, "why": why} for source, why in self.refused],
        }


def read_request(content: Mapping[str, Any]) -> ProposalRequest:
    """The request of a JSON object."""
    pairs = [(Grid(one["input"]), Grid(one["output"])) for one in content["demos"]]
    tests = [Grid(one["input"]) for one in content["tests"]]
    programs = tuple(
        TriedProgram(
            one["source"],
            one["matched"],
            tuple(None if grid is None else Grid(grid) for grid in one["outputs"]),
            tuple(one["errors"]),
        )
        for one in content["programs"]
    )
    refused = tuple((one["source"], one["why"]) for one in content["refused"])
    task = Task(content["task"], pairs, tests)
    return ProposalRequest(
        task, content["level"], content["seed"], content["limit"], programs, refused
    )


def tried(programs: Iterable[Program], task: Task) -> tuple[TriedProgram, ...]:
    """The programs with what they give for the demos, each once.

    They have the limits of programs that learn: the best ones often do.
    """
    distinct = list({program.hash: program for program in programs}.values())
    if not distinct:
        return ()
    batt = weave(distinct, FIT_LIMITS)
    columns = [batt.values(range(len(distinct)), demo) for demo in task.demos]
    return tuple(
        _tried(program, values, task)
        for program, values in zip(distinct, zip(*columns, strict=True), strict=True)
    )


def _tried(program: Program, values: Sequence[object], task: Task) -> TriedProgram:
    wanted = [output for _, output in task.pairs]
    errors = tuple(_error(value, grid) for value, grid in zip(values, wanted, strict=True))
    outputs = tuple(answer_of(as_grid(value)) for value in values)
    return TriedProgram(program.source("solve"), errors.count(None), outputs, errors)


def _error(value: object, wanted: Grid) -> str | None:
    """What is wrong with an output, in words; None if nothing is."""
    if isinstance(value, Undefined):
        return f"no output: {value}"
    grid = as_grid(value)
    if not isinstance(grid, Grid):
        return "the result is no grid"
    if grid.shape != wanted.shape:
        return f"the output is {_size(grid.shape)}, not {_size(wanted.shape)}"
    wrong = int((grid != wanted).sum())
    return f"{wrong} of {wanted.size} cells are wrong" if wrong else None


def _size(shape: Sequence[int]) -> str:
    return f"{shape[0]}x{shape[1]}"
