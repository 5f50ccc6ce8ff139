"""Strategies that workers have trouble with."""

import os
import signal
from pathlib import Path
from threading import Lock
from time import sleep

from arcloom.search.strategy import Findings, Strategy


class Doomed(Strategy):
    """Kills the process that it runs in, once for each task, and in each worker's first call."""

    name = "doomed"
    share = 0.01

    def __init__(self, folder):
        self.folder = str(folder)

    def search(self, task, effort):
        mark = Path(self.folder) / task.id
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return Findings(fuel=1)


class AlwaysDoomed(Strategy):
    """Kills every process that it runs in."""

    name = "doomed"

    def search(self, task, effort):
        os.kill(os.getpid(), signal.SIGKILL)


class DoomedOn(Strategy):
    """Kills every process that it runs in for one task; it counts its calls for the others."""

    name = "doomed"

    def __init__(self, task_id):
        self.task_id = task_id

    def search(self, task, effort):
        if task.id == self.task_id:
            os.kill(os.getpid(), signal.SIGKILL)
        return Findings(fuel=1, exhausted=True)


class Broken(Strategy):
    """Fails."""

    name = "broken"

    def search(self, task, effort):
        raise ValueError("as told")


class Hungry(Strategy):
    """Takes more and more memory, up to a gigabyte."""

    name = "hungry"

    def search(self, task, effort):
        taken = []
        while len(taken) < 32:
            taken.append(bytearray(b"x" * 2**25))
            sleep(0.05)
        return Findings(fuel=1)


class Held(Strategy):
    """Has what no other process can have."""

    name = "held"

    def __init__(self):
        self.lock = Lock()

    def search(self, task, effort):
        return Findings()


class Endless(Strategy):
    """Goes on until the run is to stop. It leaves a file when it begins."""

    name = "endless"

    def __init__(self, file):
        self.file = str(file)

    def search(self, task, effort):
        Path(self.file).touch()
        while not effort.stop():
            sleep(0.01)
        return Findings(fuel=1)
