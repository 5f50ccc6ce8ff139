"""Kept: how likely each task is right by the programs that `evolve` keeps for it.

`evolve` looks for programs and answers nothing. Here its programs are ranked and judged like those
of `solve`. What the searches found counts as well, so that agreement does. The answers and their
odds are stored beside the programs, so that a list or a page need not run anything to show them.

A task that was searched may have many programs that fit. Then the one behind the likeliest answer
is named, and the library has it as the task's best. A program that a user imported stays first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from functools import cache
from itertools import chain, islice
from time import perf_counter
from typing import Any, Final

from arcloom.engine import weave
from arcloom.engine.batt import check_threads
from arcloom.lang import Program
from arcloom.library.odds import LIKELIEST
from arcloom.search.bare_answer import output_key
from arcloom.search.description_length import description_length
from arcloom.search.evolve.founders import founders
from arcloom.search.evolve.population import Population
from arcloom.search.evolve.strategy import Evolve
from arcloom.search.evolve.told import Searched
from arcloom.search.learn.candidates import FIT_LIMITS
from arcloom.search.learn.strategy import Learn
from arcloom.search.leave_one_out import with_left_out
from arcloom.search.strategy import Found
from arcloom.search.transfer.strategy import Transfer
from arcloom.search.trial import Candidate, judged
from arcloom.solve.evidence import Evidence
from arcloom.solve.given import ATTEMPTS, kept_key
from arcloom.solve.odds import KEPT, answered, program_chances
from arcloom.tasks import Task

JUDGED: Final = 8
"""Fitting programs of a task that are judged: the best of them. To leave out demos costs much. Of a
task that was searched, all are."""


class KeptOdds:
    """The judge of one run of `evolve` (`search/evolve/judge.py`)."""

    def __init__(self, tasks: Mapping[str, Task], threads: int | None = None) -> None:
        self._tasks = tasks
        self._threads = check_threads(threads)
        self._judged: dict[str, tuple[int, tuple[str, ...]]] = {}
        self._probabilities: dict[str, float] = {}
        self._found: dict[str, dict[str, Found]] = {}
        """by task id and hash: what was tried and is still among the best"""
        self._heard: dict[str, dict[int, Searched]] = {}
        """by the key of a task and the stage"""
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

    def hear(self, told: Searched) -> None:
        """Take in what a stage of the searches found to fit a task."""
        self._heard.setdefault(told.task, {})[told.stage] = told

    def judge(self, population: Population, again: bool) -> dict[str, Any]:
        """Judge the tasks that are fitted for the first time; gives the states to store.

        With `again`, also those whose programs have changed since.
        """
        begun = perf_counter()
        changed = list(self._changed(population, again))
        self._judged |= {task.id: (self._stages(task), fits) for task, fits in changed}
        new = sum(self._untried(task, fits) for task, fits in changed)
        work = [
            (task, [*self._told(task), *_by_origin(population, fits).items()])
            for task, fits in changed
        ]
        with ThreadPoolExecutor(self._threads) as threads:
            held = list(threads.map(lambda one: self._evidence(*one), work))
        states: dict[str, Any] = dict(chain.from_iterable(map(self._state, held)))
        for evidence, (task, fits) in zip(held, changed, strict=True):
            if task.key in self._heard:
                written = population.was_written(task.key)
                named = None if written else self._likeliest(task, evidence, fits)
                states[LIKELIEST + task.key] = named
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
        heard = {one.hash for _, those in self._told(task) for one in those}
        return len({*fits, *heard} - known.keys())

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
            most = None if task.key in self._heard else JUDGED
            best = islice(population.rows(task.key), most)  # what fits comes first
            fits = tuple(row.program for row in best if row.fits)
            if self._judged.get(task.id) != (self._stages(task), fits):
                yield task, fits

    def _stages(self, task: Task) -> int:
        """How many stages of the searches have told of it."""
        return len(self._heard.get(task.key, ()))

    def _told(self, task: Task) -> list[tuple[str, Sequence[Program]]]:
        """What the searches found, by strategy, the first stage first."""
        stages = sorted(self._heard.get(task.key, {}).items())
        return [one for _, told in stages for one in told.programs.items()]

    def _evidence(self, task: Task, programs: Iterable[tuple[str, Sequence[Program]]]) -> Evidence:
        """What these programs, by origin, give for the task. Each is tried once.

        It counts for the origin that comes first.
        """
        known = self._found.get(task.id, {})
        found: dict[str, Found] = {}
        for origin, those in programs:
            own = [program for program in those if program.hash not in found]
            new = _tried(task, [program for program in own if program.hash not in known], origin)
            tried = known | {one.program.hash: one for one in new}
            found |= {
                one.hash: replace(tried[one.hash], strategy=origin)
                for one in own
                if one.hash in tried
            }
        self._found[task.id] = found
        evidence = Evidence(task)
        evidence.add(found.values())
        return evidence

    def _likeliest(self, task: Task, evidence: Evidence, fits: Sequence[str]) -> str | None:
        """Of these programs, the one behind the likeliest answer; among equals the first."""
        chances = [program_chances(evidence, test) for test in range(len(task.tests))]

        def chance(program: str) -> float:
            outputs = self._found[task.id][program].outputs
            return min(
                0.0 if output is None else of_test.get(output_key(output), 0.0)
                for output, of_test in zip(outputs, chances, strict=True)
            )

        return max((one for one in fits if one in self._found[task.id]), key=chance, default=None)

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


@cache
def _founding() -> frozenset[str]:
    """The hashes of the programs that `fit` tries too."""
    return frozenset(program.hash for program in founders())


def _by_origin(population: Population, fits: Iterable[str]) -> dict[str, list[Program]]:
    """The programs of these hashes: those it began with, those of `fit`, and bred ones."""
    programs: dict[str, list[Program]] = {Transfer.name: [], Learn.name: [], Evolve.name: []}
    for program_hash in fits:
        number = population.number(program_hash)
        if number is not None:
            known = Learn.name if program_hash in _founding() else Transfer.name
            origin = known if program_hash in population.imported else Evolve.name
            programs[origin].append(population.program(number))
    return programs
