"""Four processes that evolve on one library: the server restarts, one is killed, one is stopped.

Nothing that was stored is lost, the others go on, and the dead run shows as dead.
"""

import signal
import time

import pytest

from arcloom.library import Library, heartbeat
from tests.e2e.command import PATIENCE, arcloom, start
from tests.search.small import PROGRAMS, save_tasks

PROCESSES = 4
GENERATIONS = 250
"""Enough that nobody is through before the others have begun."""


@pytest.fixture(params=["postgresql", "sqlite"])
def place(request, tmp_path):
    """A library's address, and the server that may be restarted."""
    if request.param == "sqlite":
        return str(tmp_path / "lib.db"), None
    server = request.getfixturevalue("postgres_server")
    return server.new_database(), server


def evolve(folder, url, seed):
    limits = ("--generations", GENERATIONS, "--children", 32, "--threads", 1)
    return start("evolve", folder, "--library", url, "--seed", seed, *limits, "--json")


def wait_until_all_are_at_work(library, begun):
    deadline = time.monotonic() + PATIENCE
    while len(library.runs()) < PROCESSES or library.count() <= begun:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_four_evolve_on_one_library(place, tmp_path, monkeypatch):
    url, server = place
    folder = save_tasks(tmp_path / "tasks")
    assert arcloom("import", PROGRAMS, "--library", url).returncode == 0
    with Library.open(url) as library:
        begun = library.count()
        processes = [evolve(folder, url, seed) for seed in range(PROCESSES)]
        wait_until_all_are_at_work(library, begun)
        killed, stopped, *others = processes
        killed.kill()
        stopped.send_signal(signal.SIGSTOP)
        if server is not None:
            server.stop()
            server.start()
        time.sleep(1)
        stopped.send_signal(signal.SIGCONT)
        for process in (stopped, *others):
            _, errors = process.communicate(timeout=PATIENCE)
            assert process.returncode == 0, errors
        killed.communicate()
        assert library.integrity() == []
        monkeypatch.setattr(heartbeat, "DEAD_AFTER", 0.0)
        states = sorted(run.state for run in library.runs())
        assert states == ["dead", *["finished"] * (PROCESSES - 1)]
        finished = next(run for run in library.runs() if run.state == "finished")
        assert finished.figures["generation"] == GENERATIONS
        again = evolve(folder, url, 0)  # the run that died goes on, and comes to its end
        _, errors = again.communicate(timeout=PATIENCE)
        assert again.returncode == 0, errors
        assert library.integrity() == []
