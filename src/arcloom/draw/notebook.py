"""A notebook's output that is redrawn in place: progress for what takes long."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

Show = Callable[[str], None]


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
