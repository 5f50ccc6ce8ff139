"""A run that is killed and started again makes the calls that an undisturbed one makes."""

import subprocess
import sys

from tests.solve.diary import KILLED

FUEL = 400_000_000
"""Three rounds."""
CALLS = 5
"""An odd number of strategies' calls for a task, now and then: a turn is cut in the middle."""


def solve(folder, *calls):
    folder.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "tests.solve.diary", folder, FUEL, *calls]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=120)
    assert done.returncode in (0, KILLED), done.stderr
    return done.returncode


def calls_in(folder):
    """All calls. Within a round their order is free: what took long before goes first."""
    return sorted((folder / "calls").read_text().splitlines())


def test_killed_again_and_again_a_run_makes_the_same_calls(tmp_path):
    undisturbed, killed = tmp_path / "undisturbed", tmp_path / "killed"
    assert solve(undisturbed) == 0
    kills = 0
    while solve(killed, CALLS) == KILLED:
        kills += 1
    expected = calls_in(undisturbed)
    assert kills == (len(expected) - 1) // CALLS > 2
    assert calls_in(killed) == expected
    assert (killed / "s.json").read_bytes() == (undisturbed / "s.json").read_bytes()
