"""`arcloom run`: figures for each program, and times that add up."""

import pytest


def test_json(arcloom_json, tasks, programs):
    content = arcloom_json("run", programs, tasks)
    assert (content["tasks"], content["samples"], content["demos"]) == (3, 8, 5)
    rows = {row["name"]: row for row in content["programs"]}
    assert rows["solve_turn"]["demos"] == 1
    assert rows["solve_mirror"]["demos"] == 4
    # By its demos alone: the output of the trap's test is not looked at.
    assert rows["solve_mirror"]["fitted"] == 2
    assert rows["solve_mirror"]["undefined"] == 0
    assert rows["solve_mirror"]["fuel"] > 0
    assert rows["never"]["undefined"] == 1
    assert content["nodes"] > 0
    assert content["timing"] is None


def test_stage_times_add_up(arcloom_json, tasks, programs):
    timing = arcloom_json("run", programs, tasks, "--timing")["timing"]
    total = timing.pop("total")
    assert list(timing) == ["start", "read", "weave", "run", "report"]
    assert sum(timing.values()) == pytest.approx(total)
    assert all(seconds >= 0 for seconds in timing.values())


def test_for_people(arcloom, tasks, programs):
    result = arcloom("run", programs, tasks, "--timing")
    assert result.exit_code == 0
    for text in ("solve_mirror", "tasks fitted", "4 programs", "total"):
        assert text in result.stdout
