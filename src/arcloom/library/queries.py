"""Queries: what one can ask of a library. Nothing here changes it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from sqlalchemy import Connection, select

from arcloom.library import placing, reading, schema
from arcloom.library.bare_answers import read_bare_answers
from arcloom.library.database import Database
from arcloom.library.faults import damaged, faults_of
from arcloom.library.front import front_of
from arcloom.library.integrity import find_problems
from arcloom.library.lineage import read_lineage
from arcloom.library.listing import Listing, Wanted, read_listing
from arcloom.library.patience import outlasts_a_restart
from arcloom.library.reached import Reached, read_levels, read_reached
from arcloom.library.records import (
    Ancestor,
    Kept,
    Kind,
    Scoring,
    Statistics,
    StoredAnswer,
    StoredBareAnswer,
    StoredProgram,
    StoredRun,
    StoredScore,
    TaskSummary,
)
from arcloom.library.scorings import read_scorings
from arcloom.library.states import read_state
from arcloom.library.statistics import statistics_of
from arcloom.library.task_table import key_of
from arcloom.library.versions import check_version
from arcloom.tasks import Task

programs, scores, state, meta = schema.programs, schema.scores, schema.state, schema.meta


class LibraryQueries:
    """The reading half of a `Library`.

    Each method sees the library as it was at one moment. What it gives depends on the content
    alone, its order too. Where a server restarts, a method goes on trying, as `Library` says.
    """

    _database: Database

    def __len__(self) -> int:
        """How many programs are stored, differs included."""
        return self.count("program") + self.count("differ")

    def __bool__(self) -> bool:
        """True, also if it is empty: `library or other` asks whether there is one."""
        return True

    def __iter__(self) -> Iterator[StoredProgram]:
        """The stored programs, differs included, by hash."""
        return iter(self.programs())

    @property
    def patience(self) -> float:
        """Seconds to go on trying where the server is lost; as long as for a lock."""
        return self._database.timeout

    @property
    def place(self) -> str:
        """The file or the URL, without its password."""
        return self._database.place

    @property
    @outlasts_a_restart
    def keep(self) -> int:
        """How many programs a task keeps."""
        with self._database.read() as connection:
            return read_meta(connection)["keep"]

    @property
    @outlasts_a_restart
    def revision(self) -> int:
        """A number that rises with every change to what is stored."""
        with self._database.read() as connection:
            return read_meta(connection)["revision"]

    @outlasts_a_restart
    def verify(self) -> None:
        """Refuse a library that has become another one, or newer, since it was opened."""
        with self._database.read() as connection:
            check_version(connection, self.place)

    @outlasts_a_restart
    def runs(self) -> list[StoredRun]:
        """All runs, in the order they were started."""
        with self._database.read() as connection:
            return reading.read_runs(connection)

    @outlasts_a_restart
    def load_state(self, key: str) -> Any:
        """The value saved under a key; None if there is none."""
        with self._database.read() as connection:
            text = connection.execute(select(state.c.value).where(state.c.key == key)).scalar()
        return None if text is None else self._state(key, text)

    @outlasts_a_restart
    def states(self, beginning: str) -> dict[str, Any]:
        """All values whose keys begin so, by key."""
        query = select(state.c.key, state.c.value).where(state.c.key.startswith(beginning))
        with self._database.read() as connection:
            found = connection.execute(query).all()
        return {key: self._state(key, text) for key, text in found}

    @outlasts_a_restart
    def reached(self, search: str) -> list[Reached]:
        """How far a search is, with each task and each strategy on it."""
        with self._database.read() as connection:
            return read_reached(connection, search)

    @outlasts_a_restart
    def levels(self, way: str) -> dict[str, tuple[int, int]]:
        """By key, the highest level that a search of that way has reached, and its fuel."""
        with self._database.read() as connection:
            return read_levels(connection, way)

    def _state(self, key: object, text: object) -> Any:
        with faults_of(self.place):
            return read_state(key, text)

    @outlasts_a_restart
    def known(self, hashes: Collection[str]) -> set[str]:
        """Those of the hashes whose program is stored."""
        with self._database.read() as connection:
            return placing.stored(connection, hashes)

    @outlasts_a_restart
    def count(self, kind: Kind = "program") -> int:
        """How many programs, or differs, are stored."""
        with self._database.read() as connection:
            return reading.count(connection, programs.c.kind == kind)

    @outlasts_a_restart
    def programs(self, kind: Kind | None = None, since: int | None = None) -> list[StoredProgram]:
        """Stored programs by hash; all of them, or of one kind, or newer than a revision."""
        where = [] if kind is None else [programs.c.kind == kind]
        if since is not None:
            where.append(programs.c.inserted > since)
        with self._database.read() as connection:
            return reading.read_programs(connection, *where)

    @outlasts_a_restart
    def listing(self, wanted: Wanted) -> Listing:
        """A page of the stored programs, each with what it is worth."""
        with self._database.read() as connection:
            return read_listing(connection, wanted)

    @outlasts_a_restart
    def find(self, wanted: str) -> list[StoredProgram]:
        """The programs that a person means by a name, or by a hash or its beginning."""
        named = select(schema.names.c.program).where(schema.names.c.name == wanted)
        with self._database.read() as connection:
            found = reading.read_programs(connection, programs.c.hash.in_(named))
            digits = wanted.rpartition("_")[2]
            if not found and digits.isalnum():
                found = reading.read_programs(connection, programs.c.hash.startswith(digits))
        return found

    @outlasts_a_restart
    def best(self, task: str | Task, n: int | None = None, kind: Kind = "program") -> list[Kept]:
        """The programs that a task keeps, best first; the first `n` of them.

        Raises:
            InputError: The task is given by an id that several tasks of the library have.
        """
        with self._database.read() as connection:
            key = key_of(connection, task)
            found = reading.read_scores(connection, scores.c.task == key, kind=kind)[:n]
            wanted = select(scores.c.program).where(scores.c.task == key)
            read = reading.read_programs(connection, programs.c.hash.in_(wanted))
        by_hash = {program.hash: program for program in read}
        return [Kept(s, by_hash[s.program]) for s in found if s.program in by_hash]

    def front(self, task: str | Task, kind: Kind = "program") -> list[Kept]:
        """Of the programs that a task keeps, those that none beats in fit and length at once.

        Shortest first, so the best fit is the last.
        """
        return front_of(self.best(task, kind=kind))

    @outlasts_a_restart
    def scores(self, program: str | None = None, kind: Kind | None = None) -> list[StoredScore]:
        """Scores by task, best first within it; of all programs or of the one of that hash."""
        where = [] if program is None else [scores.c.program == program]
        with self._database.read() as connection:
            return reading.read_scores(connection, *where, kind=kind)

    @outlasts_a_restart
    def tasks(self, kind: Kind = "program") -> list[TaskSummary]:
        """The tasks that keep programs, by id."""
        with self._database.read() as connection:
            return reading.read_summaries(connection, kind)

    def solved(self) -> dict[str, str]:
        """The ids of tasks that some program fits on all demos, each with the hash of the best one.

        Test outputs are sealed from the library, as from every search.
        """
        return {task.task_id: task.best.program for task in self.tasks() if task.best.fits}

    @outlasts_a_restart
    def answers(self, task: str | Task | None = None) -> list[StoredAnswer]:
        """Answers by task and test, those of the best programs first; of all tasks or of one."""
        with self._database.read() as connection:
            if task is None:
                return reading.read_answers(connection)
            key = key_of(connection, task)
            return reading.read_answers(connection, schema.answers.c.task == key)

    @outlasts_a_restart
    def scorings(self) -> dict[str, Scoring]:
        """By id, the limits and differs that scores were made with."""
        with self._database.read() as connection:
            return read_scorings(connection)

    @outlasts_a_restart
    def bare_answers(
        self, task: str | None = None, *, task_id: str | None = None
    ) -> list[StoredBareAnswer]:
        """Answers without a program: of all tasks, of one by its content, or of one by its id."""
        table = schema.bare_answers
        where = [] if task is None else [table.c.task == task]
        where += [] if task_id is None else [table.c.task_id == task_id]
        with self._database.read() as connection:
            return read_bare_answers(connection, *where)

    @outlasts_a_restart
    def lineage(self, program: str) -> list[Ancestor]:
        """The program of that hash and those it was bred from, nearest first."""
        with self._database.read() as connection:
            return read_lineage(connection, program)

    def statistics(self, kind: Kind = "program") -> Statistics:
        """How often each op occurs in the stored programs."""
        return statistics_of(program.source for program in self.programs(kind))

    @outlasts_a_restart
    def integrity(self) -> list[str]:
        """What is wrong with the library; nothing, one hopes."""
        return find_problems(self._database)


def read_meta(connection: Connection) -> dict[str, int]:
    held = {row.key: row.value for row in connection.execute(select(meta.c.key, meta.c.value))}
    if any(not isinstance(held.get(key), int) for key in ("keep", "revision")):
        raise damaged("its revision, or how many programs a task keeps, is missing")
    return held
