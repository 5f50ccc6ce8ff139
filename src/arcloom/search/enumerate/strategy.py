"""Enumerate as a strategy: the engine runs the programs that enumeration finds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final, NamedTuple

from arcloom.engine import Limits, weave
from arcloom.engine.enumeration import FitKind
from arcloom.lang import Program
from arcloom.search.enumerate.forms import Division, SearchPart, divided, form_bits
from arcloom.search.enumerate.on_gpus import GpuEnumerator, SearchRequest
from arcloom.search.enumerate.task_search import Enumeration, enumerate_task
from arcloom.search.leave_one_out import with_left_out
from arcloom.search.strategy import Effort, Findings, Found
from arcloom.search.trial import Candidate, judged, within
from arcloom.tasks import Task

FUEL_PER_STEP: Final = 500
"""The fuel of a tile op with its overhead, in the scheduler's units: about a nanosecond each."""
LIMITS: Final = Limits(node_fuel=20_000_000, program_fuel=40_000_000)
FITS: Final = 12
"""Programs of each kind to report of the plain task."""


class PartFindings(NamedTuple):
    """What the search of a task, or of one of its forms, gives."""

    candidates: Sequence[Candidate]
    """as programs for the plain task"""
    steps: int
    exhausted: bool


class Enumerate:
    """Searches a task and its forms from the start in every round, with four times the fuel."""

    name: Final = "enumerate"
    share: Final = 4.0
    reads_known: Final = False

    def __init__(self, *, forms: bool = True, kinds: Collection[FitKind] = frozenset(FitKind)):
        """Without forms, or for some kinds of fits only: to see what each part brings."""
        self._forms, self._kinds = forms, kinds

    def prepare(self, pool: Sequence[Program]) -> None:
        """Do nothing: each task is searched on its own."""

    def search(self, task: Task, effort: Effort) -> Findings:
        return searched_by_parts(
            *(self.name, task, effort, self._divided(task, effort), FUEL_PER_STEP, self._part)
        )

    def _part(self, part: SearchPart, effort: Effort) -> PartFindings:
        result = self.enumerated(part, effort)
        candidates = [
            part.candidate(c.program, c.cost) for c in result.candidates if c.kind in self._kinds
        ]
        return PartFindings(candidates, result.fuel, result.exhausted)

    def _divided(self, task: Task, effort: Effort) -> Division:
        bits = form_bits(self.name) if self._forms else {}
        return divided(task, effort.fuel // FUEL_PER_STEP, bits)

    def enumerated(self, part: SearchPart, effort: Effort) -> Enumeration:
        """Search the task or a form of it on this thread."""
        most = part.fits(FITS)
        return enumerate_task(part.task, part.steps, effort.memory, effort.stop, most)


def searched_by_parts(
    strategy: str,
    task: Task,
    effort: Effort,
    division: Division,
    fuel_per_step: int,
    search: Callable[[SearchPart, Effort], PartFindings],
) -> Findings:
    """Search the task and its forms one by one, then run what was found."""
    steps, exhausted = 0, division.complete
    candidates: list[Candidate] = []
    for part in division.parts:
        result = search(part, effort)
        steps += result.steps
        exhausted &= result.exhausted
        candidates += result.candidates
        if effort.stop():
            break
    spent = steps * fuel_per_step
    if not candidates or effort.stop():
        return Findings((), spent, exhausted)
    found, more = tried(task, candidates, effort.memory, strategy)
    return Findings(found, spent + more, exhausted)


def tried(
    task: Task, candidates: Sequence[Candidate], memory: int, strategy: str
) -> tuple[tuple[Found, ...], int]:
    """Run programs that enumeration found. Gives what the engine says, and the fuel it took."""
    limits = within(LIMITS, memory)
    # Not in match mode: what fits some demos only may well miss the first.
    run = weave([c.program for c in candidates], limits).run(task.samples, threads=1)
    found, more = with_left_out(task, judged(task, candidates, run, strategy), limits)
    return found, run.work + more


class EnumerateAhead(Enumerate):
    """Enumerate with GPUs, which search all tasks of a round and their forms before their turns.

    The CPU still searches what a GPU cannot, and everything in a round that has too little work for
    GPUs or begins before they are ready.
    """

    def __init__(self, enumerator: GpuEnumerator, least: Callable[[], float] = lambda: 0.0) -> None:
        """`least`: steps of a round that make GPUs worthwhile; infinite until they are ready."""
        super().__init__()
        self._enumerator, self._least = enumerator, least
        self.waiting: dict[tuple[str, int], Enumeration] = {}
        """what GPUs found and no turn has taken yet, by the id of the part's task and its steps"""

    def look_ahead(self, turns: Sequence[tuple[Task, Effort]]) -> None:
        requests = [
            SearchRequest(part.task, part.steps, effort.memory, part.fits(FITS))
            for task, effort in turns
            for part in self._divided(task, effort).parts
        ]
        self.waiting = {}
        if not requests or sum(one.fuel for one in requests) < self._least():
            return
        results = self._enumerator.search(requests, turns[0][1].stop)
        for one, result in zip(requests, results, strict=True):
            if result is not None:
                self.waiting[one.task.id, one.fuel] = result

    def has_looked(self, task: Task, effort: Effort) -> bool:
        parts = self._divided(task, effort).parts if self.waiting else ()
        return any((part.task.id, part.steps) in self.waiting for part in parts)

    def enumerated(self, part: SearchPart, effort: Effort) -> Enumeration:
        result = self.waiting.pop((part.task.id, part.steps), None)
        return super().enumerated(part, effort) if result is None else result
