"""The end of `make demo`: solve the first 40 training tasks from nothing, score, and draw a find.

`python examples/demo.py` runs it again; `--budget 2m` gives it longer, `--tasks 400` more to do.
Everything it writes is in one folder (`--folder build/demo`).
"""

from __future__ import annotations

import argparse
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import arcloom as al

DATASET = "arc1-train"
FEW_CELLS = 100
"""A program is drawn on a grid of at most so many cells: every step is to fit on a screen."""


def main() -> None:
    options = read_options()
    folder: Path = options.folder
    # From nothing: a library of an earlier demo would be a head start, as starter programs are.
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    library, submission, programs = (
        folder / name for name in ("lib.db", "submission.json", "programs.py")
    )

    tasks = al.load(DATASET)[: options.tasks]
    say(f"Solving the first {len(tasks)} tasks of {DATASET} from nothing, for {options.budget}")
    answers = al.solve(tasks, budget=options.budget, library=library, starter=None, out=submission)

    right = answers.score()
    one, two = right.tasks[1], right.tasks[2]
    fitted = f"{answers.figures.fitted} of {len(tasks)} tasks have a program that fits all demos"
    print(f"{fitted} and is not refuted; {answers.expected:.0f} are expected right.")
    print(
        f"By the test outputs, sealed until now: {one} right at the first attempt, {two} with two."
    )

    names = {task_id: f"solve_{task_id}" for task_id in answers.programs}
    sources = [program.source(names[task]) for task, program in answers.programs.items()]
    programs.write_text("from arcloom.dsl import *\n\n\n" + "\n\n".join(sources))
    shown = to_draw(answers, [task for task in answers.programs if task in right.solved], tasks)
    if shown is not None:
        say(f"One of the programs that it found, and its steps on the first demo of task {shown}")
        arcloom("show", f"{programs}::{names[shown]}", "--steps")

    report = folder / "report.html"
    say("All that was found, as one page for a browser")
    arcloom("report", "--library", library, "-o", report)
    print(f"\nOpen {report} in a browser, or serve it live: make explore")
    print("Next: docs/guide/start.md, or solve all 400 tasks:")
    print(f"    {shlex.join(command('solve', DATASET, '--budget', '3m', '--library', 'lib.db'))}")


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--budget", default="20s", help="time for solving (20s)")
    parser.add_argument("--tasks", type=int, default=40, help="number of tasks (40)")
    parser.add_argument("--folder", type=Path, default=Path("build/demo"), help="what it writes")
    return parser.parse_args()


def to_draw(answers: al.Answers, right: list[str], tasks: al.Dataset) -> str | None:
    """Of the right tasks with small grids, the one whose program has the most steps to look at.

    Programs that learn a rule from all demos are passed over: their steps are more than grids.
    """
    small = {
        task: max(grid.size for grid in tasks[task].pairs[0])
        for task in right
        if answers.programs[task].params == ("I",)
    }
    fitting = [task for task, cells in small.items() if cells <= FEW_CELLS]
    return max(fitting, key=lambda task: (len(answers.programs[task]), task), default=None)


def say(heading: str) -> None:
    """A heading, seen at once also where the output is no terminal."""
    print(f"\n== {heading}", flush=True)


def command(*arguments: object) -> list[str]:
    """A command of the Arcloom that runs this, as short as it can be typed here."""
    program = Path(sys.executable).with_name("arcloom")
    here = program.is_relative_to(Path.cwd())
    return [str(program.relative_to(Path.cwd()) if here else program), *map(str, arguments)]


def arcloom(*arguments: object) -> None:
    """Run a command of Arcloom, and show what a reader would type for it."""
    typed = command(*arguments)
    print(f"$ {shlex.join(typed)}", flush=True)
    subprocess.run(typed, check=True)


if __name__ == "__main__":
    main()
