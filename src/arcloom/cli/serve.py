"""`arcloom serve`: tasks, programs and runs in a browser."""

from __future__ import annotations

import webbrowser
from importlib.util import find_spec
from typing import Annotated

import typer

from arcloom.cli.inputs import load_tasks
from arcloom.cli.options import Json
from arcloom.cli.output import message, print_json
from arcloom.errors import InputError
from arcloom.web.address import HOST, PORT, Address
from arcloom.web.explorer import Explorer
from arcloom.web.library_reader import LibraryReader

LibraryOption = Annotated[
    str | None,
    typer.Option("--library", metavar="LIBRARY", help="A library. It is only read."),
]
DatasetOption = Annotated[
    str,
    typer.Option(
        "--dataset", metavar="NAME|PATH", help="The tasks: a name, a folder, or a file of tasks."
    ),
]
Host = Annotated[
    str,
    typer.Option(
        "--host",
        metavar="ADDRESS",
        help="Address to serve on. Others than this machine's own need --token.",
    ),
]
Port = Annotated[
    int, typer.Option("--port", metavar="N", min=0, max=65535, help="Port; 0 takes any free one.")
]
Token = Annotated[
    str | None,
    typer.Option("--token", metavar="TEXT", help="A secret that every request must carry."),
]
Open = Annotated[bool, typer.Option("--open", help="Open the page in a browser.")]


def command(
    library: LibraryOption = None,
    dataset: DatasetOption = "arc1-train",
    host: Host = HOST,
    port: Port = PORT,
    token: Token = None,
    open_: Open = False,
    as_json: Json = False,
) -> None:
    """Show tasks, programs and runs in a browser, also while `evolve` or `solve` runs.

    By default it serves this machine only. It needs no network and never changes the library.
    Ctrl-C ends it.
    """
    missing = [name for name in ("fastapi", "uvicorn") if find_spec(name) is None]
    if missing:
        raise InputError(
            f"the explorer needs {' and '.join(missing)}", remedy="pip install 'arcloom[web]'"
        )
    from arcloom.web.server import serve  # which the extra brings

    address = Address(host, port, token)
    address.check()
    shelf = LibraryReader(library) if library is not None else None
    if shelf is not None:
        with shelf.reading():
            pass  # what is wrong at the start should be told there, not on a page
    explorer = Explorer(load_tasks(dataset), shelf)

    def ready(url: str) -> None:
        if as_json:
            print_json({"url": url, "dataset": explorer.dataset.name, "library": library})
        else:
            message(f"{explorer.dataset.name} at {url} (Ctrl-C ends it)")
        if open_:
            webbrowser.open(url)

    serve(explorer, address, ready)
