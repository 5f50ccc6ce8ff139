"""Puts the sanitized build of the native core in the place of the installed one.

Python imports this module at its start where `make test-asan`, `make test-tsan` or `make fuzz` has
put this folder on PYTHONPATH; ARCLOOM_SANITIZED names the build. So the package itself needs no
switch, and processes that the tests start are covered too.
"""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path

BUILD = Path(__file__).resolve().parents[2] / os.environ.get("ARCLOOM_SANITIZED", "build/asan")


class SanitizedCore:
    """Finds `arcloom._core_*` in the sanitized build, and nowhere else."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: object = None
    ) -> ModuleSpec | None:
        if not name.startswith("arcloom._core_"):
            return None
        spec = PathFinder.find_spec(name, [str(BUILD)])
        if spec is None:
            raise ModuleNotFoundError(f"{name} is not in {BUILD}", name=name)
        return spec


sys.meta_path.insert(0, SanitizedCore)
