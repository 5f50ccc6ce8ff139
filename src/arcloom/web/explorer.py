"""Explorer: a dataset and a library as JSON for the pages; one method per resource.

The server hands these out by request, the report keeps them all in one file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Lock

from arcloom.engine import weave
from arcloom.engine.pictures import rows_of
from arcloom.errors import InputError
from arcloom.lang.vocabulary import CONSTANTS, OPS
from arcloom.library import Library, StoredAnswer, StoredProgram, StoredRun
from arcloom.library.datasets import LibraryTasks
from arcloom.library.timeline import key_of
from arcloom.solve.uncover import solved, uncover
from arcloom.tasks import Dataset, Task
from arcloom.web.attempts import attempts_of
from arcloom.web.library_reader import LibraryReader
from arcloom.web.program_list import lineage_content, programs_content, wanted_of
from arcloom.web.rows import (
    Content,
    KnownTasks,
    ProgramOrigins,
    kept_content,
    outputs_content,
    program_row,
    score_rows,
    status_of,
)
from arcloom.web.work import Work


class NotFoundError(InputError):
    """What was asked for is not there."""


class Explorer:
    """The resources. All methods may be called by several threads; none of them writes."""

    def __init__(
        self,
        dataset: Dataset,
        shelf: LibraryReader | None = None,
        known: LibraryTasks | None = None,
    ) -> None:
        """`known` says of which datasets the tasks are, and which tasks have no grids at hand."""
        self.dataset = dataset
        self.shelf = shelf
        self._lock = Lock()
        self._status: Content | None = None
        self._origins: tuple[int, ProgramOrigins] | None = None
        self._known = KnownTasks(dataset.values())
        self._tasks = _tasks_content(dataset, known or LibraryTasks())
        ids = list(dataset)
        self._neighbours = {
            task_id: (ids[k - 1] if k else None, ids[k + 1] if k + 1 < len(ids) else None)
            for k, task_id in enumerate(ids)
        }

    # The dataset

    def tasks(self) -> Content:
        """Every task with its first demo: what the gallery shows."""
        return self._tasks

    def task(self, task_id: str) -> Content:
        """A task with the programs that it keeps and the attempts at its tests."""
        task = self.find_task(task_id)
        before, after = self._neighbours[task_id]
        content: Content = {
            "id": task.id,
            "demos": [[rows_of(given), rows_of(wanted)] for given, wanted in task.pairs],
            "tests": [rows_of(test.input) for test in task.tests],
            "previous": before,
            "next": after,
            "kept": [],
            "front": [],
            "attempts": [[] for _ in task.tests],
            "answers": [[] for _ in task.tests],
            "probability": None,
        }
        if self.shelf is not None:
            with self.reading() as library:
                content |= kept_content(task, library, self.origins(library))
        return content

    def outputs(self, task_id: str, program_hash: str, work: Work | None = None) -> Content:
        """What a program gives for the task's demos and tests."""
        task = self.find_task(task_id)
        with self.reading() as library:
            program = _find_program(library, program_hash).parse()
        return outputs_content(task, weave([program]), work or Work())

    def expected(self, task_id: str) -> Content:
        """The outputs of a task's tests: a person asked for them."""
        grids = uncover(self.find_task(task_id))
        return {"outputs": [None if grid is None else rows_of(grid) for grid in grids]}

    def verdicts(self, work: Work | None = None) -> Content:
        """For every task with attempts whether they are right: a person asked for it."""
        work = work or Work()
        by_task: dict[str, list[StoredAnswer]] = {}
        found = {}
        with self.reading() as library:
            for answer in library.answers():
                for task_id in self._known.ids(answer.task, answer.task_id):
                    by_task.setdefault(task_id, []).append(answer)
            for task_id, answers in by_task.items():
                work.spend(0)
                if task_id in self.dataset:
                    task = self.dataset[task_id]
                    tests, _ = attempts_of(task, library, answers)
                    found[task_id] = solved(task, [[a.grid for a in test] for test in tests])
        return {"tasks": found}

    def find_task(self, task_id: str) -> Task:
        """The task of that id."""
        if task_id not in self.dataset:
            raise NotFoundError(f"no task {_short(task_id)} in {self.dataset.name}")
        return self.dataset[task_id]

    # The library

    @contextmanager
    def reading(self) -> Iterator[Library]:
        """The library, opened for reading."""
        if self.shelf is None:
            raise NotFoundError("no library is served", remedy="start with --library LIBRARY")
        with self.shelf.reading() as library:
            yield library

    def pulse(self) -> Content:
        """Whether the library can be read, and its revision."""
        if self.shelf is None:
            return {"library": None, "revision": None, "problem": None}
        try:
            with self.reading() as library:
                return {"library": library.place, "revision": library.revision, "problem": None}
        except InputError as error:
            return {"library": self.shelf.name, "revision": None, "problem": str(error)}

    def status(self) -> Content:
        """For each task that keeps programs how good the best is and where it comes from."""
        if self.shelf is None:
            return {"revision": None, "tasks": {}}
        with self.reading() as library:
            revision = library.revision
            with self._lock:
                if self._status is None or self._status["revision"] != revision:
                    tasks = status_of(
                        library, self._origins_at(library, revision), self.dataset.values()
                    )
                    self._status = {"revision": revision, "tasks": tasks}
                return self._status

    def origins(self, library: Library) -> ProgramOrigins:
        """Where its programs come from; read again when the library has changed."""
        revision = library.revision
        with self._lock:
            return self._origins_at(library, revision)

    def _origins_at(self, library: Library, revision: int) -> ProgramOrigins:
        if self._origins is None or self._origins[0] != revision:
            self._origins = revision, ProgramOrigins(library)
        return self._origins[1]

    def programs(self, wanted: str = "", **query: str) -> Content:
        """A page of the programs whose name, hash or source contains the text."""
        asked = wanted_of({"wanted": wanted, **query})
        with self.reading() as library:
            return programs_content(library, self.origins(library), asked)

    def lineage(self, program_hash: str) -> Content:
        """A program with those it was bred from, nearest first."""
        with self.reading() as library:
            return lineage_content(library, program_hash, self.origins(library))

    def program(self, program_hash: str) -> Content:
        """A program with its source and what it is worth on which tasks."""
        with self.reading() as library:
            stored = _find_program(library, program_hash)
            scores = library.scores(stored.hash)
            row = program_row(stored, self.origins(library))
        return {**row, "source": stored.source, "scores": score_rows(scores)}

    def runs(self) -> Content:
        """All runs, the latest first."""
        if self.shelf is None:
            return {"runs": []}
        with self.reading() as library:
            return {"runs": [run.content() for run in reversed(library.runs())]}

    def run(self, run_id: str) -> Content:
        """A run with its timeline, as it stands."""
        with self.reading() as library:
            run = next((run for run in library.runs() if run.id == run_id), None)
            timeline = library.load_state(key_of(run_id)) if run is not None else None
        if run is None:
            raise NotFoundError(f"no run {_short(run_id)} in the library")
        return _run_content(run, timeline)

    def followed(self, run_ids: Iterable[str]) -> dict[str, Content]:
        """Those of the runs that are there, as they stand."""
        with self.reading() as library:
            found = {run.id: run for run in library.runs()}
            return {
                run_id: _run_content(found[run_id], library.load_state(key_of(run_id)))
                for run_id in run_ids
                if run_id in found
            }


