"""Checkpoint: what an interrupted run goes on from, and when it is time for the next one."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final

from arcloom.search.evolve.colonies import Colonies, packed

LEAST_PAUSE: Final = 1.0
"""Seconds at least from one checkpoint to the next."""
SHARE: Final = 0.02
"""The share of the time that checkpoints may take."""


class Checkpoint:
    """A run's next round and its islands, as they were when it was made.

    It is quick to make. To pack it takes longer, and may be done beside the next round.
    """

    def __init__(self, key: str, state: Mapping[str, Any], colonies: Colonies) -> None:
        self._begun = time.perf_counter()
        self._key = key
        self._state = dict(state)
        self._islands = colonies.content()
        self._seconds = time.perf_counter() - self._begun

    def state(self) -> dict[str, Any]:
        """What a library stores. Call it once."""
        begun = time.thread_time()
        state = {self._key: {**self._state, "colonies": packed(self._islands)}}
        self._seconds += time.thread_time() - begun
        return state

    def is_old(self) -> bool:
        """Whether it is time for the next one."""
        pause = max(LEAST_PAUSE, self._seconds / SHARE)
        return time.perf_counter() >= self._begun + pause
