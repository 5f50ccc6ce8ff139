"""Tests of the network run on one thread of the CPU, where the same seed gives the same answers."""

import pytest

torch = pytest.importorskip("torch")
torch.set_num_threads(1)
