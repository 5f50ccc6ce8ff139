"""What a notebook shows of a run: its figures, redrawn while it goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from arcloom.draw.notebook import at_most_every, notebook_output
from arcloom.search.evolve.figures import EvolveFigures

EVERY: Final = 1.0
"""Seconds between two drawings."""


def watch_in_notebook() -> Callable[[EvolveFigures], None] | None:
    """Gives a function to call with the figures of a run; None outside of a notebook."""
    show = notebook_output()
    if show is None:
        return None
    return at_most_every(EVERY, lambda figures: show(figures._repr_html_()))
