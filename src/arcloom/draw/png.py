"""Grids, and pairs of grids, as PNG. It uses only the standard library."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from arcloom.draw.layout import Cells, Pair, extent, lay_out
from arcloom.draw.palette import COLOURS, LINE, PAPER, rgb

# A pixel is an index into the picture's palette: the colours, then these two.
_PALETTE = (*COLOURS, LINE, PAPER)
_LINE_INDEX = len(COLOURS)
_PAPER_INDEX = len(COLOURS) + 1

# A question mark for unknown outputs, in 5x7 dots.
_UNKNOWN = (".###.", "#...#", "....#", "...#.", "..#..", ".....", "..#..")

_Pixels = npt.NDArray[np.uint8]


def grid_png(grid: Cells, cell: int = 16) -> bytes:
    """A grid as the bytes of a PNG file."""
    return _encode(_grid_pixels(grid, cell))


def pairs_png(pairs: Sequence[Pair], cell: int = 10) -> bytes:
    """Pairs of grids side by side as the bytes of a PNG file."""
    layout = lay_out(pairs, cell)
    canvas = np.full((layout.height, layout.width), _PAPER_INDEX, dtype=np.uint8)
    for placed in layout.grids:
        _paste(canvas, _grid_pixels(placed.grid, cell), placed.x, placed.y)
    for x, y in layout.open:
        _paste(canvas, _unknown_pixels(max(1, cell // 5)), x, y)
    return _encode(canvas)


def _grid_pixels(grid: Cells, cell: int) -> _Pixels:
    rows, columns = grid.shape
    shape = (extent(rows, cell), extent(columns, cell))
    pixels = np.full(shape, _LINE_INDEX, dtype=np.uint8)
    for offset in np.ndindex(cell, cell):
        pixels[1 + offset[0] :: cell + 1, 1 + offset[1] :: cell + 1] = grid
    return pixels


def _unknown_pixels(dot: int) -> _Pixels:
    marks = np.array([[c == "#" for c in row] for row in _UNKNOWN])
    return np.where(marks, _LINE_INDEX, _PAPER_INDEX).astype(np.uint8).repeat(dot, 0).repeat(dot, 1)


def _paste(canvas: _Pixels, pixels: _Pixels, x: int, y: int) -> None:
    """Put pixels on the canvas. Whatever would pass the edge is cut off."""
    window = canvas[y : y + pixels.shape[0], x : x + pixels.shape[1]]
    window[...] = pixels[: window.shape[0], : window.shape[1]]


def _encode(pixels: _Pixels) -> bytes:
    height, width = pixels.shape
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)  # 8 bits, palette
    colours = b"".join(bytes(rgb(colour)) for colour in _PALETTE)
    # Every row starts with its filter type: 0, none.
    rows = np.pad(pixels, ((0, 0), (1, 0))).tobytes()
    chunks = (
        (b"IHDR", header),
        (b"PLTE", colours),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)
