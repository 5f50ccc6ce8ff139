"""A script in a process of its own: one that dies or never ends fails its test, not all of them."""

import subprocess
import sys
import textwrap

PATIENCE = 120
"""Seconds after which a script counts as endless. What is tested takes a second or so."""


def alone(script: str, *args: str) -> list[str]:
    """What the script prints, line by line."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script), *args],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, (done.returncode, done.stderr[-2000:])
    return done.stdout.splitlines()
