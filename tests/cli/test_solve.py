"""`arcloom solve` and `arcloom score`: what they print, write and refuse."""

import json
import re
from typing import get_args

import pytest

from arcloom.cli.solve import ENDS
from arcloom.lang import read_programs
from arcloom.solve.scheduler import StopReason
from arcloom.solve.strategies import STRATEGIES

FUEL = ("--fuel", 60_000_000)


@pytest.fixture
def out(tmp_path):
    return tmp_path / "submission.json"


@pytest.fixture
def report(tmp_path):
    return tmp_path / "report.json"


def test_solve_prints_its_figures(arcloom_json, tasks, out):
    content = arcloom_json("solve", tasks, *FUEL, "--out", out)
    assert (content["tasks"], content["fitted"], content["stop"]) == (3, 3, "fuel")
    assert content["seconds"] > 0
    assert content["cpu_seconds"] > 0
    assert content["peak_memory"] > 10**7
    assert (content["device"], content["failures"]) == ("cpu", [])
    fit = content["strategies"]["fit"]
    assert {"fitted", "only", "calls", "fuel", "seconds", "found"} <= set(fit)
    assert json.loads(out.read_text()).keys() == {"mirror", "trap", "turn"}


def test_solve_for_people(arcloom, tasks, out):
    result = arcloom("solve", tasks, *FUEL, "--out", out)
    assert result.exit_code == 0
    assert "3 of 3 tasks have a program that fits all demos" in result.stdout
    assert "(cpu)" in result.stdout
    assert re.search(r"expected right: [0-3] of 3", " ".join(result.stdout.split()))
    assert "the fuel was spent" in result.stdout


def test_the_seconds_of_the_strategies_add_up(arcloom, tasks, out):
    lines = arcloom("solve", tasks, *FUEL, "--out", out).stdout.splitlines()
    column = [float(line.split()[-1]) for line in lines[1 : len(STRATEGIES) + 2]]
    told = float(re.findall(r"([0-9.]+) s,", " ".join(lines))[0])
    assert sum(column) == pytest.approx(told, abs=0.01)


