"""A run that is broken off: by Ctrl-C, or by its progress callback."""

import signal
import subprocess
import sys
import time

import pytest

import arcloom as al
from tests.engine.support import mirror_task, rows, solve

# Minutes of work for any machine; the fuel is far beyond the default.
LONG_RUN = """
import arcloom as al
from arcloom.engine import Limits
from tests.engine.played_batt import PlayedBatt

task = al.Task("one", demos=[], tests=[[[1, 2], [3, 4]]] * 50)
slow = al.read_program("def f(I): return power(compose(vmirror, hmirror), 1000000000)(I)")
limits = Limits(node_fuel=10**14, program_fuel=10**15)
batt = al.weave([slow], limits)
print("ready", flush=True)
try:
    batt.run(task.samples, threads={threads}, progress={progress}, device={device})
except KeyboardInterrupt:
    print("interrupted", flush=True)
    print(batt.node_count > 0, flush=True)
"""


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("progress", ["None", "lambda done: None"])
@pytest.mark.parametrize("device", ["'cpu'", "PlayedBatt()"])
def test_ctrl_c_is_answered_within_a_second(threads: int, progress: str, device: str):
    script = LONG_RUN.format(threads=threads, progress=progress, device=device)
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            time.sleep(0.3)
            begin = time.monotonic()
            process.send_signal(signal.SIGINT)
            assert process.stdout.readline() == "interrupted\n"
            assert time.monotonic() - begin < 1
            assert process.stdout.read() == "True\n"
            assert process.wait(5) == 0
        finally:
            process.kill()


def test_the_progress_callback_is_told_how_far_it_is():
    told = []
    samples = [s for k in range(40) for s in mirror_task(f"t{k}").samples]
    slow = solve("power(compose(vmirror, hmirror), 20000)(I)")
    al.weave([slow]).run(samples, threads=1, progress=told.append)
    assert told == sorted(told)
    assert all(0 <= done <= len(samples) for done in told)


def test_a_progress_callback_that_raises_stops_the_run():
    def give_up(done: int):
        raise LookupError(f"after {done}")

    slow = solve("power(compose(vmirror, hmirror), 1000000000)(I)")
    batt = al.weave([slow], al.engine.Limits(node_fuel=10**14, program_fuel=10**15))
    begin = time.monotonic()
    with pytest.raises(LookupError, match="after 0"):
        batt.run(mirror_task().samples, threads=2, progress=give_up)
    assert time.monotonic() - begin < 2


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
