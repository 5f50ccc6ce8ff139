"""The front of fit against length: what a task's programs trade one for the other."""

from __future__ import annotations

from collections.abc import Iterable

from arcloom.library.records import Kept, StoredScore


def front_of(kept: Iterable[Kept]) -> list[Kept]:
    """The programs than which none is both better and as short, or as good and shorter.

    The front comes shortest first.
    """
    front: list[Kept] = []
    # From the best fit on, whatever is shorter than all before it is on the front.
    for one in sorted(kept, key=_fit_first):
        if not front or one.score.nodes < front[-1].score.nodes:
            front.append(one)
    return front[::-1]


def _fit_first(one: Kept) -> tuple[int, int, int, int, str]:
    score = one.score
    return -score.demos_matched, -score.score, score.nodes, score.fuel, score.program


def fit_of(score: StoredScore) -> float:
    """How well a program fits, 0 to 1, for drawings.

    Each demo matched is a step. Within a step, what counts is the mean score of the demos that are
    not matched; if all are matched, the mean score.
    """
    matched, total = score.demos_matched, score.demos_total
    if total < 1:
        return 0.0
    others = total - matched
    part = (score.score / 1000 - matched) / others if others else score.score / 1000 / total
    return min(max((matched + min(max(part, 0.0), 1.0)) / (total + 1), 0.0), 1.0)
