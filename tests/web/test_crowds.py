"""Clients that come in crowds, hang up, say half of what they want, or do not listen."""

import time
from contextlib import ExitStack

import pytest

from arcloom.tasks import Task
from arcloom.web.events import POLL
from arcloom.web.explorer import Explorer
from arcloom.web.limits import STREAM_RUNS, Room
from tests.search import small
from tests.web.conftest import serving
from tests.web.processes import connected, following, half_open, served
from tests.web.test_guard import ask

FILES = 256
"""A server with so few has its places taken soon."""

ONE = Task("one", demos=[([[1, 2]], [[2, 1]])], tests=[[[3, 4]]])


@pytest.fixture(scope="module")
def crowded(tmp_path_factory):
    """A process that may open few files: it, its URL and its log."""
    folder = tmp_path_factory.mktemp("crowded")
    log = folder / "log"
    with served(small.save_tasks(folder / "tasks"), log, files=FILES) as (process, site):
        yield process, site, log


def test_clients_that_hang_up_do_not_end_the_server(crowded):
    process, site, _ = crowded
    for _ in range(30):
        connected(site, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").close()
    assert ask(site)[0] == 200
    assert process.poll() is None


def test_half_open_connections_keep_nobody_out(crowded):
    _, site, log = crowded
    with half_open(site, FILES + 50):
        for _ in range(5):
            assert ask(site)[0] == 200
    assert log.stat().st_size < 10_000


def test_those_who_wait_for_an_answer_do_not_make_way(crowded):
    _, site, _ = crowded
    stream, first = following(site)
    with stream, half_open(site, FILES + 50):
        assert first == b"event: pulse\n"
        assert ask(site)[0] == 200
        assert is_open(stream)


def test_half_sent_bodies_keep_nobody_out(crowded):
    _, site, _ = crowded
    head = b"POST /api/steps HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with half_open(site, Room.within(FILES).requests + 3, head + b"Content-Length: 9\r\n\r\n{"):
        assert ask(site, f"/api/task?id={small.SOLVED[0]}")[0] == 200


def is_open(connection):
    """Whether the other side may still send something."""
    connection.setblocking(False)
    try:
        while connection.recv(65_536):
            pass
    except BlockingIOError:
        return True
    return False


def test_streams_leave_room_for_pages(crowded):
    _, site, _ = crowded
    with ExitStack() as stack:
        first = []
        for _ in range(Room.within(FILES).streams + 3):
            stream, line = following(site)
            stack.enter_context(stream)
            first.append(line)
        assert first[0] == b"event: pulse\n"
        assert first[-1] == b"retry: 30000\n"  # a browser asks again then
        assert ask(site)[0] == 200


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n",
        b"POST /api/steps HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: 100\r\n\r\n{",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HT",
    ],
    ids=["nothing", "half a head", "half a body", "half of another request"],
)
def test_half_a_request_is_waited_for_only_so_long(serve, monkeypatch, sent):
    monkeypatch.setattr("arcloom.web.connection.WAIT", 0.5)
    with serve([ONE]) as site, connected(site, sent) as connection:
        try:
            while connection.recv(65_536):
                pass
        except ConnectionResetError:
            pass


def test_an_answer_that_nobody_takes_is_dropped(serve, monkeypatch):
    monkeypatch.setattr("arcloom.web.connection.WAIT", 0.5)
    large = [Task(f"{number}{'x' * 2_000_000}", demos=ONE.pairs, tests=[]) for number in range(12)]
    asked = b"GET /api/tasks HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with serve(large) as site:
        with connected(site, asked) as connection:
            time.sleep(2)
            taken = 0
            try:
                while piece := connection.recv(1_000_000):
                    taken += len(piece)
            except ConnectionResetError:
                pass
            assert taken < 24_000_000
        assert len(ask(site, "/api/tasks")[2]) > 24_000_000


class Counting(Explorer):
    """Counts the looks at the library."""

    looks = 0

    def pulse(self):
        self.looks += 1
        return super().pulse()


def test_many_streams_are_one_look_at_the_library():
    explorer = Counting(small.small_tasks())
    begun = time.monotonic()
    with serving(explorer) as site, ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(following(site)[0])
        time.sleep(2 * POLL)
        assert 2 <= explorer.looks <= (time.monotonic() - begun) / POLL + 2


def test_a_stream_follows_few_runs(site):
    runs = ",".join(f"{number:032x}" for number in range(STREAM_RUNS + 1))
    status, _, text = ask(site, f"/api/events?run={runs}")
    assert status == 400
    assert f"a stream follows {STREAM_RUNS} runs at most" in text


@pytest.mark.parametrize("files", [64, 256, 1024, 20_000, -1])
def test_connections_never_take_all_files(files):
    room = Room.within(files)
    assert room.streams + room.requests < room.connections
    if files >= 256:
        assert room.connections + 2 * room.backlog <= files - 64
