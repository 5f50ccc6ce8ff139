"""A process that we write to and that has gone does not end a command."""

import subprocess
import sys

WRITES_TO_A_DEAD_PROCESS = """
import os
from arcloom.cli.signals import end_with_output

end_with_output()
ours, theirs = os.pipe()
os.close(ours)
try:
    os.write(theirs, b"to a process that has died")
except BrokenPipeError:
    print("goes on")
"""


def test_a_process_that_died_does_not_end_the_command():
    """Such as a network's, a proposer's or a worker's: whoever wrote to it says what is lost."""
    command = [sys.executable, "-c", WRITES_TO_A_DEAD_PROCESS]
    ended = subprocess.run(command, capture_output=True, timeout=60)
    assert (ended.stdout, ended.stderr, ended.returncode) == (b"goes on\n", b"", 0)
