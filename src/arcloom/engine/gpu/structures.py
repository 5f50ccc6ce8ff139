"""Structures that kernels take: 64-bit words, filled in by name.

The native core knows the order of the words, so nothing here depends on it.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from arcloom import _core


def structure(name: str, **words: int) -> NDArray[np.int64]:
    """The words of a structure. The caller must give exactly its fields."""
    fields = _fields(name)
    if words.keys() != set(fields):
        raise ValueError(f"{name} has the words {', '.join(fields)}, not {', '.join(words)}")
    return np.array([words[field] for field in fields], np.int64)


@cache
def _fields(name: str) -> list[str]:
    return [field.replace(".", "_") for field in _core.structures()[name]]
