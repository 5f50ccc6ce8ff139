"""The `arcloom` command: which commands there are, and what becomes of their errors.

A command is a module of this package with a function `command`, or with several in `COMMANDS`. It
is imported when it is run and not before, so that `arcloom --help` costs no more than typer does.
"""

from __future__ import annotations

import gc
import os
import re
import sys
from difflib import get_close_matches
from importlib import import_module
from keyword import iskeyword
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup

from arcloom import __version__
from arcloom.cli.examples import examples_text
from arcloom.cli.guard import WRONG_USE, guarded
from arcloom.cli.plugins import WITH_OPS, with_ops
from arcloom.cli.signals import end_on_ctrl_c, end_with_output
from arcloom.cli.usage import UsageError, report_usage
from arcloom.errors import InputError

COMMANDS: Final = {
    "solve": "Find programs for all tasks, and write a submission.",
    "score": "Count the tasks that a submission has right.",
    "check": "Find which program solves which task, and at what cost.",
    "run": "Weave a file of programs and run it on a dataset.",
    "show": "Draw a task, a program, or every step of a program.",
    "import": "Add the programs of files to a library.",
    "export": "Write a library's programs as a Python file.",
    "library": "List, show, prune, merge or check a library, or learn from it.",
    "evolve": "Breed programs for the tasks of a dataset, and keep the best.",
    "net": "Train a network on the demos, and let it answer the tests.",
    "card": "Deal a hand from a library, breed from it, and write a batt.",
    "serve": "Show tasks, programs and runs in a browser.",
    "report": "Write what serve shows as one HTML file.",
    "ops": "List the vocabulary, or show one op.",
    "bench": "Measure the speed that the project claims.",
    "doctor": "Check the installation.",
}

HELP_OPTIONS: Final = {"help_option_names": ["-h", "--help"]}

_IS_EMPTY: Final = re.compile(r"--[\w-]+=").fullmatch
"""Whether an argument is an option without its value."""

SERVERS: Final = frozenset({"serve"})
"""Commands that answer others over sockets."""


class _Commands(TyperGroup):
    """The commands by name, each imported at its first use."""

    def main(self, *args: Any, **settings: Any) -> Any:
        if not settings.get("standalone_mode", True):
            return super().main(*args, **settings)
        try:
            ended = super().main(*args, **{**settings, "standalone_mode": False})
        except UsageError as error:
            report_usage(error)
            sys.exit(WRONG_USE)
        sys.exit(ended if isinstance(ended, int) else 0)

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        # An empty path is the current folder to Python: what a script's unset variable names.
        empty = next((n for n, text in enumerate(args) if not text or _IS_EMPTY(text)), None)
        if empty is not None:
            option = args[empty].rstrip("=") or (args[empty - 1] if empty else "")
            what = f"the value of '{option}'" if option.startswith("-") else "an argument"
            ctx.fail(f"{what} is empty, as that of an unset variable is")
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        # A module cannot have the name of a Python keyword, a command can.
        module = import_module(f"arcloom.cli.{cmd_name}{'_' * iskeyword(cmd_name)}")
        several = getattr(module, "COMMANDS", None)
        typed = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True)
        for name, function in (several or {cmd_name: module.command}).items():
            full = f"{cmd_name} {name}" if several else name
            settings = {"token_normalize_func": _normalized, **HELP_OPTIONS}
            run = guarded(with_ops(function) if cmd_name in WITH_OPS else function)
            typed.command(name, epilog=examples_text(full), context_settings=settings)(run)
        if several:
            typed.callback(help=module.HELP)(_nothing)
        return typer.main.get_command(typed)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            close = get_close_matches(args[0], COMMANDS, n=1)
            hint = f"; did you mean '{close[0]}'?" if close else ""
            ctx.fail(f"no such command '{args[0]}'{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _normalized(option: str) -> str:
    """`--output` is an older name of `--out`."""
    return "out" if option == "output" else option


def _nothing() -> None:
    """What a group of commands does by itself."""


app = typer.Typer(
    cls=_Commands,
    add_completion=True,
    no_args_is_help=True,
    rich_markup_mode=None,  # rich would more than double the time that --help takes
    pretty_exceptions_enable=False,
    context_settings=HELP_OPTIONS,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"arcloom {__version__}")
        raise typer.Exit


@app.callback()
def _arcloom(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Finds programs that solve ARC-AGI tasks, and runs them fast."""


def main() -> None:
    """What the `arcloom` command does."""
    end_on_ctrl_c()
    # A server goes on without a reader: its clients are elsewhere.
    if SERVERS.isdisjoint(sys.argv[1:]):
        end_with_output()
    try:
        try:
            app(prog_name="arcloom")
        finally:
            gc.freeze()  # or Python looks through all that a search has left, though it is to end
            sys.stdout.flush()
    except OSError as error:
        if error.filename is not None:
            raise
        _report_output(error)
        sys.exit(WRONG_USE)


def _report_output(error: OSError) -> None:
    """Say that standard output takes no more. What is left for it goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    problem = f"cannot be written: {error.strerror or error}"
    place, remedy = "standard output", "send it elsewhere, or free some space"
    print(f"arcloom: {InputError(problem, place=place, remedy=remedy)}", file=sys.stderr)
