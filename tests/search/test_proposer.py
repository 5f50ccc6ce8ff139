"""A proposer: what it is shown, what becomes of its programs, and of replies that break rules."""

import json
import logging
import os
import sys
import time
from pathlib import Path

import pytest

import arcloom as al
from arcloom.search.propose.command import MOST_BYTES
from arcloom.search.propose.strategy import MOST_FAILURES
from arcloom.tasks.sealed import reveal
from tests.solve.small import small_tasks

ROOT = Path(__file__).parents[2]
FUEL = 100_000_000
MIRROR = "def solve(I): return vmirror(I)"
LOOP = "import json, sys\nfor line in sys.stdin:\n    asked = json.loads(line)\n"


def solve(proposer, strategies=(), **settings):
    return al.solve(
        small_tasks(),
        strategies=[*strategies, proposer],
        **{"fuel": FUEL, "library": "none", "progress": False, **settings},
    )


def command(tmp_path, body):
    """A command that runs these lines of Python."""
    file = tmp_path / "proposer.py"
    file.write_text(body)
    return f"{sys.executable} {file}"


def test_what_a_function_proposes_is_tried():
    answers = solve(al.Proposer(lambda request: [MIRROR]))
    assert answers["mirror"].best.strategy == "propose"
    assert answers["mirror"].program.hash == al.read_program(MIRROR).hash
    assert answers.figures.failures == []


def test_it_is_shown_no_test_output():
    shown = []
    solve(al.Proposer(lambda request: shown.append(request) or []))
    assert {request.task.id for request in shown} == set(small_tasks())
    for request in shown:
        assert not any(reveal(request.task))
        content = json.loads(json.dumps(request.content()))
        assert [set(test) for test in content["tests"]] == [{"input"}] * len(request.task.tests)
        assert content["demos"][0]["output"] == request.task.pairs[0][1].tolist()


def test_it_is_shown_programs_with_their_errors():
    """The first time it gets a program wrong, and hears where; then it gets it right."""
    shown = []

    def propose(request):
        shown.append(request)
        return [MIRROR] if request.programs else ["def solve(I): return hmirror(I)"]

    task = small_tasks().filter(["mirror"])
    answers = al.solve(task, fuel=FUEL, strategies=[al.Proposer(propose)], library="none")
    assert answers["mirror"].fitted
    first, second = shown[:2]
    assert (first.level, first.programs) == (0, ())
    assert second.level == 1
    assert second.programs[0].source.startswith("def solve(I):\n    O = hmirror(I)")
    assert any("cells are wrong" in error for error in second.programs[0].errors if error)
    assert first.seed != second.seed


def test_it_hears_what_was_refused(caplog):
    shown = []

    def propose(request):
        shown.append(request)
        return ["import os", "def solve(S, I, C): return C", "x" * 30_000, MIRROR]

    task = small_tasks().filter(["riddle"])
    with caplog.at_level(logging.WARNING, "arcloom"):
        answers = al.solve(task, fuel=FUEL, strategies=[al.Proposer(propose)], library="none")
    assert answers.figures.failures == []
    assert len(shown) > 1
    reasons = [why for _, why in shown[1].refused]
    assert len(reasons) == 3
    assert "'import os' is refused" in reasons[0]
    assert "differ" in reasons[1]
    assert "at most 20000 letters" in reasons[2]
    assert len([r for r in caplog.records if "a proposal is refused" in r.message]) == 1


