"""A reader that has gone ends a command; another process that has gone does not."""

import signal
import subprocess
import sys

WRITES_TO_A_DEAD_PROCESS = """
import os
from arcloom.cli.closed_output import end_with_output

end_with_output()
ours, theirs = os.pipe()
os.close(ours)
try:
    os.write(theirs, b"to a process that has died")
except BrokenPipeError:
    print("goes on")
"""


COMMAND = "from arcloom.cli.start import main; main()"


def started(*args):
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, "-c", *args], **pipes)


def test_a_command_ends_in_silence_when_nobody_reads_on():
    with started(COMMAND, "ops", "--json") as process:
        assert process.stdout.read(1) == b"{"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == -signal.SIGPIPE


def test_a_process_that_died_does_not_end_the_command():
    """Such as a network's, a proposer's or a worker's: whoever wrote to it says what is lost."""
    with started(WRITES_TO_A_DEAD_PROCESS) as process:
        told, errors = process.communicate(timeout=60)
    assert (told, errors, process.returncode) == (b"goes on\n", b"", 0)
