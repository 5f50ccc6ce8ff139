"""Runs programs in plain CPython with arc-dsl's own functions, and reports the time of each call.

This is a separate script. `peer.py` starts it in isolated mode, and it imports nothing of Arcloom.

Usage: peer_worker.py DIR REQUEST. DIR holds dsl.py and constants.py. REQUEST is a JSON file with
`files`, `names`, `grids` and `cap` (seconds per call). The script first prints a JSON line with the
names that programs use but the peer lacks. Then it prints a line per grid: for each program its
seconds, and whether the call was cut at the cap.
"""

from __future__ import annotations

import ast
import json
import os
import signal
import sys
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any


class OverTime(BaseException):
    """The call reached its cap. No `except Exception` of the peer can catch it."""


def namespace(folder: str) -> dict[str, Any]:
    """The peer's vocabulary."""
    sys.path.insert(0, folder)
    names: dict[str, Any] = {}
    for module in ("dsl", "constants"):
        if Path(folder, f"{module}.py").exists():
            names.update(vars(import_module(module)))
    return names


def define(files: list[str], names: dict[str, Any]) -> None:
    """Define the functions of program files. Skip imports, which would bring another vocabulary."""
    for file in files:
        tree = ast.parse(Path(file).read_text(encoding="utf-8"), file)
        tree.body = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        exec(compile(tree, file, "exec"), names)


def missing(function: Any, names: dict[str, Any]) -> list[str]:
    """Names that a program uses but the peer lacks."""
    return [name for name in function.__code__.co_names if name not in names]


def timed(function: Any, grid: Any, cap: float) -> tuple[float, bool]:
    """The seconds of a call, and whether it was cut at the cap."""
    signal.setitimer(signal.ITIMER_REAL, cap)
    begun = perf_counter()
    cut = False
    try:
        function(grid)
    except OverTime:
        cut = True
    except Exception:  # the program has no answer here, as in Arcloom
        pass
    seconds = perf_counter() - begun
    signal.setitimer(signal.ITIMER_REAL, 0)
    return seconds, cut


def raise_over_time(*_: object) -> None:
    raise OverTime


def main(folder: str, request_file: str) -> None:
    request = json.loads(Path(request_file).read_text(encoding="utf-8"))
    # Prints of the peer or of a program must not get between the lines of the report.
    report, sys.stdout = sys.stdout, Path(os.devnull).open("w")  # noqa: SIM115
    names = namespace(folder)
    define(request["files"], names)
    functions = [names[name] for name in request["names"]]
    unknown = {f.__name__: missing(f, names) for f in functions if missing(f, names)}
    print(json.dumps(unknown), file=report, flush=True)
    sys.stderr = sys.stdout
    signal.signal(signal.SIGALRM, raise_over_time)
    for rows in request["grids"]:
        grid = tuple(map(tuple, rows))
        calls = [timed(function, grid, request["cap"]) for function in functions]
        print(json.dumps(calls), file=report, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
