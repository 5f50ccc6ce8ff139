"""Sources that may be compiled in one go share no private name, whichever of them that are."""

import os
import subprocess
import sysconfig
from pathlib import Path

import nanobind
import pytest

NATIVE = Path(__file__).parents[1] / "native"
ALONE = {"tiles.cpp"}  # CMakeLists.txt never compiles it with others


@pytest.mark.parametrize("folder", ["bind", "learn", "ops"])
def test_a_folder_compiles_in_one_go(folder, tmp_path):
    """Which sources come together changes with the number of files: any two of them may."""
    sources = [f for f in sorted((NATIVE / folder).glob("*.cpp")) if f.name not in ALONE]
    together = tmp_path / "together.cpp"
    together.write_text("".join(f'#include "{source}"\n' for source in sources))
    includes = [NATIVE.parent, NATIVE, nanobind.include_dir(), sysconfig.get_path("include")]
    command = [*os.environ.get("CXX", "g++").split(), "-std=c++20", "-fsyntax-only", "-w"]
    command += [f"-I{include}" for include in includes]
    ran = subprocess.run([*command, together], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr[:4000]
