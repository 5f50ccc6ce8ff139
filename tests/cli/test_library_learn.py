"""`arcloom library learn` and `arcloom library starter`."""

import json

from arcloom.lang import read_programs
from arcloom.library.starter import starter_programs

SHARED = """
def one(I):
    return hmirror(subgrid(first(objects(I, T, F, T)), I))

def two(I):
    return rot270(subgrid(first(objects(rot90(I), T, F, T)), rot90(I)))

def three(I):
    return upscale(subgrid(first(objects(trim(I), T, F, T)), trim(I)), TWO)
"""


def test_learn_stores_what_programs_share_and_export_shows_it(arcloom, arcloom_json, write):
    library, out = write("programs.py", SHARED).with_name("lib.db"), write("out.py", "")
    assert arcloom("import", write("shared.py", SHARED), "--library", library).exit_code == 0
    learnt = arcloom_json("library", "learn", "--library", library)
    assert learnt["programs"] == 3
    assert learnt["nodes_after"] < learnt["nodes_before"]
    [one] = learnt["subroutines"]
    assert (learnt["stored"], one["programs"]) == (1, 3)
    again = arcloom_json("library", "learn", "--library", library)
    assert (again["stored"], again["subroutines"]) == (0, learnt["subroutines"])
    assert arcloom("export", "--library", library, "-o", out).exit_code == 0
    assert one["source"] in out.read_text()
    assert set(read_programs(out)) == {"one", "two", "three", one["name"]}


def test_there_must_be_something_to_learn_from(arcloom, tmp_path, write):
    library = tmp_path / "lib.db"
    missing = arcloom("library", "learn", "--library", library)
    assert missing.exit_code == 2
    assert not library.exists()
    differ = "def differ(S, I, C):\n    return equality(I, C)\n"
    assert arcloom("import", write("differ.py", differ), "--library", library).exit_code == 0
    empty = arcloom("library", "learn", "--library", library)
    assert (empty.exit_code, empty.stderr.count("\n")) == (2, 1)
    assert "no program to learn from; import or evolve some first" in empty.stderr


def test_starter_lists_where_each_program_comes_from(arcloom, tmp_path):
    out = tmp_path / "starter.py"
    result = arcloom("library", "starter", "-o", out, "--json")
    assert result.exit_code == 0
    listed = json.loads(result.stdout)["programs"]
    assert [one["hash"] for one in listed] == [one.hash for one in starter_programs()]
    wanted = {"name", "hash", "nodes", "strategy", "tasks", "command", "version", "date", "source"}
    assert all(set(one) == wanted and all(one.values()) for one in listed)
    assert {p.hash for p in read_programs(out).values()} == {one["hash"] for one in listed}
    told = arcloom("library", "starter").stdout
    assert f"{len(listed)} programs" in told
