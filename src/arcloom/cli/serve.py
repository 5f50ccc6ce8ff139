"""`arcloom serve`: tasks, programs and runs in a browser."""

from __future__ import annotations

import webbrowser
from importlib.util import find_spec
from typing import Annotated

import typer

from arcloom.cli.options import Json, Tasks, dataset_names, library_option
from arcloom.cli.output import message, print_json
from arcloom.cli.shown_tasks import shown_tasks
from arcloom.errors import InputError
from arcloom.web.address import HOST, PORT, Address
from arcloom.web.explorer import Explorer
from arcloom.web.library_reader import LibraryReader

LibraryName = Annotated[str | None, library_option("A library. It is only read.")]
DatasetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--dataset",
        metavar="DATASET",
        help="The tasks; may be given several times. By default, the datasets of the library's "
        "runs, or arc1-train.",
        autocompletion=dataset_names,
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
    library: LibraryName = None,
    dataset: DatasetOption = None,
    task: Tasks = None,
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
    known = shown_tasks(shelf, dataset, task)  # a problem of the library is told here, at the start
    explorer = Explorer(known.dataset, shelf, known)

    def ready(url: str) -> None:
        if as_json:
            print_json({"url": url, "dataset": explorer.dataset.name, "library": library})
        else:
            message(f"{explorer.dataset.name} at {url} (Ctrl-C ends it)")
        if open_:
            webbrowser.open(url)

    serve(explorer, address, ready)
