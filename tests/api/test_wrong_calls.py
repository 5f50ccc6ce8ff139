"""Arguments of the wrong kind are refused at the door, by their name: nothing fails deep inside."""

import pytest

import arcloom as al
from tests.solve.small import small_tasks

TASKS = small_tasks()
TASK = TASKS["mirror"]
PROGRAM = al.read_program("def solve(I): return vmirror(I)")
DEMO = ([[1]], [[1]])
QUICK = {"fuel": 1, "progress": False}
MADE = {"generations": 0, "progress": False}


def with_demos(program):
    return al.read_program(f"def solve(S, I): return {program}")


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"memory": 8}, "an amount of memory must be text such as '8G', not of type int"),
        ({"seed": "7"}, "seed must be an integer, not of type str"),
        ({"seed": None}, "seed must be an integer, not of type NoneType"),
        ({"threads": "2"}, "threads must be an integer, not '2'"),
        ({"library": ["lib.db"]}, "a library must be a path or a URL, not of type list"),
        ({"strategies": 5}, "strategies must be names, or strategies, not of type int"),
        ({"strategies": [5]}, "int"),
        ({"weights": 5}, "weights must be a Weights, or some of its fields, not of type int"),
        ({"weights": {"cost": "a"}}, "the weight 'cost' must be a number, not of type str"),
        ({"net": True}, "net must be a NetConfig, or some of its fields, not of type bool"),
        ({"net": {"views": "5"}}, "views must be an integer, not of type str"),
        ({"net": {"preset": 5}}, "no network preset '5'"),
        ({"out": 5}, "out must be a path, not of type int"),
        ({"net_votes": 5}, "net_votes must be a path, not of type int"),
        ({"on_progress": 5}, "on_progress must be a function, not of type int"),
        ({"on_found": "print"}, "on_found must be a function, not of type str"),
        ({"max_task_memory": 2, "workers": "processes"}, "text such as '8G', not of type int"),
        ({"config": {"fuel": 1}}, "config must be a SolveConfig, not of type dict"),
        ({"config": al.EvolveConfig()}, "config must be a SolveConfig, not of type EvolveConfig"),
    ],
)
def test_solve(settings, problem):
    with pytest.raises(al.InputError, match=problem):
        al.solve(TASKS, **{**QUICK, **settings})


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"library": None}, "a library must be a path or a URL, not of type NoneType"),
        ({"seed": "7"}, "seed must be an integer, not of type str"),
        ({"generations": "3"}, "generations must be an integer, not '3'"),
        ({"programs": [5]}, "int is no program; read it with read_program"),
        ({"programs": {5: PROGRAM}}, "a program's name must be text, not of type int"),
        ({"on_progress": 5}, "on_progress must be a function, not of type int"),
        ({"on_found": 5}, "on_found must be a function, not of type int"),
        ({"config": {"generations": 1}}, "config must be an EvolveConfig, not of type dict"),
    ],
)
def test_evolve(settings, problem, tmp_path):
    with pytest.raises(al.InputError, match=problem):
        al.evolve(TASKS, **{**MADE, "library": tmp_path / "lib.db", **settings})


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"hand": "3"}, "hand must be an integer"),
        ({"patience": "3"}, "patience must be an integer"),
        ({"seconds": "3"}, "seconds must be a number, not of type str"),
        ({"mutations": {}}, "mutations must be a Mutations, not of type dict"),
    ],
)
def test_settings_of_evolve(settings, problem):
    with pytest.raises(al.InputError, match=problem):
        al.EvolveConfig(**settings).check()


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        (lambda: al.Task(5, [DEMO], [[[1]]]), "a task's id must be text"),
        (lambda: al.Task("a", None, [[[1]]]), "demos must be pairs of an input and an output"),
        (lambda: al.Task("a", [[[1]]], [[[1]]]), "demo 1 must be a pair"),
        (lambda: al.Task("a", [DEMO, (*DEMO, [[1]])], [[[1]]]), "demo 2 must be a pair"),
        (lambda: al.Task("a", [DEMO], 5), "tests must be inputs, not of type int"),
        (lambda: al.Task("a", [DEMO], [[[1]]], [[[1]]]), "sealed must be a Sealed"),
        (lambda: al.Dataset("a", 5), "tasks must be tasks, not of type int"),
        (lambda: al.Dataset("a", ["b"]), "each of the tasks must be a Task, not of type str"),
        (lambda: al.load(["arc1-train"]), "list names no dataset"),
    ],
)
def test_tasks(call, problem):
    with pytest.raises(al.InputError, match=problem):
        call()


@pytest.mark.parametrize(
    ("answers", "problem"),
    [
        (5, "int holds no answers"),
        ({"mirror": 5}, "the answer of task mirror is no list of attempts for each of its 1 tests"),
        ({"mirror": [5]}, "the answer of task mirror is no list of attempts"),
        ({"mirror": []}, "the answer of task mirror is no list of attempts"),
        ({"mirror": [[5]]}, "the answer of task mirror: a grid is a list of rows"),
    ],
)
def test_score(answers, problem):
    with pytest.raises(al.InputError, match=problem):
        al.score(answers, TASK)


def test_score_takes_plain_rows_too():
    assert al.score({"mirror": [[[[9, 8, 7]]]]}, TASK).tasks[1] == 1


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        (lambda: al.check(TASKS, PROGRAM, limits={"memory": 1}), "limits must be a Limits"),
        (lambda: al.check(TASKS, PROGRAM, on_progress=5), "on_progress must be a function"),
        (lambda: al.weave(PROGRAM, 5), "limits must be a Limits, not of type int"),
        (lambda: al.weave(PROGRAM).run(TASKS, expected=5), "expected must be a list of grids"),
        (
            lambda: al.weave(PROGRAM).run(TASK.tests, expected=[5]),
            "each of expected must be a Grid",
        ),
        (lambda: al.weave(PROGRAM).run(TASKS, progress=5), "progress must be a function"),
        (lambda: al.weave(PROGRAM).run(TASKS, device=5), "device must be cpu, gpu or auto"),
        (lambda: with_demos("first(S)")([[1]], 5), "S must be a task, its demos or pairs of grids"),
        (lambda: with_demos("first(S)")([[1]], [5]), "S must be a task, its demos or pairs"),
        (lambda: al.op(5), "int is no function"),
        (lambda: al.Trial("mine", 5), "programs must be programs, not of type int"),
        (lambda: al.Trial("mine", [5]), "int is no program"),
    ],
)
def test_programs(call, problem):
    with pytest.raises(al.InputError, match=problem):
        call()


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        (lambda library: library.best(5), "a task must be a Task or its id, not of type int"),
        (lambda library: library.add_programs(5), "new must be programs, not of type int"),
        (lambda library: library.add_programs([5]), "int is no program"),
        (lambda library: library.prune("3"), "keep must be an integer, not of type str"),
    ],
)
def test_a_library(call, problem, tmp_path):
    with (
        al.Library(tmp_path / "lib.db") as library,
        pytest.raises(al.InputError, match=problem),
    ):
        call(library)
