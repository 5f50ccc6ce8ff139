"""Output that a notebook redraws in place, to show the progress of long work."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any, TypeVar

Show = Callable[[str], None]
Shown = TypeVar("Shown")


def notebook_output() -> Show | None:
    """Return a function that draws HTML over its last drawing, or None outside a notebook.

    It needs IPython, which every notebook has loaded, but no widgets. Nothing runs in the
    background, so the notebook's interrupt button reaches the work itself.
    """
    module = sys.modules.get("IPython")
    shell = module.get_ipython() if module is not None else None
    if module is None or shell is None or not hasattr(shell, "kernel"):
        return None
    display, html = module.display.display, module.display.HTML
    handle: Any = None

    def show(text: str) -> None:
        nonlocal handle
        if handle is None:
            handle = display(html(text), display_id=True)
        else:
            handle.update(html(text))

    return show


def at_most_every(
    seconds: float, show: Callable[[Shown], object], wait: bool = False
) -> Callable[[Shown], None]:
    """Call `show` only if `seconds` have passed since the last call, or since now with `wait`."""
    last = perf_counter() if wait else float("-inf")

    def rarely(value: Shown) -> None:
        nonlocal last
        now = perf_counter()
        if now - last >= seconds:
            last = now
            show(value)

    return rarely
