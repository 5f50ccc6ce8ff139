"""The native core checks what it is told, and when: a wrong call is an error, never a crash."""

import os
import re
import threading
from array import array

import numpy as np
import pytest

import arcloom as al
from arcloom import _core
from arcloom.engine import Limits
from arcloom.engine.samples import gather
from arcloom.search.evolve.breeder import Mutations, new_breeder
from tests.engine.alone import alone
from tests.engine.support import assert_equal, begun, mirror_task, rows, run, solve

INPUT, CONST, OPREF, APPLY = -1, -4, -5, -6
ADD = _core.op_names().index("add")

MALFORMED = {
    "nothing": [],
    "cut off": [INPUT],
    "cut off in the arguments": [INPUT, 0, ADD, 2, 0],
    "a negative number of arguments": [INPUT, -1],
    "an input with arguments": [INPUT, 0, INPUT, 1, 0],
    "an op with too few": [INPUT, 0, ADD, 1, 0],
    "an op with too many": [INPUT, 0, ADD, 3, 0, 0, 0],
    "a constant without a place": [CONST, 0],
    "a constant with two": [CONST, 2, 0, 0],
    "a constant that is not there": [CONST, 1, 7],
    "no op as a value": [OPREF, 0],
    "two ops as a value": [OPREF, 2, ADD, ADD],
    "an unknown op as a value": [OPREF, 1, 50_000],
    "an unknown op": [INPUT, 0, 50_000, 1, 0],
    "an unknown code": [-7, 0],
    "a call of nothing": [INPUT, 0, APPLY, 0],
    "a call without arguments": [INPUT, 0, APPLY, 1, 0],
    "a call with more than there can be": [INPUT, 0, APPLY, 70_000, *[0] * 70_000],
    "a later node": [INPUT, 0, ADD, 2, 0, 1],
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_programs_are_refused(name: str):
    code = array("i", MALFORMED[name]).tobytes()
    batt = al.weave([solve("vmirror(I)")])
    before = batt.run(mirror_task().samples)
    with pytest.raises(ValueError, match="program code"):
        batt._core.add(code, [1])
    assert_equal(batt.run(mirror_task().samples), before)
    with pytest.raises(ValueError, match="program code"):
        new_breeder(Mutations()).add_program(code, [1])


def test_code_that_is_no_words_is_refused():
    with pytest.raises(ValueError, match="cut off"):
        al.weave([])._core.add(b"\1\2\3\4\5", [])


def test_constants_are_plain_values():
    with pytest.raises(TypeError):
        al.weave([])._core.add(array("i", [CONST, 1, 0]).tobytes(), [lambda x: x])


def columns(count: int = len(mirror_task().samples)):
    return np.arange(count)


def gathered():
    batt = al.weave([solve("vmirror(I)"), solve("rot90(I)")])
    gather(batt._core, mirror_task().samples)
    return batt


def left_of(run, shape):
    zeros = np.zeros(shape, np.uint8)
    run.finish(
        np.arange(shape[0]), np.arange(shape[1]), zeros, zeros, zeros.astype(np.uint64), zeros
    )


def test_a_stopped_run_takes_nothing():
    run, _ = begun(gathered(), len(columns()))
    run.stop()
    run.stop()
    for call in (
        lambda: run.add(False, columns(), None),
        lambda: run.end(None),
        lambda: run.weights(np.zeros(len(columns()), np.int64)),
        lambda: left_of(run, (2, len(columns()))),
    ):
        with pytest.raises(RuntimeError, match="the run was stopped"):
            call()


def test_a_run_that_is_over_takes_nothing():
    run, _ = begun(gathered(), len(columns()))
    run.add(False, columns(), None)
    assert run.end(None)
    with pytest.raises(RuntimeError, match="the run is over"):
        run.add(False, columns(), None)
    with pytest.raises(RuntimeError, match="the run is over"):
        left_of(run, (2, len(columns())))
    run.stop()


def test_nothing_is_woven_while_a_run_is_under_way():
    batt = gathered()
    run, _ = begun(batt, len(columns()))
    code = solve("rot180(I)").encode()
    with pytest.raises(RuntimeError, match="in use"):
        batt._core.add(*code)
    with pytest.raises(RuntimeError, match="in use"):
        batt._core.add_output(0)
    run.stop()
    assert batt._core.add_output(batt._core.add(*code)[-1]) == 2


def test_a_run_keeps_what_it_began_with():
    """Others are gathered while its threads read theirs."""
    batt = gathered()
    expected = run(batt.programs)
    going, arrays = begun(batt, len(columns()), threads=2)
    for _ in range(200):
        going.add(False, columns(), None)
        gather(
            batt._core, al.Task("other", demos=[], tests=[[[k % 10]] for k in range(40)]).samples
        )
    going.end(None)
    going.stop()
    for array_, name in zip(arrays, ("matches", "reasons", "fuel", "hashes"), strict=True):
        assert np.array_equal(array_, getattr(expected, name))


def test_a_run_that_another_thread_waits_for_is_not_taken_away():
    slow = al.weave([solve("power(vmirror, 1000000000)(I)")], Limits(10**13, 10**13))
    gather(slow._core, mirror_task().samples)
    going, _ = begun(slow, len(columns()))
    going.add(False, columns(), None)
    polled, asked, refused = threading.Event(), threading.Event(), []

    def poll(_done: int) -> None:
        polled.set()
        if asked.is_set():
            raise KeyboardInterrupt

    def stop() -> None:
        polled.wait()
        try:
            going.stop()
        except RuntimeError as error:
            refused.append(str(error))
        asked.set()

    thread = threading.Thread(target=stop)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        going.end(poll)
    thread.join()
    going.stop()
    assert ["waits for the run" in text for text in refused] == [True]


def test_threads_may_run_one_batt_at_once():
    batt = al.weave([solve("vmirror(I)"), solve("apply(size, objects(I, T, F, T))")])
    tasks = [mirror_task(), al.Task("other", demos=[], tests=[[[k]] for k in range(10)])]
    expected = [batt.run(task.samples) for task in tasks]
    wrong = []

    def again(k: int) -> None:
        for _ in range(50):
            result = batt.run(tasks[k].samples, threads=1)
            wrong.extend(p for p in (0, 1) if rows(result, p) != rows(expected[k], p))

    threads = [threading.Thread(target=again, args=(k,)) for k in (0, 1, 0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.skipif(
    "ARCLOOM_SANITIZED" in os.environ, reason="a sanitizer needs more address space than that"
)
def test_a_thread_that_cannot_start_is_an_error():
    script = """
        import resource
        import arcloom as al
        from tests.engine.support import mirror_task, solve
        batt = al.weave([solve("vmirror(I)")])
        samples = mirror_task().samples * 50
        batt.run(samples, threads=1)
        size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        # Too little for a thread's stack, enough for all else.
        resource.setrlimit(resource.RLIMIT_AS, (size + (4 << 20), resource.RLIM_INFINITY))
        try:
            batt.run(samples, threads=8)
        except al.InputError as error:
            print(error)
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        print(batt.run(samples, threads=8).matches.sum())
    """
    error, after = alone(script)
    assert re.fullmatch(r"thread \d of 8 cannot be started \(.+\); ask for fewer threads", error)
    assert int(after) == 4 * 50
