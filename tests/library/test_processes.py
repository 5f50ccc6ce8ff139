"""Several processes on one library at once, and processes that are killed while they write."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arcloom.library import Library
from tests.library import writer
from tests.library.samples import export, hashes

ROOT = Path(__file__).parents[2]
KILLS = {"sqlite": 8, "postgresql": 3}
ENDLESS = 100_000


def start(address, first, count):
    command = [sys.executable, "-m", "tests.library.writer", address, str(first), str(count)]
    return subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def finish(process):
    out, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, "")
    return [int(line) for line in out.split()]


@pytest.mark.parametrize("existing", [False, True], ids=["new", "existing"])
def test_two_processes_write_at_once(address, other_address, existing):
    """They also make the library at once, where there is none yet."""
    if existing:
        Library.open(address, keep=writer.KEEP).close()
    count = 80
    processes = [start(address, first, count) for first in (1, 1001)]
    written = [number for process in processes for number in finish(process)]
    assert len(written) == 2 * count
    with Library.open(address) as library, Library.open(other_address, keep=writer.KEEP) as alone:
        assert library.integrity() == []
        alone.record([scored for number in sorted(written) for scored in writer.batch(number)])
        assert export(library) == export(alone)
        assert library.scores() == alone.scores()
        assert {writer.own(number) for number in written} <= {p.hash for p in library.programs()}


def test_a_reader_is_not_disturbed_by_a_writer(address):
    with Library.open(address, keep=writer.KEEP) as library:
        process = start(address, 1, 80)
        seen = 0
        while process.poll() is None:
            for task in library.tasks():
                kept = library.best(task.task_id)
                assert len(set(hashes(kept))) == len(kept)
            assert library.count() >= seen
            seen = library.count()
        finish(process)


def test_killed_again_and_again(address):
    """What was acknowledged is there; what was not is there whole or not at all."""
    chance = random.Random(7)
    kind = "postgresql" if "://" in address else "sqlite"
    acknowledged = []
    for life in range(KILLS[kind]):
        first = 1 + life * ENDLESS
        process = start(address, first, ENDLESS)
        process.stdout.readline()
        acknowledged.append(first)
        time.sleep(chance.uniform(0, 0.1))
        os.kill(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        assert err == ""
        # The last line may have been cut off in the middle.
        acknowledged += [int(line) for line in out.splitlines(keepends=True) if "\n" in line]
        with Library.open(address) as library:
            assert library.integrity() == []
            hashes_there = {p.hash for p in library.programs()}
            assert {writer.own(number) for number in acknowledged} <= hashes_there
            # A batch and its state are one: all up to the state is there, nothing beyond.
            last = library.load_state(f"from {first}")
            assert {writer.own(number) for number in range(first, last + 1)} <= hashes_there
            assert writer.own(last + 1) not in hashes_there
    process = start(address, 50 * ENDLESS, 10)
    assert len(finish(process)) == 10
