"""Work: what a request may still do, and whether anybody waits for its answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from arcloom.engine.pictures import Picture, picture
from arcloom.web.limits import CHARACTER_FUEL, ELEMENT_FUEL, MAX_ELEMENTS, REQUEST_FUEL

TOO_MUCH: Final = (
    "not shown: this page has done all the work that it may; use `arcloom show --steps`"
)


class GoneError(Exception):
    """Whoever asked has left."""


class Work:
    """The fuel of one request: running programs takes it, and so does drawing what they give."""

    def __init__(self, gone: Callable[[], bool] = lambda: False, fuel: int = REQUEST_FUEL) -> None:
        self._gone = gone
        self.left = fuel

    def spend(self, fuel: int) -> None:
        """Take some; ends the request where nobody waits for it any more."""
        if self._gone():
            raise GoneError
        self.left -= fuel

    def draw(self, value: Any, elements: int) -> Picture:
        """The picture of a value with so many elements, or a word that it is too much."""
        self.spend(ELEMENT_FUEL * elements)
        if elements > MAX_ELEMENTS:
            return {"kind": "text", "text": f"too large to show: over {MAX_ELEMENTS:,} elements"}
        if self.left <= 0:
            return too_much()
        drawn = picture(value)
        self.spend(CHARACTER_FUEL * _characters(drawn))
        return drawn


def too_much() -> Picture:
    """Stands for a picture that there is no fuel for."""
    return {"kind": "text", "text": TOO_MUCH}


def _characters(drawn: Picture) -> int:
    if "items" in drawn:
        return sum(map(_characters, drawn["items"]))
    return len(drawn.get("rows") or drawn.get("text") or "")
