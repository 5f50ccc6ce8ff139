"""Shipping: what a worker needs to do a run's jobs, as bytes; and the check that it is fit.

A user's own ops and strategies travel along. Those of a file that was named (`--ops`, `--strategy`)
travel as its text, since the worker's machine may not have it: those files that still define
something. What cannot travel is refused.
"""

from __future__ import annotations

import pickle
import pickletools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final

from arcloom import __version__, _core
from arcloom.errors import InputError
from arcloom.lang.plugins import PLUGIN, SourceFile, executed_files
from arcloom.lang.vocabulary import OPS, Op, code_of, user_function, user_ops
from arcloom.library.records import StoredProgram
from arcloom.search.strategy import Strategy
from arcloom.tasks import Task

_REMEDY: Final = "put it into a file of its own and name that file, or use threads"


@dataclass(frozen=True)
class Setup:
    """What every worker of a run gets."""

    tasks: tuple[Task, ...]
    """without their test outputs"""
    strategies: tuple[str, ...]
    own: bytes
    """the user's strategies, pickled once the files have been executed"""
    stock: tuple[StoredProgram, ...]
    files: tuple[SourceFile, ...]
    ops: bytes
    """(op, function) of the user's ops that no such file defines, pickled"""
    names: tuple[str, ...]
    """of all ops of the user's; a file may define more, which were taken back since"""
    memory: int | None
    """bytes from which on a worker ends itself"""


@dataclass(frozen=True)
class Hello:
    """What a worker says of itself before it gets work."""

    version: str
    core: str
    ops: str
    tasks: str
    where: str = ""
    node: str = ""


def packed(
    tasks: Sequence[Task],
    strategies: Sequence[str],
    own: Sequence[Strategy],
    stock: Iterable[StoredProgram],
    memory: int | None = None,
) -> bytes:
    """The setup of a run, as bytes."""
    bare = tuple(Task(t.id, t.pairs, [test.input for test in t.tests]) for t in tasks)
    ops = [(op, user_function(code_of(name))) for name, op in user_ops().items()]
    others = [(op, f) for op, f in ops if not f.__module__.startswith(PLUGIN)]
    for op, function in others:
        _check(function, f"the op '{op.name}'")
    for strategy in own:
        _check(strategy, f"the strategy '{strategy.name}'")
    pickled_own, pickled_ops = _dumps(tuple(own)), _dumps(others)
    modules = {f.__module__ for _, f in ops} | _named(pickled_own) | _named(pickled_ops)
    setup = Setup(
        bare,
        tuple(strategies),
        pickled_own,
        tuple(stock),
        tuple(file for file in executed_files() if file.module in modules),
        pickled_ops,
        tuple(user_ops()),
        memory,
    )
    return pickle.dumps(setup, protocol=pickle.HIGHEST_PROTOCOL)


def hello(tasks: Sequence[Task], where: str = "") -> Hello:
    """What this process would say of itself."""
    from arcloom.lang.vocabulary import user_ops

    return Hello(
        __version__,
        _digest(_core.op_names()),
        _digest([*OPS, *sorted(user_ops())]),
        _digest(task.key for task in tasks),
        where,
    )


def check_hello(told: Hello, wanted: Hello) -> None:
    """Refuse a worker that would not do the same as this process."""
    if told.version != wanted.version:
        raise _unfit(told, f"has Arcloom {told.version}, and here it is {wanted.version}")
    if told.core != wanted.core:
        raise _unfit(told, "has a native core with other ops")
    if told.ops != wanted.ops:
        raise _unfit(told, "has another vocabulary: plug-ins of ops differ")
    if told.tasks != wanted.tasks:
        raise _unfit(told, "has received other tasks")


def _unfit(told: Hello, problem: str) -> InputError:
    return InputError(
        f"a worker {problem}", place=told.where, remedy="install the same packages everywhere"
    )


def _digest(parts: Iterable[str]) -> str:
    return blake2b("\n".join(parts).encode(), digest_size=8).hexdigest()


def _dumps(values: Sequence[Any]) -> bytes:
    # Ray takes seconds to import, which nobody should pay who has nothing of their own.
    return _pickler()(values) if values else pickle.dumps(values)


def _named(pickled: bytes) -> set[str]:
    """The modules of plug-in files that a pickle needs."""
    words = (word for _, word, _ in pickletools.genops(pickled))
    return {word for word in words if isinstance(word, str) and word.startswith(PLUGIN)}


def _pickler() -> Callable[[Any], bytes]:
    """cloudpickle also takes what a script or a notebook defines; Ray brings it."""
    try:
        import cloudpickle
    except ModuleNotFoundError:
        try:
            from ray import cloudpickle
        except ModuleNotFoundError:
            return pickle.dumps
    dumps: Callable[[Any], bytes] = cloudpickle.dumps
    return dumps


def _check(value: Any, what: str) -> None:
    """Refuse what cannot travel, before any worker starts."""
    dumps = _pickler()
    module = getattr(value, "__module__", "") or type(value).__module__
    if dumps is pickle.dumps and module == "__main__":
        raise InputError(
            f"{what} is defined in the script itself, which workers do not run",
            remedy=f"pip install cloudpickle, or {_REMEDY}",
        )
    try:
        dumps(value)
    except Exception as error:
        raise InputError(
            f"{what} cannot be sent to workers: {type(error).__name__}: {error}", remedy=_REMEDY
        ) from None


OwnOps = list[tuple[Op, Callable[..., Any]]]
