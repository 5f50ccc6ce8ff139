"""The network is an extra: nothing loads it unasked, and its absence is one clear line."""

import runpy
import subprocess
import sys
from pathlib import Path

from arcloom.search.net.config import PRESETS

SOURCE = Path(__file__).parents[2] / "src"


def said(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    return done.returncode, done.stdout.strip(), done.stderr.strip().splitlines()[-1:]


def test_its_presets_have_the_names_that_options_take():
    """Both know them: a misspelt one is told where PyTorch is not installed, too."""
    sizes = runpy.run_path(str(SOURCE / "arcloom/net/presets.py"))["PRESETS"]
    assert tuple(sizes) == PRESETS


def test_arcloom_does_not_load_pytorch():
    code = "import sys, arcloom; arcloom.load; arcloom.solve; print('torch' in sys.modules)"
    assert said(code) == (0, "False", [])


def test_without_pytorch_the_error_says_what_to_install():
    code = "import sys; sys.modules['torch'] = None; import arcloom.net"
    words = "the network needs PyTorch; pip install 'arcloom[net]'"
    assert said(code) == (1, "", [f"arcloom.errors.InputError: {words}"])
