"""Stages of a command: consecutive, so that their times add up to the wall clock."""

from __future__ import annotations

from time import perf_counter

from arcloom.cli import BEGUN


class Stages:
    """Times count from the start of the command. A stage lasts until its `end`."""

    def __init__(self) -> None:
        self._ends: dict[str, float] = {}

    def end(self, name: str) -> None:
        """End the stage of that name. It began when the stage before it ended."""
        self._ends[name] = perf_counter()

    @property
    def seconds(self) -> dict[str, float]:
        """The seconds of each stage, and their total."""
        begins = [BEGUN, *self._ends.values()]
        stages = {
            name: end - begin
            for (name, end), begin in zip(self._ends.items(), begins, strict=False)
        }
        return {**stages, "total": sum(stages.values())}
