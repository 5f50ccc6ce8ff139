"""What a notebook shows of a run: its figures, redrawn while it goes on."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from time import perf_counter
from typing import TYPE_CHECKING, Final

from arcloom.draw.notebook import notebook_output

if TYPE_CHECKING:
    from arcloom.search.evolve.run import Figures

EVERY: Final = 1.0
"""Seconds between two drawings."""


def watch_in_notebook() -> Callable[[Figures], None] | None:
    """Gives a function to call with the figures of a run; None outside of a notebook."""
    show = notebook_output()
    if show is None:
        return None
    last = float("-inf")

    def watch(figures: Figures) -> None:
        nonlocal last
        if perf_counter() - last >= EVERY:
            last = perf_counter()
            show(figures_html(figures))

    return watch


def figures_html(figures: Figures) -> str:
    """The figures as two lines and a bar of the stages."""
    total = sum(figures.stages.values()) or 1.0
    stages = ", ".join(
        f"{escape(name)} {seconds / total:.0%}" for name, seconds in figures.stages.items()
    )
    share = figures.fitted / figures.tasks if figures.tasks else 0.0
    bar = (
        '<div style="width:320px;height:8px;background:#d5d5d5">'
        f'<div style="width:{share:.1%};height:8px;background:#2e8b57"></div></div>'
    )
    return (
        f"<div><b>{figures.fitted} of {figures.tasks} tasks fitted</b>; generation "
        f"{figures.generation}, {figures.candidates:,} candidates in {figures.seconds:.0f} s "
        f"({figures.rate:,.0f}/s), {figures.stored:,} stored</div>{bar}"
        f"<div><small>{stages}</small></div>"
    )
