"""`arcloom import`, `export` and `library`."""

import json
import sqlite3

import pytest

from arcloom.lang import read_program, read_programs
from arcloom.library import Library, Scored


@pytest.fixture
def library(arcloom, programs, tmp_path):
    """A library with the four programs, two of them scored."""
    path = tmp_path / "lib.db"
    assert arcloom("import", programs, "--library", path).exit_code == 0
    read = read_programs(programs)
    with Library.open(path) as opened:
        opened.record(
            [
                Scored(read["solve_turn"], "turn", 1, 1, 1000, 5, "a"),
                Scored(read["solve_mirror"], "turn", 0, 1, 400, 5, "b"),
            ]
        )
    return path


def refused(result):
    """The one line that a refused command prints."""
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("arcloom: ")
    return result.stderr


def test_import(arcloom_json, programs, tmp_path):
    first = arcloom_json("import", programs, "--library", tmp_path / "lib.db")
    counts = {"programs": 4, "stored": 4, "known": 0, "repeated": 0, "total": 4}
    assert first == {**counts, "refused": []}
    again = arcloom_json("import", programs, "--library", tmp_path / "lib.db")
    assert (again["stored"], again["known"], again["total"]) == (0, 4, 4)


def test_import_of_some(arcloom, programs, write, tmp_path):
    bad = write("bad.py", "def solve(I):\n    return rot91(I)\n")
    result = arcloom("import", bad, programs, "--library", tmp_path / "lib.db", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["stored"] == 4
    assert result.stderr.startswith(f"arcloom: {bad}:2:12: ")


def test_import_of_none(arcloom, write, tmp_path):
    bad = write("bad.py", "import os\n")
    line = refused(arcloom("import", bad, "--library", tmp_path / "lib.db"))
    assert f"{bad}:1:1: " in line
    assert not (tmp_path / "lib.db").exists()
    missing = arcloom("import", tmp_path / "none.py", bad, "--library", tmp_path / "lib.db")
    assert missing.exit_code == 2
    assert missing.stderr.count("\n") == 2


def test_import_of_a_folder(arcloom, write, tmp_path):
    write("folder/a.py", "def solve(I):\n    return rot90(I)\n")
    write("folder/b.py", "def solve(I):\n    return rot180(I)\n")
    write("folder/c.py", "def solve(I):\n    return I.x\n")
    library = tmp_path / "lib.db"
    assert arcloom("import", tmp_path / "folder", "--library", library).exit_code == 1
    with Library.open(library) as opened:
        assert opened.count() == 2
        assert len(opened.find("solve")) == 2


def test_export_reads_back(arcloom_json, library, programs, tmp_path):
    out = tmp_path / "out.py"
    assert arcloom_json("export", "--library", library, "-o", out)["programs"] == 4
    assert read_programs(out) == read_programs(programs)
    assert "# fits turn\ndef solve_turn(I):" in out.read_text()
    again, other = tmp_path / "again.py", tmp_path / "other.db"
    arcloom_json("import", out, "--library", other)
    arcloom_json("library", "merge", library, "--library", other)
    arcloom_json("export", "--library", other, "-o", again)
    assert again.read_bytes() == out.read_bytes()


def test_export_of_a_part(arcloom, arcloom_json, library, tmp_path):
    out = tmp_path / "out.py"
    arcloom_json("export", "--library", library, "-o", out, "--task", "turn")
    assert set(read_programs(out)) == {"solve_turn", "solve_mirror"}
    arcloom_json("export", "--library", library, "-o", out, "--solved")
    assert set(read_programs(out)) == {"solve_turn"}
    before = out.read_bytes()
    assert "'none'" not in refused(
        arcloom("export", "--library", library, "-o", out, "--task", "x")
    )
    assert out.read_bytes() == before


def test_export_to_where_nobody_can_write(arcloom, library, tmp_path):
    for place in (tmp_path, tmp_path / "none" / "out.py"):
        line = refused(arcloom("export", "--library", library, "-o", place))
        assert "cannot be written" in line
    assert not list(tmp_path.glob(".*")), "nothing is left lying about"


def test_list(arcloom, arcloom_json, library):
    content = arcloom_json("library", "list", "--library", library)
    assert (content["programs"], content["differs"], content["fitted"]) == (4, 0, 1)
    (task,) = content["tasks"]
    assert (task["task"], task["programs"], task["demos_matched"]) == ("turn", 2, 1)
    assert task["probability"] is None, "no run has judged it"
    shown = arcloom("library", "list", "--library", library).stdout
    assert "1 of 1 tasks" in shown
    assert "expected right" not in shown


def test_list_says_how_likely_each_fit_is_right(arcloom, arcloom_json, library, tasks):
    figures = arcloom_json("evolve", tasks, "--library", library, "--generations", 1)
    content = arcloom_json("library", "list", "--library", library)
    likely = [task["probability"] for task in content["tasks"] if task["probability"]]
    # Two of the three tasks have the same grids. What the library held before was filed by an id.
    assert (len(likely), content["judged"], content["fitted"]) == (2, 2, 3)
    assert sum(likely) == pytest.approx(content["expected"])
    assert content["expected"] < figures["expected"] < 3, "the run counts all three tasks"
    shown = arcloom("library", "list", "--library", library).stdout
    assert "right with" in shown
    assert f"{min(likely[0], 0.99):.0%}" in shown
    assert f"{content['expected']:.0f} of the 2 that a run has judged" in " ".join(shown.split())


def test_show(arcloom, arcloom_json, library):
    content = arcloom_json("library", "show", "solve_mirror", "--library", library)
    (program,) = content["programs"]
    assert program["names"] == ["solve_mirror"]
    assert content["scores"][0]["score"] == 400
    by_hash = arcloom_json("library", "show", program["hash"][:10], "--library", library)
    assert by_hash == content
    task = arcloom_json("library", "show", "turn", "--library", library)
    assert [p["name"] for p in task["programs"]] == ["solve_turn", "solve_mirror"]
    assert (
        "def solve_turn(I)" in arcloom("library", "show", "solve_turn", "--library", library).stdout
    )
    assert "solve_turn" in arcloom("library", "show", "turn", "--library", library).stdout
    assert "'nothing'" in refused(arcloom("library", "show", "nothing", "--library", library))


def test_show_of_a_task_has_its_front_of_fit_against_length(arcloom, arcloom_json, library):
    with Library.open(library) as opened:
        (worse,) = opened.find("solve_mirror")
        (best,) = opened.find("solve_turn")
        same = read_program("def solve(I): return I")
        opened.record([Scored(same, "turn", 0, 1, 300, 1, "c")])
    content = arcloom_json("library", "show", "turn", "--library", library)
    assert content["front"] == [same.hash, best.hash], "the mirror is no shorter, and worse"
    shown = arcloom("library", "show", "turn", "--library", library).stdout
    rows = shown.partition("fit against length")[2].splitlines()[2:]
    assert [row.split()[:3] for row in rows] == [["1", "0/1", "300"], ["2", "1/1", "1000"]]
    bars = [row.count("\N{FULL BLOCK}") for row in rows]
    assert 0 < bars[0] < bars[1]
    program = arcloom_json("library", "show", worse.hash, "--library", library)
    assert program["front"] == []


def test_prune(arcloom, arcloom_json, library):
    content = arcloom_json("library", "prune", "--keep", 1, "--library", library)
    assert content.pop("bytes_freed") >= 0
    assert content == {"removed": 0, "programs": 4, "keep": 1}  # they were imported
    assert arcloom_json("library", "list", "--library", library)["tasks"][0]["programs"] == 1
    assert arcloom("library", "prune", "--keep", 0, "--library", library).exit_code == 2


def test_check(arcloom, arcloom_json, library):
    assert arcloom_json("library", "check", "--library", library)["ok"]
    with sqlite3.connect(library) as database:
        database.execute("UPDATE programs SET nodes = 99")
    database.close()
    result = arcloom("library", "check", "--library", library)
    assert result.exit_code == 1
    assert result.stdout.count("canonical") == 4


@pytest.mark.parametrize("kind", ["text", "foreign", "newer"])
@pytest.mark.parametrize("command", ["import", "export", "list", "show", "prune", "merge", "check"])
def test_what_is_no_library(arcloom, library, programs, tmp_path, command, kind):
    bad, problem = tmp_path / "bad.db", "SQLite"
    if kind == "text":
        bad.write_text("no database\n" * 100)
    else:
        problem = "version 42" if kind == "newer" else "not a library of Arcloom"
        bad.write_bytes(library.read_bytes())
        change = "UPDATE alembic_version SET version_num = '0042'"
        with sqlite3.connect(bad) as database:
            database.execute(change if kind == "newer" else "PRAGMA application_id = 7")
        database.close()
    before = bad.read_bytes()
    args = {
        "import": ("import", programs),
        "export": ("export", "-o", tmp_path / "out.py"),
        "show": ("library", "show", "x"),
        "prune": ("library", "prune", "--keep", 1),
        "merge": ("library", "merge", library),
    }.get(command, ("library", command))
    assert problem in refused(arcloom(*args, "--library", bad))
    assert bad.read_bytes() == before
    assert not (tmp_path / "out.py").exists()


@pytest.mark.parametrize("command", ["list", "check", "prune"])
def test_a_missing_library_is_not_made(arcloom, tmp_path, command):
    extra = ("--keep", 1) if command == "prune" else ()
    path = tmp_path / "none.db"
    assert "no such library" in refused(arcloom("library", command, *extra, "--library", path))
    assert not path.exists()


def test_each_library_command_explains_itself(arcloom):
    for name in ("list", "show", "prune", "merge", "check"):
        result = arcloom("library", name, "--help")
        assert result.exit_code == 0
        assert "--json" in result.stdout
        assert "--library" in result.stdout


def test_a_wrong_library_among_those_to_merge_leaves_nothing(arcloom, tmp_path, programs):
    good, new = tmp_path / "good.db", tmp_path / "new.db"
    assert arcloom("import", programs, "--library", good).exit_code == 0
    result = arcloom("library", "merge", good, tmp_path / "none.db", "--library", new)
    assert result.exit_code == 2
    assert "no such library" in result.stderr
    assert not new.exists()


def test_a_number_to_keep_that_no_library_can_have(arcloom, tmp_path, programs):
    library = tmp_path / "lib.db"
    assert arcloom("import", programs, "--library", library).exit_code == 0
    result = arcloom("library", "prune", "--keep", 10**20, "--library", library)
    assert result.exit_code == 2
    assert "'--keep'" in result.stderr
