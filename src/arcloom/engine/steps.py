"""Steps: every value that a program computes on a grid. A notebook draws them."""

from __future__ import annotations

from arcloom.draw.html import cells_html, picture_html
from arcloom.engine.pictures import picture
from arcloom.engine.rules import rule_of
from arcloom.lang.runtime import Step


class Steps(list[Step]):
    """The steps of a program, in the order of its nodes, after it ran on a grid."""

    def _repr_html_(self) -> str:
        """Draw each computed value under its name. The source shows the constants and ops."""
        shown = [step for step in self if step.node.args or step.node.payload == "I"] or self
        return cells_html((step.name, _op(step), _drawn(step)) for step in shown)


def _drawn(step: Step) -> str:
    rule = rule_of(step.node, step.value)
    return picture_html(picture(step.value)) if rule is None else rule._repr_html_()


def _op(step: Step) -> str:
    return step.node.payload if step.node.kind == "call" else ""
