"""The kernels compile for every kind of GPU that is served, from a T4 to an H200."""

import pytest

from arcloom.engine.gpu import OPTIONS, SOURCES, source_text
from tests.engine.nvrtc import compile_for, library


@pytest.mark.parametrize("source", ["calls.cu", "batt_tiles.cu"])
@pytest.mark.parametrize("architecture", ["sm_75", "sm_89", "sm_90"])
def test_all_ops_compile(architecture, source):
    nvrtc = library()
    if nvrtc is None:
        pytest.skip("no NVRTC (pip install nvidia-cuda-nvrtc-cu12)")
    text = source_text(SOURCES / "gpu" / source)
    assert compile_for(nvrtc, text, [f"-arch={architecture}", *OPTIONS]) == ""
