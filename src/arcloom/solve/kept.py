"""Kept: how likely each task is right by the programs that `evolve` keeps for it.

`evolve` looks for programs and answers nothing. Here its programs are ranked and judged like those
of `solve`. The answers and their odds are stored beside the programs, so that a list or a page
need not run anything to show them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from itertools import islice
from time import perf_counter
from typing import Any, Final

from arcloom.engine import weave
from arcloom.engine.batt import check_threads
from arcloom.lang import Program
from arcloom.search.description_length import description_length
from arcloom.search.evolve.population import Population
from arcloom.search.evolve.strategy import Evolve
from arcloom.search.learn.candidates import FIT_LIMITS
from arcloom.search.leave_one_out import with_left_out
from arcloom.search.strategy import Found
from arcloom.search.transfer.strategy import Transfer
from arcloom.search.trial import Candidate, judged
from arcloom.solve.evidence import Evidence
from arcloom.solve.given import ATTEMPTS, kept_key
from arcloom.solve.odds import KEPT, answered
from arcloom.tasks import Task

JUDGED: Final = 8
"""Fitting programs of a task that are judged: the best of them. To leave out demos costs much."""


class KeptOdds:
    """The judge of one run of `evolve` (`search/evolve/judge.py`)."""

    def __init__(self, tasks: Mapping[str, Task], threads: int | None = None) -> None:
        self._tasks = tasks
        self._threads = check_threads(threads)
        self._judged: dict[str, tuple[str, ...]] = {}
        self._probabilities: dict[str, float] = {}
        self._found: dict[str, dict[str, Found]] = {}
        """by task id and hash: what was tried and is still among the best"""
        self._seconds = 0.0
        self._count = 0

    @property
    def expected(self) -> float:
        """How many of the judged tasks are right, by their probabilities."""
        return sum(self._probabilities.values())

    @property
    def probabilities(self) -> dict[str, float]:
        """By task id, in the tasks' order, for each task that some program fits."""
        known = self._probabilities
        return {task_id: known[task_id] for task_id in self._tasks if task_id in known}

    def judge(self, population: Population, again: bool) -> dict[str, Any]:
        """Judge the tasks that are fitted for the first time; gives the states to store.

        With `again`, also those whose programs have changed since.
        """
        begun = perf_counter()
        changed = list(self._changed(population, again))
        self._judged |= {task.id: fits for task, fits in changed}
        new = sum(self._untried(task, fits) for task, fits in changed)
        work = [(task, _by_origin(population, fits)) for task, fits in changed]
        with ThreadPoolExecutor(self._threads) as threads:
            held = threads.map(lambda one: self._evidence(*one), work)
            states = {key: state for evidence in held for key, state in self._state(evidence)}
        self._seconds += perf_counter() - begun
        self._count += new
        return states

    def seconds_left(self, population: Population) -> float:
        """About how long `judge` would take now, with `again`, by how long it has taken so far."""
        new = sum(self._untried(*one) for one in self._changed(population, again=True))
        return new * self._seconds / max(self._count, 1)

    def _untried(self, task: Task, fits: Sequence[str]) -> int:
        """How many programs were not tried yet: these take the time."""
        known = self._found.get(task.id, {})
        return sum(program not in known for program in fits)

    def _changed(
        self, population: Population, again: bool
    ) -> Iterator[tuple[Task, tuple[str, ...]]]:
        """The fitted tasks whose best programs are not those that were judged, with these.

        Without `again`, only those that were never judged.
        """
        fitted = set(population.fitted())
        for task in self._tasks.values():
            if task.key not in fitted or (task.id in self._judged and not again):
                continue
            best = islice(population.rows(task.key), JUDGED)  # what fits comes first
            fits = tuple(row.program for row in best if row.fits)
            if self._judged.get(task.id) != fits:
                yield task, fits

    def _evidence(self, task: Task, programs: Mapping[str, Sequence[Program]]) -> Evidence:
        """What these programs, by origin, give for the task. Each is tried once."""
        known = self._found.get(task.id, {})
        found: dict[str, Found] = {}
        for origin, those in programs.items():
            new = _tried(task, [program for program in those if program.hash not in known], origin)
            tried = known | {one.program.hash: one for one in new}
            found |= {one.hash: tried[one.hash] for one in those if one.hash in tried}
        self._found[task.id] = found
        evidence = Evidence(task)
        evidence.add(found.values())
        return evidence

    def _state(self, evidence: Evidence) -> Iterator[tuple[str, dict[str, Any]]]:
        if not evidence.fits:  # none can be read back
            return
        task = evidence.task
        outputs, found = answered(evidence, ATTEMPTS, shift=KEPT)
        self._probabilities[task.id] = found.probability
        grids = [[g.tolist() for g in test] for test in outputs]
        yield kept_key(task), {"task": task.id, **asdict(found), "attempts": grids}


def _tried(task: Task, programs: Sequence[Program], strategy: str) -> tuple[Found, ...]:
    """What the programs are worth on a task, and how they do when a demo is left out."""
    if not programs:
        return ()
    candidates = [Candidate(program, description_length(program)) for program in programs]
    result = weave(programs, FIT_LIMITS).run(task.samples, threads=1, match=True)
    return with_left_out(task, judged(task, candidates, result, strategy), FIT_LIMITS)[0]


def _by_origin(population: Population, fits: Iterable[str]) -> dict[str, list[Program]]:
    """The programs of these hashes, imported and bred ones apart."""
    programs: dict[str, list[Program]] = {Transfer.name: [], Evolve.name: []}
    for program_hash in fits:
        number = population.number(program_hash)
        if number is not None:
            origin = Transfer.name if program_hash in population.imported else Evolve.name
            programs[origin].append(population.program(number))
    return programs
