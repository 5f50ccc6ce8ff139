"""The server's application: each resource of the explorer at its path, and a stream of events."""

from __future__ import annotations

import asyncio
import json
import sys
import traceback
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.responses import Response, StreamingResponse
from starlette.concurrency import run_in_threadpool

from arcloom.errors import InputError
from arcloom.web.explorer import Explorer, NotFoundError, encoded, vocabulary
from arcloom.web.guard import App, Guard, GuardRules
from arcloom.web.page import page, script, style
from arcloom.web.rows import Content
from arcloom.web.stepping import step

POLL: Final = 0.5
"""Seconds between two looks at the library for those who follow it."""

ALIVE: Final = 15.0
"""Seconds after which a silent stream says that it is still there."""

MISSING: Final = 404
UNUSABLE: Final = 400
UNAVAILABLE: Final = 503


def create_app(
    explorer: Explorer,
    rules: GuardRules | None = None,
    stopping: Callable[[], bool] = lambda: False,
) -> App:
    """The application; `stopping` says when open streams have to end."""
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)
    _add_page(app)
    _add_resources(app, explorer)
    _add_events(app, explorer, stopping)
    app.add_exception_handler(404, _nothing_here)
    app.add_exception_handler(405, _nothing_here)
    return Guard(app, rules or GuardRules())


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

    @app.get("/api/outputs")
    def outputs(task: str, program: str) -> Response:
        return _answer(lambda: explorer.outputs(task, program))

    @app.get("/api/expected")
    def expected(task: str) -> Response:
        return _answer(lambda: explorer.expected(task))

    @app.get("/api/verdicts")
    def verdicts() -> Response:
        return _answer(explorer.verdicts)

    @app.get("/api/programs")
    def programs(wanted: str = "") -> Response:
        return _answer(lambda: explorer.programs(wanted))

    @app.get("/api/program")
    def program(hash: str) -> Response:
        return _answer(lambda: explorer.program(hash))

    @app.get("/api/runs")
    def runs() -> Response:
        return _answer(explorer.runs)

    @app.get("/api/run")
    def run(id: str) -> Response:
        return _answer(lambda: explorer.run(id))

    @app.post("/api/steps")
    async def steps(request: Request) -> Response:
        body = await request.body()
        return await run_in_threadpool(_answer, lambda: step(explorer, _read_json(body)))


def _add_events(app: FastAPI, explorer: Explorer, stopping: Callable[[], bool]) -> None:
    @app.get("/api/events")
    async def events(run: str = "") -> Response:
        runs = [run_id for run_id in run.split(",") if run_id]
        stream = _events(explorer, runs, stopping)
        return StreamingResponse(stream, media_type="text/event-stream")


async def _events(
    explorer: Explorer, runs: list[str], stopping: Callable[[], bool]
) -> AsyncIterator[bytes]:
    """The library's pulse, and the runs that are followed, whenever they change."""
    last: dict[str, bytes] = {}
    silent = 0.0
    while not stopping():
        news = await run_in_threadpool(_look, explorer, runs)
        for event, data in news.items():
            if last.get(event) != data:
                last[event] = data
                silent = 0.0
                kind = event.partition(" ")[0]
                yield b"event: " + kind.encode() + b"\ndata: " + data + b"\n\n"
        if silent >= ALIVE:
            silent = 0.0
            yield b": alive\n\n"
        await asyncio.sleep(POLL)
        silent += POLL


def _look(explorer: Explorer, runs: list[str]) -> dict[str, bytes]:
    news = {"pulse": encoded(explorer.pulse())}
    for run_id in runs:
        try:
            news[f"run {run_id}"] = encoded(explorer.run(run_id))
        except InputError:  # the pulse tells what is wrong with the library
            continue
    return news


def _answer(resource: Callable[[], Content]) -> Response:
    try:
        return _json(encoded(resource()))
    except NotFoundError as error:
        return _problem(MISSING, str(error))
    except InputError as error:
        return _problem(UNAVAILABLE if error.place else UNUSABLE, str(error))
    except Exception:  # a fault of ours must not end the server; its owner sees where it is
        traceback.print_exc(file=sys.stderr)
        return _problem(500, "The server failed at this; its output says where.")


def _read_json(body: bytes) -> Content:
    try:
        content = json.loads(body)
    except ValueError:
        raise InputError("the request is not JSON") from None
    if not isinstance(content, dict):
        raise InputError("the request is not a JSON object")
    return content


def _json(data: bytes) -> Response:
    return Response(data, media_type="application/json")


def _problem(status: int, message: str) -> Response:
    return Response(encoded({"problem": message}), status, media_type="application/json")


async def _nothing_here(request: Request, error: Any) -> Response:
    return _problem(MISSING, "There is nothing at this address.")
