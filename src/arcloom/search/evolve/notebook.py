"""Shows the figures of a run in a notebook and redraws them while the run goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from arcloom.draw.notebook import at_most_every, notebook_output
from arcloom.search.evolve.figures import EvolveFigures

EVERY: Final = 1.0
"""Seconds between two drawings."""


def watch_in_notebook() -> Callable[[EvolveFigures], None] | None:
    """A function to call with the figures of a run; None outside a notebook."""
    show = notebook_output()
    if show is None:
        return None
    return at_most_every(EVERY, lambda figures: show(figures._repr_html_()))
