"""`arcloom evolve`, in this process: what it prints, and what it refuses."""

import io
import json

import pytest
from rich.console import Console

from arcloom.cli import evolve_display
from arcloom.cli.evolve_display import drawn, progress_text, watching
from arcloom.lang.vocabulary import unregister
from arcloom.library import Library
from arcloom.search.evolve.figures import STAGES, EvolveFigures

FIELDS = {
    *("candidates", "stored", "known", "seconds", "stages", "rate", "fitted", "tasks"),
    *("generation", "stop", "threads"),
}


@pytest.fixture
def library(arcloom, programs, tmp_path):
    path = tmp_path / "lib.db"
    assert arcloom("import", programs, "--library", path).exit_code == 0
    return path


def refused(result):
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("arcloom: ")
    assert result.stderr.count("\n") == 1
    return result.stderr


def test_json(arcloom_json, library, tasks):
    content = arcloom_json("evolve", tasks, "--library", library, "--generations", 2)
    assert set(content) >= FIELDS
    assert content["tasks"] == 3
    assert content["fitted"] == 3
    assert content["candidates"] > 50
    assert content["stop"] == "generations"
    assert list(content["stages"]) == list(STAGES)
    assert sum(content["stages"].values()) == pytest.approx(content["seconds"])
    assert 0 < content["expected"] <= 3
    assert content["rate"] == pytest.approx(content["candidates"] / content["seconds"])


OPS = """
import arcloom as al

@al.op
def one_flip(grid: "Grid") -> "Grid":
    return grid[::-1]

@al.op
def other_flip(grid: "Grid") -> "Grid":
    return grid[::-1]
"""


def test_programs_whose_ops_are_not_loaded_are_left_out_and_told_once(
    arcloom, write, tasks, tmp_path
):
    """Two of them, and a differ. The run goes on without them."""
    ops, library = write("ops.py", OPS), tmp_path / "lib.db"
    programs = (
        "def solve_a(I):\n    return one_flip(other_flip(I))\n",
        "def solve_b(I):\n    return apply(other_flip, initset(I))\n",
        "def differ_c(S, I, C):\n    return size(one_flip(C))\n",
    )
    file = write("own.py", "\n".join(programs))
    try:
        assert arcloom("import", file, "--library", library, "--ops", ops).exit_code == 0
    finally:
        for name in ("one_flip", "other_flip"):
            unregister(name)
    result = arcloom("evolve", tasks, "--library", library, "--generations", 1, "--progress", 0)
    assert result.exit_code == 0, result.stderr
    told = "3 stored programs need ops that are not loaded (one_flip, other_flip): left out; "
    assert result.stderr.count(told) == result.stderr.count("not loaded") == 1


def test_for_people(arcloom, library, tasks):
    result = arcloom("evolve", tasks, "--library", library, "--generations", 1, "--timing")
    assert result.exit_code == 0
    for text in (*STAGES, "total", "100.0%", "3 of 3 tasks", "of them expected right"):
        assert text in " ".join(result.stdout.split())


def test_a_budget_ends_the_run(arcloom_json, library, tasks):
    content = arcloom_json("evolve", tasks, "--library", library, "--budget", "0.3s")
    assert content["stop"] == "budget"


def test_lines_for_scripts(arcloom, library, tasks):
    begin = ("evolve", tasks, "--library", library, "--starter", "none")
    args = (*begin, "--generations", 3, "--seed", 1)
    quiet = arcloom(*args)
    assert quiet.stderr == "", "a line every 10 s, and it took less"
    told = arcloom(*args[:-1], 2, "--progress", 0)
    lines = told.stderr.splitlines()
    assert all(line.startswith("arcloom: stored ") for line in lines)
    generations = [int(line.split("generation ")[1].split(",")[0]) for line in lines]
    assert generations == sorted(generations), "one for each round"
    assert set(generations) == {0, 1, 2, 3}


def test_how_many_are_kept(arcloom_json, library, tasks):
    arcloom_json("evolve", tasks, "--library", library, "--generations", 1, "--keep", 2)
    with Library.open(library) as opened:
        assert opened.keep == 2
        assert max(task.programs for task in opened.tasks()) == 2


def test_frozen(arcloom_json, library, tasks):
    frozen = ("--freeze-programs", "--freeze-differs", "--no-rules", "--generations", 1)
    frozen = (*frozen, "--starter", "none")
    content = arcloom_json("evolve", tasks, "--library", library, *frozen)
    assert content["candidates"] == 12
    assert content["stored"] == 0


def test_profile(arcloom_json, library, tasks, tmp_path):
    file = tmp_path / "trace.json"
    arcloom_json("evolve", tasks, "--library", library, "--generations", 2, "--profile", file)
    events = json.loads(file.read_text())["traceEvents"]
    assert {event["name"] for event in events} >= {"start", "evaluate", "store"}
    assert all(event["ph"] == "X" and event["dur"] >= 0 for event in events)
    assert [event["ts"] for event in events] == sorted(event["ts"] for event in events)


