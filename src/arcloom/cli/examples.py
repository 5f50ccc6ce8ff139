"""Examples of each command, which its `--help` shows."""

from __future__ import annotations

from typing import Final

EXAMPLES: Final[dict[str, tuple[str, ...]]] = {
    "solve": (
        "arcloom solve arc1-train --budget 10m --library lib.db",
        "arcloom solve arc1-train/00d62c1b --budget 30s",
        "arcloom solve challenges.json --fuel 1000000000 -o submission.json",
        "arcloom solve arc1-eval --budget 30m --strategies all,net --net-train arc1-train",
        'arcloom solve arc1-train --propose "python my_model.py"',
    ),
    "score": (
        "arcloom score submission.json arc1-train",
        "arcloom score submission.json arc1-train --report report.json",
    ),
    "check": (
        "arcloom check arc1-train --programs examples/programs.py",
        "arcloom check arc1-train --task 3c9b0459 --programs examples/programs.py",
    ),
    "run": ("arcloom run examples/programs.py arc1-train --timing",),
    "show": (
        "arcloom show 00d62c1b",
        "arcloom show arc1-train/00d62c1b -o task.png",
        "arcloom show examples/programs.py::solve_a5313dff --steps --demo 2",
        "arcloom show 3c9b0459 --library lib.db --steps",
    ),
    "import": ("arcloom import solvers.py folder/ --library lib.db",),
    "export": (
        "arcloom export --library lib.db -o programs.py --solved",
        "arcloom export --library lib.db -o one.py --task 3c9b0459",
    ),
    "library list": (
        "arcloom library list --library lib.db",
        "arcloom library list --library lib.db --unfitted --limit 20",
    ),
    "library show": ("arcloom library show solve_3c9b0459 --library lib.db",),
    "library prune": ("arcloom library prune --keep 8 --library lib.db",),
    "library merge": ("arcloom library merge other.db --library lib.db",),
    "library check": ("arcloom library check --library lib.db",),
    "library learn": ("arcloom library learn --library lib.db",),
    "library starter": (
        "arcloom library starter",
        "arcloom library starter -o starter.py",
    ),
    "evolve": (
        "arcloom evolve arc1-train --library lib.db --budget 10m",
        "arcloom evolve arc1-train --library lib.db --generations 20 --seed 7",
    ),
    "net train": ("arcloom net train arc1-eval --seconds 20m --train arc1-train",),
    "net answer": ("arcloom net answer arc1-eval --train arc1-train --votes votes.json",),
    "card": ("arcloom card --library lib.db --hand 32 -o batt.py",),
    "serve": ("arcloom serve --library lib.db --open",),
    "report": ("arcloom report --library lib.db -o report.html",),
    "ops": ("arcloom ops", "arcloom ops objects"),
    "bench": ("arcloom bench", "arcloom bench --programs solvers.py --peer arc-dsl"),
    "doctor": ("arcloom doctor",),
}


def examples_text(command: str) -> str | None:
    """What follows the options of a command's help."""
    lines = EXAMPLES.get(command)
    # The first character keeps typer from joining the lines.
    return None if lines is None else "\n".join(["\b", "Examples:", *(f"  {ex}" for ex in lines)])
