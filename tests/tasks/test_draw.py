"""Drawings show the grid: read back from PNG, SVG and terminal text."""

import re
import struct
import xml.etree.ElementTree as ET
import zlib
from io import StringIO

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from arcloom.draw.palette import COLOURS, LINE, PAPER, rgb
from arcloom.draw.png import grid_png, pairs_png
from arcloom.draw.svg import grid_svg, pairs_svg
from arcloom.draw.terminal import compact_text, grid_text, pairs_table
from arcloom.tasks import Dataset, Grid, Task
from tests.tasks.strategies import rows


@pytest.fixture
def task():
    return Task("<flip>", [([[1, 2]], [[2, 1]])], [[[3, 4, 5]], [[6]]])


def decode_png(data):
    """RGB pixels of a palette PNG, with every chunk's checksum checked."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, at = {}, 8
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        (check,) = struct.unpack_from(">I", data, at + 8 + length)
        assert check == zlib.crc32(kind + body)
        chunks[kind] = body
        at += 12 + length
    width, height, depth, colour_type = struct.unpack_from(">IIBB", chunks[b"IHDR"])
    assert (depth, colour_type) == (8, 3)
    lines = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, width + 1)
    assert not lines[:, 0].any()
    palette = np.frombuffer(chunks[b"PLTE"], np.uint8).reshape(-1, 3)
    return palette[lines[:, 1:]]


@given(rows(), st.integers(1, 9))
def test_png_round_trip(cells, cell):
    pixels = decode_png(grid_png(Grid(cells), cell))
    step = cell + 1
    assert pixels.shape == (len(cells) * step + 1, len(cells[0]) * step + 1, 3)
    wanted = np.array([[rgb(COLOURS[c]) for c in row] for row in cells])
    for corner in (1, cell):  # first and last pixel of each cell
        assert (pixels[corner::step, corner::step] == wanted).all()
    assert (pixels[::step] == rgb(LINE)).all()
    assert (pixels[:, ::step] == rgb(LINE)).all()


@given(rows(), st.integers(1, 20))
def test_svg_round_trip(cells, cell):
    root = ET.fromstring(grid_svg(Grid(cells), cell))
    step = cell + 1
    seen = np.full((len(cells), len(cells[0])), -1)
    for rect in root.iter("{http://www.w3.org/2000/svg}rect"):
        x, y, width = (int(rect.get(key)) // step for key in ("x", "y", "width"))
        seen[y, x : x + width] = COLOURS.index(rect.get("fill"))
    assert seen.tolist() == cells


def render(drawing, **options):
    console = Console(file=StringIO(), width=200, **options)
    console.print(drawing)
    return console.file.getvalue()


@given(rows())
def test_terminal_text_without_colour_is_digits(cells):
    lines = render(grid_text(Grid(cells)), no_color=True).splitlines()
    assert [[int(c) for c in line.split()] for line in lines] == cells


def test_terminal_text_has_the_colours():
    options = {"force_terminal": True, "color_system": "truecolor"}
    assert "48;2;0;116;217" in render(Grid([[1]]), **options)
    assert "38;2;0;116;217;48;2;255;65;54" in render(compact_text(Grid([[1], [2]])), **options)


@given(rows())
def test_half_blocks_pack_two_rows_a_line(cells):
    lines = compact_text(Grid(cells)).plain.split("\n")
    assert len(lines) == (len(cells) + 1) // 2
    assert {len(line) for line in lines} == {len(cells[0])}


def test_a_task_in_the_terminal(task):
    text = render(task, no_color=True)
    assert re.search(r"demo 1\s+1 2\s+2 1", text)
    assert re.search(r"test 1\s+3 4 5\s+\?", text)
    answered = render(pairs_table("t", task.drawn([Grid([[5, 4, 3]]), None])), no_color=True)
    assert re.search(r"test 1\s+3 4 5\s+5 4 3", answered)
    assert re.search(r"test 2\s+6\s+\?", answered)


def test_a_task_as_svg(task):
    assert len(re.findall(r"<text", pairs_svg(task.drawn()))) == 2
    answered = pairs_svg(task.drawn([Grid([[9, 9, 9]]), Grid([[9]])]))
    ET.fromstring(answered)
    assert "<text" not in answered
    assert COLOURS[9] in answered
    assert COLOURS[9] not in pairs_svg(task.drawn())


def test_a_task_as_png(task):
    def share(pixels, colour):
        return (pixels == rgb(colour)).all(axis=-1).sum()

    pixels = decode_png(pairs_png(task.drawn(), cell=10))
    assert share(pixels, COLOURS[1]) == share(pixels, COLOURS[2]) == 200
    assert share(pixels, PAPER) > 0
    assert share(decode_png(pairs_png(task.drawn([Grid([[9]])]), 10)), COLOURS[9]) == 100


def test_notebooks_get_html(task):
    assert Grid([[1]])._repr_html_().startswith("<svg")
    assert "<b>&lt;flip&gt;</b> (1 demos, 2 tests)" in task._repr_html_()
    many = Dataset("many", [Task(str(i), [([[1]], [[1]])], [[[1]]]) for i in range(20)])
    html = many._repr_html_()
    assert "20 tasks, 40 samples" in html
    assert "and 12 more" in html
    assert html.count("<svg") == 8
