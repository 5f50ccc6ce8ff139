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


_SIDES: Final = ("above", "right", "below", "left")
_VIEWS: Final = {
    "sides": "which colours touch its sides",
    "around": "which colours are around it",
    "same at sides": "how many neighbours at its sides have its colour",
    "same around": "how many neighbours have its colour",
    "empty at sides": "how many neighbours at its sides are empty",
    "empty around": "how many neighbours are empty",
    "counts at sides": "how many neighbours of each colour are at its sides",
    "counts around": "how many neighbours of each colour it has",
    "pattern": "the pattern around it, in any turn",
    "sides turned": "the colours at its sides, in any turn",
    "around turned": "the colours around it, in any turn",
    "sides exact": "the colours at its sides",
    "around exact": "the colours around it",
}


def local(rule: StoredRule) -> Telling:
    view = rule.row("view of a neighbourhood").name
    counts = view in ("sides", "around", "counts at sides", "counts around")
    single = view.startswith(("same", "empty"))
    length = 11 if counts else 1 if single else 4 if view in ("sides turned", "sides exact") else 8
    entries = []
    for _ in range(rule.number()):
        own, *key = (rule.number() for _ in range(1 + length))
        entries.append((own, tuple(key), rule.number()))
    telling = Telling()
    says = []
    for own, to in dict.fromkeys((own, to) for own, _, to in entries if to != KEEP):
        changing = [key for o, key, t in entries if (o, t) == (own, to)]
        others = [key for o, key, t in entries if o == own and t != to]
        where = _neighbours(view, changing, others) if counts or single else None
        says.append(f"a {mark(own)} cell{where or ' in some neighbourhoods'} becomes {mark(to)}")
    telling.sentence = f"{'; '.join(says) or 'every cell stays'}.".capitalize()
    telling.lines = [f"What decides: {_VIEWS[view]}."]
    if not counts and not single:
        telling.head = ("above", "beside", "below", "becomes")
        telling.rows = [
            (*_around(view, own, ring), mark(to)) for own, ring, to in entries if to != KEEP
        ]
    return telling


def _around(view: str, own: int, ring: tuple[int, ...]) -> tuple[str, str, str]:
    """A cell in brackets with its neighbours as they lie; the ring starts at the upper left."""
    pattern = {0: "empty", 1: "its colour", 2: "another"}
    words = [pattern[c] if view == "pattern" else mark(c, "outside") for c in ring]
    if len(words) == len(_SIDES):
        above, right, below, left = words
        return above, f"{left} [{mark(own)}] {right}", below
    above, below = " ".join(words[:3]), " ".join(reversed(words[4:7]))
    return above, f"{words[7]} [{mark(own)}] {words[3]}", below


def _neighbours(
    view: str, changing: list[tuple[int, ...]], others: list[tuple[int, ...]]
) -> str | None:
    """Give " with 2 to 3 green neighbours": a count that tells what changes."""
    if not others:
        return ""
    sides = " at its sides" if "sides" in view else ""
    for at in (*range(1, len(changing[0])), 0):
        seen = sorted({key[at] for key in changing})
        if set(seen) & {key[at] for key in others}:
            continue
        colour = {"same": "like", "empt": "empty"}.get(view[:4], mark(at))
        if at >= COLOURS:
            return f" {'at' if seen[0] else 'off'} the edge"
        if view in ("sides", "around"):
            return f" {'with' if seen[0] else 'without'} a {colour} neighbour{sides}"
        many = str(seen[0]) if len(seen) == 1 else f"{seen[0]} to {seen[-1]}"
        if seen != list(range(seen[0], seen[-1] + 1)):
            many = " or ".join(map(str, seen))
        many = "no" if many == "0" else many
        if colour == "like":
            return f" with {many} neighbour{'' if many == '1' else 's'} of its colour{sides}"
        return f" with {many} {colour} neighbour{'' if many == '1' else 's'}{sides}"
    return None


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