def test_a_command_speaks_json_lines(tmp_path):
    body = LOOP + f"    print(json.dumps({{'programs': [{MIRROR!r}]}}), flush=True)\n"
    for workers in ("threads", "processes"):
        proposer = al.Proposer(command(tmp_path, body))
        answers = solve(proposer, workers=workers, threads=1)
        assert answers["mirror"].best.strategy == "propose", workers
        assert answers.figures.failures == []


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("    print('hello', flush=True)\n", "is no JSON: hello"),
        ("    print('[' * 100_000, flush=True)\n", "is no JSON: ["),
        ("    print('[1, 2]', flush=True)\n", "no list of sources 'programs'"),
        ("    print('{\"programs\": [7]}', flush=True)\n", "no list of sources 'programs'"),
        ("    print('\\x1b[2J\\x07', flush=True)\n", "is no JSON: ?[2J?"),
        ("    print('{\"programs\": []}\\nmore', flush=True)\n", "more than one line"),
        (f"    print('x' * {3 * MOST_BYTES}, flush=True)\n", "more than 1 MiB"),
        ("    sys.exit(3)\n", "ended without a reply (exit code 3)"),
        ("    import time; time.sleep(60)\n", "no reply within 0.5 s"),
        ("    while True: print('y' * 1000, end='')\n", "more than 1 MiB"),
    ],
)
def test_a_reply_that_breaks_the_rules_is_a_line_and_the_run_goes_on(tmp_path, body, problem):
    proposer = al.Proposer(command(tmp_path, LOOP + body), seconds=0.5 if "sleep" in body else 20)
    answers = solve(proposer, ["enumerate"])
    assert answers["mirror"].fitted  # by the other strategy
    problems = [one["problem"] for one in answers.figures.failures]
    assert 1 <= len(problems) <= MOST_FAILURES
    assert all(problem in one and "\n" not in one for one in problems), problems


def test_a_command_that_cannot_be_started():
    for wrong in ("", "'unclosed", "/no/such/program", "no_such_program --fast", 3, None):
        with pytest.raises(al.InputError):
            al.Proposer(wrong)


def test_a_command_that_has_gone_since(tmp_path):
    program = tmp_path / "model"
    program.symlink_to(sys.executable)
    proposer = al.Proposer(str(program))
    program.unlink()
    answers = solve(proposer, ["enumerate"])
    assert answers["mirror"].fitted
    assert f"'{program}' cannot be started" in answers.figures.failures[0]["problem"]


def test_a_function_that_fails_or_never_returns():
    def fails(request):
        raise KeyError("colour")

    def sleeps(request):
        time.sleep(3)

    def endless(request):
        while True:
            yield MIRROR

    for function, problem in ((fails, "KeyError: 'colour'"), (sleeps, "no reply within 0.2 s")):
        answers = solve(al.Proposer(function, seconds=0.2), ["enumerate"])
        assert answers["mirror"].fitted
        assert problem in answers.figures.failures[0]["problem"]
    assert solve(al.Proposer(endless, programs=5))["mirror"].fitted


def test_after_some_failures_it_is_not_asked_again():
    asked = []

    def fails(request):
        asked.append(request)
        raise ValueError

    answers = solve(al.Proposer(fails), threads=1, fuel=10 * FUEL)
    assert len(asked) == MOST_FAILURES
    problems = [one["problem"] for one in answers.figures.failures]
    assert sum("not asked again" in problem for problem in problems) == 1


def test_nothing_of_a_command_is_left(tmp_path):
    """Not the process, and not what it has started, although it ignores the end of its input."""
    note = tmp_path / "pids"
    body = f"""
import os, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
open({str(note)!r}, "w").write(f"{{os.getpid()}} {{child.pid}}")
time.sleep(600)
"""
    solve(al.Proposer(command(tmp_path, body), seconds=2.0), threads=1, fuel=1)
    pids = [int(text) for text in note.read_text().split()]
    assert len(pids) == 2
    deadline = time.monotonic() + 30
    while any(_alive(pid) for pid in pids) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(_alive(pid) for pid in pids)


def _alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2][:3]


@pytest.mark.parametrize("name", ["random", "template"])
def test_the_examples_run_as_commands(name, tmp_path):
    from typer.testing import CliRunner

    from arcloom.cli.main import app

    file = ROOT / f"examples/proposers/{name}_proposer.py"
    arguments = ["solve", str(ROOT / "examples/tasks"), "--library", "none", "--strategies"]
    arguments += ["transfer", "--fuel", str(FUEL), "--propose", f"{sys.executable} {file}"]
    arguments += ["-o", str(tmp_path / "submission.json"), "--json"]
    result = CliRunner().invoke(app, arguments, prog_name="arcloom")
    assert result.exit_code == 0, result.output
    content = json.loads(result.stdout)
    assert content["strategies"]["propose"]["fitted"] > 0
    assert content["failures"] == []
