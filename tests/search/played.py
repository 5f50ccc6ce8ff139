"""A device that the CPU plays: the kernels of a GPU's search, one after the other, on numpy."""

import ctypes
from contextlib import contextmanager

import numpy as np

from arcloom.engine.gpu.enumerate.work import PIECE_WORDS
from arcloom.engine.gpu.interface import MOST_INPUTS
from arcloom.engine.tiles import WORDS
from tests import played_kernels

HALF = 16


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
    """As `arcloom.engine.gpu.interface.Device` says."""

    xp = np

    def take_pieces(self, step, runs, *, soon):
        assert all(side <= HALF for side in _sides_for_halves(step, runs))
        played_kernels.play_pieces(step)

    def look_at_states(self, look):
        played_kernels.play_looks(look)

    def address(self, array):
        return array.ctypes.data

    def to_host(self, array):
        return np.array(array)

    def new_table(self):
        return PlayedTable()


def _sides_for_halves(step, runs):
    """Heights and widths of all tiles of states that halves of warps would take."""
    tiles_at, counts, pieces, npieces, members = (int(step[k]) for k in (4, 5, 8, 9, 10))
    halves = np.repeat(runs.halves != 0, runs.pieces)
    rows = _array(pieces, (npieces, PIECE_WORDS), ctypes.c_int32)[halves]
    places = [at for first, count in rows[:, 2:4].tolist() for at in range(first, first + count)]
    for at in sorted(set(places)):
        state = int(_array(members, (at + 1,), ctypes.c_int32)[at])
        first = int(_array(tiles_at, (state + 1,), ctypes.c_int64)[state])
        n = int(_array(counts, (state + 1, MOST_INPUTS), ctypes.c_uint8)[state].sum())
        yield from _array(first, (n, WORDS), ctypes.c_uint32)[:, -2:].ravel().tolist()


def _array(address, shape, kind):
    return np.ctypeslib.as_array(ctypes.cast(address, ctypes.POINTER(kind)), shape)


class Lent:
    """A played device to which tasks are dealt; it may break down, or hold only so much work."""

    def __init__(self, speed=1.0, room=1 << 40, problem=None):
        self.unit = Played()
        self.speed = speed
        self.room = room
        self.problem = problem
        self.entries = []
        """which of the searches abreast had the device, one entry after the other"""

    @contextmanager
    def entered(self, number):
        self.entries.append(number)
        if self.problem is not None:
            raise self.problem
        yield
