"""The figures of a run of `evolve`, for people, machines and the library."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from html import escape
from typing import Any, Final

from arcloom.draw.html import bar_html

STAGES: Final = ("generate", "weave", "evaluate", "score", "dedupe", "search", "store", "other")


@dataclass
class EvolveFigures:
    """The figures of a run. `stages` are seconds that add up to `seconds`."""

    generation: int = 0
    rounds: int = 0
    candidates: int = 0
    stored: int = 0
    known: int = 0
    failed_children: int = 0
    """attempts to breed that gave no child"""
    fitted: int = 0
    expected: float | None = None
    """how many tasks are right by their probabilities, with two attempts; None if nobody judges"""
    best_partial: float = 0.0
    tasks: int = 0
    threads: int = 1
    seconds: float = 0.0
    stages: dict[str, float] = field(default_factory=lambda: dict.fromkeys(STAGES, 0.0))
    stop: str = "generations"
    differs: int = 0
    """bred and judged; not among the candidates"""
    problem: str = ""
    """why the library took no more, if it did not; `stored` counts what was stored before"""
    store_cpu_seconds: float = 0.0
    """CPU seconds of storing while other stages ran; the other stages' seconds include them"""

    @property
    def rate(self) -> float:
        """Candidates scored per second of wall clock."""
        return self.candidates / self.seconds if self.seconds else 0.0

    @property
    def fitted_text(self) -> str:
        """How many tasks are fitted, and how many of them are probably right."""
        likely = "" if self.expected is None else f", {self.expected:.0f} expected right"
        return f"{self.fitted} of {self.tasks} tasks fitted{likely}"

    def content(self) -> dict[str, Any]:
        """The figures for machines and for the library."""
        old_names = {"barren": self.failed_children, "beside": self.store_cpu_seconds}
        return {**asdict(self), **old_names, "rate": self.rate}

    def _repr_html_(self) -> str:
        """Two lines, and a bar that shows the share of fitted tasks."""
        total = sum(self.stages.values()) or 1.0
        stages = ", ".join(
            f"{escape(name)} {seconds / total:.0%}" for name, seconds in self.stages.items()
        )
        return (
            f"<div><b>{self.fitted_text}</b>; generation "
            f"{self.generation}, {self.candidates:,} candidates in {self.seconds:.0f} s "
            f"({self.rate:,.0f}/s), {self.stored:,} stored</div>"
            f"{bar_html(self.fitted / self.tasks if self.tasks else 0.0)}"
            f"<div><small>{stages}</small></div>"
        )
