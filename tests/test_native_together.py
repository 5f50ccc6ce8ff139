"""Sources that may be compiled in one go share no private name, and compile without a warning."""

import os
import subprocess
import sysconfig
from pathlib import Path

import nanobind
import pytest

NATIVE = Path(__file__).parents[1] / "native"
ALONE = {"tiles.cpp"}  # CMakeLists.txt never compiles it with others


@pytest.mark.parametrize("folder", ["batt", "bind", "breed", "enumerate", "learn", "ops", "value"])
def test_a_folder_compiles_in_one_go(folder, tmp_path):
    """Which sources come together changes with the number of files: any two of them may."""
    sources = [f for f in sorted((NATIVE / folder).glob("*.cpp")) if f.name not in ALONE]
    together = tmp_path / "together.cpp"
    together.write_text("".join(f'#include "{source}"\n' for source in sources))
    others = [nanobind.include_dir(), sysconfig.get_path("include")]  # whose warnings are not ours
    command = [*os.environ.get("CXX", "g++").split(), "-std=c++20", "-fsyntax-only"]
    command += ["-fvisibility=hidden", f"-I{NATIVE}", *(f"-isystem{one}" for one in others)]
    ran = subprocess.run([*command, together], capture_output=True, text=True)
    assert (ran.returncode, ran.stderr[:4000]) == (0, "")
