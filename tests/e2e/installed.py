"""Checks an installed wheel: `python tests/e2e/installed.py`, in an environment without a compiler.

It needs nothing but the wheel and its dependencies, and exits with 1 if something is missing.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import arcloom as al
from arcloom._core import INSTRUCTION_SET

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src"
COMPILERS = ("c++", "g++", "clang++", "cc")


def main() -> None:
    package = Path(al.__file__).parent
    need(not package.is_relative_to(SOURCES), f"{package} is no installed package")
    need((package / "native/gpu").is_dir(), "the wheel lacks the sources of the GPU kernels")
    doctor = run("doctor", "--json")
    need(doctor["ok"], f"doctor found a fault: {doctor}")
    with tempfile.TemporaryDirectory() as folder:
        submission = Path(folder, "submission.json")
        examples = ROOT / "examples/tasks"
        solved = run("solve", examples, "--fuel", 20_000_000, "--out", submission, "--json")
        right = run("score", submission, examples, "--json")
    need(solved["starters"] > 0, "the wheel lacks the starter programs")
    need(right["tasks"]["2"] == right["total_tasks"] == 5, f"not all examples are right: {right}")
    found = [name for name in COMPILERS if shutil.which(name)]
    print(
        f"arcloom {al.__version__} in {package}: {INSTRUCTION_SET}, Python {sys.version.split()[0]}"
    )
    print(f"compilers at hand: {', '.join(found) or 'none'}")
    print(
        f"{right['tasks']['2']} of {right['total_tasks']} tasks right in {solved['seconds']:.1f} s"
    )


def run(*arguments: object) -> dict[str, object]:
    """A command of the installed Arcloom, and its JSON."""
    command = [str(Path(sys.executable).with_name("arcloom")), *map(str, arguments)]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def need(met: bool, problem: str) -> None:
    if not met:
        sys.exit(problem)


if __name__ == "__main__":
    main()
