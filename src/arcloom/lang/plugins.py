"""Plug-ins: a user's own Python files, and what installed packages offer by entry points.

This is the one place that executes code of others: a file that the user names, or a package that
the user has installed. Program files are never executed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, TypeVar

from arcloom.errors import InputError
from arcloom.lang.vocabulary import Op, find, registrations

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")


@dataclass(frozen=True)
class SourceFile:
    """A file that was executed: the name of its module, its path and its text."""

    module: str
    path: str
    text: str


_EXECUTED: Final[dict[str, SourceFile]] = {}

PLUGIN: Final = "arcloom_plugin_"
"""How the modules of executed files begin."""
OPS_GROUP: Final = "arcloom.ops"
"""The entry points of packages that define ops. Each names a module that defines some."""


def load_ops(path: str | os.PathLike[str]) -> None:
    """Execute a Python file that defines ops with `@arcloom.op`."""
    before = registrations()
    run_file(path)
    if registrations() == before:
        raise InputError(
            "defines no op", place=str(path), remedy="decorate a function with @arcloom.op"
        )


def run_file(path: str | os.PathLike[str]) -> ModuleType:
    """Execute a user's Python file, and give its module.

    Whatever goes wrong in the file is an InputError that names the file and the line.
    """
    file = Path(path).expanduser()
    if not file.is_file():
        raise InputError("no such file", place=str(path), remedy="give a Python file")
    # Two files may have one name, so the path is a part of the module's.
    digest = blake2b(str(file.resolve()).encode(), digest_size=4).hexdigest()
    spec = spec_from_file_location(f"{PLUGIN}{file.stem}_{digest}", file)
    if spec is None or spec.loader is None:
        raise InputError("is no Python file", place=str(path), remedy="its name must end in .py")
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # as for an import: dataclasses and pickle look there
    try:
        _own_errors(str(path), lambda: _execute(module, spec.loader))
    except BaseException:
        del sys.modules[spec.name]
        raise
    text = file.read_text(encoding="utf-8", errors="replace")
    _EXECUTED[spec.name] = SourceFile(spec.name, str(file.resolve()), text)
    return module


def executed_files() -> list[SourceFile]:
    """The files that were executed, in their order."""
    return list(_EXECUTED.values())


def execute_source(file: SourceFile) -> None:
    """Execute a file of another process, under the name that it has there."""
    if file.module in sys.modules:
        return
    module = ModuleType(file.module)
    module.__file__ = file.path
    sys.modules[file.module] = module  # as for an import: dataclasses and pickle look there
    code = compile(file.text, file.path, "exec")
    _own_errors(file.path, lambda: exec(code, vars(module)))


def _execute(module: ModuleType, loader: Any) -> None:
    loader.exec_module(module)


def entries(group: str) -> list[EntryPoint]:
    """What installed packages offer in a group, in an order that does not depend on the disk."""
    from importlib.metadata import entry_points  # it takes a while, and few commands need it

    return sorted(entry_points(group=group), key=lambda e: (e.name, _package(e), e.value))


def load_entry(entry: EntryPoint) -> Any:
    """What an entry point names."""
    return _own_errors(f"plug-in '{entry.name}' of {_package(entry)}", entry.load)


def name_clash(found: Iterable[EntryPoint]) -> str:
    """Who offers the same name."""
    return " and ".join(_package(entry) for entry in found)


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else "an unknown package"


def find_installed(name: str) -> Op | None:
    """The op of that name that an installed package defines.

    The packages are loaded when the first unknown op is met, so nobody else pays for it.
    """
    _load_installed_ops()
    return find(name)


@cache
def _load_installed_ops() -> None:
    for entry in entries(OPS_GROUP):
        load_entry(entry)


def _own_errors(place: str, work: Callable[[], T]) -> T:
    """Do work of a plug-in. Any error becomes an InputError at that place."""
    try:
        return work()
    except InputError as error:
        raise error.within(_at(place, error)) from None
    except SyntaxError as error:
        raise InputError(f"{error.msg}", place=f"{place}:{error.lineno}") from None
    except (Exception, SystemExit) as error:
        raise InputError(
            f"cannot be loaded: {type(error).__name__}: {error}",
            place=_at(place, error),
            remedy="run it with Python to see more",
        ) from None


def _at(place: str, error: BaseException) -> str:
    """The place with the line of the file where the error came from, if it did."""
    lines = [f.lineno for f in extract_tb(error.__traceback__) if Path(f.filename) == Path(place)]
    return f"{place}:{lines[-1]}" if lines else place
