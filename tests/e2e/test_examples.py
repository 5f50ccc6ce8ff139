"""The examples do what the documentation says they do."""

import runpy
from pathlib import Path

from arcloom.lang import read_programs
from arcloom.solve.check import check
from arcloom.tasks.load import load

ROOT = Path(__file__).parents[2]


def test_the_quickstart_runs(capsys):
    runpy.run_path(str(ROOT / "examples/quickstart.py"))
    printed = capsys.readouterr().out
    assert "1718 samples" in printed
    assert "def solve_a5313dff(S, I):" in printed
    assert printed.rstrip().endswith("True")


def test_the_readme_shows_the_quickstart_as_it_is():
    source = (ROOT / "examples/quickstart.py").read_text()
    code = source.partition('"""\n\n')[2]
    assert code in (ROOT / "README.md").read_text()


def test_every_example_program_solves_its_task():
    programs = read_programs(ROOT / "examples/programs.py")
    tasks = load("arc1-train")
    found = check(tasks, programs)
    named = {name.removeprefix("solve_") for name in programs}
    assert named <= set(found.solvers)


def test_the_picture_is_what_the_command_draws(tmp_path):
    from typer.testing import CliRunner

    from arcloom.cli.main import app

    picture = tmp_path / "a5313dff.svg"
    program = f"{ROOT / 'examples/programs.py'}::solve_a5313dff"
    assert CliRunner().invoke(app, ["show", program, "--png", str(picture)]).exit_code == 0
    assert picture.read_text() == (ROOT / "docs/images/a5313dff.svg").read_text()
