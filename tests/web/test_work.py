"""Requests that want too much: work, size and patience have an end."""

import io
import json
import logging
import re
import threading
from pathlib import Path

import pytest

import arcloom as al
from arcloom.lang import vocabulary
from arcloom.tasks import Task
from arcloom.web import limits
from arcloom.web.limits import LOG_CHARACTERS, LOG_RECORDS, MAX_ANSWER, Room
from arcloom.web.log import MINUTE, BoundedHandler
from tests.web.processes import connected
from tests.web.test_guard import JSON, ask

GRID = "/".join(["1234567890" * 6] * 60)
ONE = Task("one", demos=[([[1, 2]], [[2, 1]])], tests=[[[3, 4]]])


def steps(site, source, **more):
    body = json.dumps({"source": source, "grid": GRID, **more}).encode()
    status, _, text = ask(site, "/api/steps", "POST", body, **JSON)
    assert status == 200
    return json.loads(text), len(text.encode())


def program(lines):
    return "def solve(I):\n" + "".join(f"    {line}\n" for line in lines)


def test_stepping_ends_with_its_work_and_still_shows_the_result(site):
    shifts = [f"x{number} = shift(x{number - 1}, UNITY)" for number in range(1, 1_900)]
    found, size = steps(site, program(["x0 = asobject(I)", *shifts, "return x1899"]))
    pictures = [step["picture"] for step in found["steps"]]
    assert pictures[0]["kind"] == "grid"
    assert pictures[-1]["kind"] == "object"
    left_out = [one for one in pictures if "all the work that it may" in one.get("text", "")]
    assert len(left_out) > 1_500
    assert size < MAX_ANSWER


def test_pictures_of_few_cells_far_apart_are_work_too(site):
    """They have few elements, and a megabyte of them is drawn for each step."""
    pairs = (f"frozenset({{(0, {number}), (127, 127)}})" for number in range(60))
    moves = [f"x{number} = apply(down, x{number - 1})" for number in range(1, 30)]
    lines = ["down = rbind(shift, (1, 0))", f"x0 = ({', '.join(pairs)})", *moves]
    found, size = steps(site, program([*lines, "return x29"]))
    pictures = [step["picture"] for step in found["steps"] if step["op"] == "apply"]
    assert len(pictures) == 29
    assert pictures[0]["kind"] == pictures[-1]["kind"] == "many"
    left_out = [one for one in pictures if "all the work that it may" in one.get("text", "")]
    assert len(left_out) > 10
    assert size < MAX_ANSWER


def test_a_large_value_is_told_not_shown(site):
    lines = ["x = asindices(I)", "y = product(x, x)", "return size(y)"]
    found, _ = steps(site, program(lines), grid="/".join(["0" * 15] * 20))
    by_op = {step["op"]: step["picture"] for step in found["steps"]}
    assert "too large to show" in by_op["product"]["text"]
    assert by_op["size"]["text"] == "90000"


def test_ordinary_programs_are_stepped_through_whole(site):
    turns = [f"x{number} = rot90(x{number - 1})" for number in range(1, 200)]
    found, _ = steps(site, program(["x0 = vmirror(I)", *turns, "return x199"]))
    assert {step["picture"]["kind"] for step in found["steps"]} == {"grid"}


@pytest.fixture
def gate():
    """An op that tells when it is called first, and waits there until it is let through."""
    called, open_ = threading.Event(), threading.Event()
    calls = []

    @al.op
    def through_the_gate(grid: "Grid", number: int) -> "Grid":  # noqa: F821
        calls.append(number)
        called.set()
        open_.wait(60)
        return grid

    yield called, open_, calls
    open_.set()
    vocabulary.unregister("through_the_gate")


def asking(site, source):
    """A connection on which stepping through a program has been asked for."""
    body = json.dumps({"source": source, "grid": "12/34"}).encode()
    head = (
        "POST /api/steps HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return connected(site, head.encode() + body)


def test_the_work_of_a_client_that_has_left_ends(serve, gate):
    called, open_, calls = gate
    lines = [f"x{number} = through_the_gate(x{number - 1}, {number})" for number in range(1, 500)]
    with serve([ONE]) as site:
        with asking(site, program(["x0 = vmirror(I)", *lines, "return x499"])):
            assert called.wait(60)
        for _ in range(3):
            assert ask(site)[0] == 200  # the server has gone about its work since
        open_.set()
    # A server ends after the requests that are under way.
    assert len(calls) < 10


def test_too_many_requests_are_told_to_come_again(serve, gate, monkeypatch):
    called, open_, _ = gate
    monkeypatch.setattr(Room, "requests", 1)
    with serve([ONE]) as site, asking(site, program(["return through_the_gate(I, 1)"])):
        assert called.wait(60)
        status, _, text = ask(site, "/api/task?id=one")
        assert status == 503
        assert "busy" in json.loads(text)["problem"]
        assert ask(site)[0] == 200
        open_.set()


def test_an_answer_has_a_largest_size(serve):
    task = Task("x" * MAX_ANSWER, demos=ONE.pairs, tests=[])
    with serve([ONE, task]) as site:
        status, _, text = ask(site, "/api/task?id=one")
        assert status == 400
        assert f"larger than {MAX_ANSWER:,} bytes" in json.loads(text)["problem"]


def test_a_flood_of_messages_is_cut_short():
    stream, now = io.StringIO(), [0.0]
    handler = BoundedHandler(stream, lambda: now[0])
    record = logging.LogRecord("x", logging.ERROR, "", 0, "y" * 100_000, (), None)
    for _ in range(10_000):
        handler.handle(record)
    assert len(stream.getvalue()) < LOG_RECORDS * (LOG_CHARACTERS + 100)
    now[0] = MINUTE
    handler.handle(record)
    assert f"{10_000 - LOG_RECORDS:,}".replace(",", "") in stream.getvalue()


def test_the_limits_are_those_that_are_documented():
    text = Path(__file__).parents[2].joinpath("SECURITY.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| .* \| ([\d,]+)\D* \| `(\w+)` \|$", text, re.MULTILINE)
    found = {name: int(value.replace(",", "")) for value, name in rows}
    names = {name for name in vars(limits) if name.isupper() and not name.startswith("_")}
    room = {"connections": Room.connections, "streams": Room().streams, "requests": Room().requests}
    assert found == {name: getattr(limits, name) for name in names} | room
