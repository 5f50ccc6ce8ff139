"""examples/kaggle.ipynb: a valid notebook whose cells, run in order, leave a submission."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from arcloom.library import Library
from arcloom.solve.submission import read_submission
from arcloom.tasks.load import load

NOTEBOOK = Path(__file__).parents[2] / "examples/kaggle.ipynb"


@pytest.fixture(scope="module")
def notebook():
    return json.loads(NOTEBOOK.read_text())


def test_it_is_a_notebook(notebook):
    """The fields that nbformat 4.5 asks for; nothing was run, so nothing of a machine is in it."""
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids)
    for cell in notebook["cells"]:
        assert cell["cell_type"] in ("code", "markdown")
        assert all(isinstance(line, str) for line in cell["source"])
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None)


def test_its_cells_leave_a_submission(notebook, tmp_path):
    some = list(load("arc1-train").values())[:6]
    challenges = {
        task.id: {
            "train": [{"input": a.tolist(), "output": b.tolist()} for a, b in task.pairs],
            "test": [{"input": test.input.tolist()} for test in task.tests],
        }
        for task in some
    }
    path = tmp_path / "arc-agi_test_challenges.json"
    path.write_text(json.dumps(challenges))
    code = "\n\n".join("".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "code")
    settings = {
        "ARC_CHALLENGES": str(path),
        "ARC_WHEELS": str(tmp_path / "none"),
        "ARC_BUDGET": "3s",
        "ARC_MEMORY": "1G",
    }
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert "of 6 tasks fitted" in done.stdout
    assert len(read_submission(tmp_path / "submission.json", load(path))) == 6
    with Library.open(tmp_path / "arcloom.db", create=False) as library:
        assert [run.state for run in library.runs()] == ["finished"]
