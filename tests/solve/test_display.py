"""What a person sees of a run: lights on a terminal, squares in a notebook, lines elsewhere."""

import sys
from io import StringIO
from types import ModuleType, SimpleNamespace

from rich.console import Console

import arcloom
from arcloom.search.bare_answer import BareAnswer
from arcloom.solve.config import SolveConfig
from arcloom.solve.display import drawn, progress_html, progress_line, training_line, watching
from arcloom.solve.run import SolveRun
from arcloom.tasks import Grid
from tests.solve.small import small_tasks


def finished_run():
    run = SolveRun(small_tasks(), SolveConfig.of(budget="1h", fuel=30_000_000))
    run.run()
    return run


def test_a_light_for_every_task():
    console = Console(width=80, file=StringIO())
    run = finished_run()
    console.print(drawn(run))
    lights, line = console.file.getvalue().splitlines()[:2]
    assert lights.rstrip() == "■■·"
    assert line.startswith("2 of 3 tasks fitted")


def test_a_task_that_only_a_network_answers_has_a_light_of_its_own():
    votes = [BareAnswer("riddle", 0, Grid([[3]]), 14, 16)]
    run = SolveRun(small_tasks(), SolveConfig.of(fuel=30_000_000, threads=1), votes=votes)
    run.run()
    console = Console(width=80, file=StringIO())
    console.print(drawn(run))
    assert console.file.getvalue().splitlines()[0].rstrip() == "■■□"
    assert 'title="riddle"' in progress_html(run)


def test_a_training_in_a_line():
    numbers = {"step": 9, "seconds": 61.0, "epochs": 2.5, "loss": 0.03125}
    assert training_line(numbers) == "loss 0.0312, 2.5 epochs in 1:01"
    known = training_line({**numbers, "held_out_accuracy": 0.4})
    assert known == "loss 0.0312, 40% of held-out demos right, 2.5 epochs in 1:01"
    assert training_line({}) == ""


def test_a_line_says_how_far_it_is():
    line = progress_line(finished_run())
    assert line.startswith("2 of 3 tasks fitted (")
    assert "round " in line
    assert " left" in line
    assert "\n" not in line


def test_the_workers_of_a_cluster():
    run = finished_run()
    assert "worker" not in progress_line(run)
    run.figures.crew = {"workers": 3, "nodes": 2, "busy": 2, "lost": 1}
    run.figures.nodes = {"one 3f": 12.34, "<two>": 5.0}
    assert progress_line(run).endswith("; 3 workers on 2 nodes, 2 busy, 1 lost")
    console = Console(width=200, file=StringIO())
    console.print(drawn(run))
    assert "one 3f: 12.3 calls a second" in console.file.getvalue()
    assert "3 workers on 2 nodes" in progress_html(run)
    assert "<div>&lt;two&gt;: 5.0 calls a second</div>" in progress_html(run)


def test_a_square_for_every_task_in_a_notebook():
    html = progress_html(finished_run())
    assert html.count("<span") == 3
    assert 'title="riddle"' in html


def test_lines_where_no_person_is_watching(capsys):
    with watching(lines=0.0) as watch:
        watch(finished_run())
    assert capsys.readouterr().err.startswith("arcloom: 2 of 3 tasks fitted")


def test_a_notebook_shows_one_cell_that_is_redrawn(monkeypatch):
    """With a stand-in for IPython, which is no dependency of ours."""
    shown, updates = [], []
    handle = SimpleNamespace(update=updates.append)
    display = ModuleType("IPython.display")
    display.HTML = str
    display.display = lambda content, display_id: (shown.append(content), handle)[1]
    shell = ModuleType("IPython")
    shell.get_ipython = lambda: SimpleNamespace(kernel=object())
    shell.display = display
    monkeypatch.setitem(sys.modules, "IPython", shell)
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    monkeypatch.setattr("arcloom.solve.display.REDRAW_NOTEBOOK", 0.0)
    arcloom.solve(small_tasks(), fuel=30_000_000)
    assert len(shown) == 1
    assert updates
    assert all("tasks fitted" in html for html in shown + updates)
