"""Kernels are started by the driver's functions, in an order that no kernel can overtake."""

import ctypes

import numpy as np
import pytest

from arcloom import _core

INT, WORD = ctypes.c_int, ctypes.c_void_p
LAUNCH = ctypes.CFUNCTYPE(INT, WORD, *[ctypes.c_uint] * 7, WORD, ctypes.POINTER(WORD), WORD)
RECORD = ctypes.CFUNCTYPE(INT, WORD, WORD)
WAIT = ctypes.CFUNCTYPE(INT, WORD, WORD, ctypes.c_uint)
OWN, BESIDE, EVENTS = 10, (11, 12), (20, 21, 22)
THREADS = 128


class Driver:
    """Functions as a driver's, which write down how they were called; one may fail."""

    def __init__(self, fails_at=None):
        self.calls = []
        self._fails_at = fails_at
        self._kept = LAUNCH(self._launch), RECORD(self._record), WAIT(self._wait)
        self.functions = np.array(
            [ctypes.cast(function, WORD).value for function in self._kept], np.int64
        )

    def _note(self, *call):
        self.calls.append(call)
        return 719 if len(self.calls) == self._fails_at else 0

    def _launch(self, function, *given):
        *sizes, _shared, stream, arguments, _extra = given
        given, first, count = (ctypes.c_int64.from_address(arguments[k]).value for k in range(3))
        return self._note("launch", function, sizes, stream, (given, first, count))

    def _record(self, event, stream):
        return self._note("record", event, stream)

    def _wait(self, stream, event, _flags):
        return self._note("wait", stream, event)


def _launch(driver, kernels, streams=(OWN, *BESIDE), events=EVENTS):
    words = [np.array(values, np.int64) for values in (streams, events)]
    rows = np.array(kernels, np.int64).reshape(-1, 4)
    return _core.launch_all(driver.functions, *words, rows, np.array([77, 78]), THREADS)


def test_the_last_kernel_starts_first_and_all_are_waited_for():
    driver = Driver()
    assert _launch(driver, [(1, 5, 0, 50), (2, 6, 50, 60), (3, 7, 110, 70)]) == 0
    assert driver.calls == [
        ("record", 20, OWN),
        ("wait", 11, 20),
        ("wait", 12, 20),
        ("launch", 3, [7, 1, 1, THREADS, 1, 1], 11, (77, 110, 70)),
        ("launch", 2, [6, 1, 1, THREADS, 1, 1], 12, (77, 50, 60)),
        ("launch", 1, [5, 1, 1, THREADS, 1, 1], 11, (77, 0, 50)),
        ("record", 21, 11),
        ("wait", OWN, 21),
        ("record", 22, 12),
        ("wait", OWN, 22),
    ]


def test_streams_without_a_kernel_are_left_alone():
    driver = Driver()
    assert _launch(driver, [(1, 5, 0, 50)]) == 0
    assert {call[1] for call in driver.calls if call[0] == "wait"} == {11, OWN}


@pytest.mark.parametrize("at", range(1, 11))
def test_nothing_more_is_started_after_an_error(at):
    driver = Driver(fails_at=at)
    assert _launch(driver, [(1, 5, 0, 50), (2, 6, 50, 60), (3, 7, 110, 70)]) == 719
    assert len(driver.calls) == at


def test_streams_and_events_go_together():
    with pytest.raises(ValueError, match="streams without events"):
        _launch(Driver(), [(1, 5, 0, 50)], events=EVENTS[:2])
