"""Steps: every value that a program computes on a grid; a notebook draws them."""

from __future__ import annotations

from arcloom.draw.html import cells_html, picture_html
from arcloom.engine.pictures import picture
from arcloom.lang.runtime import Step


class Steps(list[Step]):
    """The steps of a program that ran, in the order of its nodes."""

    def _repr_html_(self) -> str:
        """Each computed value under its name; constants and ops stand in the source."""
        shown = [step for step in self if step.node.args or step.node.payload == "I"] or self
        return cells_html(
            (step.name, _op(step), picture_html(picture(step.value))) for step in shown
        )


def _op(step: Step) -> str:
    return step.node.payload if step.node.kind == "call" else ""
