"""Plug-ins: own strategies and ops as objects, files and packages, and what is refused."""

import json
import os
import subprocess
import sys

import pytest
from typer.testing import CliRunner

import arcloom as al
from arcloom.cli.main import app
from arcloom.lang.vocabulary import unregister, user_ops
from tests.solve.small import small_tasks

FUEL = 20_000_000


class Mirrors(al.Strategy):
    name = "mirrors"
    share = 0.5

    def __init__(self):
        program = al.read_program("def solve(I): return vmirror(I)")
        self._trial = al.Trial(self.name, [program])
        self.fuel = []

    def search(self, task, effort):
        self.fuel.append(effort.fuel)
        return self._trial.run(task, effort)


@pytest.fixture(autouse=True)
def _no_ops_are_left():
    before = set(user_ops())
    yield
    for name in set(user_ops()) - before:
        unregister(name)


def test_an_own_strategy_takes_part_with_its_share():
    mine = Mirrors()
    answers = al.solve(
        small_tasks(), fuel=FUEL, strategies=["transfer", mine], threads=1, starter=None
    )
    assert list(answers.figures.strategies) == ["transfer", "mirrors"]
    assert answers["mirror"].best.strategy == "mirrors"
    assert mine.fuel[0] == FUEL  # transfer has nothing to try, and leaves it all
    alone = al.solve(small_tasks(), fuel=FUEL, strategies=[Mirrors()])
    assert alone.figures.fitted == 1


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (Mirrors, r"Mirrors is a class; give an object: Mirrors\(\)"),
        (object(), "the strategy object has no usable name"),
        (type("Few", (), {"name": "few", "prepare": print})(), "has no method `search`"),
        (type("Views", (Mirrors,), {"name": "views"})(), "there is a strategy 'views' already"),
        (type("None_", (Mirrors,), {"share": 0})(), "share of the strategy 'mirrors' is no pos"),
    ],
)
def test_what_is_no_strategy_is_refused(given, problem):
    with pytest.raises(al.InputError, match=problem):
        al.SolveConfig(strategies=["fit", given])


def test_two_of_one_name_are_refused():
    with pytest.raises(al.InputError, match="there is a strategy 'mirrors' already"):
        al.SolveConfig(strategies=[Mirrors(), Mirrors()])


OPS = """
import arcloom as al

@al.op
def own_flip(grid: "Grid") -> "Grid":
    return grid[::-1]
"""
STRATEGY = """
import arcloom as al

class Mine(al.Strategy):
    name = "mine"
    def __init__(self):
        self._trial = al.Trial(self.name, [al.read_program("def solve(I): return own_flip(I)")])
    def search(self, task, effort):
        return self._trial.run(task, effort)

class Taken(Mine):
    name = "views"

class Greedy(Mine):
    def __init__(self, more):
        pass
"""


def run(*arguments):
    result = CliRunner().invoke(app, [str(one) for one in arguments], prog_name="arcloom")
    return result.exit_code, result.output


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "ops.py").write_text(OPS)
    (tmp_path / "strategy.py").write_text(OPS.replace("own_flip", "x_flip") + STRATEGY)
    (tmp_path / "program.py").write_text("def solve_flip(I): return own_flip(I)")
    return tmp_path


def test_files_on_the_command_line(folder):
    tasks, ops = "examples/tasks", folder / "ops.py"
    code, out = run("check", tasks, "--programs", folder / "program.py", "--ops", ops)
    assert (code, "by 1 programs" in out) == (0, True)
    out_file = ("--out", folder / "s.json", "--fuel", 1_000_000, "--strategies", "transfer")
    mine = f"{folder / 'strategy.py'}:Mine"
    code, out = run("solve", tasks, "--ops", ops, "--strategy", mine, *out_file)
    assert (code, "mine" in out) == (0, True)
    code, out = run("show", f"{folder / 'program.py'}::solve_flip", "--ops", ops)
    assert (code, "own_flip" in out) == (0, True)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("import nonesuch", "bad.py:1: cannot be loaded: ModuleNotFoundError: No module named"),
        ("x = (", "bad.py:1: "),
        ("x = 1", "bad.py: defines no op; decorate a function"),
        (OPS.replace("own_flip", "frame"), "the name 'frame' belongs to the vocabulary"),
        ("raise SystemExit(0)", "bad.py:1: cannot be loaded: SystemExit"),
        (None, "bad.py: no such file"),
    ],
)
def test_ops_that_cannot_be_used_are_one_line(folder, content, problem):
    bad = folder / "bad.py"
    if content is not None:
        bad.write_text(content)
    code, out = run("check", "examples/tasks", "--programs", folder / "program.py", "--ops", bad)
    assert code == 2
    assert problem in out
    assert len(out.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("Taken", "there is a strategy 'views' already"),
        ("Greedy", "its class must take no arguments"),
        ("None", "no class 'None'"),
        ("", "names no strategy; write FILE.py:Class"),
    ],
)
def test_strategies_that_cannot_be_used_are_one_line(folder, name, problem):
    run("check", "examples/tasks", "--programs", folder / "program.py", "--ops", folder / "ops.py")
    spec = f"{folder / 'strategy.py'}:{name}" if name else "strategy"
    code, out = run("solve", "examples/tasks", "--strategy", spec, "--out", folder / "s.json")
    assert code == 2
    assert problem in out
    assert len(out.splitlines()) == 1
    assert not (folder / "s.json").exists()


RUN_ALL = """
import json, sys
from typer.testing import CliRunner
from arcloom.cli.main import app
ran = [CliRunner().invoke(app, line, prog_name="arcloom") for line in json.loads(sys.argv[1])]
print(json.dumps([[one.exit_code, one.output] for one in ran]))
"""


@pytest.fixture
def package(folder):
    """An installed package that offers an op, a strategy, and one that collides."""
    info = folder / "site/plug-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plug\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[arcloom.ops]\nplug = plug_ops\n[arcloom.strategies]\nmine = plug_strategy:Mine\n"
        "views = plug_strategy:Taken\nbroken = plug_none:Mine\n"
    )
    (folder / "site/plug_ops.py").write_text(OPS)
    (folder / "site/plug_strategy.py").write_text(STRATEGY)

    def run_all(*commands):
        """Each command's exit code and output; all in one process, since each start takes long."""
        env = {**os.environ, "PYTHONPATH": str(folder / "site")}
        lines = json.dumps([list(map(str, command)) for command in commands])
        command = [sys.executable, "-c", RUN_ALL, lines]
        return json.loads(subprocess.run(command, env=env, stdout=subprocess.PIPE).stdout)

    return run_all


def test_installed_packages_offer_ops_and_strategies(folder, package):
    solve = ("solve", "examples/tasks", "--fuel", 1_000_000, "--out", folder / "s.json")
    told = {
        ("check", "examples/tasks", "--programs", folder / "program.py"): (0, "by 1 programs"),
        (*solve, "--strategies", "transfer,mine"): (0, "mine"),
        (*solve, "--strategies", "views"): (2, "'views' is offered by Arcloom and plug"),
        (*solve, "--strategies", "broken"): (2, "plug-in 'broken' of plug: cannot be loaded"),
        (*solve, "--strategies", "none"): (2, "the strategies are transfer"),
    }
    ran = package(*told)
    assert len(ran) == len(told)
    for (code, out), (expected, text) in zip(ran, told.values(), strict=True):
        assert code == expected, out
        assert text in out
