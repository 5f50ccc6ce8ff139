"""A device that the CPU plays: the kernels of a GPU's search, one after the other, on numpy."""

from contextlib import contextmanager

import numpy as np

from arcloom import _core


class PlayedTable:
    """Which hashes were met before."""

    def __init__(self):
        self.met = set()

    def take(self, hashes, met):
        new = np.zeros(len(hashes), bool)
        for k in np.flatnonzero(met):
            new[k] = int(hashes[k]) not in self.met
            self.met.add(int(hashes[k]))
        return new


class Played:
    """As `arcloom.engine.device.Device` says."""

    xp = np

    def take_pieces(self, step, runs):
        _core.play_pieces(step)

    def look_at_states(self, look):
        _core.play_looks(look)

    def address(self, array):
        return array.ctypes.data

    def to_host(self, array):
        return np.array(array)

    def new_table(self):
        return PlayedTable()


class Lent:
    """A played device to which tasks are dealt; it may break down, or hold only so much work."""

    def __init__(self, speed=1.0, room=1 << 40, problem=None):
        self.unit = Played()
        self.speed = speed
        self.room = room
        self.problem = problem
        self.entries = 0

    @contextmanager
    def entered(self):
        self.entries += 1
        if self.problem is not None:
            raise self.problem
        yield
