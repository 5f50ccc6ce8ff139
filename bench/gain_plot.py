"""Draws what the parts of a search gain: a row for each part, a dot and a bar for each dataset."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from reliability import COLOURS  # beside this one

LEFT, WIDTH, ROW, TOP, LEGEND = 240, 420, 18, 40, 18

Gains = Mapping[str, Mapping[str, tuple[float, float, float]]]
"""by dataset and part: the gain and its interval"""


def gain_plot(sets: Gains) -> str:
    """The drawing as SVG. Parts stand in the order of the first set."""
    parts = list(dict.fromkeys(part for gains in sets.values() for part in gains))
    ends = [end for gains in sets.values() for gain in gains.values() for end in gain] or [0.0]
    low, high = min(0.0, *ends), max(1.0, *ends)
    height = TOP + ROW * len(parts) + LEGEND * (len(sets) + 1)

    def x(value: float) -> float:
        return round(LEFT + WIDTH * (value - low) / (high - low), 1)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 40} {height}" '
        f'font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="{x(0)}" y="16" text-anchor="middle">tasks gained</text>',
        f'<path d="M{x(0)} {TOP - 14}V{TOP + ROW * len(parts)}" stroke="#999"/>',
        f'<text x="{x(high)}" y="{TOP - 14}" text-anchor="end">{high:.0f}</text>',
    ]
    for row, part in enumerate(map(escape, parts)):
        out.append(
            f'<text x="{LEFT - 8}" y="{TOP + ROW * row + 4}" text-anchor="end">{part}</text>'
        )
    for number, (name, gains) in enumerate(sets.items()):
        colour, shift = COLOURS[number % len(COLOURS)], 4 * number - 2 * (len(sets) - 1)
        for part, (gain, least, most) in gains.items():
            y = TOP + ROW * parts.index(part) + shift
            out.append(f'<path d="M{x(least)} {y}H{x(most)}" stroke="{colour}"/>')
            out.append(f'<circle cx="{x(gain)}" cy="{y}" r="3" fill="{colour}"/>')
        y = TOP + ROW * len(parts) + LEGEND * (number + 1)
        out.append(f'<circle cx="{LEFT}" cy="{y - 4}" r="5" fill="{colour}"/>')
        out.append(f'<text x="{LEFT + 12}" y="{y}">{name}</text>')
    return "\n".join([*out, "</svg>"]) + "\n"
