"""HTML for notebooks: titles, tables, lights, and pictures of grids and values.

A *picture* is a value as plain data, made by `arcloom.engine.pictures`. It is a dict that holds
rows of cells, the items of a collection, or a text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, Final

from arcloom.draw.layout import Cells, Pair
from arcloom.draw.svg import grid_svg, pairs_svg, rows_svg

_CELL: Final = "display:inline-block;vertical-align:top;margin:0 16px 12px 0"
_RED: Final = "color:#b01e1e"


def grid_html(grid: Cells) -> str:
    """A grid."""
    return grid_svg(grid)


def title_html(name: str, facts: str) -> str:
    """A name in bold, with some facts in brackets."""
    return f"<div><b>{escape(name)}</b> ({escape(facts)})</div>"


def pairs_html(name: str, facts: str, pairs: Sequence[Pair], cell: int = 10) -> str:
    """Pairs of grids under a title."""
    return f'<div style="overflow-x: auto">{title_html(name, facts)}{pairs_svg(pairs, cell)}</div>'


def table_html(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of texts."""
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows
    )
    return f"<table><tr>{head}</tr>{body}</table>"


def cells_html(cells: Iterable[tuple[str, str, str]]) -> str:
    """Boxes side by side: a name in bold, a word beside it, and HTML below."""
    boxes = (
        f'<div style="{_CELL}"><div><b>{escape(name)}</b> {escape(word)}</div>{body}</div>'
        for name, word, body in cells
    )
    return f"<div>{''.join(boxes)}</div>"


def lights_html(lights: Iterable[tuple[str, str]]) -> str:
    """Small squares, one per (title, colour)."""
    squares = "".join(
        f'<span title="{escape(title)}" style="display:inline-block;width:9px;height:9px;'
        f'margin:1px;background:{colour}"></span>'
        for title, colour in lights
    )
    return f'<div style="max-width:560px;line-height:11px">{squares}</div>'


def bar_html(share: float) -> str:
    """A bar, filled from the left by a share from 0 to 1."""
    return (
        '<div style="width:320px;height:8px;background:#d5d5d5">'
        f'<div style="width:{share:.1%};height:8px;background:#2e8b57"></div></div>'
    )


def picture_html(drawn: Mapping[str, Any]) -> str:
    """A picture of a value."""
    if "at" in drawn:
        count = f"{drawn['count']} " if "count" in drawn else ""
        place = f"{count}at {tuple(drawn['at'])}"
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
