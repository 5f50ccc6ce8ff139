"""A run that is broken off: by Ctrl-C, or by its progress callback.

No test measures time. Where a run must stop, it would otherwise take hours, or reach a step that it
must not reach; a process that does not end is killed and its test fails.
"""

import signal
import subprocess
import sys
import threading
import time

import pytest

import arcloom as al
from arcloom.lang import vocabulary
from tests.engine.support import mirror_task, rows, solve

HANGS = 30
"""Seconds after which a process counts as hanging, or a callback as silent."""

# Hours of work for any machine; the fuel is far beyond the default.
LONG_RUN = """
import arcloom as al
from arcloom.engine import Limits
from tests.engine.played_batt import PlayedBatt

task = al.Task("one", demos=[], tests=[[[1, 2], [3, 4]]] * 50)
slow = al.read_program("def f(I): return power(compose(vmirror, hmirror), 1000000000)(I)")
limits = Limits(node_fuel=10**14, program_fuel=10**15)
batt = al.weave([slow], limits)
try:
    print("ready", flush=True)
    batt.run(task.samples, threads={threads}, progress={progress}, device={device})
except KeyboardInterrupt:
    print("interrupted", flush=True)
    print(batt.node_count > 0, flush=True)
"""


@pytest.fixture
def forget_ops():
    """Forgets the ops that a test adds to the vocabulary."""
    yield
    for name in vocabulary.user_ops():
        vocabulary.unregister(name)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("progress", ["None", "lambda done: None"])
@pytest.mark.parametrize("device", ["'cpu'", "PlayedBatt()"])
def test_ctrl_c_ends_a_run_that_would_take_hours(threads: int, progress: str, device: str):
    script = LONG_RUN.format(threads=threads, progress=progress, device=device)
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            time.sleep(0.3)  # so that it is in the middle of the run
            process.send_signal(signal.SIGINT)
            output, _ = process.communicate(timeout=HANGS)
        finally:
            process.kill()
    assert output == "interrupted\nTrue\n"
    assert process.returncode == 0


def test_the_progress_callback_is_told_how_far_it_is(forget_ops):
    """Each sample waits until the samples before it were reported, so every count is reported."""
    samples = mirror_task().samples
    told: list[int] = []
    begun: list[int] = []
    silent: list[int] = []
    news = threading.Condition()

    def hear(done: int):
        with news:
            told.append(done)
            news.notify_all()

    @al.op
    def when_told(grid: "Grid") -> "Grid":  # noqa: F821
        number = len(begun)
        begun.append(number)
        with news:
            if not silent and not news.wait_for(lambda: number in told, timeout=HANGS):
                silent.append(number)
        return grid

    al.weave([solve("when_told(I)")]).run(samples, threads=1, progress=hear)
    assert silent == []
    assert told == sorted(told)
    assert set(range(len(samples))) <= set(told) <= set(range(len(samples) + 1))


def test_a_progress_callback_that_raises_stops_the_run_within_a_step(forget_ops):
    """The step takes seconds; the next one notes that it was reached."""
    reached = []

    @al.op
    def note(grid: "Grid") -> "Grid":  # noqa: F821
        reached.append(grid)
        return grid

    def give_up(done: int):
        raise LookupError(f"after {done}")

    slow = solve("note(power(compose(vmirror, hmirror), 20000000)(I))")
    batt = al.weave([slow], al.engine.Limits(node_fuel=10**14, program_fuel=10**15))
    with pytest.raises(LookupError, match="after 0"):
        batt.run(mirror_task().samples[:1], threads=1, progress=give_up)
    assert reached == []


def test_a_batt_runs_again_after_it_was_stopped():
    def give_up(done: int):
        raise LookupError

    samples = [s for k in range(400) for s in mirror_task(f"t{k}").samples]
    program = solve("power(compose(vmirror, hmirror), 20000)(I)")
    batt = al.weave([program])
    with pytest.raises(LookupError):
        batt.run(samples, threads=1, progress=give_up)
    again = batt.run(samples[:10])
    assert rows(again) == rows(al.weave([program]).run(samples[:10]))
