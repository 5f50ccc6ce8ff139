"""`arcloom check`: what it counts as solved, and what it tells."""

import json

import pytest

FIELDS = {
    "tasks",
    "solved",
    "fitted",
    "wrong",
    "unknown",
    "programs",
    "seconds",
    "threads",
    "cut_by_fuel",
    "solvers",
    "unsolved",
    "misses",
}


def test_json(arcloom_json, tasks, programs):
    found = arcloom_json("check", tasks, "--programs", programs)
    assert found.keys() == FIELDS
    assert (found["tasks"], found["solved"], found["programs"]) == (3, 2, 4)
    assert found["unsolved"] == ["trap"]
    assert found["solvers"]["turn"]["program"] == "solve_turn"
    assert found["solvers"]["mirror"].keys() == {"program", "fuel", "nodes"}
    assert (found["fitted"], found["wrong"], found["unknown"]) == (3, 1, 0)
    assert found["cut_by_fuel"] == 0
    assert found["seconds"] > 0


def test_what_failed_is_named(arcloom, arcloom_json, tasks, programs, write):
    """The nearest program; one that is named after the task goes before it."""
    found = arcloom_json("check", tasks, "--programs", programs)
    near = {"program": "solve_mirror", "sample": "test 1", "reason": ""}
    assert found["misses"] == {"trap": near}
    shown = arcloom("check", tasks, "--programs", programs).stdout
    assert "trap" in shown
    assert "test 1: another output" in shown
    own = write("own.py", "def solve_trap(I):\n    return first(ZERO)\n")
    both = arcloom_json("check", tasks, "--programs", programs, "--programs", own)
    meant = {"program": "solve_trap", "sample": "demo 1", "reason": "type"}
    assert both["misses"] == {"trap": meant}


def test_the_demos_alone_do_not_count(arcloom_json, tasks, programs):
    """`trap` is fitted by its demos, and its sealed test output tells."""
    found = arcloom_json("check", tasks / "trap.json", "--programs", programs)
    assert (found["fitted"], found["solved"]) == (1, 0)


def test_the_cheapest_program_is_named(arcloom_json, write, tasks):
    longer = write("longer.py", "def a_long_way(I):\n    return vmirror(rot180(rot180(I)))\n")
    shorter = write("shorter.py", "def direct(I):\n    return vmirror(I)\n")
    found = arcloom_json("check", tasks, "--programs", longer, "--programs", shorter)
    assert found["programs"] == 2
    assert found["solvers"]["mirror"]["program"] == "direct"


def test_for_people(arcloom, tasks, programs):
    result = arcloom("check", tasks, "--programs", programs)
    assert result.exit_code == 0
    assert "2 of 3 tasks solved by 4 programs" in result.stdout
    assert "■" in result.stdout
    assert "solve_turn" in result.stdout
    assert result.stderr == ""  # no progress where no person is watching


@pytest.mark.parametrize("name", ["arc1-eval", "arc2-train", "arc2-eval"])
def test_sets_for_measuring_give_totals_only(arcloom_json, programs, name):
    found = arcloom_json("check", name, "--programs", programs)
    assert found["solvers"] is None
    assert found["unsolved"] is None


def test_sets_for_measuring_show_no_lights(arcloom, programs):
    text = arcloom("check", "arc2-eval", "--programs", programs).stdout
    assert "of 120 tasks solved" in text
    assert "■" not in text
    assert "·" not in text


def test_tasks_without_test_outputs_cannot_be_checked(arcloom, write, programs):
    task = {"train": [{"input": [[1, 2]], "output": [[2, 1]]}], "test": [{"input": [[3, 4]]}]}
    file = write("challenges.json", {"hidden": task})
    result = arcloom("check", file, "--programs", programs, "--json")
    found = json.loads(result.stdout)
    assert (found["fitted"], found["solved"]) == (1, 0)
    assert "cannot be checked" in result.stderr


def test_threads_make_no_difference(arcloom_json, tasks, programs):
    one = arcloom_json("check", tasks, "--programs", programs, "--threads", 1)
    two = arcloom_json("check", tasks, "--programs", programs, "--threads", 2)
    assert (one["threads"], two["threads"]) == (1, 2)
    assert one["solvers"] == two["solvers"]
