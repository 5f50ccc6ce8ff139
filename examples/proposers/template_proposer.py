"""A proposer of templates, filled with the colours of the demos. It needs nothing but Python.

    arcloom solve examples/tasks --propose "python examples/proposers/template_proposer.py"

It shows how a command speaks: a request per line comes in, a reply per line goes out. At the first
request for a task it fills the templates. Later it puts a step before or after the best programs
that it is shown.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

TEMPLATES = (
    "replace(I, {a}, {b})",
    "switch(I, {a}, {b})",
    "fill(I, {b}, ofcolor(I, {a}))",
    "subgrid(ofcolor(I, {a}), I)",
    "upscale(I, {n})",
    "downscale(I, {n})",
    "crop(I, ORIGIN, ({n}, {n}))",
)
STEPS = ("rot90", "rot180", "rot270", "hmirror", "vmirror", "dmirror", "trim")


def proposals(request: dict[str, Any]) -> Iterator[str]:
    """Sources of programs for a task."""
    if request["level"] == 0:
        yield from filled(request)
    for program in request["programs"]:
        yield from changed(program["source"])


def filled(request: dict[str, Any]) -> Iterator[str]:
    """Every template with every pair of colours and some sizes."""
    grids = [grid for demo in request["demos"] for grid in (demo["input"], demo["output"])]
    colours = sorted({cell for grid in grids for row in grid for cell in row})
    texts = {
        template.format(a=a, b=b, n=n)
        for template in TEMPLATES
        for a in colours
        for b in colours
        for n in (2, 3)
    }
    for text in sorted(texts):
        yield f"def solve(I): return {text}"


def changed(source: str) -> Iterator[str]:
    """A program with one more step at its end."""
    for step in STEPS:
        yield source.replace("return O", f"return {step}(O)")


def main() -> None:
    """Answer requests until there are no more."""
    for line in sys.stdin:
        request = json.loads(line)
        programs = list(dict.fromkeys(proposals(request)))[: request["limit"]]
        print(json.dumps({"programs": programs}), flush=True)


if __name__ == "__main__":
    main()