def _run_content(run: StoredRun, timeline: Content | None) -> Content:
    return {**run.content(), **(timeline or {"points": [], "fitted": {}})}


def vocabulary() -> Content:
    """Names that an editor colours, with what they mean."""
    ops = {name: [str(op.signature), op.summary] for name, op in OPS.items()}
    return {"ops": ops, "constants": {name: repr(value) for name, value in CONSTANTS.items()}}


def encoded(content: Content) -> bytes:
    """JSON for a page."""
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False).encode()


def _tasks_content(dataset: Dataset, known: LibraryTasks) -> Content:
    return {
        "dataset": dataset.name,
        "datasets": known.names or [dataset.name],
        "refused": [str(error) for error in dataset.refused.values()],
        "missing": list(known.missing),
        "problems": known.problems,
        "tasks": [
            {**_card(task), "dataset": known.origins.get(task.id, dataset.name)}
            for task in dataset.values()
        ],
    }


def _card(task: Task) -> Content:
    grids = [grid for pair in task.pairs for grid in pair] + [test.input for test in task.tests]
    colours = set[int]().union(*(grid.tobytes() for grid in grids))
    return {
        "id": task.id,
        "demos": len(task.demos),
        "tests": len(task.tests),
        "side": max(max(grid.shape) for grid in grids),
        "colours": len(colours),
        "first": [rows_of(grid) for grid in task.pairs[0]] if task.pairs else [],
    }


def _find_program(library: Library, program_hash: str) -> StoredProgram:
    found = next((p for p in library.find(program_hash) if p.hash == program_hash), None)
    if found is None:
        raise NotFoundError(
            f"no program {_short(program_hash)} in the library",
            remedy="it may have given way to a better one",
        )
    return found


def _short(text: str, limit: int = 60) -> str:
    return repr(text if len(text) <= limit else f"{text[: limit - 3]}...")