@pytest.mark.parametrize("budget", ["-5", "abc", "0", "5 5"])
def test_a_bad_budget(arcloom, library, tasks, budget):
    line = refused(arcloom("evolve", tasks, "--library", library, "--budget", budget))
    assert f"'{budget}' is not a budget" in line


def test_two_limits(arcloom, library, tasks):
    both = ("--budget", "1s", "--generations", 1)
    assert "exclude each other" in refused(arcloom("evolve", tasks, "--library", library, *both))


def test_a_bad_library(arcloom, tasks, tmp_path, programs):
    for path, problem in (
        (tmp_path / "none" / "lib.db", "its folder does not exist"),
        (programs, "no SQLite database"),
        (tmp_path, "a folder"),
    ):
        line = refused(arcloom("evolve", tasks, "--library", path, "--generations", 1))
        assert f"{path}: " in line
        assert problem in line


def on_one_line(text):
    """Where a line is broken depends on how long the path of a test's folder is."""
    return " ".join(text.split())


def test_the_same_command_again(arcloom, arcloom_json, library, tasks):
    """There is nothing left to do, and what the library has for the tasks is told all the same."""
    args = ("evolve", tasks, "--library", library, "--generations", 2, "--seed", 7)
    first, second = arcloom_json(*args), arcloom_json(*args)
    assert first["candidates"] > 0 == second["candidates"]
    for field in ("fitted", "best_partial", "generation", "programs"):
        assert second[field] == first[field] > 0
    told = arcloom(*args)
    assert "3 of 3 tasks have a program that fits" in on_one_line(told.stdout)
    assert "generation 2 had been reached before" in told.stderr


def test_a_new_library_starts_by_itself(arcloom, tasks, tmp_path):
    args = ("--library", tmp_path / "new.db", "--generations", 2, "--seed", 1)
    begun = arcloom("evolve", tasks, *args)
    assert (begun.exit_code, begun.stderr) == (0, "")
    assert "3 of 3 tasks have a program that fits" in " ".join(begun.stdout.split())
    args = ("--library", tmp_path / "bare.db", *args[2:], "--starter", "none")
    result = arcloom("evolve", tasks, *args)
    assert result.exit_code == 0, result.output
    assert "starts from single ops" in result.stderr
    assert "3 of 3 tasks have a program that fits" in on_one_line(result.stdout)
    told = arcloom("library", "list", "--library", tmp_path / "new.db").stdout
    assert "evolve tasks: finished" in told


@pytest.mark.parametrize(("fitted", "best", "shown"), [(9, 999.97, "999"), (10, 1000.0, "1000")])
def test_only_a_fitted_dataset_scores_1000(fitted, best, shown):
    figures = EvolveFigures(tasks=10, fitted=fitted, best_partial=best)
    assert progress_text(figures) == f"mean best score {shown} of 1000"


def test_a_bad_dataset(arcloom, library, tmp_path):
    refused(arcloom("evolve", tmp_path / "none", "--library", library, "--generations", 1))


def test_a_profile_that_cannot_be_written_is_told_first(arcloom, library, tasks, tmp_path):
    nowhere = tmp_path / "none" / "trace.json"
    args = ("--generations", 1, "--profile", nowhere)
    assert "cannot be written" in refused(arcloom("evolve", tasks, "--library", library, *args))
    with Library.open(library) as opened:
        assert opened.runs() == []


def test_a_part_of_the_dataset_is_refused(arcloom, library, tasks, write):
    write("tasks/bad.json", "{")
    result = arcloom("evolve", tasks, "--library", library, "--generations", 1)
    assert result.exit_code == 1
    assert "left out" in result.stderr


class Terminal(io.StringIO):
    def isatty(self):
        return True


def figures():
    return EvolveFigures(
        generation=7,
        rounds=9,
        candidates=1234,
        stored=56,
        known=78,
        fitted=3,
        best_partial=812.5,
        tasks=10,
        threads=2,
        seconds=2.0,
        stages=dict.fromkeys(STAGES, 2 / 7),
    )


def test_a_terminal_sees_a_table(monkeypatch):
    stream = Terminal()
    now = [100.0]
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr("arcloom.draw.notebook.perf_counter", lambda: now[0])
    with watching(10, 600) as watch:
        watch(figures())
        first = stream.getvalue()
        now[0] += 0.9 * evolve_display.REDRAW
        watch(figures())
        assert stream.getvalue() == first, "not drawn more often than one can see"
        now[0] += 0.2 * evolve_display.REDRAW
        watch(figures())
        assert len(stream.getvalue()) > len(first)
    for text in ("generation", "1,234", "617/s", "3 of 10", "0:02 of 10:00", "evaluate 14%"):
        assert text in first


def test_no_limit_in_time():
    out = Console(file=io.StringIO(), width=120)
    out.print(drawn(figures(), None))
    assert " of 10:00" not in out.file.getvalue()
