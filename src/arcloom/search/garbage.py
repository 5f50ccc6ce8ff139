"""Makes garbage collection rare during a search.

A search holds hundreds of thousands of small objects that form no cycles. With its default settings
Python's collector scans all of them again and again. That takes a tenth of a long run.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

RARELY: Final = (100_000, 50, 100)


@contextmanager
def collect_rarely() -> Iterator[None]:
    """Collect rarely inside the context. If collection is switched off, it stays off."""
    before = gc.get_threshold()
    gc.set_threshold(*RARELY)
    try:
        yield
    finally:
        gc.set_threshold(*before)
