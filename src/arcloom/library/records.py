"""What goes into a library and what comes out of it, as plain values."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import blake2b
from typing import Any, Final, Literal, NamedTuple, Protocol

from arcloom.errors import InputError
from arcloom.lang import Program, read_program
from arcloom.lang.program import PARAMS
from arcloom.tasks import Grid

Kind = Literal["program", "differ"]
RunState = Literal["running", "finished", "interrupted", "failed", "dead"]
"""`dead` is never stored: a run that is running by its own account, and silent for long."""

_DIFFER_PARAMS: Final = len(PARAMS[-1])
_HEADS: Final[dict[Kind, str]] = {"program": "solve", "differ": "differ"}


class Scoring(NamedTuple):
    """How scores were made. Limits are per sample; `differs` are hashes, besides the built-in ones.

    `differs` is None where scores count matched demos alone. Fuel, demos and behaviour are the same
    under any limits that a program does not reach. Differ scores can be compared if the same
    differs made them.
    """

    node_fuel: int
    program_fuel: int
    memory: int
    differs: tuple[str, ...] | None = ()

    @property
    def id(self) -> str:
        """A hash of the content."""
        return blake2b(self.text.encode(), digest_size=8).hexdigest()

    @property
    def text(self) -> str:
        """The content as JSON."""
        return json.dumps(self._asdict(), sort_keys=True, separators=(",", ":"))


class Spelled(Protocol):
    """A program given by its canonical source, so that the library need not parse it."""

    @property
    def hash(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def kind(self) -> Kind: ...
    def __len__(self) -> int: ...


class Scored(NamedTuple):
    """A program on one task: what `Library.record` takes.

    `task` is the key of the task, by which it is known (`Task.key`); a score without one is filed
    under the id. `score` is the differ score, 0 to 1000 a demo, summed over the demos. `fuel` is
    the cost on all samples. `scoring` says how these were made. `behaviour` is a hash of the
    outputs on all samples of the task, demos and tests: two programs have equal ones where their
    outputs are equal. `answers` are the outputs for the
    tests, None where one is no grid; for programs that fit all demos. `parents` are the hashes of
    the programs that it was bred from: first the one that was changed, then one that gave a part.
    """

    program: Program | Spelled
    task_id: str
    demos_matched: int
    demos_total: int
    score: int
    fuel: int
    behaviour: str
    answers: tuple[Grid | None, ...] = ()
    parents: tuple[str, ...] = ()
    task: str = ""
    scoring: Scoring | None = None

    @property
    def key(self) -> str:
        """What the score is filed under."""
        return self.task or self.task_id


class Counts(NamedTuple):
    """What became of a batch, counted in programs.

    `stored` were not in the library and now are; `known` were there before; `replaced` were there
    and had to go, since no task keeps them any more.
    """

    stored: int
    known: int
    replaced: int


@dataclass(frozen=True, slots=True)
class StoredProgram:
    """A program as it lies in a library; `parse` makes it a Program again."""

    hash: str
    source: str
    nodes: int
    kind: Kind
    imported: bool
    created_run: str | None
    inserted: int
    names: tuple[str, ...] = ()
    texts: tuple[str | None, ...] = ()
    """under each name the function as its file has it; None where only the program is known"""

    @property
    def name(self) -> str:
        """The first name it was imported under, or one made from its hash."""
        return self.names[0] if self.names else f"{_HEADS[self.kind]}_{self.hash[:8]}"

    def __len__(self) -> int:
        return self.nodes

    def text(self, name: str) -> str:
        """The source for people: as it was imported under that name, or the canonical one.

        A text that is not this very program is not shown: people may run what they are given.
        """
        given = dict(zip(self.names, self.texts, strict=False)).get(name)
        try:
            if given is not None and read_program(given).hash == self.hash:
                return given
        except InputError:  # an op that this version, or this session, does not have
            pass
        return self.source

    def parse(self) -> Program:
        """The program. It is parsed and checked like any other source, never executed."""
        try:
            program = read_program(self.source)
        except InputError as error:  # a line of its source says little; its name is what users know
            problem = f"the stored program {self.name} cannot be read: {error.problem}"
            raise InputError(problem, remedy=error.remedy) from None
        if program.hash != self.hash:
            raise InputError(
                f"program {self.hash} is not what its hash says", remedy="the library is damaged"
            )
        return Program(self.name, program.params, program.nodes)


class StoredScore(NamedTuple):
    """What a program is worth on a task that keeps it."""

    task_id: str
    program: str
    demos_matched: int
    demos_total: int
    score: int
    fuel: int
    nodes: int
    behaviour: str
    task: str = ""
    """the task's key"""
    scoring: str | None = None
    """the id of how it was made (`Library.scorings`); None if that is not known"""

    @property
    def fits(self) -> bool:
        """Whether the program gives the output of every demo."""
        return self.demos_matched == self.demos_total

    @property
    def mean_score(self) -> float:
        """The differ score per demo, 0 to 1000."""
        return self.score / self.demos_total if self.demos_total else 0.0

    @property
    def shown_score(self) -> int:
        """The mean score for people, rounded down: 1000 only for a program that fits."""
        return 1000 if self.fits else min(int(self.mean_score), 999)


