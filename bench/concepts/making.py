"""Makes a task of a concept from a seed: demos and tests with different inputs.

A concept is a function that settles what all examples of a task share, such as its colours, and
gives a function that draws one example. Both take their chances from a seed, so the same seed gives
the same task. A draw that does not show the concept raises `Again` and is repeated.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from . import (
    answers,
    assembling,
    boundary,
    cells,
    choosing,
    codes,
    constructions,
    copies,
    cues,
    drawing,
    enclosures,
    finishes,
    framing,
    grids,
    judging,
    mending,
    miniature,
    objects,
    order,
    partners,
    patterns,
    physics,
    picking,
    reaching,
    regions,
    relations,
    restoring,
    rounds,
    same,
    sequences,
    sizes,
    small_colour,
    small_move,
    stacking,
    strips_colour,
    strips_move,
    symbols,
    together,
    twosteps,
    updown,
    whole,
)
from .canvas import Again, Concept, Draw, Example

MODULES: Final = (
    cells,
    objects,
    regions,
    whole,
    strips_move,
    strips_colour,
    small_move,
    small_colour,
    relations,
    boundary,
    mending,
    copies,
    picking,
    order,
    same,
    drawing,
    framing,
    patterns,
    grids,
    sizes,
    together,
    assembling,
    choosing,
    twosteps,
    cues,
    codes,
    sequences,
    stacking,
    rounds,
    finishes,
    updown,
    reaching,
    restoring,
    judging,
    enclosures,
    miniature,
    answers,
    constructions,
    physics,
    symbols,
    partners,
)
CONCEPTS: Final[Mapping[str, Concept]] = {
    concept.__name__: concept for module in MODULES for concept in module.CONCEPTS
}
TRIES: Final = 300
"""Draws for one task. A concept that needs more is broken."""

TaskJson = dict[str, list[dict[str, list[list[int]]]]]


def made(name: str, seed: int) -> TaskJson:
    """The task of a concept and a seed: three or four demos, one or two tests."""
    chance = Random(f"{name}-{seed}")
    demos, tests = chance.choice((3, 4)), chance.choice((1, 2))
    examples = _examples(CONCEPTS[name](chance), demos + tests, chance)
    pairs = [{"input": a.tolist(), "output": b.tolist()} for a, b in examples]
    return {"train": pairs[:demos], "test": pairs[demos:]}


def _examples(draw: Draw, count: int, chance: Random) -> list[Example]:
    found: list[Example] = []
    for _ in range(TRIES):
        try:
            given, wanted = draw(chance)
        except Again:
            continue
        same = given.shape == wanted.shape and bool((given == wanted).all())
        if not same and all(given.tolist() != other.tolist() for other, _ in found):
            found.append((given, wanted))
        if len(found) == count:
            return found
    raise RuntimeError("a concept drew too few examples")
