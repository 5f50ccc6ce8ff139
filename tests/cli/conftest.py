"""Fixtures for the tests of the command line: a runner, and small inputs on disk."""

import json

import pytest
from typer.testing import CliRunner

from arcloom.cli.main import app

PROGRAMS = """
def solve_turn(I):
    return rot90(I)

def solve_mirror(I):
    mirrored = vmirror(I)
    return mirrored

def mirror_by_demos(S, I):
    return mir_rot(I, a_mr(S))

def never(I):
    return first(ZERO)
"""


@pytest.fixture
def arcloom():
    """arcloom(*args) runs the command in this process; gives exit_code, stdout and stderr."""
    return lambda *args: CliRunner().invoke(app, [str(arg) for arg in args], prog_name="arcloom")


@pytest.fixture
def arcloom_json(arcloom):
    """The same with --json, and gives what was printed, parsed."""

    def run(*args):
        result = arcloom(*args, "--json")
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout)

    return run


@pytest.fixture
def write(tmp_path):
    """write(name, content) puts content (text as it stands, else as JSON) in a file."""

    def write_file(name, content):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    return write_file


@pytest.fixture
def programs(write):
    """A file of four programs: a turn, a mirror, a mirror learnt from the demos, and a failure."""
    return write("programs.py", PROGRAMS)


def mirror_task():
    return {
        "train": [
            {"input": [[1, 2]], "output": [[2, 1]]},
            {"input": [[3, 4], [5, 6]], "output": [[4, 3], [6, 5]]},
        ],
        "test": [{"input": [[7, 8, 9]], "output": [[9, 8, 7]]}],
    }


@pytest.fixture
def tasks(write):
    """A folder of three tasks: a mirror, a turn, and one that no program here solves."""
    write("tasks/mirror.json", mirror_task())
    turn = {
        "train": [{"input": [[1, 2]], "output": [[1], [2]]}],
        "test": [{"input": [[3, 4]], "output": [[3], [4]]}],
    }
    write("tasks/turn.json", turn)
    # The demos are a mirror; the test, whose output nobody may see, is not.
    trap = mirror_task()
    trap["test"][0]["output"] = [[0, 0, 0]]
    return write("tasks/trap.json", trap).parent
