"""examples/tour.ipynb: a kernel runs it, it type-checks, and it uses only what is public."""

import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

import arcloom

ROOT = Path(__file__).parents[2]
NOTEBOOK = ROOT / "examples/tour.ipynb"
RUN = """
import sys, nbformat
from nbclient import NotebookClient
notebook = nbformat.read(sys.argv[1], as_version=4)
NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
nbformat.write(notebook, sys.argv[2])
"""


def code():
    cells = nbformat.read(NOTEBOOK, as_version=4).cells
    return "\n\n".join(cell.source for cell in cells if cell.cell_type == "code")


@pytest.fixture(scope="module")
def outputs(tmp_path_factory):
    """What a kernel shows for each code cell, as text and HTML."""
    done = tmp_path_factory.mktemp("tour") / "done.ipynb"
    command = [sys.executable, "-c", RUN, str(NOTEBOOK), str(done)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr[-3000:]
    cells = nbformat.read(done, as_version=4).cells
    return [(cell.source, str(cell.outputs)) for cell in cells if cell.cell_type == "code"]


def shown(outputs, part):
    return next(output for source, output in outputs if part in source)


def test_it_solves_five_tasks_with_a_callback(outputs):
    assert shown(outputs, "on_found=found.append").count("Found(") >= 5
    assert "tasks={1: 5, 2: 5}" in shown(outputs, "answers.score()")


def test_the_plug_ins_take_part(outputs):
    assert "[[2, 2, 1, 1], [4, 4, 3, 3]]" in shown(outputs, "@al.op")
    assert re.search(r"'fitted': [1-5]", shown(outputs, "class Turns"))
    assert re.search(r"programs, [1-9]\d* differ", shown(outputs, "differs=[differ]"))


def test_it_draws_and_makes_data_frames(outputs):
    assert "<svg" in shown(outputs, 'answers["67a3c6ac"]')
    assert "67a3c6ac" in shown(outputs, "answers.to_pandas()")
    assert "<table" in shown(outputs, "evolved.to_pandas()")


def test_it_uses_only_what_is_public():
    source = code()
    assert set(re.findall(r"\bal\.(\w+)", source)) <= set(arcloom.__all__)
    assert not re.search(r"(from|import) arcloom(?! as al)", source)


def test_it_passes_mypy_strict(tmp_path):
    file = tmp_path / "tour.py"
    file.write_text(code())
    mypy = [sys.executable, "-m", "mypy", "--strict", "--config-file", "pyproject.toml", str(file)]
    ran = subprocess.run(mypy, cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout
