"""Reasons: one line that says why an attempt ranks where it does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arcloom.search.bare_answer import said as said_of
from arcloom.search.leave_one_out import learns
from arcloom.solve.features import left_out_share
from arcloom.solve.ranking import Proposal, Ranked
from arcloom.tasks import Task

SHOWN: Final = 3
"""Strategies that a line names."""


def reason(task: Task, outputs: Sequence[Ranked], place: int | None, proposal: Proposal) -> str:
    """Why the proposal is an attempt at a test.

    `place` counts the attempts from 0 where they follow the ranking of the programs, `outputs`;
    None: bare answers had a say in their order.
    """
    said = [said_of(one) for one in proposal.said]
    if proposal.ranked is not None:
        rivals = _rivals(outputs, place) if place is not None else _pool_rivals(outputs, proposal)
        parts = [_support(proposal.ranked), _proof(proposal.ranked), *said, rivals]
        return "; ".join(part for part in parts if part)
    few = "no program that fits gives an output" if not outputs else "no other program fits"
    if proposal.near is not None:
        near = proposal.near
        few += f"; a program of {near.strategy} gives {near.matched} of {near.demos} demos"
    elif any(one.votes for one in proposal.said):
        few = "no program that fits gives it"
    else:
        few += "; this is a guess"
    return "; ".join([*said, few])


def _support(ranked: Ranked) -> str:
    """Who gives the output: "5 programs of enumerate and fit give it"."""
    names = sorted({found.strategy for found in ranked.supporters})
    shown = names if len(names) <= SHOWN else [*names[: SHOWN - 1], f"{len(names) - 2} more"]
    who = " and ".join([", ".join(shown[:-1]), shown[-1]] if shown[1:] else shown)
    count = len(ranked.supporters)
    return f"a program of {who} gives it" if count == 1 else f"{count} programs of {who} give it"


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


def _rivals(outputs: Sequence[Ranked], place: int) -> str:
    """How far the output is from the one before it, or from the one after the first."""
    if place:
        gap = outputs[place].bits - outputs[place - 1].bits
        return f"{gap:.0f} bits behind attempt {place}"
    return _lead(outputs)


def _pool_rivals(outputs: Sequence[Ranked], proposal: Proposal) -> str:
    """The same where the attempts do not follow the ranking: how far it is from the best."""
    assert proposal.ranked is not None
    gap = proposal.ranked.bits - outputs[0].bits
    if proposal.ranked.output.same(outputs[0].output):
        return _lead(outputs)
    return f"{gap:.0f} bits behind the best of the programs"


def _lead(outputs: Sequence[Ranked]) -> str:
    if len(outputs) == 1:
        return "no program gives another output"
    gap = outputs[1].bits - outputs[0].bits
    others = len(outputs) - 1
    return f"{gap:.0f} bits ahead of {'the other output' if others == 1 else f'{others} others'}"
