"""Records `make demo` as it looks in a terminal: `python docs/images/record_demo.py`.

It runs the command on a terminal of its own, and writes `demo.svg` (the end) and `demo-live.svg`
(while it solves). It needs `pip install pyte`, a terminal in memory.
"""

# ruff: noqa: E501

from __future__ import annotations

import os
import pty
import subprocess
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pyte
from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

FOLDER = Path(__file__).parent
COLUMNS, LINES = 100, 200
LIVE = "tasks fitted ("
"""What the screen shows while it solves."""
# As rich's own format, without the font that it would load from the network.
FRAME = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, monospace; font-size: {char_height}px;
line-height: {line_height}px }} .{unique_id}-title {{ font: bold 18px system-ui, sans-serif }} {styles}</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>{lines}</defs>{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g></g></svg>
"""


def main() -> None:
    screen = pyte.Screen(COLUMNS, LINES)
    stream = pyte.ByteStream(screen)
    live: list[Text] = []
    for received in output_of(["make", "demo"]):
        stream.feed(received)
        lines = list(drawn(screen))
        if any(LIVE in line.plain for line in lines):
            live = lines
    save("demo-live", live)
    save("demo", list(drawn(screen)))


def output_of(command: list[str]) -> Iterator[bytes]:
    """What a command writes to a terminal, as it comes."""
    outer, inner = pty.openpty()
    os.set_blocking(outer, True)
    subprocess.run(["stty", "cols", str(COLUMNS), "rows", "50"], stdin=inner, check=True)
    env = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    with subprocess.Popen(command, stdin=inner, stdout=inner, stderr=inner, env=env) as process:
        os.close(inner)
        while True:
            try:
                received = os.read(outer, 65536)
            except OSError:  # Linux tells the end of a terminal in this way
                break
            if not received:
                break
            yield received
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} exited with {process.returncode}")


def drawn(screen: pyte.Screen) -> Iterator[Text]:
    """The lines of the screen that are not empty at its end, with their colours."""
    last = max((n for n, line in enumerate(screen.display) if line.strip()), default=-1)
    for number in range(last + 1):
        cells = [screen.buffer[number][column] for column in range(COLUMNS)]
        while cells and cells[-1].data == " " and cells[-1].bg == "default":
            cells.pop()
        yield Text.assemble(*((cell.data, style(cell)) for cell in cells))


def style(cell: pyte.screens.Char) -> str:
    parts = ["bold"] if cell.bold else []
    if cell.fg != "default":
        parts.append(colour(cell.fg))
    if cell.bg != "default":
        parts.append(f"on {colour(cell.bg)}")
    return " ".join(parts)


def colour(name: str) -> str:
    """pyte writes colours as six digits or as a name."""
    is_digits = len(name) == 6 and all(digit in "0123456789abcdef" for digit in name.lower())
    return f"#{name}" if is_digits else name.replace("bright", "bright_").replace("brown", "yellow")


def save(name: str, lines: list[Text]) -> None:
    console = Console(record=True, width=COLUMNS, file=StringIO(), force_terminal=True)
    for line in lines:
        console.print(line, soft_wrap=True)
    path = str(FOLDER / f"{name}.svg")
    console.save_svg(path, title="make demo", theme=MONOKAI, code_format=FRAME, unique_id=name)


if __name__ == "__main__":
    main()
