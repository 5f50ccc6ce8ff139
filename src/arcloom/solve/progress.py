"""Progress of a run as JSON: what another process needs to go on as if it were the same run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from arcloom.errors import InputError
from arcloom.lang import read_program
from arcloom.search.strategy import Found
from arcloom.solve.scheduler import Progress, TaskState, Turn


def progress_content(
    progress: Progress, states: Sequence[TaskState], keys: Mapping[str, str]
) -> dict[str, Any]:
    """How far a run is. Programs are kept elsewhere: a task's with its evidence, and the pool."""
    return {
        "round": progress.round,
        "begun": progress.begun,
        "idle": progress.idle,
        "fuel": progress.fuel,
        "told": list(progress.told),
        "tasks": {keys[state.task.id]: _task_content(state) for state in states},
    }


def read_progress(content: Mapping[str, Any], pool: Sequence[str]) -> Progress | None:
    """The progress of that content; None where a program of the pool cannot be read any more."""
    try:
        programs = tuple(read_program(source) for source in pool)
    except InputError:  # an op that this version, or this session, does not have
        return None
    told = tuple(content["told"])
    if max(told, default=0) > len(programs):
        return None
    return Progress(
        content["round"], content["begun"], content["idle"], content["fuel"], told, programs
    )


def restore_task(state: TaskState, content: Mapping[str, Any], found: Sequence[Found]) -> bool:
    """Put a task where it was; False where what it had found is not there any more.

    `found` begins with what the search went on from.
    """
    known = found[: content["known"]]
    if known_digest(known) != content["digest"]:
        return False
    turn = content["turn"]
    state.searched.add(known)
    state.level, state.fuel = content["level"], content["fuel"]
    state.exhausted = set(content["exhausted"])
    state.turn = None if turn is None else Turn(turn[0], tuple(turn[1]))
    state.memories = dict(content["memories"])
    return True


def known_digest(found: Iterable[Found]) -> str:
    """A digest of programs in their order."""
    text = " ".join(one.program.hash for one in found)
    return blake2b(text.encode(), digest_size=8).hexdigest()


def _task_content(state: TaskState) -> dict[str, Any]:
    known = state.searched.known
    return {
        "level": state.level,
        "fuel": state.fuel,
        "exhausted": sorted(state.exhausted),
        "turn": None if state.turn is None else [state.turn.left, list(state.turn.done)],
        "memories": dict(state.memories),  # the search goes on while this is being written
        "known": len(known),
        "digest": known_digest(known),
    }
