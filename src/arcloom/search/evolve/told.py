"""Told: the programs by which the searches say what they think of a task's tests.

A library keeps one program of each behaviour, so it does not tell who agrees on an answer. Which
programs fit, and which strategy found each, is therefore stored beside it, for the judge. Each
stage of the searches has an entry of its own: a run that goes on from a checkpoint repeats stages,
and must come to the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from arcloom.errors import InputError
from arcloom.lang import Program, read_program
from arcloom.search.evolve.searches import BySearch

if TYPE_CHECKING:  # workers do without SQLAlchemy, whose import takes as long as all else
    from arcloom.library.store import Library

SEARCHED: Final = "searched "
"""The keys of such states begin so; the key of the task and the stage follow."""
MOST: Final = 32
"""Programs of a strategy: the simplest."""


class Searched(NamedTuple):
    """What a stage of the searches found to fit a task."""

    task: str
    """its key"""
    stage: int
    programs: Mapping[str, Sequence[Program]]
    """by strategy, the simplest first"""

    @property
    def state(self) -> tuple[str, Any]:
        """As a state that a library stores, with its key."""
        sources = {name: [one.source() for one in some] for name, some in self.programs.items()}
        return f"{SEARCHED}{self.task} {self.stage}", sources


def told_of(task: str, stage: int, found: BySearch) -> Searched:
    """What counts of what the searches found for the task with this key."""
    programs: dict[str, list[Program]] = {}
    for strategy, some in found.items():
        fits = sorted((one for one in some if one.fits), key=lambda f: (f.cost, f.program.hash))
        programs[strategy] = [one.program for one in fits[:MOST]]
    return Searched(task, stage, programs)


def stored_searched(library: Library, tasks: Sequence[str]) -> list[Searched]:
    """What the library has of these tasks, given by their keys.

    What cannot be read, since another version wrote it, is left out.
    """
    wanted = set(tasks)
    found = []
    for key, state in library.states(SEARCHED).items():
        with suppress(InputError, ValueError, TypeError, AttributeError):
            task, stage = key.removeprefix(SEARCHED).split(" ")
            if task in wanted:
                programs = {name: [read_program(s) for s in some] for name, some in state.items()}
                found.append(Searched(task, int(stage), programs))
    return found
