"""Steps and run results for notebooks: every value drawn as what it is."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from arcloom.draw.svg import rows_svg
from arcloom.engine.pictures import Picture, picture
from arcloom.lang.runtime import Step

if TYPE_CHECKING:
    from arcloom.engine.batt import RunResult

SHOWN: Final = 12
"""Programs of a run that are listed."""

_CELL: Final = "display:inline-block;vertical-align:top;margin:0 16px 12px 0"
_RED: Final = "color:#b01e1e"


class Steps(list[Step]):
    """The steps of a program that ran; a notebook draws them."""

    def _repr_html_(self) -> str:
        return steps_html(self)


def steps_html(steps: Sequence[Step]) -> str:
    """Each computed value under its name; constants and ops stand in the source."""
    shown = [step for step in steps if step.node.args or step.node.payload == "I"] or steps
    cells = (
        f'<div style="{_CELL}"><div><b>{escape(step.name)}</b> {escape(_op(step))}</div>'
        f"{picture_html(picture(step.value))}</div>"
        for step in shown
    )
    return f"<div>{''.join(cells)}</div>"


def picture_html(drawn: Picture) -> str:
    """A picture of a value."""
    if "at" in drawn:
        place = f"{drawn['count']} at {tuple(drawn['at'])}"
        return f"{rows_svg(drawn['rows'])}<div><small>{place}</small></div>"
    if "rows" in drawn:
        return rows_svg(drawn["rows"])
    if drawn["kind"] == "many":
        more = drawn["total"] - len(drawn["items"])
        tail = f"<small>and {more} more</small>" if more else ""
        items = "".join(
            f'<div style="{_CELL}">{picture_html(item)}</div>' for item in drawn["items"]
        )
        return f"<div>{items}{tail}</div>"
    style = f' style="{_RED}"' if drawn["kind"] == "undefined" else ""
    return f"<code{style}>{escape(drawn['text'])}</code>"


def run_html(result: RunResult) -> str:
    """What a run came to, and the programs that matched most."""
    programs, samples = result.matches.shape
    head = (
        f"<div><b>{programs} programs on {samples} samples</b> in {result.seconds:.2f} s on "
        f"{result.threads} threads; {int(result.matches.sum())} outputs matched</div>"
    )
    matches = result.matches.sum(axis=1)
    best = sorted(range(programs), key=lambda p: -matches[p])[:SHOWN]
    rows = "".join(
        f"<tr><td>{escape(result.batt.programs[p].name)}</td><td>{int(matches[p])}</td>"
        f"<td>{_fuel(result.fuel_of(p))}</td></tr>"
        for p in best
        if matches[p]
    )
    table = "<table><tr><th>program</th><th>matches</th><th>fuel</th></tr>"
    return head + (f"{table}{rows}</table>" if rows else "")


def _fuel(fuel: int | None) -> str:
    return "" if fuel is None else f"{fuel:,}"


def _op(step: Step) -> str:
    return step.node.payload if step.node.kind == "call" else ""
