"""Lets threads that run Python take turns often during a search.

A thread that stores what was found may hold the interpreter for 5 ms at a time. The search asks for
it several times in a round of some 30 ms, and all cores wait for the search.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

SWITCH: Final = 0.0002
"""Seconds that a thread may hold the interpreter while another one waits for it."""


@contextmanager
def short_turns() -> Iterator[None]:
    """Take short turns inside the context."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(min(before, SWITCH))
    try:
        yield
    finally:
        sys.setswitchinterval(before)
