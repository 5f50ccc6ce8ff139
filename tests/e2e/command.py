"""The real command, in a process of its own."""

import subprocess
import sys

COMMAND = [sys.executable, "-c", "from arcloom.cli.main import main; main()"]
PATIENCE = 120


def arcloom(*args):
    """Run the command to its end."""
    return subprocess.run(
        [*COMMAND, *map(str, args)], capture_output=True, text=True, timeout=PATIENCE
    )


def start(*args):
    """Start the command; its standard error can be read line by line."""
    return subprocess.Popen(
        [*COMMAND, *map(str, args)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
