"""`arcloom card`: a file that `run`, `import` and `read_programs` take."""

import json
import runpy

import pytest

from arcloom.lang import read_programs
from arcloom.library import Library
from arcloom.tasks import Grid
from arcloom.tasks.load import load


@pytest.fixture
def library(arcloom, programs, tmp_path):
    path = tmp_path / "lib.db"
    assert arcloom("import", programs, "--library", path).exit_code == 0
    return path


@pytest.fixture
def card(arcloom, library, tasks, tmp_path):
    """card(*options) writes batt.py and gives its path and the result."""

    def draw(*options):
        batt = tmp_path / "batt.py"
        args = ("--library", library, "--dataset", tasks, "-o", batt)
        return batt, arcloom("card", *args, *options)

    return draw


def test_the_two_halves(arcloom_json, card, tasks):
    batt, result = card("--hand", 8, "--count", 6, "--task", "mirror", "--json")
    content = json.loads(result.stdout)
    assert (content["task"], content["programs"], content["seed"]) == ("mirror", 6, 0)
    assert 0 < content["nodes"] <= content["nodes_unshared"]
    assert len(read_programs(batt)) == 6
    run = arcloom_json("run", batt, tasks, "--timing")
    assert len(run["programs"]) == 6
    assert run["nodes_unshared"] == content["nodes_unshared"]


def test_the_file_says_where_it_comes_from(card, library):
    batt, result = card("--task", "turn", "--seed", 5, "--count", 3)
    assert result.exit_code == 0
    head = batt.read_text().partition("\n\n")[0]
    for text in (f"# library: {library}", "# task: turn", "# seed: 5", "solve_mirror"):
        assert text in head
    assert "3 programs for task turn" in result.stdout


def test_the_same_seed_gives_the_same_bytes(card):
    texts = []
    for seed in (1, 1, 2):
        batt, _ = card("--seed", seed, "--task", "mirror")
        texts.append(batt.read_text().partition("from arcloom")[2])
    assert texts[0] == texts[1] != texts[2]


def test_the_seed_draws_the_task(card):
    drawn = {json.loads(card("--seed", s, "--json")[1].stdout)["task"] for s in range(12)}
    assert drawn == {"mirror", "turn", "trap"}


def test_frozen_is_the_hand(card, programs):
    batt, _ = card("--freeze-programs", "--hand", 40)
    assert set(read_programs(batt).values()) <= set(read_programs(programs).values())
    assert "def solve_mirror(I):" in batt.read_text()


def test_the_library_is_only_read(card, library):
    with Library.open(library) as opened:
        before = opened.revision
    card()
    with Library.open(library) as opened:
        assert (opened.revision, opened.runs()) == (before, [])


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (("--task", "nothing"), "no task 'nothing'"),
        (("--dataset", "nowhere"), "no dataset"),
        (("--library", "none.db"), "no such library"),
        (("-o", "none/batt.py"), "cannot be written"),
    ],
)
def test_what_is_refused(card, options, problem):
    _, result = card(*options)
    assert result.exit_code == 2
    assert problem in result.stderr.splitlines()[-1]


def test_the_file_is_python(card, tasks):
    """Executed by Python itself, the functions give what the engine gives."""
    batt, _ = card("--task", "mirror", "--count", 6)
    functions = runpy.run_path(str(batt))
    grid = load(tasks)["mirror"].demos[0].input
    plain = tuple(map(tuple, grid.tolist()))
    compared = 0
    for name, program in read_programs(batt).items():
        expected = program(grid) if program.params == ("I",) else None
        if isinstance(expected, Grid):
            assert functions[name](plain) == tuple(map(tuple, expected.tolist()))
            compared += 1
    assert compared
