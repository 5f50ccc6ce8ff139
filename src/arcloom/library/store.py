"""Library: the store of programs, what they solve, runs and answers; here, all that changes it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from threading import Lock
from types import TracebackType
from typing import Any, Final, Literal
from uuid import uuid4

from sqlalchemy import Connection, update

from arcloom.errors import InputError, of_kind
from arcloom.lang import Program
from arcloom.lang.program import check_program
from arcloom.library import merging, placing, schema
from arcloom.library.bare_answers import replace_bare_answers
from arcloom.library.facts import library_html, summary_of
from arcloom.library.heartbeat import beat
from arcloom.library.kept_cache import KeptCache
from arcloom.library.opening import open_database
from arcloom.library.patience import outlasts_a_restart
from arcloom.library.queries import LibraryQueries, read_meta
from arcloom.library.reached import Reached, save_reached
from arcloom.library.records import (
    Counts,
    Scored,
    Scoring,
    StoredBareAnswer,
)
from arcloom.library.task_table import hold, tasks_in
from arcloom.library.writing import delete, insert, upsert

KEEP: Final = 32
"""How many programs a new library keeps for a task, unless told otherwise."""

TIMEOUT: Final = 30.0
"""Seconds to wait for other processes that write."""

programs, scores, state, meta, runs = (
    schema.programs,
    schema.scores,
    schema.state,
    schema.meta,
    schema.runs,
)


class Library(LibraryQueries):
    """A library in a SQLite file or a PostgreSQL database.

    What it promises:

    - *Once.* A program is stored once, by the hash of its DAG; programs of equal hash are one.
    - *The best.* For each task it keeps the best `keep` programs, of equal behaviours one
      (`library.keep_rule` has the rule). What is kept depends on what was recorded alone: not on
      the order, not on how it was split into batches, not on which process recorded what. For
      that, `behaviour` must be a function of task and program, as it is for one vocabulary and one
      set of limits.
    - *Imported programs stay.* Others leave when no task keeps them any more.
    - *All or nothing.* Each method that writes is one transaction. When it returns, its work
      survives a kill of the process; when it raises, the library is as it was.
    - *Many writers.* Any number of processes may read and write at once. Writers take turns: each
      holds the write lock for its whole transaction, and waits `timeout` seconds for it at most.
    - *Order.* What is read comes in an order that depends on the content alone, so equal libraries
      export equal bytes.
    - *Faults of the outside world* (a full disk, a lost server, a foreign or damaged file) are
      InputErrors; those that may pass by themselves are UnavailableErrors. Where a server restarts,
      a method goes on trying for `timeout` seconds before it raises.

    Its limits: a program that is recorded again on a task keeps the better of its rows. Threads
    may share a Library; processes may not, so open one in each.

    Example:
        ```python
        with al.Library("lib.db") as library:
            library.add_programs(al.read_programs("solvers.py"))
            print(len(library), [program.name for program in library])
        ```
    """

    def __init__(
        self,
        path_or_url: str | os.PathLike[str],
        create: bool = True,
        readonly: bool = False,
        *,
        keep: int = KEEP,
        timeout: float = TIMEOUT,
    ) -> None:
        """Open a library. An older one is migrated first.

        Args:
            path_or_url: The path of a SQLite file, or the URL of a PostgreSQL database.
            create: Whether to make one where there is none.
            readonly: Whether it is only read; then none is made.
            keep: How many programs a new library keeps per task.
            timeout: Seconds to wait for other processes that write.

        Raises:
            InputError: There is no library, or it cannot be used.
        """
        _check_keep(keep)
        of_kind("a library", path_or_url, (str, os.PathLike), "a path or a URL")
        self._database = open_database(
            os.fspath(path_or_url), create=create, readonly=readonly, keep=keep, timeout=timeout
        )
        self._shelves = KeptCache()
        self._writing = Lock()  # the shelves are one thread's at a time

    @classmethod
    def open(
        cls,
        path_or_url: str | os.PathLike[str],
        create: bool = True,
        readonly: bool = False,
        *,
        keep: int = KEEP,
        timeout: float = TIMEOUT,
    ) -> Library:
        """The same as the constructor."""
        return cls(path_or_url, create, readonly, keep=keep, timeout=timeout)

    def __repr__(self) -> str:
        return f"Library({self.place!r}: {summary_of(self)})"

    def _repr_html_(self) -> str:
        return library_html(self)

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()

    def __enter__(self) -> Library:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # Writing

    def add_programs(
        self,
        new: Mapping[str, Program] | Iterable[Program],
        run: str | None = None,
        *,
        texts: Mapping[tuple[str, str], str] | None = None,
    ) -> Counts:
        """Import programs, under the mapping's names or their own. They stay until removed.

        `texts` has the functions as their files have them, by name and hash. An export writes
        them; without, it has neither docstrings nor the names of variables.
        """
        of_kind("new", new, Iterable, "programs")
        given = new.values() if isinstance(new, Mapping) else new
        programs = [check_program(program) for program in given]
        names = list(new) if isinstance(new, Mapping) else [program.name for program in programs]
        named = zip(names, programs, strict=True)
        pairs = sorted({(name, program.hash): program for name, program in named}.items())
        return self._add_programs(pairs, run, texts or {})

    @outlasts_a_restart
    def _add_programs(
        self,
        pairs: Sequence[tuple[tuple[str, str], Program]],
        run: str | None,
        texts: Mapping[tuple[str, str], str],
    ) -> Counts:
        by_hash = {program.hash: program for _, program in pairs}
        with self._change() as (connection, bump, _):
            known = placing.stored(connection, by_hash)
            fresh = [(p, run) for h, p in by_hash.items() if h not in known]
            revision = bump()
            placing.insert_programs(connection, fresh, revision, imported=True)
            rows = [(*pair, texts.get(pair)) for pair, _ in pairs]
            placing.insert_names(connection, self._shelves, rows, revision, replace=True)
        return Counts(len(fresh), len(known), 0)

    def record(
        self,
        batch: Iterable[Scored],
        run: str | None = None,
        state: Mapping[str, Any] | None = None,
        reached: Iterable[Reached] = (),
        bare: Mapping[str, Sequence[StoredBareAnswer]] | None = None,
    ) -> Counts:
        """Store scored programs, as far as their tasks keep them.

        `state` and how far a search has `reached` are saved in the same transaction: a search that
        is killed and resumed from it finds the library exactly as it left it. So is `bare`: by the
        key of a task, all answers for it that have no program.
        """
        return self._record(list(batch), run, state or {}, list(reached), bare or {})

    @outlasts_a_restart
    def _record(
        self,
        batch: Sequence[Scored],
        run: str | None,
        state: Mapping[str, Any],
        reached: Sequence[Reached],
        bare: Mapping[str, Sequence[StoredBareAnswer]],
    ) -> Counts:
        with self._change(tasks_in(batch)) as (connection, bump, keep):
            counts = placing.place(connection, self._shelves, batch, lambda _: run, bump, keep)
            replace_bare_answers(connection, bare, run)
            if bare:
                bump()
            _save_states(connection, state)
            save_reached(connection, reached)
            beat(connection, run)
        return counts

    @outlasts_a_restart
    def adopt(self, batch: Sequence[Scored]) -> None:
        """File scores that were filed under a task's id under its key from now on.

        They come from a library of an older version, which did not know the grids.
        """
        old = [(scored.task_id, scored.program.hash) for scored in batch]
        with self._change() as (connection, bump, keep):
            hold(connection, tasks_in(batch))
            placing.drop_rows(connection, old)
            self._shelves.forget()
            placing.place(connection, self._shelves, batch, lambda _: None, bump, keep)

    @outlasts_a_restart
    def rescore(
        self,
        scored: Sequence[tuple[str, str, int]],
        scoring: Scoring,
        state: Mapping[str, Any],
    ) -> None:
        """Set differ scores, as (key of the task, program, score), of what is kept.

        For a search that scores with other differs than the one before it; nothing is dropped.
        `state` as in `record`.
        """
        with self._change() as (connection, bump, _):
            placing.rescore(connection, scored, scoring, bump())
            self._shelves.forget()
            _save_states(connection, state)

    @outlasts_a_restart
    def prune(self, keep: int) -> Counts:
        """Keep `keep` programs a task, from now on and of those that are there."""
        _check_keep(keep)
        with self._change() as (connection, bump, _):
            gone = placing.prune(connection, self._shelves, keep, bump())
            _set_meta(connection, "keep", keep)
        return Counts(0, 0, gone)

    def give_back_space(self) -> int | None:
        """Make a SQLite file as small as its content; gives the bytes freed.

        None where that is the server's business, or while others use the file.
        """
        return self._database.give_back_space()

    def merge(self, other: Library) -> Counts:
        """Take in what another library holds: programs, names, scores, answers and runs.

        Bare answers are taken in for the tasks that this library has none for.
        """
        return self._merge(other._content())

    @outlasts_a_restart
    def _content(self) -> merging.Content:
        return merging.content_of(self._database)

    @outlasts_a_restart
    def _merge(self, content: merging.Content) -> Counts:
        with self._change() as (connection, bump, keep):
            counts = merging.merge(connection, self._shelves, content, bump, keep)
        return counts

    # Runs and state

    def start_run(self, command: str, configuration: Any = None, seed: Any = None) -> str:
        """Note that a run begins; gives its id."""
        run = uuid4().hex
        row = {
            "id": run,
            "command": command,
            "configuration": _json(configuration),
            "seed": _json(seed),
            "started": _now(),
            "figures": "null",
            "state": "running",
        }
        self._start_run(row)
        return run

    @outlasts_a_restart
    def _start_run(self, row: Mapping[str, Any]) -> None:
        values = tuple(row.get(column.name) for column in runs.columns)
        with self._database.write(alone=False) as connection:
            insert(connection, runs, [values], ignore=True)  # it may be there, unknown to us
            beat(connection, row["id"])

    @outlasts_a_restart
    def finish_run(
        self,
        run: str,
        figures: Any = None,
        state: Literal["finished", "interrupted", "failed"] = "finished",
        last: Mapping[str, Any] | None = None,
    ) -> None:
        """Note that a run is over, how, and with which figures; `last` are states to save."""
        values = {"finished": _now(), "figures": _json(figures), "state": state}
        with self._database.write(alone=False) as connection:
            connection.execute(update(runs).where(runs.c.id == run).values(values))
            beat(connection, run)
            _save_states(connection, last or {})

    @outlasts_a_restart
    def save_state(self, key: str, value: Any) -> None:
        """Save a JSON value that a search resumes from; None removes it."""
        with self._database.write(alone=False) as connection:
            _save_states(connection, {key: value})

    @contextmanager
    def _change(
        self, tasks: Mapping[str, str] | None = None
    ) -> Iterator[tuple[Connection, placing.Bump, int]]:
        """A write transaction, with what makes its revision, and how many a task keeps.

        With `tasks` (key and id) it changes what these keep alone, and others may write meanwhile.
        """
        with self._writing:
            made: list[int] = []
            try:
                with self._database.write(alone=tasks is None) as connection:
                    hold(connection, tasks or {})
                    held = read_meta(connection)
                    self._shelves.at(connection, held["revision"])

                    def bump() -> int:
                        if not made:
                            made.append(_next_revision(connection))
                        return made[0]

                    yield connection, bump, held["keep"]
            except BaseException:
                self._shelves.forget()
                raise
            if made:
                self._shelves.moved(made[0])


def _set_meta(connection: Connection, key: str, value: int) -> None:
    connection.execute(update(meta).where(meta.c.key == key).values(value=value))


def _next_revision(connection: Connection) -> int:
    """Raise the revision. Until the end of this transaction others wait here for it."""
    risen = update(meta).where(meta.c.key == "revision").values(value=meta.c.value + 1)
    revision: int = connection.execute(risen.returning(meta.c.value)).scalar_one()
    return revision


def _save_states(connection: Connection, values: Mapping[str, Any]) -> None:
    upsert(connection, state, [(k, _json(v)) for k, v in values.items() if v is not None])
    delete(connection, [state.c.key], [(k,) for k, v in values.items() if v is None])


def _check_keep(keep: int) -> None:
    of_kind("keep", keep, int, "an integer")
    if keep < 1:
        raise InputError(f"a library keeps at least 1 program a task, not {keep}")


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def _now() -> str:
    return datetime.now(UTC).isoformat()
