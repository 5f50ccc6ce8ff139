"""A notebook's output that is redrawn in place: progress for what takes long."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any, TypeVar

Show = Callable[[str], None]
Shown = TypeVar("Shown")


def notebook_output() -> Show | None:
    """Gives a function that draws HTML over what it drew before; None outside of a notebook.

    It needs IPython, which a notebook has loaded, and no widgets. Nothing runs in the background,
    so the notebook's interrupt button reaches the work itself.
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
    """Call `show` only if so many seconds have passed since the last time; `wait`: since now."""
    last = perf_counter() if wait else float("-inf")

    def rarely(value: Shown) -> None:
        nonlocal last
        if perf_counter() - last >= seconds:
            last = perf_counter()
            show(value)

    return rarely
