"""Draws a reliability diagram: how often answers are right against how likely they were said to be.

`bench/calibrate.py check ... --svg FILE` calls it. Tasks are put into bins by their probability.
Each bin is a dot, with a bar of two standard errors; its size shows the number of tasks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import sqrt

SIDE, MARGIN, LEGEND = 360, 48, 22
EDGES = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0)
COLOURS = ("#2e6fb7", "#d2691e", "#2e8b57", "#8b5fbf")

Pairs = Sequence[tuple[float, bool]]


def bins(pairs: Pairs) -> list[tuple[float, float, int]]:
    """For each bin that has tasks: the mean probability, the share that is right, how many."""
    found = []
    for low, high in pairwise(EDGES):
        inside = [(p, y) for p, y in pairs if low <= p < high or p == high == 1.0]
        if inside:
            count = len(inside)
            mean = sum(p for p, _ in inside) / count
            found.append((mean, sum(y for _, y in inside) / count, count))
    return found


def diagram(sets: Mapping[str, Pairs]) -> str:
    """The diagram as SVG, a colour for each set."""
    height = SIDE + 2 * MARGIN + LEGEND * len(sets)
    width = SIDE + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<path d="M{_x(0)} {_y(0)}L{_x(1)} {_y(1)}" stroke="#999" stroke-dasharray="4"/>',
        f'<path d="M{_x(0)} {_y(1)}V{_y(0)}H{_x(1)}" stroke="black" fill="none"/>',
    ]
    for tenth in range(0, 11, 2):
        at = tenth / 10
        parts.append(f'<text x="{_x(at)}" y="{_y(0) + 16}" text-anchor="middle">{at:g}</text>')
        parts.append(f'<text x="{_x(0) - 6}" y="{_y(at) + 4}" text-anchor="end">{at:g}</text>')
    middle = _x(0.5)
    parts.append(f'<text x="{middle}" y="{_y(0) + 34}" text-anchor="middle">probability</text>')
    parts.append(f'<text x="{_x(0)}" y="{_y(1) - 12}">share of tasks right</text>')
    for number, (name, pairs) in enumerate(sets.items()):
        parts += _series(name, pairs, COLOURS[number % len(COLOURS)], number)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _series(name: str, pairs: Pairs, colour: str, number: int) -> list[str]:
    out = []
    for mean, right, count in bins(pairs):
        error = 2 * sqrt(mean * (1 - mean) / count)
        x, low, high = _x(mean), _y(max(0.0, right - error)), _y(min(1.0, right + error))
        out.append(f'<path d="M{x} {low}V{high}" stroke="{colour}" stroke-opacity="0.5"/>')
        radius = 2 + sqrt(count) / 2
        out.append(
            f'<circle cx="{x}" cy="{_y(right)}" r="{radius:.1f}" fill="{colour}" '
            f'fill-opacity="0.8"><title>{name}: {count} tasks</title></circle>'
        )
    y = SIDE + 2 * MARGIN + LEGEND * number + 4
    out.append(f'<circle cx="{_x(0) + 6}" cy="{y - 4}" r="5" fill="{colour}"/>')
    out.append(f'<text x="{_x(0) + 18}" y="{y}">{name} ({len(pairs)} tasks)</text>')
    return out


def _x(share: float) -> float:
    return round(MARGIN + SIDE * share, 1)


def _y(share: float) -> float:
    return round(MARGIN + SIDE * (1 - share), 1)
