"""Judging votes: how likely each answer is under all views, also under those that gave another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from arcloom.net.likelihood import Likelihood, ToJudge
from arcloom.net.progress import Stop
from arcloom.net.voting import Vote, judged_votes
from arcloom.tasks import Task

AT_ONCE: Final = 64
"""tests whose outputs are judged before the clock is looked at again"""

Votes = Mapping[str, Sequence[Sequence[Vote]]]
Judge = Callable[[Sequence[ToJudge]], Sequence[Sequence[Likelihood]]]


def judge_votes(
    tasks: Sequence[Task], votes: Votes, judge: Judge, over: Stop
) -> dict[str, list[list[Vote]]]:
    """The votes for each test of each task with their bits under all views, best first.

    Votes that there was no time to judge stay as they are.
    """
    asked = [
        (task, test, [vote.grid for vote in its])
        for task in tasks
        for test, its in enumerate(votes[task.id])
    ]
    judged = {task.id: [list(its) for its in votes[task.id]] for task in tasks}
    for start in range(0, len(asked), AT_ONCE):
        if over():
            break
        some = asked[start : start + AT_ONCE]
        for (task, test, _), found in zip(some, judge(some), strict=True):
            its = judged[task.id]
            its[test] = judged_votes(its[test], [each.bits for each in found])
    return judged
