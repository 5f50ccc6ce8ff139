"""Targets that read text: programs, stored sources, JSON of tasks, Kaggle, submissions, votes."""

import json
import random
import tempfile
from functools import cache
from pathlib import Path

import arcloom as al
from arcloom.errors import InputError
from arcloom.lang import OPS, read_program
from arcloom.lang.program import digest
from arcloom.lang.reader import read_file, read_source
from arcloom.library.records import canonical_source
from arcloom.search.evolve.breeder import Mutations, new_breeder
from arcloom.solve.evidence import Evidence
from arcloom.solve.odds import odds
from arcloom.solve.submission import read_submission
from arcloom.solve.votes_file import read_votes
from arcloom.tasks import Task
from tests.fuzz.mutate import NUMBERS, mutated
from tests.fuzz.target import FindingError, Target

ROOT = Path(__file__).parents[2]
_SIGNS = b"( ) [ ] { } , : = -> . ' \" \\ # \n \r \t \0 ; @ * ** - _ ~ \xff \xef\xbb\xbf".split(
    b" "
)
_NAMES = b"I S C T F O ONE ZERO UNITY x1 x2 def return import from lambda frozenset None for if in"
_PARTS = b"solve(I): frozenset({ ((1,),) {{}} (()) print __import__ compose(f, f)"
_WORDS = [*map(str.encode, OPS), *_NAMES.split(), *_PARTS.split(), *_SIGNS, *NUMBERS]
_KEYS = (
    b'"train" "test" "input" "output" "attempt_1" "attempt_2" "attempt_99999999999" "" "a/b" "../x"'
)
_JSON = b'{} [] null true false "\\ud800" "\\u0000" [[0]] [[[0]]] [[1,2],[3]]'
_DEEP = (b"[" * 50, b"{" + b'"a":{' * 30)
_JSON_WORDS = [*_KEYS.split(), *_JSON.split(), *_DEEP, *NUMBERS, *_SIGNS]


@cache
def _folder() -> Path:
    """For files that are read by their path."""
    return Path(tempfile.mkdtemp(prefix="arcloom-fuzz-"))


def _written(name: str, data: bytes) -> Path:
    path = _folder() / name
    path.write_bytes(data)
    return path


# Programs


@cache
def _programs() -> list[bytes]:
    text = (ROOT / "examples" / "programs.py").read_text()
    return [text.encode(), *(p.source().encode() for p in read_source(text).values())]


def _program_file(rng: random.Random) -> bytes:
    return mutated(rng, rng.choice(_programs()[1:]), _WORDS)


def _read_programs(data: bytes) -> None:
    try:
        programs = read_file(_written("programs.py", data))
    except InputError:
        return
    for program in programs.values():
        if read_program(program.source()).hash != program.hash:
            raise FindingError("what is written is read as another program")


@cache
def _breeder():
    return new_breeder(Mutations())


@cache
def _sources() -> list[bytes]:
    text = (ROOT / "examples" / "programs.py").read_text()
    return [canonical_source(p).encode() for p in read_source(text).values()]


def _stored_source(rng: random.Random) -> bytes:
    return mutated(rng, rng.choice(_sources()), _WORDS)


def _read_stored(data: bytes) -> None:
    """The native reader takes nothing that the language refuses, and reads the same program."""
    text = data.decode("utf-8", "replace")
    read = _breeder().add_source(text)
    if read is None:
        return
    number, digested = read
    _breeder().forget(number)
    try:
        program = read_program(text)
    except InputError as refused:
        raise FindingError(f"read natively, refused by the language: {refused}") from None
    if program.hash != digest(digested):
        raise FindingError("read natively as another program than by the language")


# JSON

_GRID = [[0, 1, 2], [3, 4, 5]]
_TASK = {
    "train": [{"input": _GRID, "output": [[1]]}, {"input": [[9]], "output": _GRID}],
    "test": [{"input": _GRID, "output": [[2, 2]]}, {"input": [[7, 0]]}],
}
_CHALLENGES = {"ab12cd34": _TASK, "00000000": {"train": _TASK["train"], "test": [{"input": _GRID}]}}
_ANSWER = {"attempt_1": [[1, 2]], "attempt_2": _GRID}
_SUBMISSION = {"ab12cd34": [_ANSWER, _ANSWER], "00000000": [_ANSWER]}
_VOTE = {"grid": _GRID, "votes": 3, "of": 4, "bits": 0.5}
_VOTES = {"tasks": {"ab12cd34": [[_VOTE], [_VOTE]], "00000000": [[_VOTE, {**_VOTE, "votes": 1}]]}}


def _damaged(content: object) -> bytes:
    return json.dumps(content).encode()


def _task_json(rng: random.Random) -> bytes:
    return mutated(rng, _damaged(_TASK), _JSON_WORDS)


def _kaggle_json(rng: random.Random) -> bytes:
    return mutated(rng, _damaged(_CHALLENGES), _JSON_WORDS)


def _submission_json(rng: random.Random) -> bytes:
    return mutated(rng, _damaged(_SUBMISSION), _JSON_WORDS)


def _load(name: str):
    def run(data: bytes) -> None:
        try:
            tasks = al.load(_written(name, data))
        except InputError:
            return
        for task in tasks.values():
            repr(task), task._repr_html_()

    return run


@cache
def _asked() -> dict[str, Task]:
    return {
        name: Task(name, [(_GRID, _GRID)], [_GRID] * len(entry["test"]))
        for name, entry in _CHALLENGES.items()
    }


def _read_submission(data: bytes) -> None:
    try:
        read_submission(_written("submission.json", data), _asked())
    except InputError:
        return


def _votes_json(rng: random.Random) -> bytes:
    return mutated(rng, _damaged(_VOTES), _JSON_WORDS)


def _read_votes(data: bytes) -> None:
    """Votes that are read can be ranked."""
    try:
        votes = read_votes(_written("votes.json", data), _asked())
    except InputError:
        return
    for task in _asked().values():
        held = Evidence(task)
        held.give(vote for vote in votes if vote.task_id == task.id)
        assert 0 <= odds(held, 2).probability <= 1


TARGETS = (
    Target("programs", _program_file, _read_programs, short=500),
    Target("stored", _stored_source, _read_stored, short=1500),
    Target("task-json", _task_json, _load("task.json"), short=500),
    Target("kaggle-json", _kaggle_json, _load("arc-agi_test_challenges.json"), short=500),
    Target("submission-json", _submission_json, _read_submission, short=500),
    Target("votes-json", _votes_json, _read_votes, short=500),
)
