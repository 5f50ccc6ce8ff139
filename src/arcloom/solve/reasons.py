"""Reasons: one line that says why an attempt ranks where it does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arcloom.search.bare_answer import said as said_of
from arcloom.search.leave_one_out import learns
from arcloom.solve.features import left_out_share
from arcloom.solve.plausible import SAID, departures
from arcloom.solve.ranking import Proposal, Ranked
from arcloom.tasks import Task

SHOWN: Final = 3
"""Strategies that a line names."""
WORTH_SAYING: Final = 0.5
"""A departure from the demos from which on a line names it."""
MOST_TIMES: Final = 1000


def reason(
    task: Task,
    test: int,
    outputs: Sequence[Ranked],
    chances: Sequence[float],
    place: int,
    proposal: Proposal,
) -> str:
    """Why the proposal is an attempt at a test.

    `outputs` are those of fitting programs. `chances` are the probabilities of all attempts, and
    `place` is the proposal's among them, from 0.
    """
    said = [said_of(one) for one in proposal.said]
    against = _against(task, test, proposal)
    if proposal.ranked is not None:
        given = [*_support(proposal.ranked), *said]
        return "; ".join([*given, *against, _rivals(outputs, chances, place)])
    voted = any(one.votes for one in proposal.said)
    few = "no program that fits gives " + ("it" if outputs or voted else "an output")
    if proposal.near is not None:
        near = proposal.near
        shown = f"a program of {near.strategy} gives {near.matched} of {near.demos} demos"
        behind = [_behind(chances, place)] if place else []
        return "; ".join([*said, few, shown, *against, *behind])
    return "; ".join([*said, few] if voted else [*said, few, "this is a guess"])


def _support(ranked: Ranked) -> tuple[str, str]:
    """Who gives the output ("5 programs of enumerate and fit give it"), and what proves them."""
    names = sorted({found.strategy for found in ranked.supporters})
    shown = names if len(names) <= SHOWN else [*names[: SHOWN - 1], f"{len(names) - 2} more"]
    who = " and ".join([", ".join(shown[:-1]), shown[-1]] if shown[1:] else shown)
    count = len(ranked.supporters)
    given = f"a program of {who} gives it" if count == 1 else f"{count} programs of {who} give it"
    return given, _proof(ranked)


def _proof(ranked: Ranked) -> str:
    """What leave-one-out says of the programs that give the output."""
    tested = [found for found in ranked.supporters if found.left_out and found.left_out[1]]
    if tested:
        best = max(tested, key=left_out_share)
        assert best.left_out is not None
        right, total = best.left_out
        if not right:
            return "learnt, and wrong on each demo that is left out"
        return f"learnt, and right on {right} of {total} left-out demos"
    if all(learns(found.program) for found in ranked.supporters):
        return "learnt, and not tested with a demo left out"
    return "learns nothing from the demos"


def _against(task: Task, test: int, proposal: Proposal) -> list[str]:
    """What speaks against the output itself."""
    found = departures(task, test, proposal.output)
    return [SAID[name] for name, value in found.items() if value >= WORTH_SAYING]


def _rivals(outputs: Sequence[Ranked], chances: Sequence[float], place: int) -> str:
    """How likely the output is beside the first attempt, or that one beside the second."""
    if place:
        return _behind(chances, place)
    if len(outputs) == 1:
        return "no program gives another output"
    if len(chances) == 1:
        return f"the likeliest of {len(outputs)} outputs"
    return f"{_times(chances[0], chances[1])} as likely as attempt 2, of {len(outputs)} outputs"


def _behind(chances: Sequence[float], place: int) -> str:
    return f"attempt 1 is {_times(chances[0], chances[place])} as likely"


def _times(one: float, other: float) -> str:
    """How many times one is the other: "1.4 times", "12 times", "over 1000 times"."""
    ratio = one / max(other, 1e-12)
    if ratio > MOST_TIMES:
        return f"over {MOST_TIMES} times"
    return f"{ratio:.1f} times" if ratio < 10 else f"{ratio:.0f} times"
