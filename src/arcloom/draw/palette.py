"""The standard ARC colours, a set for colour-blind people, and the extra colours of drawings."""

from __future__ import annotations

COLOURS = (
    "#000000",  # 0 black
    "#0074D9",  # 1 blue
    "#FF4136",  # 2 red
    "#2ECC40",  # 3 green
    "#FFDC00",  # 4 yellow
    "#AAAAAA",  # 5 grey
    "#F012BE",  # 6 magenta
    "#FF851B",  # 7 orange
    "#7FDBFF",  # 8 sky
    "#870C25",  # 9 maroon
)

NAMES = (
    "black",
    "blue",
    "red",
    "green",
    "yellow",
    "grey",
    "magenta",
    "orange",
    "light blue",
    "maroon",
)
"""What the colours are called in sentences."""

# A search found these ten colours. They are close to their names, and the two nearest ones are as
# far apart as possible for people with protanopia, deuteranopia or tritanopia. A test checks the
# distance.
COLOUR_BLIND = (
    "#000000",  # 0 black
    "#03349A",  # 1 blue
    "#BA2C00",  # 2 red
    "#00739C",  # 3 green, rather a teal
    "#FFFC42",  # 4 yellow
    "#999999",  # 5 grey
    "#F598FC",  # 6 magenta
    "#EA7307",  # 7 orange
    "#93FFD9",  # 8 sky
    "#58232E",  # 9 maroon
)
LINE = "#555555"
PAPER = "#FFFFFF"
PLACE = "#3B4658"


def rgb(colour: str) -> tuple[int, int, int]:
    """'#0074D9' as (0, 116, 217)."""
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue
