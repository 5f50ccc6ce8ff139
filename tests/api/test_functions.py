"""The public functions: real signatures, any form of tasks and libraries, callbacks, Ctrl-C."""

import inspect
import logging
import os
import pickle
import signal
import subprocess
import sys
import typing
from functools import partial

import pytest

import arcloom as al
from tests.solve.small import mirror_task, small_tasks

FUEL = 20_000_000
FUNCTIONS = ("solve", "evolve", "check", "score", "weave", "load")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_they_are_plain_functions_with_signatures_and_docs(name):
    function = getattr(al, name)
    assert inspect.isfunction(function)
    parameters = inspect.signature(function).parameters.values()
    assert not any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in parameters)
    assert set(typing.get_type_hints(function)) == {*(p.name for p in parameters), "return"}
    assert "Args:" in inspect.getdoc(function)


def test_the_words_are_the_same_everywhere():
    solve, evolve = (set(inspect.signature(f).parameters) for f in (al.solve, al.evolve))
    assert {"tasks", "budget", "seed", "library", "threads", "starter"} <= solve & evolve
    assert {"on_progress", "on_found", "on_interrupt", "config"} <= solve & evolve
    assert {"device", "strategies", "weights"} <= solve


@pytest.mark.parametrize(
    "lines",
    [
        "import arcloom as al; from arcloom.solve.answers import Answers",
        "import arcloom.solve.answers; import arcloom as al; arcloom.solve.answers.Answers",
        "import arcloom.solve.ranking as r; import arcloom as al; r.rank",
        "import arcloom as al; al.solve; import arcloom.solve.report; arcloom.solve.report.report",
    ],
)
def test_solve_is_the_function_whatever_is_imported_first(lines):
    check = "import inspect; assert inspect.isfunction(al.solve), al.solve"
    check += "; assert 'budget' in inspect.signature(al.solve).parameters"
    subprocess.run([sys.executable, "-c", f"{lines}; {check}"], check=True)


def test_every_public_name_has_a_docstring():
    missing = [n for n in al.__all__ if n[0] != "_" and not inspect.getdoc(getattr(al, n))]
    assert missing == []


def test_dir_shows_exactly_what_is_public():
    assert dir(al) == sorted(al.__all__)


def test_importing_sets_no_environment_variable():
    code = (
        "import os; b = dict(os.environ); import arcloom as al; [getattr(al, n) for n in dir(al)]"
    )
    subprocess.run([sys.executable, "-c", f"{code}; assert b == dict(os.environ)"], check=True)


def test_tasks_in_any_form(tmp_path):
    task, dataset = mirror_task(), small_tasks()
    for given in (task, [task], (one for one in [task]), {"mirror": task}, dataset[:1]):
        assert list(al.solve(given, fuel=1, progress=False)) == ["mirror"]
    program = al.read_program("def solve(I): return vmirror(I)")
    for given in (task, [task], dataset.filter(["mirror"])):
        assert al.weave(program).run(given).matches.tolist() == [[True, True, False]]
        assert set(al.check(given, program).solvers) == {"mirror"}
    assert al.check(task, {"mine": program}).solvers["mirror"].program == "mine"
    with pytest.raises(al.InputError, match="number 1 of the tasks is of type str"):
        al.solve(["mirror"], fuel=1)
    with pytest.raises(al.InputError, match="two tasks have the id 'mirror'"):
        al.solve([task, task], fuel=1)


def test_slices_and_filters_of_a_dataset():
    dataset = small_tasks()
    assert list(dataset[1:]) == ["turn", "riddle"]
    assert isinstance(dataset[:1], al.Dataset)
    assert list(dataset.filter(lambda task: len(task.tests) == 2)) == ["riddle"]
    assert list(dataset.filter(["riddle", "mirror"])) == ["mirror", "riddle"]
    with pytest.raises(al.InputError, match="no task 'none' in small"):
        dataset.filter(["none"])


def test_a_callback_hears_of_what_is_found_and_may_stop():
    found = []
    answers = al.solve(small_tasks(), fuel=FUEL, on_found=found.append)
    assert {one.task_id for one in found} == {"mirror", "turn"}
    assert all(one.fits for one in found)
    assert found[-1].program.hash in {p.hash for p in answers.programs.values()}

    def stop(progress):
        seen.append(progress)
        raise al.StopSearch

    seen = []
    answers = al.solve(small_tasks(), budget="10m", on_progress=stop)
    assert answers.figures.stop == "callback"
    assert len(seen) == 1
    assert (seen[0].tasks, seen[0].budget) == (3, 600.0)


def test_an_error_in_a_callback_is_the_callers():
    with pytest.raises(ZeroDivisionError):
        al.solve(small_tasks(), fuel=FUEL, on_progress=lambda _: 1 / 0)


def interrupt():
    """A callback that presses Ctrl-C at its first call."""
    pressed = []

    def press(_):
        if not pressed:
            pressed.append(True)
            os.kill(os.getpid(), signal.SIGINT)

    return press


def test_ctrl_c_raises_with_the_answers_so_far():
    with pytest.raises(KeyboardInterrupt) as raised:
        al.solve(small_tasks(), budget="10m", on_found=interrupt())
    assert isinstance(raised.value, al.Interrupted)
    assert list(raised.value.result) == ["mirror", "turn", "riddle"]
    answers = al.solve(small_tasks(), budget="10m", on_found=interrupt(), on_interrupt="return")
    assert answers.figures.stop == "interrupted"
    with pytest.raises(al.InputError, match="on_interrupt is 'raise' or 'return'"):
        al.solve(small_tasks(), fuel=1, on_interrupt="ignore")


def test_progress_goes_to_the_log_where_there_is_no_terminal(monkeypatch, caplog, capsys):
    solving = sys.modules[al.solve.__module__]
    monkeypatch.setattr(solving, "watching", partial(solving.watching, 0.0))
    caplog.set_level(logging.INFO, "arcloom")
    al.solve(small_tasks(), fuel=FUEL)
    assert any("of 3 tasks fitted" in message for message in caplog.messages)
    assert capsys.readouterr().err == ""


def test_weights_change_the_ranking():
    config = al.SolveConfig(fuel=1, weights={"agreement": 0.0})
    assert config.weights == al.Weights(agreement=0.0)
    with pytest.raises(al.InputError, match="no weight 'luck'"):
        al.SolveConfig(weights={"luck": 1.0})
    with pytest.raises(al.InputError, match="config excludes other settings"):
        al.solve(small_tasks(), seed=3, config=config)


def test_evolve_with_a_library_a_callback_and_a_differ(tmp_path):
    differ = al.read_program("def d(S, I, C): return branch(equality(C, I), ZERO, 1000)")
    program = al.read_program("def solve(I): return vmirror(I)")
    found = []
    evolved = al.evolve(
        mirror_task(),
        tmp_path / "lib.db",
        generations=1,
        programs=program,
        differs=[differ],
        on_found=found.append,
    )
    assert [one.task_id for one in found] == ["mirror"]
    assert evolved.programs["mirror"].hash == program.hash
    assert list(evolved.to_pandas().index) == ["mirror"]
    with al.Library(tmp_path / "lib.db") as library:
        assert library.count("differ") == 1
        assert len(library) == len(list(library)) == library.count() + 1
        assert "1 differ)" in repr(library)
        assert "mirror" in library._repr_html_()

        def stop(figures):
            raise al.StopSearch

        again = al.evolve([mirror_task("other")], library, budget="10m", on_progress=stop)
        assert again.figures.stop == "callback"
        assert library.runs()[-1].state == "finished"
    with pytest.raises(al.InputError, match="'solve' is no differ: it does not use C"):
        al.evolve(mirror_task(), tmp_path / "lib.db", generations=1, differs=program)


def test_answers_score_and_become_data_frames(tmp_path):
    answers = al.solve(small_tasks(), fuel=FUEL, starter=None)
    answers.save(tmp_path / "s.json")
    score = answers.score()
    assert score == al.score(tmp_path / "s.json", small_tasks()) == al.score(answers, small_tasks())
    assert score.tasks[2] == 2
    frame = answers.to_pandas()
    assert frame.loc["mirror", "fitted"]
    assert not frame.loc["riddle", "fitted"]
    assert frame["nodes"]["mirror"] == 2
    assert score.to_pandas().loc[2, "tasks"] == 2
    checked = al.check(small_tasks(), al.read_program("def solve(I): return vmirror(I)"))
    assert checked.to_pandas()["solved"].to_dict() == {
        "mirror": True,
        "turn": False,
        "riddle": False,
    }
    with pytest.raises(al.InputError, match="3 of the 3 tasks have no answer"):
        al.score({}, small_tasks())


def test_without_pandas_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(al.InputError, match=r"pip install 'arcloom\[pandas\]'"):
        al.solve(mirror_task(), fuel=1).to_pandas()


def test_everything_pickles(tmp_path):
    task, program = mirror_task(), al.read_program("def solve(I): return vmirror(I)")
    answers = al.solve(small_tasks(), fuel=FUEL)
    evolved = al.evolve(task, tmp_path / "lib.db", generations=0, programs=program)
    ran = al.weave(program, al.Limits(node_fuel=1000)).run(task)

    def again(value):
        return pickle.loads(pickle.dumps(value))

    assert again(task.tests[0].input).same(task.tests[0].input)
    assert again(task).demos[1].task.id == "mirror"
    assert al.check(again(small_tasks()), again(program)).solvers == al.check(task, program).solvers
    assert again(program) == program
    assert again(answers).attempts["mirror"][0][0].same(answers.attempts["mirror"][0][0])
    assert again(answers).score() == again(answers.score()) == answers.score()
    assert again(al.check(task, program)).solvers == al.check(task, program).solvers
    for config in (al.SolveConfig(fuel=5, seed=3), al.EvolveConfig(budget="2m"), al.Limits()):
        assert again(config) == config
    assert again(ran).matches.tolist() == ran.matches.tolist()
    assert again(ran).value(0, 2).same(ran.value(0, 2))
    assert again(evolved).best == evolved.best
    assert again(al.Interrupted(answers)).result.name == answers.name
    undefined = al.read_program("def solve(I): return first(first(ZERO))")([[1]])
    assert again(undefined) == undefined


def test_a_config_in_words():
    config = al.EvolveConfig(budget="2m", generations=3)
    assert (config.seconds, config.generations) == (120.0, 3)
    assert al.SolveConfig("90").seconds == 90.0
    with pytest.raises(
        al.InputError, match="config excludes budget, generations, seed and starter"
    ):
        al.evolve(mirror_task(), "lib.db", seed=1, config=config)


MIRROR = al.read_program("def solve(I): return vmirror(I)")


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda tasks: al.load(3), "int names no dataset"),
        (lambda tasks: al.load(""), "an empty text names no dataset"),
        (lambda tasks: tasks.filter(3), "int chooses no tasks"),
        (lambda tasks: al.read_programs(None), "NoneType names no program file"),
        (lambda tasks: al.read_programs(""), "an empty text names no program file"),
        (lambda tasks: al.read_program(b"x"), "bytes is no source"),
        (lambda tasks: al.weave("mine.py"), "str holds no programs; read a file"),
        (lambda tasks: al.weave([1]), "int is no program"),
        (lambda tasks: al.weave(None), "NoneType holds no programs"),
        (lambda tasks: al.weave(MIRROR).run(None), "NoneType stands for no tasks"),
        (lambda tasks: al.weave(MIRROR).run([1]), "int is no task"),
        (lambda tasks: al.weave(MIRROR).run(tasks, threads="x"), "threads must be an integer"),
        (lambda tasks: al.weave(MIRROR).run(tasks, threads=1.5), "threads must be an integer"),
        (lambda tasks: al.Limits(program_fuel=-1), "program_fuel must be at least 0"),
        (lambda tasks: al.check(tasks, None), "NoneType holds no programs"),
        (lambda tasks: al.check(tasks, {"a": 1}), "int is no program"),
        (lambda tasks: al.score(None, tasks), "NoneType holds no answers"),
        (lambda tasks: al.solve(tasks, fuel="a"), "fuel must be an integer"),
        (lambda tasks: al.solve(tasks, fuel=1.5), "fuel must be an integer"),
        (lambda tasks: al.solve(tasks, fuel=1000, attempts="2"), "attempts must be an integer"),
        (lambda tasks: al.EvolveConfig(generations=-1).check(), "generations must be at least 0"),
    ],
)
def test_a_wrong_argument_is_one_line(call, told):
    with pytest.raises(al.InputError, match=told):
        call(small_tasks())


def test_to_evolve_for_no_tasks_is_refused(tmp_path):
    with pytest.raises(al.InputError, match="no tasks to evolve for"):
        al.evolve([], tmp_path / "lib.db", generations=1)
    assert not (tmp_path / "lib.db").exists()


def test_a_folder_of_malformed_tasks_is_refused(tmp_path):
    (tmp_path / "bad.json").write_text("{")
    with pytest.raises(al.InputError, match="not JSON"):
        al.solve(tmp_path, fuel=1000)


def test_a_batt_runs_on_whatever_stands_for_tasks():
    batt = al.weave(MIRROR)
    task = mirror_task()
    for given in (task, [task], {"a": task}, task.samples, "examples/tasks"):
        assert batt.run(given).matches.sum() > 0
