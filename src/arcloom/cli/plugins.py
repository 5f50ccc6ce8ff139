"""The options for plug-ins: `--ops FILE` of several commands, and `--strategy FILE:Class` of solve.

These are the only options whose files are executed. The user names them.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

if TYPE_CHECKING:
    from arcloom.search.strategy import Strategy

WITH_OPS: Final = frozenset(
    {"solve", "evolve", "check", "run", "show", "import", "card", "serve", "report"}
)
"""The commands that run programs, or read some: they take `--ops`."""

Ops = Annotated[
    list[Path] | None,
    typer.Option(
        "--ops",
        metavar="FILE",
        help="A Python file with ops of your own (@arcloom.op); may be given several times. "
        "The file is executed.",
    ),
]


def with_ops(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the option `--ops`, whose files are executed before it begins."""

    @wraps(command)
    def command_with_ops(*args: Any, ops: list[Path] | None = None, **kwargs: Any) -> None:
        if ops:
            from arcloom.lang.plugins import load_ops

            for file in ops:
                load_ops(file)
        command(*args, **kwargs)

    own = inspect.signature(command, eval_str=True)
    option = inspect.Parameter("ops", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Ops)
    # Typer shows the options in this order; `--json` stays the last.
    *params, last = own.parameters.values()
    params = [param.replace(kind=inspect.Parameter.KEYWORD_ONLY) for param in params]
    last = last.replace(kind=inspect.Parameter.KEYWORD_ONLY)
    signature = own.replace(parameters=[*params, option, last])
    command_with_ops.__signature__ = signature  # type: ignore[attr-defined]
    command_with_ops.__annotations__ = {
        name: param.annotation for name, param in signature.parameters.items()
    }
    return command_with_ops


def with_strategies(
    names: str | None, files: Sequence[str], others: Sequence[Strategy] = ()
) -> str | list[str | Strategy] | None:
    """The strategies of a run: those named, or all built-in ones, those of files, and others."""
    if not files and not others:
        return names
    from arcloom.search.plugins import strategy_from_file
    from arcloom.solve.strategies import STRATEGIES

    own: dict[str, Strategy] = {}
    for spec in files:
        made = strategy_from_file(spec, {*STRATEGIES, *own})
        own[made.name] = made
    return [*(STRATEGIES if names is None else names.split(",")), *own.values(), *others]
