"""Kept: how likely each task is right by the programs that `evolve` keeps for it.

`evolve` looks for programs and answers nothing. Here its programs are ranked and judged like those
of `solve`. The answers and their odds are stored beside the programs, so that a list or a page
need not run anything to show them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
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
        fitted = set(population.fitted())
        work: list[tuple[Task, dict[str, list[Program]]]] = []
        for task in self._tasks.values():
            if task.key not in fitted or (task.id in self._judged and not again):
                continue
            fits = [row.program for row in population.rows(task.key) if row.fits][:JUDGED]
            if self._judged.get(task.id) != tuple(fits):
                self._judged[task.id] = tuple(fits)
                work.append((task, _by_origin(population, fits)))
        with ThreadPoolExecutor(self._threads) as threads:
            held = threads.map(lambda one: _evidence(*one), work)
            return {key: state for evidence in held for key, state in self._state(evidence)}

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


def _evidence(task: Task, programs: Mapping[str, Sequence[Program]]) -> Evidence:
    """What these programs, by origin, give for the task."""
    evidence = Evidence(task)
    for origin, those in programs.items():
        evidence.add(_tried(task, those, origin))
    return evidence
