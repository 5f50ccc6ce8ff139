"""What a person sees: the colours on the screen, cell by cell."""

import struct
import zlib

import numpy as np

from arcloom.draw.palette import COLOURS, rgb

TOLERANCE = 6


def pixels(png):
    """A PNG of 8 bits a channel, as Chromium writes them, as an array of rows x columns x RGB."""
    at, data, header = 8, b"", None
    while at < len(png):
        (length,), kind = struct.unpack(">I", png[at : at + 4]), png[at + 4 : at + 8]
        body = png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            header = struct.unpack(">IIBBBBB", body)
        if kind == b"IDAT":
            data += body
        at += 12 + length
    width, height, depth, colour, _, _, interlaced = header
    assert (depth, interlaced) == (8, 0)
    channels = {2: 3, 6: 4}[colour]
    rows = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, 1 + width * channels)
    return _unfiltered(rows, channels).reshape(height, width, channels)[:, :, :3]


def _unfiltered(rows, channels):
    """Each row was written as a difference from its neighbours; the first byte says which."""
    done = np.zeros((len(rows) + 1, rows.shape[1] - 1), np.uint8)
    for number, row in enumerate(rows):
        kind, line, above = int(row[0]), row[1:].tolist(), done[number].tolist()
        for k, value in enumerate(line):
            left = line[k - channels] if k >= channels else 0
            corner = above[k - channels] if k >= channels else 0
            line[k] = (value + _guess(kind, left, above[k], corner)) & 255
        done[number + 1] = line
    return done[1:]


def _guess(kind, left, up, corner):
    if kind < 4:
        return (0, left, up, (left + up) // 2)[kind]
    estimate = left + up - corner
    return min((left, up, corner), key=lambda near: abs(estimate - near))


def cells(locator, height, width, palette=COLOURS):
    """The grid that is drawn there, as rows of digits parted by `/`; `?` is no colour of it."""
    locator.scroll_into_view_if_needed()
    picture = pixels(locator.screenshot()).astype(int)
    known = np.array([rgb(colour) for colour in palette])

    def colour(i, j):
        # Off the middle, where a mark for a wrong cell may be.
        y = int((i + 0.5) * picture.shape[0] / height)
        x = int((j + 0.2) * picture.shape[1] / width)
        away = np.abs(known - picture[y, x]).max(axis=1)
        return str(int(away.argmin())) if away.min() <= TOLERANCE else "?"

    return "/".join("".join(colour(i, j) for j in range(width)) for i in range(height))
