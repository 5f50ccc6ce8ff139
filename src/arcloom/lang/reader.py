"""The reader: Python source files become programs. They are parsed and checked, never executed."""

from __future__ import annotations

import ast
import os
import re
import threading
import warnings
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Final, cast

from arcloom.errors import InputError
from arcloom.files import read_whole
from arcloom.lang.lowering import lower, suggestion
from arcloom.lang.plugins import find_installed
from arcloom.lang.program import Program
from arcloom.lang.refusals import Refusals
from arcloom.lang.types import TYPES
from arcloom.lang.vocabulary import CONSTANTS, find, names

PathLike = str | os.PathLike[str]

# CPython 3.11 counts the depth of all threads' trees in one place: two threads that parse at once
# end in a SystemError. The filters of warnings belong to all threads, too.
_PARSING: Final = threading.Lock()

_MODULES: Final = ("arcloom.dsl", "arcloom", "dsl", "constants", "arc_types")


def read_programs(paths: PathLike | Iterable[PathLike]) -> dict[str, Program]:
    """The programs of a file, of a folder's .py files, or of several of these, by name."""
    programs: dict[str, Program] = {}
    origin: dict[str, Path] = {}
    for path in _each(paths):
        for file in _files(Path(path)):
            for name, program in read_file(file).items():
                if programs.get(name, program) != program:
                    raise InputError(
                        f"{file}: '{name}' is another program in {origin[name]}; rename one of them"
                    )
                programs[name] = program
                origin[name] = file
    return programs


def _each(paths: object) -> list[PathLike]:
    """The paths, if they are some. An empty one would be the current folder."""
    several = isinstance(paths, Iterable) and not isinstance(paths, str | os.PathLike | bytes)
    found = list(cast(Iterable[PathLike], paths)) if several else [cast(PathLike, paths)]
    for path in found:
        if not isinstance(path, str | os.PathLike) or path == "":
            given = "an empty text" if path == "" else type(path).__name__
            raise InputError(f"{given} names no program file", remedy="give the path of one")
    return found


def read_file(path: PathLike) -> dict[str, Program]:
    """The programs of one file, by name."""
    try:
        data = read_whole(Path(path))
    except FileNotFoundError:
        raise InputError(f"{path}: no such file; check the path") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); check the path") from None
    except ValueError as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{path}: cannot be read ({error}); check the path") from None
    return read_source(_decode(data, str(path)), str(path))


def read_source(text: str, filename: str = "<string>") -> dict[str, Program]:
    """The programs of a source text, by name."""
    refusals = Refusals(text, filename)
    tree = _parse(text, refusals)
    programs = _read_module(tree, refusals)
    refusals.raise_first()
    return programs


def function_texts(path: PathLike) -> dict[str, str]:
    """The functions of a file that has been read, by name, as they are written there."""
    text = _decode(read_whole(Path(path)), str(path))
    lines = ["", *re.split(r"\r\n|\r|\n", text)]  # as Python counts them
    texts: dict[str, str] = {}
    for statement in _parse(text, Refusals(text, str(path))).body:
        if isinstance(statement, ast.FunctionDef):
            own = lines[statement.lineno : (statement.end_lineno or statement.lineno) + 1]
            texts[statement.name] = "\n".join(line.rstrip() for line in own) + "\n"
    return texts


def read_program(text: str) -> Program:
    """The one program of a source text."""
    if not isinstance(text, str):
        raise InputError(
            f"{type(text).__name__} is no source of a program",
            remedy="give a text: 'def solve(I): ...'",
        )
    programs = read_source(text)
    if len(programs) != 1:
        raise InputError(f"one program was expected, not {len(programs)}: {', '.join(programs)}")
    return next(iter(programs.values()))


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    files = sorted(path.glob("*.py"))
    if not files:
        raise InputError(f"{path}: no .py file in this folder; name a program file")
    return files


def _decode(data: bytes, filename: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(errors="replace")
        line, column = _line_and_column(before)
        raise InputError(
            f"{filename}:{line}:{column}: not UTF-8; save the file in that encoding"
        ) from None


def _line_and_column(before: str) -> tuple[int, int]:
    """The place, counted from 1, that follows a text."""
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def _parse(text: str, refusals: Refusals) -> ast.Module:
    tree = None
    try:
        if "\0" in text:
            line, column = _line_and_column(text[: text.index("\0")])
            refusals.place(line, column, "a null byte; this is not a program file")
        else:
            with _PARSING, warnings.catch_warnings():
                warnings.simplefilter("ignore")  # about escapes in docstrings, say
                tree = ast.parse(text, refusals.filename)
    except SyntaxError as error:
        message = f"not valid Python: {error.msg}; correct it"
        refusals.place(error.lineno or 1, error.offset or 1, message)
    except (RecursionError, MemoryError, ValueError):
        refusals.place(1, 1, "the source nests too deeply; assign parts of it to variables")
    refusals.raise_first()
    assert tree is not None  # else something was noted above
    return tree


def _read_module(tree: ast.Module, refusals: Refusals) -> dict[str, Program]:
    programs: dict[str, Program] = {}
    lines: dict[str, int] = {}
    body = tree.body[1:] if ast.get_docstring(tree, clean=False) is not None else tree.body
    for statement in body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            _check_import(statement, refusals)
        elif not isinstance(statement, ast.FunctionDef):
            refusals.foreign(statement)
        elif statement.name in lines:
            first = lines[statement.name]
            message = f"'{statement.name}' is defined already in line {first}; rename one of them"
            refusals.at(statement, message)
        else:
            lines[statement.name] = statement.lineno
            program = lower(statement, refusals)
            if program is not None:
                programs[statement.name] = program
    if not lines and not refusals:
        refusals.place(1, 1, "no program in this file; write one as 'def solve(I):'")
    return programs


def missing_ops(source: str) -> list[str]:
    """The ops of a stored program's source that there are none of here, such as a plug-in's."""
    with _PARSING:
        tree = ast.parse(source)
    nodes = list(ast.walk(tree))
    known = {node.arg for node in nodes if isinstance(node, ast.arg)} | {"frozenset"}
    used = [node for node in nodes if isinstance(node, ast.Name)]
    known |= {node.id for node in used if isinstance(node.ctx, ast.Store)}
    words = {node.id for node in used} - known - CONSTANTS.keys()
    return sorted(word for word in words if not find(word))


def _unknown(name: str) -> str:
    return f"unknown op '{name}'; {suggestion(name, [*CONSTANTS, *TYPES, *names()])}"


def _check_import(statement: ast.Import | ast.ImportFrom, refusals: Refusals) -> None:
    if isinstance(statement, ast.Import) or statement.level or statement.module not in _MODULES:
        refusals.at(
            statement,
            f"'{ast.unparse(statement)}' is refused: a program file is never executed; "
            "the only import is 'from arcloom.dsl import *' (or from dsl, constants, arc_types)",
        )
        return
    for alias in statement.names:
        known = alias.name in CONSTANTS or alias.name in TYPES or find(alias.name)
        if alias.name != "*" and not known and not find_installed(alias.name):
            refusals.at(alias, partial(_unknown, alias.name))
        elif alias.asname:
            refusals.at(alias, f"'{alias.name}' keeps its name; import it without 'as'")
