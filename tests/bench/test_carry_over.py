"""The judge of the learner's parts: one run of the learner, then every ablation from its table."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bench.concepts import made
from tests.search.test_viewing import grounds_task

BENCH = Path(__file__).parents[2] / "bench"


def carry_over(*args: object) -> str:
    command = [sys.executable, BENCH / "carry_over.py", *map(str, args)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("concepts")
    for name in ("magnify", "kaleidoscope", "swap_rings"):
        (folder / f"{name}.json").write_text(json.dumps(made(name, 1)))
    task, wanted = grounds_task((3, 7, 5, 6))
    pairs = [*task.pairs, (task.tests[0].input, wanted)]
    shown = [{"input": given.tolist(), "output": out.tolist()} for given, out in pairs]
    (folder / "grounds.json").write_text(json.dumps({"train": shown[:3], "test": shown[3:]}))
    path = folder.parent / "some.json"
    carry_over("gather", folder, path, "--levels", 1)
    return path


def test_the_table_says_which_program_fits_and_what_is_right(table: Path):
    tasks = json.loads(table.read_text())["tasks"]
    sizes = [fit for fit in tasks["magnify"]["fits"] if "sizes" in fit["parts"]]
    assert sizes
    assert all(fit["answers"] == tasks["magnify"]["right"] for fit in sizes)
    assert all("level 0" in fit["parts"] for fit in sizes)
    assert any(row.startswith("sizes: ") for fit in sizes for row in fit["rows"])


def test_where_the_ground_changes_programs_on_it_are_parts(table: Path):
    fits = json.loads(table.read_text())["tasks"]["grounds"]["fits"]
    assert any("on the ground" in fit["parts"] for fit in fits)


def test_a_part_gains_the_tasks_that_nothing_else_has_right(table: Path, tmp_path: Path):
    told = carry_over("judge", table, "--splits", 2, "--svg", tmp_path / "gain.svg")
    rows = {cells[1].strip(): cells for line in told.splitlines() if (cells := line.split("|"))[1:]}
    assert "| part | fitted | right |" in told
    assert int(rows["sizes"][5]) >= 1
    assert rows["level 0"][4].strip() == "0"
    assert (tmp_path / "gain.svg").read_text().startswith("<svg")
