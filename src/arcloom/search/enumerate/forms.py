"""Forms as part of enumeration: which views of a task are searched, and with how many steps.

The task as it is comes first. A form costs bits, as a step does: its programs are longer by as
many bits, and it gets fewer steps than the plain task. A form whose part would be too small to
find anything waits for a round with more fuel.

The bits are counted on training tasks, for each of the two searches, `enumerate` and `placed`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from math import log2
from typing import Final, NamedTuple

from arcloom.lang import Program
from arcloom.search.trial import Candidate
from arcloom.search.ways import ON_GROUND, Way, ground_changes, through, views_of
from arcloom.tasks import Task

LEAST_STEPS: Final = 3_000
"""The fewest steps with which a form is searched."""
LEAST_WANTING: Final = 2
"""The fewest training tasks that want a form. One alone may be chance."""
WEIGHT: Final = 100.0
"""Tasks of the average form that count beside those of a form. Chosen by cross-validation, see
`bench/learn_forms.py`."""
SHARPNESS: Final = 0.5
"""A form's part of the steps goes by this power of its chance. With 1, unlikely forms would get too
little to find anything; with 0, all would get the same."""
GROUND_BITS: Final = 1.0
"""What the form of the ground costs where the ground changes from input to input."""
PLAIN: Final = "plain"
"""Stands for the task as it is among the counts."""
FORM_FITS: Final = 4
"""Programs of each kind to report of a form."""


class SearchPart(NamedTuple):
    """A task to enumerate: the plain one, or how it looks in some way."""

    task: Task
    steps: int
    ways: tuple[Way, ...] = ()
    """each way changes what the one before it shows; empty for the task as it is"""
    bits: float = 0.0
    """what the ways cost"""

    def fits(self, plain: int) -> int:
        """Programs of each kind to report, if it is so many for the plain task."""
        return FORM_FITS if self.ways else plain

    def candidate(self, program: Program, cost: float) -> Candidate:
        """A program that was found in this part, as a program for the plain task."""
        for way in reversed(self.ways):
            program = through(way, program)
        return Candidate(program, cost + self.bits)


class Division(NamedTuple):
    """How the steps of a task are divided."""

    parts: tuple[SearchPart, ...]
    """the plain task first, then likely forms"""
    complete: bool
    """whether no form waits for a round with more fuel"""


def divided(task: Task, steps: int, bits: Mapping[Way, float]) -> Division:
    """Divide steps between a task and its forms of these bits. Depends on nothing else.

    If the ground changes, the form of the ground stands beside the plain task. Other forms are then
    forms of it. These two share what the other forms leave.
    """
    plain = SearchPart(task, steps)
    if not bits:
        return Division((plain,), complete=True)
    ground = _on_ground(task, steps) if ground_changes(task) else None
    firsts = [plain] if ground is None else [plain, ground]
    weight = sum(_part(first.bits) for first in firsts)
    forms, complete = _forms(firsts[-1], weight, bits)
    left = steps - sum(form.steps for form in forms)
    if ground is not None:
        ground = ground._replace(steps=int(left * _part(ground.bits) / weight))
        if ground.steps < LEAST_STEPS:
            return Division((plain,), complete=False)
        return Division((plain._replace(steps=left - ground.steps), ground, *forms), complete)
    return Division((plain._replace(steps=left), *forms), complete)


def _on_ground(task: Task, steps: int) -> SearchPart | None:
    view = next((view for view in views_of(task) if view.way == ON_GROUND), None)
    return None if view is None else SearchPart(view.task, steps, (ON_GROUND,), GROUND_BITS)


def _forms(
    seen: SearchPart, weight: float, bits: Mapping[Way, float]
) -> tuple[list[SearchPart], bool]:
    """The forms of a part that get enough steps, likely ones first, and whether these are all.

    `weight` is that of the parts beside them.
    """
    if seen.steps * _part(min(bits.values())) < LEAST_STEPS:
        return [], False
    forms = [
        SearchPart(view.task, seen.steps, (*seen.ways, view.way), bits[view.way] + seen.bits)
        for view in views_of(seen.task)
        if view.way in bits
    ]
    forms.sort(key=lambda form: (form.bits, form.ways))
    whole = weight + sum(_part(form.bits) for form in forms)
    parts = [form._replace(steps=int(form.steps * _part(form.bits) / whole)) for form in forms]
    parts = [part for part in parts if part.steps >= LEAST_STEPS]
    return parts, len(parts) == len(forms)


def _part(bits: float) -> float:
    """The steps of a form, as a part of those of the plain task."""
    return float(2 ** (-bits * SHARPNESS))


@cache
def form_bits(search: str) -> Mapping[Way, float]:
    """What each way costs in a search, by the counts that come with the package."""
    text = files("arcloom.search.enumerate").joinpath("forms_prior.json").read_text("utf-8")
    return bits_by_counts({k: WayCounts(**seen) for k, seen in json.loads(text)[search].items()})


class WayCounts(NamedTuple):
    """On training tasks: how many a way changes, and how many it has right that need it.

    A task needs a form if the plain search has it wrong. If several forms have it right, each gets
    its part. `wanting` counts such tasks whole.
    """

    tried: int
    right: float
    wanting: int


def bits_by_counts(counts: Mapping[str, WayCounts], weight: float = WEIGHT) -> dict[Way, float]:
    """The bits of ways, given the counts of each and of the plain task.

    A way is right less often than the plain task; how much less often, in powers of two, are its
    bits. What was seen counts together with `weight` tasks of the average way. A way that fewer
    than LEAST_WANTING tasks want is left out, but not that of the ground: where the ground changes
    from demo to demo, which training tasks avoid, no other way makes sense.
    """
    plain = counts[PLAIN]
    return {
        Way.named(name): -log2(share_of(seen, counts, weight) * plain.tried / plain.right)
        for name, seen in counts.items()
        if name != PLAIN and (seen.wanting >= LEAST_WANTING or name == str(ON_GROUND))
    }


def share_of(seen: WayCounts, counts: Mapping[str, WayCounts], weight: float) -> float:
    """How often a way is right and needed, drawn towards the average of all ways."""
    ways = [one for name, one in counts.items() if name != PLAIN]
    average = sum(one.right for one in ways) / sum(one.tried for one in ways)
    return (seen.right + weight * average) / (seen.tried + weight)
