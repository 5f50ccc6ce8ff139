"""`arcloom ops`: the vocabulary as a table, or one op in full."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from arcloom.cli.options import Json
from arcloom.cli.output import console, print_json
from arcloom.errors import InputError
from arcloom.lang import CONSTANTS, OPS, Op
from arcloom.lang.lowering import suggestion
from arcloom.lang.vocabulary import find, names

Name = Annotated[str | None, typer.Argument(metavar="[NAME]", help="An op or an alias.")]


def command(name: Name = None, as_json: Json = False) -> None:
    """List the vocabulary, or show one op."""
    if name is not None:
        op = _find(name)
        print_json(_content(op)) if as_json else console().print(_full(op))
    elif as_json:
        print_json({"ops": [_content(op) for op in OPS.values()], "constants": CONSTANTS})
    else:
        console().print(_table())


def _find(name: str) -> Op:
    op = find(name)
    if name in CONSTANTS:
        value = CONSTANTS[name]
        raise InputError(f"{name} is a constant, not an op", remedy=f"its value is {value}")
    if op is None:
        raise InputError(f"unknown op '{name}'", remedy=suggestion(name, names()))
    return op


def _content(op: Op) -> dict[str, Any]:
    return {
        "name": op.name,
        "signature": op.signature,
        "params": [{"name": param.name, "type": param.type.name} for param in op.params],
        "result": op.result.name,
        "summary": op.summary,
        "theme": op.theme,
        "aliases": list(op.aliases),
    }


def _full(op: Op) -> Text:
    aliases = ", ".join(op.aliases) or "none"
    return Text.assemble(
        (op.signature, "bold"),
        *(f"\n  {line}" for line in op.summary_lines),
        (f"\n  theme: {op.theme}; aliases: {aliases}", "dim"),
    )


def _table() -> Table:
    table = Table("op", "gives", "theme", box=None, pad_edge=False)
    for op in OPS.values():
        table.add_row(op.signature, op.summary, Text(op.theme, style="dim"))
    return table
