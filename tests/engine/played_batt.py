"""A device for batts that the CPU plays: the kernel of a GPU, pair after pair, on numpy."""

from contextlib import nullcontext

import numpy as np

from tests import played_kernels


class PlayedBatt:
    """As `arcloom.engine.gpu.batt.BattDevice` says."""

    xp = np
    batt_warps = 1
    begun = False

    def on_stream(self, place):
        return nullcontext()

    def run_batt(self, run, tile_ops):
        played_kernels.play_batt(run)

    def address(self, array):
        return array.ctypes.data

    def room(self, shape, dtype):
        return np.empty(shape, dtype)

    def send(self, array, to):
        to[:] = array

    def fetch(self, array):
        copy = np.array(array)
        return lambda: copy
