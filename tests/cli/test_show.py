"""`arcloom show`: tasks and programs found by what people call them, drawn and as JSON."""

import pytest

PNG = b"\x89PNG"


def test_a_task_by_its_id(arcloom):
    result = arcloom("show", "00d62c1b")
    assert result.exit_code == 0
    assert "task 00d62c1b" in result.stdout
    assert "?" in result.stdout  # the test's output


def test_a_task_file_never_shows_test_outputs(arcloom, arcloom_json, tasks):
    assert "9 8 7" not in arcloom("show", tasks / "mirror.json").stdout
    task = arcloom_json("show", tasks / "mirror.json")["task"]
    assert task["id"] == "mirror"
    assert task["demos"][0] == {"input": [[1, 2]], "output": [[2, 1]]}
    assert task["tests"] == [{"input": [[7, 8, 9]]}]


def test_a_program_of_a_file(arcloom, arcloom_json, programs):
    assert "def solve_mirror(I):" in arcloom("show", f"{programs}::solve_mirror").stdout
    content = arcloom_json("show", "solve_mirror", "--programs", programs)
    assert content["task"] is None
    assert content["program"]["name"] == "solve_mirror"
    assert content["program"]["nodes"] == 2
    assert "vmirror(I)" in content["program"]["source"]


def test_the_only_program_of_a_file_needs_no_name(arcloom, write, programs):
    one = write("one.py", "def mine(I):\n    return hmirror(I)\n")
    assert "def mine(I):" in arcloom("show", one).stdout
    several = arcloom("show", programs)
    assert several.exit_code == 2
    assert "programs in this file; name one:" in several.stderr


def test_steps_on_the_task_that_the_name_ends_in(arcloom_json, programs, tasks):
    content = arcloom_json("show", f"{programs}::solve_mirror", "--dataset", tasks, "--steps")
    assert content["task"]["id"] == "mirror"
    assert content["demo"] == 1
    result = {"name": "O", "source": "vmirror(I)", "value": [[2, 1]], "rule": None}
    assert content["steps"][-1] == result
    # The program's own answer, not the sealed output.
    assert content["answers"] == [[[9, 8, 7]]]


def test_steps_of_the_program_that_a_task_has(arcloom, programs, tasks):
    args = ("--programs", programs, "--dataset", tasks, "--steps", "--demo", 2)
    result = arcloom("show", "mirror", *args)
    assert "task mirror, demo 2" in result.stdout
    assert "O = vmirror(I)" in result.stdout
    assert "this is the demo's output" in result.stdout


def test_steps_on_a_task_of_choice(arcloom_json, arcloom, programs, tasks):
    args = ("show", f"{programs}::never", "--dataset", tasks, "--task", "turn", "--steps")
    value = arcloom_json(*args)["steps"][-1]["value"]
    assert value["undefined"] == "type"
    assert value["op"] == "first"
    assert "undefined (first:" in arcloom(*args).stdout
    learnt = arcloom_json(
        "show", f"{programs}::mirror_by_demos", "--dataset", tasks, "--task", "mirror", "--steps"
    )
    assert learnt["steps"][-1]["value"] == [[2, 1]]


def test_values_are_drawn(arcloom, arcloom_json, write, tasks):
    source = """
def solve_mirror(I):
    parts = objects(I, T, F, F)
    places = mapply(toindices, parts)
    turn = compose(rot90, rot90)
    return size(combine(places, dneighbors(ORIGIN)))
"""
    file = write("steps.py", source)
    args = ("show", f"{file}::solve_mirror", "--dataset", tasks, "--steps")
    drawn = arcloom(*args).stdout
    assert "1 at (0, 0)" in drawn  # an object
    assert "# #" in drawn  # a patch
    assert "this is not the demo's output" in drawn
    objects = arcloom_json(*args)["steps"]
    assert {"set": [{"set": [[1, [0, 0]]]}, {"set": [[2, [0, 1]]]}]} in [
        s["value"] for s in objects
    ]


def test_other_tasks_may_be_malformed(arcloom, write, tasks):
    bad = write("tasks/bad.json", "{")
    assert arcloom("show", "turn", "--dataset", tasks).exit_code == 0
    result = arcloom("show", "bad", "--dataset", tasks)
    assert result.exit_code == 2
    assert str(bad) in result.stderr


def test_pictures(arcloom, tmp_path, tasks, programs):
    png, svg = tmp_path / "task.png", tmp_path / "task.svg"
    assert arcloom("show", tasks / "mirror.json", "--png", png).exit_code == 0
    assert png.read_bytes().startswith(PNG)
    solved = arcloom("show", f"{programs}::solve_mirror", "--dataset", tasks, "--png", svg)
    assert solved.exit_code == 0
    assert svg.read_text().startswith("<svg")


def test_a_picture_of_no_known_kind(arcloom, tmp_path, tasks):
    jpg = tmp_path / "task.jpg"
    result = arcloom("show", tasks / "mirror.json", "-o", jpg)
    assert (result.exit_code, result.stdout, jpg.exists()) == (2, "", False)
    told = "pictures of the kind '.jpg' are not written; give a name that ends in .png or .svg"
    assert result.stderr == f"arcloom: {jpg}: {told}\n"


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        (["00d62c1c"], "did you mean '00d62c1b'?"),
        (["{programs}::solve_miror"], "did you mean 'solve_mirror'?"),
        (["{programs}::never", "--steps"], "--task ID"),
        (["00d62c1b", "--steps"], "steps are a program's"),
        (["{programs}::never", "--task", "0", "--steps"], "no task '0'"),
        (["{programs}::never", "--task", "00d62c1b", "--steps", "--demo", "99"], "5 demos"),
    ],
)
def test_what_is_not_there(arcloom, programs, args, problem):
    result = arcloom("show", *(arg.format(programs=programs) for arg in args))
    assert result.exit_code == 2
    assert problem in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("dataset", ["arc1-train", "folder"])
def test_a_dataset_is_no_task(arcloom, tasks, dataset):
    name = str(tasks) if dataset == "folder" else dataset
    line = arcloom("show", name).stderr.strip()
    assert line == f"arcloom: {name} is a dataset, not a task; show ID --dataset {name}"


def test_the_steps_of_a_task_file_name_the_program_that_would_do(arcloom, tasks):
    result = arcloom("show", tasks / "turn.json", "--steps")
    assert result.exit_code == 2
    assert "one that ends in _turn\n" in result.stderr
