"""A network trained from nothing on the demos of a run's tasks. Needs the extra `arcloom[net]`."""

from importlib.util import find_spec

from arcloom.errors import InputError

if find_spec("torch") is None:
    raise InputError("the network needs PyTorch", remedy="pip install 'arcloom[net]'")

from arcloom.net.leakage import Refusal
from arcloom.net.likelihood import Likelihood
from arcloom.net.network import Network
from arcloom.net.presets import PRESETS, Preset
from arcloom.net.progress import AnswerProgress, Stop
from arcloom.net.progress import TrainingProgress as Progress
from arcloom.net.voting import Vote

__all__ = [
    "PRESETS",
    "AnswerProgress",
    "Likelihood",
    "Network",
    "Preset",
    "Progress",
    "Refusal",
    "Stop",
    "Vote",
]
