"""Timelines: few points, that tell how a run came along."""

from hypothesis import given
from hypothesis import strategies as st

from arcloom.library import Library
from arcloom.library.timeline import MOST, Timeline, key_of


def test_numbers_are_kept_and_the_first_fit_of_each_task():
    timeline = Timeline("r")
    timeline.take(0.0, {"fitted": 1, "stop": "running", "stages": {"a": 0.5}}, ["x"])
    state = timeline.take(2.0, {"fitted": 2, "failures": [1], "stages": {"a": 1.5}}, ["x", "y"])
    assert state[key_of("r")] == {
        "points": [
            {"seconds": 0.0, "fitted": 1, "stages": {"a": 0.5}},
            {"seconds": 2.0, "fitted": 2, "stages": {"a": 1.5}},
        ],
        "fitted": {"x": 0.0, "y": 2.0},
    }


@given(st.lists(st.floats(0.0, 5.0), max_size=3 * MOST))
def test_points_stay_few_and_in_order(gaps):
    timeline, seconds, taken = Timeline("r"), 0.0, 0
    points = []
    for gap in gaps:
        seconds += gap
        if timeline.due(seconds):
            points = timeline.take(seconds, {"n": taken}, [])[key_of("r")]["points"]
            taken += 1
    assert len(points) <= MOST
    assert [p["seconds"] for p in points] == sorted(p["seconds"] for p in points)
    assert not points or points[-1]["n"] == taken - 1


def test_a_finished_run_has_its_last_point(tmp_path):
    with Library.open(tmp_path / "lib.db") as library:
        run = library.start_run("evolve")
        last = Timeline(run).take(3.0, {"fitted": 7}, ["t"])
        library.finish_run(run, {"fitted": 7}, last=last)
        assert library.load_state(key_of(run))["points"] == [{"fitted": 7, "seconds": 3.0}]
        assert list(library.states("timeline ")) == [key_of(run)]
        assert library.states("other") == {}
