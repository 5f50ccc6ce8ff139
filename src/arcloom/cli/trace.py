"""Traces of a run, as the JSON that Perfetto, speedscope and chrome://tracing open."""

from __future__ import annotations

import json
from pathlib import Path
from time import perf_counter

from arcloom.cli import BEGUN
from arcloom.files import write_atomically


class TraceFile:
    """Collects stages; `add` takes seconds since this object was made.

    What went before, from the moment the command line was entered, is the stage `start`. The file
    is written once at the beginning: where it cannot be, one should know before the run, not after.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._offset = perf_counter() - BEGUN
        # Tuples, since there may be many; they become dictionaries when they are written.
        self._stages: list[tuple[str, float, float]] = [("start", -self._offset, self._offset)]
        self.write()

    def add(self, stage: str, begun: float, seconds: float) -> None:
        """A stage, when it began and how long it took."""
        self._stages.append((stage, begun, seconds))

    def write(self) -> None:
        """Write what was collected so far."""
        events = [
            {
                "name": stage,
                "cat": "arcloom",
                "ph": "X",
                "ts": round(1e6 * (self._offset + begun), 3),
                "dur": round(1e6 * seconds, 3),
                "pid": 1,
                "tid": 1,
            }
            for stage, begun, seconds in self._stages
        ]
        write_atomically(
            self.path, json.dumps({"traceEvents": events, "displayTimeUnit": "ms"}) + "\n"
        )
