"""Tests of the network run on one thread of the CPU, where the same seed gives the same answers."""

from importlib.util import find_spec

if find_spec("torch") is None:
    # `make test-net` installs it.
    collect_ignore_glob = ["test_*.py"]
else:
    import torch

    torch.set_num_threads(1)
