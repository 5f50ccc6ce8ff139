"""The driver: runs each target in a process of its own, and counts what goes wrong there.

A worker writes each input to a file before it runs it, and before that, that it is being made. So
where the worker dies, or is killed because it takes too long, its last input is known, and another
worker goes on behind it.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import traceback
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

from tests.fuzz.target import CORPUS, Target

SLOW = 2.0
"""Seconds of CPU time after which an input is a hang."""
KILLED = 60.0
"""Seconds after which a worker that is still at the same input is ended."""
MAKING = b"making"
"""Stands behind the number of an input that is not there yet."""
_ROOT = Path(__file__).parents[2]


@dataclass
class Count:
    """What came of a target."""

    inputs: int = 0
    crashes: int = 0
    hangs: int = 0
    tracebacks: int = 0

    def add(self, other: "Count") -> None:
        for name, more in asdict(other).items():
            setattr(self, name, getattr(self, name) + more)

    @property
    def clean(self) -> bool:
        return not (self.crashes or self.hangs or self.tracebacks)


def save(target: str, data: bytes) -> Path:
    """Keep an input that failed, under a name that follows from its content."""
    path = CORPUS / target / sha256(data).hexdigest()[:16]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def work(target: Target, seed: int, first: int, seconds: float, current: Path) -> None:
    """A worker's part: inputs one after the other, and a line about what came of them."""
    end = time.monotonic() + seconds
    count, number = Count(), first
    while time.monotonic() < end:
        current.write_bytes(b"%d %s\n" % (number, MAKING))
        data = target.input(seed, number)
        current.write_bytes(b"%d\n" % number + data)
        before = time.process_time()
        try:
            target.run(data)
        except Exception:
            count.tracebacks += 1
            print(f"{target.name}: {save(target.name, data)}", file=sys.stderr)
            traceback.print_exc()
        took = time.process_time() - before
        if took > SLOW:
            count.hangs += 1
            print(f"{target.name}: {save(target.name, data)} took {took:.1f} s", file=sys.stderr)
        count.inputs += 1
        number += 1
    print(json.dumps(asdict(count)))


def fuzz(target: Target, seed: int, seconds: float) -> Count:
    """As many inputs as fit into the time."""
    end, first, total = time.monotonic() + seconds, 0, Count()
    with tempfile.TemporaryDirectory() as folder:
        current = Path(folder) / "current"
        while (left := end - time.monotonic()) > 0:
            worker = _start(target, seed, first, left, current)
            killed = _watch(worker, current)
            lines = worker.communicate()[0].splitlines()
            if worker.returncode == 0 and lines:
                total.add(Count(**json.loads(lines[-1])))
                break
            if not current.exists():
                raise RuntimeError(f"{target.name}: the worker did not begin")
            head, _, data = current.read_bytes().partition(b"\n")
            number, _, making = head.partition(b" ")
            what = "hangs" if killed else f"ends the process ({worker.returncode})"
            at = f"making input {int(number)}" if making else save(target.name, data)
            print(f"{target.name}: {at} {what}", file=sys.stderr)
            ran = Count(int(number) + 1 - first, crashes=not killed, hangs=killed)
            total.add(ran)
            first = int(number) + 1
    return total


def _start(
    target: Target, seed: int, first: int, seconds: float, current: Path
) -> subprocess.Popen[str]:
    plan = [target.name, str(seed), str(first), str(seconds), str(current)]
    command = [sys.executable, "-m", "tests.fuzz", "--worker", *plan]
    environment = {**os.environ, "PYTHONFAULTHANDLER": "1"}
    return subprocess.Popen(command, cwd=_ROOT, env=environment, stdout=subprocess.PIPE, text=True)


def _watch(worker: subprocess.Popen[str], current: Path) -> bool:
    """Wait for its end; True where it had to be ended. Its one line of output fits the pipe."""
    begun = time.time()
    while True:
        try:
            worker.wait(timeout=1)
        except subprocess.TimeoutExpired:
            since = current.stat().st_mtime if current.exists() else begun
            if time.time() - max(since, begun) > KILLED:
                worker.kill()
                return True
        else:
            return False
