"""The played device with the kernel that was built for these tests."""

from arcloom.engine.gpu.played import PlayedDevice
from tests import played_kernels


class PlayedBatt(PlayedDevice):
    """As `arcloom.engine.gpu.batt.BattDevice` says."""

    def __init__(self):
        super().__init__(played_kernels.play_batt)
