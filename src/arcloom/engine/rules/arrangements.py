"""Further families: sizes, panels, summaries, frames; and the table of those that hold no other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from arcloom.engine.rules import families as plain
from arcloom.engine.rules.clauses import one_of, read_choice, read_test
from arcloom.engine.rules.families import Telling, listed, region, told_choice, whose
from arcloom.engine.rules.scenes import scene
from arcloom.engine.rules.stored import COLOURS, StoredRule, mark

_VIEWS: Final = (
    "as it is",
    "turned right",
    "turned upside down",
    "turned left",
    "mirrored top to bottom",
    "mirrored left to right",
    "mirrored at the diagonal",
    "mirrored at the other diagonal",
)


def sizes(rule: StoredRule) -> Telling:
    kind = rule.row("sizes").name
    if kind == "scale by a count":
        return Telling(
            f"Every cell becomes a block; its side is the number of {rule.row('factor').words}."
        )
    if kind == "once":
        return Telling("Equal rows and columns that follow each other are kept once.")
    if kind == "tile":
        return Telling("The output is the smallest tile of which the grid is made.")
    if kind == "within itself":
        which = rule.colour_or("marked cells")
        where = (
            f"{which} cell" if which.endswith("}") and which.startswith("{") else f"cell {which}"
        )
        content, view = rule.row("content").words, rule.row("view")
        turned = "" if view.name == "as it is" else f", {view.words}"
        return Telling(f"Every {where} becomes {content}{turned}; the others become {mark(0)}.")
    if kind == "carry on":
        ratio, rows, columns = rule.flag(), rule.number(), rule.number()
        if not ratio:
            return Telling(f"The pattern goes on until the grid is {rows} by {columns}.")
        return Telling(
            f"The pattern goes on to {rows / 60:g} times the height and "
            f"{columns / 60:g} times the width."
        )
    if kind == "enlarged region":
        return _enlarged(rule)
    if kind == "shifted lines":
        return _shifted(rule)
    if kind == "laid as tiles":
        return _tiled(rule)
    if kind == "panels arranged":
        return _arranged(rule)
    rows, columns = rule.number(), rule.number()
    if kind == "blocks by colour":
        return _blocks(rule, rows, columns)
    if kind == "scale":
        return Telling(f"Every cell becomes a block of {rows} by {columns}.")
    if kind == "reduce":
        how = "its commonest colour" if rule.flag() else "its colour"
        return Telling(f"Every block of {rows} by {columns} becomes one cell of {how}.")
    codes = [rule.number() for _ in range(rows * columns)]
    telling = Telling(f"Copies of the grid stand side by side, {rows} down and {columns} across.")
    telling.head = tuple(f"column {k + 1}" for k in range(columns))
    shown = [_VIEWS[code] if code >= 0 else "empty" for code in codes]
    telling.rows = [tuple(shown[k : k + columns]) for k in range(0, len(shown), columns)]
    return telling


def _enlarged(rule: StoredRule) -> Telling:
    how = rule.row("growth").words
    fixed = rule.row("growth number").name == "fixed"
    number = str(rule.number()) if fixed else rule.row("number").words
    return Telling(f"The output is {region(rule)}: {how}; the number is {number}.")


def _shifted(rule: StoredRule) -> Telling:
    columns, from_end, later = rule.flag(), rule.flag(), rule.flag()
    forward, wraps = rule.number() - 2, rule.flag()
    line, ends = ("column", ("left", "right")) if columns else ("row", ("top", "bottom"))
    ways = ("up", "down") if columns else ("to the left", "to the right")
    cells = "a cell" if abs(forward) == 1 else "two cells"
    return Telling(
        f"From the {ends[from_end]} on, every {line} moves {cells} further {ways[forward > 0]} "
        f"than the one before it; the first one {f'moves {cells}' if later else 'stays'}. "
        f"What leaves the grid {'comes in opposite' if wraps else 'is lost'}."
    )


_MIRRORED: Final = (_VIEWS[0], _VIEWS[4], _VIEWS[5], _VIEWS[2])


def _tiled(rule: StoredRule) -> Telling:
    what = ("The box of all filled cells", "All filled rows", "All filled columns")[rule.number()]
    down, across = _MIRRORED[rule.number()], _MIRRORED[rule.number()]
    return Telling(
        f"{what}, laid over the grid like tiles: every second tile from top to bottom {down}, "
        f"every second one from left to right {across}."
    )


def _arranged(rule: StoredRule) -> Telling:
    split = rule.row("split")
    panels = "panels between lines" if split.name == "lines" else f"{split.words} equal panels"
    rows, columns = rule.number(), rule.number()
    telling = Telling(f"The grid's {panels} stand in {rows} rows and {columns} columns.")
    telling.head = tuple(f"column {k + 1}" for k in range(columns))
    places = [(rule.number(), rule.number()) for _ in range(rows * columns)]
    shown = [
        "empty" if panel < 0 else f"panel {panel + 1}" + (f", {_VIEWS[view]}" if view else "")
        for panel, view in places
    ]
    telling.rows = [tuple(shown[k : k + columns]) for k in range(0, len(shown), columns)]
    return telling


def _blocks(rule: StoredRule, rows: int, columns: int) -> Telling:
    telling = Telling(
        f"Every cell becomes a block of {rows} by {columns}; its colour tells which.",
        head=("cell", "block"),
    )
    for _ in range(rule.number()):
        key = mark(rule.number(), "any other")
        cells = [[mark(rule.number(), "its own") for _ in range(columns)] for _ in range(rows)]
        telling.rows.append((key, " / ".join(" ".join(row) for row in cells)))
    return telling


def _stacked(rule: StoredRule) -> Telling:
    regions, test = rule.row("way").words, read_test(rule)
    feature, order = rule.row("part feature").words, rule.row("stack order").words
    line, gap, standing = rule.row("stack line").words, rule.number(), rule.row("stack").words
    which = "" if test.always() else f", each {test.relative()},"
    apart = f" with gaps of {gap} between them" if gap else ""
    return Telling(
        f"The {regions}{which} {line}{apart}, {standing}; their order is by {feature}, {order}."
    )


def panels(rule: StoredRule) -> Telling:
    code, kind = rule.number(), rule.row("panels").name
    if kind == "together":
        regions, together = rule.row("way").words, rule.row("together").words
        return Telling(f"Of the {regions}: {together.format(rule.colour())}.")
    if kind == "stacked":
        return _stacked(rule)
    cuts = {0: "Panels between lines", 1: "The halves that have only one colour in common"}
    how = cuts.get(code, f"The {code // 16} by {code % 16} parts")
    if kind == "overlay":
        order = [str(rule.number() + 1) for _ in range(rule.left)]
        return Telling(
            f"{how} are laid over each other; the first that is not ground wins, in "
            f"the order {listed(order)}."
        )
    if kind == "cells":

        def say(label: int) -> str:
            colours = {-2: "its main colour", -3: "the ground's colour"}
            return (
                f"becomes a cell of {colours[label]}"
                if label < 0
                else f"becomes a {mark(label)} cell"
            )

        return told_choice(Telling(), "panel" if code == 0 else "part", read_choice(rule), say)
    rows = [(rule.number(), rule.number()) for _ in range(rule.number())]
    telling = Telling(f"{how} are laid over each other; the colours that meet tell the output's.")
    if kind == "tally":
        telling.sentence = (
            f"{how} are laid over each other; how many are filled tells the output's colour."
        )
        telling.head = ("filled", "output")
        telling.rows = [
            (str(key), mark(to) if to < COLOURS else "the ground's") for key, to in rows
        ]
        return telling
    if kind == "alike":
        return _alike(how, rows)
    count = max(len(str(key)) for key, _ in rows)
    telling.head = (*(f"panel {k + 1}" for k in range(max(count, 2))), "output")
    width = len(telling.head) - 1
    telling.rows = [(*(mark(int(c)) for c in str(key).zfill(width)), mark(to)) for key, to in rows]
    return telling


def _alike(how: str, rows: list[tuple[int, int]]) -> Telling:
    telling = Telling(f"{how} are laid over each other; which are alike tells the output's colour.")
    patterns = [_pattern(key) for key, _ in rows]
    shown = [mark(to) if to < COLOURS else f"that of panel {to - COLOURS + 1}" for _, to in rows]
    telling.head = (*(f"panel {k + 1}" for k in range(max(map(len, patterns)))), "output")
    telling.rows = [(*pattern, to) for pattern, to in zip(patterns, shown, strict=True)]
    return telling


def _pattern(key: int) -> str:
    """A letter for each panel, the same for those that are alike: see `likeness` in panels.cpp."""
    letters = ""
    while key > 1:
        key, first = divmod(key, 4)
        letters = "ABCD"[first] + letters
    return letters


def _size(rows: int, columns: int) -> str:
    return f"{rows or 'n'} by {columns or 'n'}" if rows or columns else "as large as the input"


def summary(rule: StoredRule) -> Telling:
    kind = rule.row("summary").name
    if kind == "uniform":
        pick, size = rule.row("picked colour").words, _size(rule.number(), rule.number())
        return Telling(f"The output is {size}, all in {pick}.")
    if kind in ("filled", "counted"):
        number = rule.row("number").words if kind == "filled" else _counting(rule)
        colour, ground = rule.colour_or("filling colour"), rule.colour()
        order, rows, columns = rule.row("filling order").words, rule.number(), rule.number()
        size = (
            f"{rows or 'as many'} by {columns or 'as many'}"
            if rows or columns
            else "as many by as many"
        )
        return Telling(
            f"The output is {size} in {ground}; as many cells as {number} are {colour}, {order}."
        )
    if kind == "colour list":
        black, sorting, row = rule.flag(), rule.row("sorting").words, rule.flag()
        times, most = rule.number(), rule.number()
        what = "The colours" if black else f"The colours but {mark(0)}"
        limit = f", at most {most}" if most else ""
        each = f", each {times} times" if times > 1 else ""
        return Telling(f"{what} stand in a {'row' if row else 'column'}, {sorting}{each}{limit}.")
    if kind == "bars":
        black, sorting, view = rule.flag(), rule.row("sorting").words, rule.row("view")
        what = "Every colour" if black else f"Every colour but {mark(0)}"
        turned = "" if view.name == "as it is" else f"; the chart is {view.words}"
        return Telling(f"{what} has a bar as long as its number, {sorting}{turned}.")
    if kind == "singled out":
        size, cut = _size(rule.number(), rule.number()), one_of(rule.row("part way").words)
        return Telling(
            f"The output is {size}, all in the colour of the {cut}{whose(read_test(rule))}."
        )
    number, outputs = rule.row("number").words, []
    for _ in range(rule.number()):
        rows, columns = rule.number(), rule.number()
        cells = [[rule.colour() for _ in range(columns)] for _ in range(rows)]
        outputs.append(" / ".join(" ".join(row) for row in cells))
    telling = Telling(
        f"The output is one of {len(outputs)} known ones: {number} tells which.",
        head=(number, "output"),
    )
    telling.rows = [(str(rule.number()), outputs[rule.number()]) for _ in range(rule.number())]
    return telling


def _counting(rule: StoredRule) -> str:
    parts = rule.row("part way").words
    tests = " and ".join(read_test(rule).relative() for _ in range(rule.number()))
    return f"the number of {parts}" + (f", each one {tests}" if tests else "")


def frame(rule: StoredRule) -> Telling:
    kind = rule.row("frame").name
    if kind == "region":
        return Telling(f"The grid is cut to {region(rule)}.")
    rows, columns = rule.number(), rule.number()
    by = f"{rows} by {columns}"
    return Telling({
        "blocks": f"Every cell becomes a block of {by}.",
        "copies": f"Copies of the grid stand side by side, {by}.",
        "mirrored copies": f"Copies of the grid stand side by side, {by}, each mirrored "
                           f"at its neighbour.",
        "ring": f"The grid grows by {rows} rows and {columns} columns of {mark(0)} on each side."
        if rows >= 0 and columns >= 0 else f"The grid loses {-rows} rows and {-columns} "
                                           f"columns on each side.",
        "reduced": f"Every block of {by} becomes one cell of its commonest colour but {mark(0)}.",
        "panel": f"The first of {by} equal parts is taken.",
    }[kind])  # fmt: skip


TELL_PLAIN: Final[dict[str, Callable[[StoredRule], Telling]]] = {
    "learn_colours": plain.colours,
    "learn_pick": plain.pick,
    "learn_repair": plain.repair,
    "learn_tree": plain.tree,
    "learn_draft": plain.tree,
    "learn_sizes": sizes,
    "learn_panels": panels,
    "learn_summary": summary,
    "learn_frame": frame,
    "learn_scene": scene,
    "learn_part": scene,
}
