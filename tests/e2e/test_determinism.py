"""The same bytes out: whatever the hash seed and the number of threads, and run after run."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAMS = ROOT / "examples/programs.py"

# Every array of a run, byte by byte, and some values as they print, sets sorted by Python.
DIGEST = """
import hashlib, sys
import arcloom as al

batt = al.weave(al.read_programs(sys.argv[1]).values())
result = batt.run(al.load("arc1-train").samples()[:200], threads=int(sys.argv[2]))
digest = hashlib.sha256()
for array in (result.matches, result.reasons, result.fuel, result.hashes):
    digest.update(array.tobytes())
print(digest.hexdigest(), batt.node_count, [program.hash for program in batt.programs])
sets = al.read_program("def f(I): return totuple(objects(I, T, T, T))")
callables = al.read_program(
    "def f(I): return rapply(totuple(insert(rot90, initset(compose(rot90, rot90)))), I)"
)
for sample in result.samples[:20]:
    print([sorted(o) for o in sets(sample.input)], callables(sample.input))
"""

COMMAND = "from arcloom.cli.main import main; main()"
UNSTABLE = ("seconds", "cpu_seconds", "threads", "timing")

RUNS = [("0", 1), ("1", 2), ("2", 4), ("12345", 1), ("12345", 2)]


def output(seed: str, *arguments: str) -> bytes:
    """What a process of its own prints."""
    done = subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONHASHSEED": seed},
        stdout=subprocess.PIPE,
        check=True,
        timeout=120,
    )
    return done.stdout


@pytest.fixture(scope="module")
def digest() -> bytes:
    return output("0", "-c", DIGEST, str(PROGRAMS), "1")


@pytest.mark.parametrize(("seed", "threads"), RUNS)
def test_results_are_the_same_bytes(digest: bytes, seed: str, threads: int):
    assert output(seed, "-c", DIGEST, str(PROGRAMS), str(threads)) == digest


def arcloom(seed: str, threads: int, *arguments: str) -> str:
    """What a command prints as JSON, without its times and its number of threads."""
    arguments = (*arguments, "--threads", str(threads), "--json")
    printed = json.loads(output(seed, "-c", COMMAND, *arguments))
    return json.dumps({k: v for k, v in printed.items() if k not in UNSTABLE})


@pytest.mark.parametrize(
    "command",
    [
        ("run", str(PROGRAMS), "arc1-train"),
        ("check", "arc1-train", "--programs", str(PROGRAMS)),
    ],
    ids=lambda command: command[0],
)
def test_commands_print_the_same(command: tuple[str, ...]):
    first, *others = (arcloom(seed, threads, *command) for seed, threads in RUNS[:3])
    assert len(first) > 100
    assert others == [first, first]
