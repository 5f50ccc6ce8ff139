"""The server's application: each resource of the explorer at its path, and a stream of events."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.responses import Response

from arcloom.errors import InputError
from arcloom.web.events import Events
from arcloom.web.explorer import Explorer, NotFoundError, encoded, vocabulary
from arcloom.web.guard import App, Guard, GuardRules
from arcloom.web.limits import MAX_ANSWER, WORKERS, Room
from arcloom.web.log import log
from arcloom.web.page import page, script, style
from arcloom.web.rows import Content
from arcloom.web.stepping import step
from arcloom.web.turns import Turns, Workshop
from arcloom.web.work import ClientLeftError, Work

MISSING: Final = 404
UNUSABLE: Final = 400
UNAVAILABLE: Final = 503
GONE: Final = 499
"""Nobody hears it: the client has left."""

PROGRAM_QUERY: Final = (
    "wanted",
    "kind",
    "origin",
    "fits",
    "order",
    "reverse",
    "first",
    "count",
)
"""What one may ask of the list of programs."""

AT_HAND: Final = frozenset(
    {"/", "/style.css", "/app.js", "/api/tasks", "/api/vocabulary", "/api/events"}
)
"""Answers that are there already, and the streams, which are counted by themselves."""


def create_app(
    explorer: Explorer,
    rules: GuardRules | None = None,
    stopping: Callable[[], bool] = lambda: False,
    room: Room | None = None,
) -> App:
    """The application; `stopping` says when open streams have to end."""
    room = room or Room()
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)
    _add_page(app)
    _add_resources(app, explorer)
    _add_work(app, explorer)
    _add_events(app, Events(explorer, room, stopping))
    app.add_exception_handler(404, _nothing_here)
    app.add_exception_handler(405, _nothing_here)
    return Guard(Turns(app, room.requests, AT_HAND, _busy), rules or GuardRules())


def _add_page(app: FastAPI) -> None:
    texts = {
        "/": (page, "text/html"),
        "/style.css": (style, "text/css"),
        "/app.js": (script, "text/javascript"),
    }
    for path, (text, kind) in texts.items():
        app.add_api_route(path, _texts(text, kind), methods=["GET"])


def _texts(text: Callable[[], str], kind: str) -> Callable[[], Response]:
    def give() -> Response:
        return Response(text(), media_type=kind)

    return give


def _add_resources(app: FastAPI, explorer: Explorer) -> None:
    # Ids come as queries: a path would be taken apart where one has a slash in it.
    tasks = encoded(explorer.tasks())
    words = encoded(vocabulary())

    @app.get("/api/tasks")
    def all_tasks() -> Response:
        return _json(tasks)

    @app.get("/api/vocabulary")
    def all_words() -> Response:
        return _json(words)

    @app.get("/api/status")
    def status() -> Response:
        return _answer(explorer.status)

    @app.get("/api/task")
    def task(id: str) -> Response:
        return _answer(lambda: explorer.task(id))

    @app.get("/api/expected")
    def expected(task: str) -> Response:
        return _answer(lambda: explorer.expected(task))

    @app.get("/api/programs")
    def programs(request: Request) -> Response:
        query = {name: request.query_params.get(name, "") for name in PROGRAM_QUERY}
        return _answer(lambda: explorer.programs(**query))

    @app.get("/api/lineage")
    def lineage(hash: str) -> Response:
        return _answer(lambda: explorer.lineage(hash))

    @app.get("/api/program")
    def program(hash: str) -> Response:
        return _answer(lambda: explorer.program(hash))

    @app.get("/api/runs")
    def runs() -> Response:
        return _answer(explorer.runs)

    @app.get("/api/run")
    def run(id: str) -> Response:
        return _answer(lambda: explorer.run(id))


def _add_work(app: FastAPI, explorer: Explorer) -> None:
    """What runs programs: few at a time, and none for those who have left."""
    workshop = Workshop(WORKERS)

    async def worked(request: Request, resource: Callable[[Work], Content]) -> Response:
        return await workshop.do(request.receive, lambda work: _answer(lambda: resource(work)))

    @app.get("/api/outputs")
    async def outputs(request: Request, task: str, program: str) -> Response:
        return await worked(request, lambda work: explorer.outputs(task, program, work))

    @app.get("/api/verdicts")
    async def verdicts(request: Request) -> Response:
        return await worked(request, explorer.verdicts)

    @app.post("/api/steps")
    async def steps(request: Request) -> Response:
        body = await request.body()
        return await worked(request, lambda work: step(explorer, _read_json(body), work))


def _add_events(app: FastAPI, events: Events) -> None:
    @app.get("/api/events")
    async def stream(run: str = "") -> Response:
        try:
            return events.stream(run)
        except InputError as error:
            return _problem(UNUSABLE, str(error))


def _answer(resource: Callable[[], Content]) -> Response:
    try:
        data = encoded(resource())
    except ClientLeftError:
        return Response(status_code=GONE)
    except NotFoundError as error:
        return _problem(MISSING, str(error))
    except InputError as error:
        return _problem(UNAVAILABLE if error.place else UNUSABLE, str(error))
    except Exception:  # a fault of ours must not end the server; its owner sees where it is
        log.exception("a fault of the explorer")
        return _problem(500, "The server failed at this; its output says where.")
    if len(data) > MAX_ANSWER:
        return _problem(UNUSABLE, f"The answer is larger than {MAX_ANSWER:,} bytes.")
    return _json(data)


def _read_json(body: bytes) -> Content:
    try:
        content = json.loads(body)
    except (ValueError, RecursionError):
        raise InputError("the request is not JSON") from None
    if not isinstance(content, dict):
        raise InputError("the request is not a JSON object")
    return content


def _json(data: bytes) -> Response:
    return Response(data, media_type="application/json")


def _problem(status: int, message: str) -> Response:
    return Response(encoded({"problem": message}), status, media_type="application/json")


async def _busy(scope: Any, receive: Any, send: Any) -> None:
    answer = _problem(UNAVAILABLE, "The server is busy. Try again in a moment.")
    await answer(scope, receive, send)


async def _nothing_here(request: Request, error: Any) -> Response:
    return _problem(MISSING, "There is nothing at this address.")
