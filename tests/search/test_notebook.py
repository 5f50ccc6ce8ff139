"""Evolution in a notebook: progress is drawn; the interrupt button leaves the results so far."""

import sys
from types import SimpleNamespace

import pytest

import arcloom as al
from tests.search import small


class Notebook:
    """What a notebook offers: a shell with a kernel, and outputs that can be redrawn."""

    def __init__(self, patience=None):
        self.drawn = []
        self.patience = patience
        self.display = SimpleNamespace(display=self.show, HTML=str)

    def get_ipython(self):
        return SimpleNamespace(kernel=object())

    def show(self, html, display_id):
        self.update(html)
        return self

    def update(self, html):
        self.drawn.append(html)
        if self.patience is not None and len(self.drawn) >= self.patience:
            raise KeyboardInterrupt


@pytest.fixture
def notebook(monkeypatch):
    def start(**options):
        found = Notebook(**options)
        monkeypatch.setitem(sys.modules, "IPython", found)
        return found

    return start


def test_progress_is_drawn_in_one_place(notebook, library, tasks):
    shown = notebook()
    evolved = al.evolve(tasks, library, config=al.EvolveConfig(generations=1, children=8))
    assert shown.drawn
    assert f"of {len(small.TASKS)} tasks fitted" in shown.drawn[0]
    assert f"{evolved.figures.fitted} of {len(small.TASKS)} tasks fitted" in evolved._repr_html_()


def test_interrupted_it_gives_what_it_has(notebook, library, tasks):
    notebook(patience=1)
    with pytest.raises(KeyboardInterrupt) as interrupted:
        al.evolve(tasks, library, config=al.EvolveConfig(generations=50, children=8))
    assert isinstance(interrupted.value, al.Interrupted)
    figures = interrupted.value.result.figures
    assert figures.stop == "interrupted"
    assert figures.candidates > 0
    [run] = library.runs()
    assert run.state == "interrupted"
    assert library.solved()


def test_outside_of_a_notebook_nothing_is_drawn(library, tasks):
    assert al.evolve(tasks, library, generations=0).figures.stop == "generations"
