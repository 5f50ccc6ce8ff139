"""One function per family of rules: what it writes, told as a sentence, lines and a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from arcloom.engine.rules.clauses import (
    NO_LABEL,
    Choice,
    FactTest,
    one_of,
    read_choice,
    read_test,
)
from arcloom.engine.rules.stored import COLOURS, StoredRule, mark

KEEP: Final = 10
"""The label for what stays as it is."""
_DIRECTIONS: Final = (
    "up",
    "down",
    "left",
    "right",
    "up left",
    "up right",
    "down left",
    "down right",
)


@dataclass
class Telling:
    """What a family says of a rule; `{3}` stands for a colour."""

    sentence: str = ""
    lines: list[str] = field(default_factory=list)
    head: tuple[str, ...] = ()
    rows: list[tuple[str, ...]] = field(default_factory=list)


def listed(items: list[str]) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def directions(bits: int) -> str:
    if bits & 255 == 255:
        return "in all directions"
    return listed([name for k, name in enumerate(_DIRECTIONS) if bits >> k & 1] or ["nowhere"])


def whose(test: FactTest) -> str:
    return "" if test.always() else f" {test.relative()}"


def told_choice(
    telling: Telling, subject: str, choice: Choice, say: Callable[[int], str]
) -> Telling:
    """A choice about each `subject`: one sentence where it is small, else lines or a table."""
    if choice.label is not None:
        telling.sentence = f"Every {subject} {say(choice.label)}."
    elif choice.fact is not None:
        telling.sentence = f"What each {subject} does depends on its {choice.fact.words}."
        colour = choice.fact.kind == "colour"
        telling.head = (choice.fact.words, "what it does")
        telling.rows = [(mark(v) if colour else str(v), say(to)) for v, to in choice.rows]
    elif choice.test and choice.yes and choice.no:
        yes, no = choice.yes.label, choice.no.label
        if yes is not None and no is not None:
            article = "An" if subject[0] in "aeiou" else "A"
            telling.sentence = (
                f"{article} {subject} {choice.test.relative()} {say(yes)}; any other {say(no)}."
            )
        else:
            telling.sentence = f"What each {subject} does depends on what it is."
            _choice_lines(telling.lines, choice, say, 0)
    return telling


def _choice_lines(lines: list[str], choice: Choice, say: Callable[[int], str], depth: int) -> None:
    pad = "  " * depth
    if choice.label is not None:
        lines.append(f"{pad}it {say(choice.label)}")
    elif choice.test and choice.yes and choice.no:
        lines.append(f"{pad}if it {choice.test.predicate()}:")
        _choice_lines(lines, choice.yes, say, depth + 1)
        lines.append(f"{pad}otherwise:")
        _choice_lines(lines, choice.no, say, depth + 1)


def colours(rule: StoredRule) -> Telling:
    kind, without_black = rule.row("colours").name, rule.flag()
    telling = Telling()
    to = [(k, rule.number()) for k in range(COLOURS)]
    kept = [(k, v) for k, v in to if v != -1]
    if kind == "by colour":
        telling.sentence = _recoloured(kept)
        return telling
    apart = ", {0} apart" if without_black else ""
    telling.sentence = f"Colours change by how common they are{apart}."
    telling.head = ("place by number of cells", "becomes")
    for k, v in kept:
        rank = f"the colour in place {v + 1}"
        telling.rows.append(
            (str(k + 1), "stays" if v == -2 else mark(v) if kind == "rank to colour" else rank)
        )
    return telling


def _recoloured(known: list[tuple[int, int]]) -> str:
    """What a map of colours says. A colour that it does not know has no answer."""
    changes = [f"{mark(k)} becomes {mark(v)}" for k, v in known if v not in (k, -2)]
    stay = [mark(k) for k, v in known if v in (k, -2)]
    if len(known) == COLOURS:
        parts = [listed(changes), "other colours stay"] if changes else ["every colour stays"]
    else:
        verb = "stays" if len(stay) == 1 else "stay"
        parts = [listed(changes)] if changes else []
        parts += [f"{listed(stay)} {verb}"] if stay else []
        parts.append("other colours have no answer")
    sentence = "; ".join(parts)
    return f"{sentence[0].upper()}{sentence[1:]}."


_PAINTING: Final = {
    "recolour": ("becomes {}", "keeps its colour"),
    "fill holes": ("has its holes filled with {}", "keeps its holes"),
    "fill box": ("has the ground in its box filled with {}", "keeps its box"),
    "surround": ("has the ground in and around its box painted {}", "stays as it is"),
    "inside": ("has its inside painted {}", "stays as it is"),
    "cover": ("has its whole box covered with {}", "stays as it is"),
    "outline": ("gets an outline of {}", "gets no outline"),
}
_TURNS: Final = ("stays", "is turned right", "is turned upside down", "is turned left")
_MIRRORS: Final = ("is mirrored top to bottom", "is mirrored left to right")


def objects(rule: StoredRule) -> Telling:
    subject, action = one_of(rule.row("segmentation").words), rule.row("action").name

    def say(label: int) -> str:
        if label == NO_LABEL:
            return "has no answer"
        if action in _PAINTING:
            does, keeps = _PAINTING[action]
            return keeps if label == KEEP else does.format(mark(label))
        if label == KEEP:
            return "stays"
        if action == "turn":
            return (*_TURNS, *_MIRRORS, "is mirrored at a diagonal", "is mirrored at a diagonal")[
                label
            ]
        if label >= 100:
            down, right = (label - 100) // 81 - 40, (label - 100) % 81 - 40
            steps = [
                f"{abs(n)} {way[n > 0]}"
                for n, way in ((down, ("up", "down")), (right, ("left", "right")))
                if n
            ]
            return f"moves {listed(steps or ['nowhere'])}"
        onto = (
            "falls onto the next object"
            if action == "fall onto"
            else "moves until something stops it"
        )
        return f"{onto}, going {_DIRECTIONS[label % 8]}"

    return told_choice(Telling(), subject, read_choice(rule), say)


def region(rule: StoredRule, table: str = "region fact") -> str:
    way = rule.row("way")
    if way.name == "window":
        place, rows, columns = rule.row("window place").words, rule.number(), rule.number()
        read_test(rule, table)
        return f"the {rows} by {columns} window {place}"
    return f"the {one_of(way.words)}{whose(read_test(rule, table))}"


def pick(rule: StoredRule) -> Telling:
    view = rule.row("view")
    turned = "" if view.name == "as it is" else f", {view.words}"
    return Telling(f"The output is {region(rule)}{turned}.")


def repair(rule: StoredRule) -> Telling:
    mask, means, part = rule.colour(), rule.row("repair").words, rule.flag()
    shown = "; the output is what lay under them" if part else ""
    return Telling(f"The {mask} cells hide a regular grid: {means} restore them{shown}.")


def tree(rule: StoredRule) -> Telling:
    related = [rule.row("cell fact").words for _ in range(rule.number())]
    telling = Telling()
    telling.sentence = _tree_lines(rule, related, telling.lines, 0)
    if len(telling.lines) > 4:
        telling.sentence = "Each cell's new colour follows from these questions."
    else:
        telling.lines = []
    return telling


def _tree_lines(rule: StoredRule, related: list[str], lines: list[str], depth: int) -> str:
    pad = "  " * depth
    if rule.row("choice").name == "leaf":
        label = rule.number()
        says = "it stays" if label == KEEP else f"it becomes {mark(label)}"
        if label > KEEP:
            other = related[label - KEEP - 1]
            says = f"it takes {'' if 'colour' in other else 'the colour of '}{other}"
        lines.append(f"{pad}{says}")
        return f"Every cell: {says}."
    test = read_test(rule, "cell fact")
    yes: list[str] = []
    no: list[str] = []
    _tree_lines(rule, related, yes, depth + 1)
    _tree_lines(rule, related, no, depth + 1)
    if yes == no:  # both answers are the same: the question tells nothing
        lines += [line.removeprefix("  ") for line in yes]
        return f"Every cell: {yes[-1].strip()}."
    lines += [f"{pad}if {test.clause()}:", *yes, f"{pad}otherwise:", *no]
    return f"If {test.clause()}, {yes[-1].strip()}; otherwise {no[-1].strip()}."


def drawing(rule: StoredRule) -> Telling:
    says = []
    while rule.left:
        way, source = rule.row("stroke").name, rule.colour_or("stroke source")
        if way == "lines":
            told = f"the whole {rule.row('stroke lines').words} of each cell of {source} is drawn"
        elif way == "mirror":
            view = rule.row("stroke mirror")
            about = "about their box" if "about the source" in view.name else "about the middle"
            told = f"a copy of {source} is added, {view.words} {about}"
        elif way == "box":
            box = rule.row("stroke box").name
            what = {"fill": "the box", "rim": "the rim of the box", "ring": "a ring around the box"}
            each = "each colour" if "each" in box else source
            told = f"{what[box.split(',')[0].removesuffix('ed')]} of {each} is painted"
        elif way == "holes":
            corners = " (corners close them)" if rule.number() == 4 else ""
            told = f"ground closed in by {source} is filled{corners}"
        else:
            bits = rule.number()
            over = " over what is in the way" if bits >= 256 else ""
            told = {
                "rays": f"rays go {directions(bits)} from {source}{over}",
                "connect": f"cells of {source} are joined going {directions(bits)}{over}",
                "halo": f"cells next to {source} are painted: {directions(bits)}",
                "flood": f"{source} spreads over the ground: {directions(bits)}",
            }[way]
        says.append(f"{told}, in {rule.colour_or('stroke colour')}")
    text = "; then ".join(says)
    return Telling(f"{text[0].upper()}{text[1:]}." if text[0] != "{" else f"{text}.")