class Kept(NamedTuple):
    """One of the programs that a task keeps."""

    score: StoredScore
    program: StoredProgram


class TaskSummary(NamedTuple):
    """A task that keeps programs: how many, and its best one with where that comes from."""

    task_id: str
    programs: int
    best: StoredScore
    imported: bool
    source: str
    run: str | None


class Ancestor(NamedTuple):
    """A program in the lineage of another; `source` is None where it is not known any more."""

    program: str
    parents: tuple[str, ...]
    source: str | None
    stored: bool


class StoredAnswer(NamedTuple):
    """What a stored program gives for a test; `grid` is None where that is no grid."""

    task_id: str
    test_index: int
    program: str
    grid: Grid | None
    run: str | None
    task: str = ""
    """the task's key"""


class StoredBareAnswer(NamedTuple):
    """An output for a test that no program stands behind.

    `task` is `Task.key`, a hash of its grids. `votes` of `views` gave the output; none did if it
    was only judged. `bits` is -log2 of its likelihood, None where there is none.
    """

    task: str
    task_id: str
    origin: str
    test_index: int
    grid: Grid
    votes: int
    views: int
    bits: float | None = None
    run: str | None = None


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run of a command: its configuration and seed, and once it is over its figures.

    `heartbeat` is when it last wrote. One that has not for two minutes, and never said how it
    ended, has the state `dead`.
    """

    id: str
    command: str
    configuration: Any
    seed: Any
    started: str
    finished: str | None
    figures: Any
    state: RunState
    heartbeat: str | None = None

    def content(self) -> dict[str, Any]:
        """The run for machines."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Statistics:
    """How often ops occur: `uses` in all stored programs, `programs` in how many of them."""

    total: int
    uses: Mapping[str, int]
    programs: Mapping[str, int]


def kind_of(program: Program | Spelled) -> Kind:
    """A program is a differ if it uses `C`, whatever its parameters are."""
    if not isinstance(program, Program):
        return program.kind
    if len(program.params) < _DIFFER_PARAMS:
        return "program"
    uses_c = any(node.payload == "C" for node in program.nodes if node.kind == "input")
    return "differ" if uses_c else "program"


def canonical_source(program: Program | Spelled) -> str:
    """The source that all programs of this hash share: one name, the fewest parameters."""
    if not isinstance(program, Program):
        return program.source
    used = {node.payload for node in program.nodes if node.kind == "input"}
    params = next(known for known in PARAMS if used.issubset(known))
    if params != program.params:
        program = Program(program.name, params, program.nodes)
    return program.source(_HEADS[kind_of(program)])
