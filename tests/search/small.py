"""A small world to evolve in: ten training tasks, and a library of the example programs."""

import json
from pathlib import Path

from arcloom.lang import read_programs
from arcloom.library import Library, export_source
from arcloom.search.evolve.config import EvolveConfig
from arcloom.search.evolve.evolution import Evolution
from arcloom.tasks import Dataset
from arcloom.tasks.load import load

PROGRAMS = Path(__file__).parents[2] / "examples/programs.py"
SOLVED = ("3c9b0459", "62c24649", "6d0aefbc", "a416b8f3", "ed36ccf7")
OTHERS = ("0520fde7", "2dee498d", "5582e5ca", "67a3c6ac", "f25fbde4")
TASKS = tuple(sorted(SOLVED + OTHERS))


def small_tasks():
    """The ten tasks, five of which an example program solves."""
    tasks = load("arc1-train")
    return Dataset("small", [tasks[task_id] for task_id in TASKS])


def save_tasks(folder):
    """The same as a folder of JSON, without the tests' outputs: no search may need them."""
    folder.mkdir(parents=True, exist_ok=True)
    for task in small_tasks().values():
        content = {
            "train": [
                {"input": sample.input.tolist(), "output": sample.output.tolist()}
                for sample in task.demos
            ],
            "test": [{"input": sample.input.tolist()} for sample in task.tests],
        }
        (folder / f"{task.id}.json").write_text(json.dumps(content))
    return folder


def new_library(path, keep=32):
    """A library with the example programs."""
    library = Library.open(path, keep=keep)
    library.add_programs(read_programs(PROGRAMS))
    return library


def export(library):
    """What `arcloom export` writes."""
    return export_source(library.programs(), library.scores())


def evolution(library, *, tasks=None, threads=2, watch=None, **config):
    """A run that is ready to start. All tasks are solved early, so `focus` would breed little."""
    config = EvolveConfig(**{"seed": 7, "generations": 3, "focus": False, **config})
    return Evolution(tasks or small_tasks(), library, config, threads=threads, watch=watch)
