"""Progress of a run as JSON: what another process needs to go on as if it were the same run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from arcloom.errors import InputError
from arcloom.lang import read_program
from arcloom.library.reached import Reached
from arcloom.search.strategy import Found
from arcloom.solve.task_state import Progress, TaskState, Turn


def progress_content(progress: Progress) -> dict[str, Any]:
    """How far a run is. Programs are kept elsewhere: a task's with its evidence, and the pool."""
    return {
        "round": progress.round,
        "begun": progress.begun,
        "idle": progress.idle,
        "fuel": progress.fuel,
        "told": list(progress.told),
    }


def reached_rows(state: TaskState, search: str, way: str) -> Iterator[Reached]:
    """How far a task is, and each strategy on it."""
    known = state.searched.known
    whole = {
        "turn": None if state.turn is None else [state.turn.left, list(state.turn.done)],
        "known": len(known),
        "digest": known_digest(known),
    }
    key = state.task.key
    yield Reached(search, key, "", way, state.level, state.fuel, whole)
    for name in sorted({*state.tallies, *state.exhausted, *state.memories}):
        tally = state.tallies.get(name)
        own = {"exhausted": name in state.exhausted, "memory": state.memories.get(name)}
        calls, fuel = (0, 0) if tally is None else (tally.calls, tally.fuel)
        yield Reached(search, key, name, way, calls, fuel, own)


def by_task(rows: Iterable[Reached]) -> dict[str, list[Reached]]:
    """The rows of each task."""
    found: dict[str, list[Reached]] = {}
    for row in rows:
        found.setdefault(row.task, []).append(row)
    return found


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


def restore_task(state: TaskState, rows: Sequence[Reached], found: Sequence[Found]) -> bool:
    """Put a task where it was; False where what it had found is not there any more.

    `found` begins with what the search went on from.
    """
    whole = next((row for row in rows if not row.strategy), None)
    if whole is None or not {"turn", "known", "digest"} <= whole.state.keys():
        return False
    known = found[: whole.state["known"]]
    if known_digest(known) != whole.state["digest"]:
        return False
    turn = whole.state["turn"]
    state.searched.add(known)
    state.level, state.fuel = whole.level, whole.fuel
    state.turn = None if turn is None else Turn(turn[0], tuple(turn[1]))
    for row in rows:
        if row.strategy and row.state.get("exhausted"):
            state.exhausted.add(row.strategy)
        if row.strategy and row.state.get("memory") is not None:
            state.memories[row.strategy] = row.state["memory"]
    return True


def known_digest(found: Iterable[Found]) -> str:
    """A digest of programs in their order."""
    text = " ".join(one.program.hash for one in found)
    return blake2b(text.encode(), digest_size=8).hexdigest()