def test_library_none_begins_from_nothing(arcloom_json, tasks, out, tmp_path, monkeypatch):
    """Whatever the environment says; and no file of that name is made."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARCLOOM_LIBRARY", str(tmp_path / "lib.db"))
    given = ("solve", tasks, *FUEL, "--out", out, "--strategies", "transfer")
    nothing = arcloom_json(*given, "--library", "none")
    assert (nothing["starters"], nothing["fitted"]) == (0, 0)
    assert {path.suffix for path in tmp_path.iterdir()} <= {"", ".json", ".py"}
    assert not (tmp_path / "none").exists()
    kept = arcloom_json(*given, "--starter", "none")
    assert (kept["starters"], (tmp_path / "lib.db").exists()) == (0, True)
    assert arcloom_json(*given)["starters"] > 0


def test_an_interrupted_run_is_not_ended_by_interrupted():
    assert ENDS["interrupted"] == "interrupted"
    assert set(ENDS) == set(get_args(StopReason))


def test_the_programs_are_kept(arcloom, arcloom_json, tasks, out, tmp_path):
    """Beside the submission; a later run replaces the file unless somebody edited it."""
    content = arcloom_json("solve", tasks, *FUEL, "--out", out)
    file = tmp_path / "submission.programs.py"
    assert content["programs"] == str(file)
    assert set(read_programs(file)) == {"solve_mirror", "solve_trap", "solve_turn"}
    assert arcloom_json("solve", tasks, *FUEL, "--out", out)["programs"] == str(file)
    edited = file.read_text().replace("# Programs", "# My programs")
    file.write_text(edited)
    other = arcloom_json("solve", tasks, *FUEL, "--out", out)["programs"]
    assert other == str(tmp_path / "submission.programs-2.py")
    assert file.read_text() == edited
    refused = arcloom("solve", tasks, *FUEL, "--out", out, "--programs", file)
    assert refused.exit_code == 2
    assert "was edited since; name another" in refused.stderr


def test_a_library_keeps_the_programs_itself(arcloom_json, tasks, out, tmp_path):
    args = ("solve", tasks, *FUEL, "--out", out, "--library", tmp_path / "lib.db")
    assert arcloom_json(*args)["programs"] is None
    assert not list(tmp_path.glob("*.programs.py"))


def test_some_tasks(arcloom, arcloom_json, tasks, out):
    only = ("--task", "turn", "--task", "mirror")
    assert arcloom_json("solve", tasks, *FUEL, "--out", out, *only)["tasks"] == 2
    assert json.loads(out.read_text()).keys() == {"mirror", "turn"}
    assert arcloom_json("score", out, f"{tasks}/turn")["total_tasks"] == 1
    wrong = arcloom("solve", tasks, "--task", "mirrow")
    assert wrong.exit_code == 2
    assert "no task 'mirrow' in tasks; did you mean 'mirror'?" in wrong.stderr


def test_score_names_the_tasks(arcloom, arcloom_json, tasks, out):
    arcloom_json("solve", tasks, *FUEL, "--out", out)
    shown = arcloom("score", out, tasks).stdout
    assert "right by attempt 1: 2: mirror turn" in shown
    assert "wrong: 1: trap" in shown


def test_score(arcloom, arcloom_json, tasks, out, report):
    arcloom_json(
        *("solve", tasks, *FUEL, "--out", out, "--report", report, "--attempts", 3),
        *("--starter", "none"),
    )
    content = arcloom_json("score", out, tasks)
    assert content == {
        "tasks": {"1": 2, "2": 2, "3": 2},
        "outputs": {"1": 2, "2": 2, "3": 2},
        "total_tasks": 3,
        "total_outputs": 3,
        "right_attempts": {"mirror": [1], "trap": [None], "turn": [1]},
    }
    joined = arcloom_json("score", out, tasks, "--report", report)
    per_task = json.loads(report.read_text())["per_task"].values()
    assert joined["expected"] == pytest.approx(sum(task["probability"] for task in per_task))
    assert 0 < joined["expected"] < 3
    assert joined["fitted"] == {"tasks": {"1": 2, "2": 2, "3": 2}, "total_tasks": 3}
    strategies = joined["strategies"]
    assert list(strategies) == list(STRATEGIES)
    assert (strategies["fit"]["fitted"], strategies["fit"]["right"]) == (3, 2)
    assert strategies["transfer"] == {"fitted": 0, "right": 0, "only": 0}
    shown = arcloom("score", out, tasks, "--report", report)
    assert "tasks of 3" in shown.stdout
    assert "right by it alone" in shown.stdout
    assert f"expected right: {joined['expected']:.0f} of 3; right: 2" in shown.stdout


def test_only_some_strategies(arcloom_json, tasks, out):
    content = arcloom_json("solve", tasks, *FUEL, "--out", out, "--strategies", "fit")
    assert list(content["strategies"]) == ["fit"]


def test_a_malformed_task_among_good_ones(arcloom, write, tasks, out):
    write("tasks/bad.json", '{"train": [')
    result = arcloom("solve", tasks, *FUEL, "--out", out, "--json")
    assert result.exit_code == 1
    assert "left out: " in result.stderr
    assert "bad.json" in result.stderr
    assert json.loads(result.stdout)["tasks"] == 3
    scored = arcloom("score", out, tasks, "--json")
    assert scored.exit_code == 1
    assert json.loads(scored.stdout)["total_tasks"] == 3


REFUSED = {
    "no time": (("--budget", "soon"), "not a budget of time"),
    "no memory": (("--memory", "1X"), "not an amount of memory"),
    "too little memory": (("--memory", "1M"), "too little"),
    "no such strategy": (("--strategies", "fit,luck"), "no strategy 'luck'"),
    "no such device": (("--device", "abacus"), "no device 'abacus'"),
    "too many attempts": (("--attempts", "11"), "attempts must be 1 to 10"),
    "no folder for the submission": (("--out", "/no/such/folder/s.json"), "cannot be written"),
    "no folder for the report": (("--report", "/no/such/folder/r.json"), "cannot be written"),
    "no library": (("--library", "/no/such/folder/lib.db"), "/no/such/folder/lib.db"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_bad_arguments(arcloom, tasks, out, case):
    options, problem = REFUSED[case]
    given = () if "--out" in options else ("--out", out)
    result = arcloom("solve", tasks, *FUEL, *given, *options)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("arcloom: ")
    assert problem in result.stderr


def test_a_gpu_where_there_is_none(arcloom, tasks, out):
    result = arcloom("solve", tasks, "--device", "gpu", "--out", out)
    assert result.exit_code == 2
    assert "use --device cpu" in result.stderr
    assert not out.exists()


def test_no_dataset(arcloom, out):
    result = arcloom("solve", "nowhere", "--out", out)
    assert (result.exit_code, out.exists()) == (2, False)


@pytest.mark.parametrize(
    ("text", "problem"),
    [("", "not JSON"), ("[]", "a submission is a JSON object"), ("{}", "3 of the 3 tasks")],
)
def test_bad_submissions(arcloom, write, tasks, text, problem):
    result = arcloom("score", write("s.json", text), tasks)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert problem in result.stderr


def test_nothing_to_score_against(arcloom, write, tasks, out):
    open_task = {"train": [{"input": [[1]], "output": [[1]]}], "test": [{"input": [[2]]}]}
    folder = write("open/t.json", open_task).parent
    assert arcloom("solve", folder, "--fuel", 1, "--out", out).exit_code == 0
    result = arcloom("score", out, folder)
    assert result.exit_code == 2
    assert "no test output" in result.stderr


def test_a_report_that_is_none(arcloom, write, tasks, out):
    arcloom("solve", tasks, "--fuel", 1, "--out", out)
    result = arcloom("score", out, tasks, "--report", write("r.json", "{}"))
    assert result.exit_code == 2
    assert "this is not a report of a run" in result.stderr


def test_a_library_is_made_and_filled(arcloom_json, tasks, out, tmp_path):
    library = tmp_path / "lib.db"
    arcloom_json("solve", tasks, *FUEL, "--out", out, "--library", library)
    listed = arcloom_json("library", "list", "--library", library)
    assert listed["fitted"] == 2  # "mirror" and "trap" have the same grids, and are one task to it
    assert [run["command"] for run in listed["runs"]] == ["solve"]


def test_votes_of_a_network_join_the_answers(arcloom, arcloom_json, tasks, out, report, tmp_path):
    votes = tmp_path / "votes.json"
    vote = {"grid": [[5]], "votes": 16, "of": 16, "bits": 0.1}
    votes.write_text(json.dumps({"trap": [[vote]]}))
    given = ("solve", tasks, *FUEL, "--strategies", "transfer", "--net-votes", votes)
    given += ("--out", out, "--report", report, "--starter", "none")
    content = arcloom_json(*given)
    assert (content["answered"], content["fitted"]) == (1, 0)
    assert json.loads(out.read_text())["trap"][0]["attempt_1"] == [[5]]
    why = json.loads(report.read_text())["per_task"]["trap"]["attempts"][0][0]["why"]
    assert why.startswith("network: 16 of 16 views agree")
    scored = arcloom_json("score", out, tasks, "--report", report)
    assert scored["strategies"]["network"]["fitted"] == 1
    assert scored["agreed"] == {"outputs": 0, "right": 0}
    result = arcloom(*given)
    assert "1 have an answer without one" in " ".join(result.stdout.split())


def test_votes_that_cannot_be_read_are_refused(arcloom, tasks, out, tmp_path):
    votes = tmp_path / "votes.json"
    votes.write_text('{"trap": 3}')
    result = arcloom("solve", tasks, *FUEL, "--net-votes", votes, "--out", out)
    assert result.exit_code == 2
    assert "votes.json, task trap: must list as many entries as there are tests: 1" in result.stderr
    assert not out.exists()


def test_workers_that_cannot_be_had(arcloom, tasks, out):
    for options, problem in (
        (("--workers", "cloud"), "no workers 'cloud'"),
        (("--address", "auto"), "an address is of a Ray cluster"),
    ):
        result = arcloom("solve", tasks, "--fuel", 1, "--out", out, *options)
        assert result.exit_code == 2
        assert problem in result.stderr
        assert len(result.stderr.splitlines()) == 1
    assert not out.exists()


def test_processes_do_the_work(arcloom, tasks, out, tmp_path):
    one, other = tmp_path / "one.json", tmp_path / "other.json"
    assert arcloom("solve", tasks, *FUEL, "--threads", 1, "--out", one).exit_code == 0
    away = ("--threads", 2, "--workers", "processes", "--out", other)
    result = arcloom("solve", tasks, *FUEL, *away)
    assert result.exit_code == 0, result.stderr
    assert one.read_bytes() == other.read_bytes()
