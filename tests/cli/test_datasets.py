"""Which tasks are shown with a library: those of its runs, not always arc1-train."""

import shutil

import pytest

from arcloom.library import Library
from arcloom.library.datasets import tasks_of


@pytest.fixture
def library(arcloom, programs, tasks, tmp_path):
    path = tmp_path / "lib.db"
    arcloom("import", programs, "--library", path)
    evolved = arcloom("evolve", tasks, "--library", path, "--generations", 1)
    assert evolved.exit_code == 0, evolved.output
    return path


def test_a_report_shows_the_tasks_of_the_library(arcloom_json, library, tmp_path):
    content = arcloom_json("report", "--library", library, "-o", tmp_path / "r.html")
    assert (content["tasks"], content["datasets"], content["missing"]) == (3, ["tasks"], [])


def test_several_datasets(arcloom, library, tasks, tmp_path, write):
    write("more/again.json", (tasks / "turn.json").read_text())
    arcloom("evolve", tmp_path / "more", "--library", library, "--generations", 1)
    with Library.open(library) as opened:
        found = tasks_of(opened)
    assert found.names == ["more", "tasks"]
    assert found.origins["again"] == "more"
    assert len(found.dataset) == 4


def test_grids_that_are_not_at_hand(arcloom, library, tasks, tmp_path):
    shutil.rmtree(tasks)
    result = arcloom("report", "--library", library, "-o", tmp_path / "r.html")
    assert result.exit_code == 0, result.output
    assert "a dataset of the library is not at hand" in result.stderr
    assert "2 tasks of the library are in no dataset at hand (mirror, turn)" in result.stderr


def test_a_library_from_before_has_its_known_tasks(tmp_path):
    """Older runs did not note their dataset; the ids tell which known one it was."""
    from tests.library.samples import scored

    with Library.open(tmp_path / "old.db") as library:
        library.record([scored(1, "00d62c1b")], library.start_run("evolve"))
        assert tasks_of(library).names == ["arc1-train"]


def test_a_card_is_for_a_task_of_the_library(arcloom_json, library, tmp_path):
    content = arcloom_json("card", "--library", library, "--hand", 2, "-o", tmp_path / "b.py")
    assert content["task"] in ("mirror", "trap", "turn")


def test_a_program_of_the_library_is_shown(arcloom_json, library):
    shown = arcloom_json("show", "mirror", "--library", library, "--steps")
    assert shown["task"]["id"] == "mirror"
    assert shown["answers"] == [[[9, 8, 7]]]
    named = arcloom_json("show", "solve_turn", "--library", library, "--steps")
    assert (named["program"]["name"], named["task"]["id"]) == ("solve_turn", "turn")


def test_one_task_of_a_dataset(arcloom, arcloom_json, tasks):
    assert arcloom_json("show", f"{tasks}/turn")["task"]["id"] == "turn"
    assert arcloom_json("show", "arc1-train/00d62c1b")["task"]["id"] == "00d62c1b"
    wrong = arcloom("show", "arc1-train/00d62c1c")
    assert "did you mean '00d62c1b'?" in wrong.stderr
    assert "did you mean 'arc1-train'?" in arcloom("solve", "arc1-trian").stderr


def test_the_default_library(arcloom_json, library, monkeypatch):
    monkeypatch.setenv("ARCLOOM_LIBRARY", str(library))
    assert arcloom_json("library", "list")["fitted"] == 2


def test_filters_of_the_list(arcloom_json, library):
    listed = arcloom_json("library", "list", "--library", library, "--task", "t", "--limit", 1)
    assert [row["task"] for row in listed["tasks"]] == ["turn"]
    assert (listed["total_tasks"], listed["fitted"]) == (2, 2)
    assert arcloom_json("library", "list", "--library", library, "--unfitted")["tasks"] == []


def test_pruning_gives_the_space_back(arcloom, arcloom_json, library, tasks):
    arcloom("evolve", tasks, "--library", library, "--generations", 12, "--seed", 3)
    with Library.open(library):
        pass  # its log is in the file now
    before = library.stat().st_size
    content = arcloom_json("library", "prune", "--keep", 1, "--library", library)
    assert content["removed"] > 20
    assert content["bytes_freed"] > 0
    assert library.stat().st_size < before


def test_exports_keep_what_people_wrote(arcloom, arcloom_json, write, tmp_path):
    text = (
        'def solve_turn(I):\n    """A quarter turn."""\n    # clockwise\n'
        "    turned = rot90(I)\n    return turned\n"
    )
    twin = "\n\ndef again(I):\n    return rot90(I)\n"
    library, out = tmp_path / "lib.db", tmp_path / "out.py"
    counted = arcloom_json("import", write("mine.py", text + twin), "--library", library)
    assert (counted["programs"], counted["stored"], counted["repeated"]) == (2, 1, 1)
    told = arcloom("import", tmp_path / "mine.py", "--library", library).stdout
    assert "2 functions read: 0 new programs, 1 known already, 1 is the same program" in told
    arcloom("export", "--library", library, "--output", out)
    assert text in out.read_text()
    again = arcloom_json("import", out, "--library", tmp_path / "second.db")
    assert (again["programs"], again["stored"]) == (2, 1)


def test_a_foreign_text_is_not_exported(arcloom, write, tmp_path):
    """People run what they export: a text in the database that is another program stays there."""
    library, out = tmp_path / "lib.db", tmp_path / "out.py"
    arcloom("import", write("a.py", "def a(I):\n    return rot90(I)\n"), "--library", library)
    with Library.open(library) as opened, opened._database.write() as connection:
        connection.exec_driver_sql("UPDATE names SET text = 'def a(I):\n    exit()\n'")
    arcloom("export", "--library", library, "-o", out)
    assert "exit" not in out.read_text()
    assert "rot90(I)" in out.read_text()
