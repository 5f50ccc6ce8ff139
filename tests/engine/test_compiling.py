"""The kernels compile for every kind of GPU that is served, from a T4 to an H200."""

import pytest

from arcloom.engine.gpu.cuda import OPTIONS, SEARCHES, SOURCES, TAKE_PIECES, op_numbers, source_text
from tests.engine.nvrtc import compile_for, library

ARCHITECTURES = ("sm_75", "sm_89", "sm_90")
A_FORM_EACH = ("hmirror", "overlay", "parts", "first", "keep_most")


@pytest.fixture
def nvrtc():
    found = library()
    if found is None:
        pytest.skip("no NVRTC (pip install nvidia-cuda-nvrtc-cu12)")
    return found


@pytest.mark.parametrize("source", ["calls.cu", "batt_tiles.cu"])
@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_all_ops_compile(nvrtc, architecture, source):
    text = source_text(SOURCES / "gpu" / source)
    assert compile_for(nvrtc, text, [f"-arch={architecture}", *OPTIONS]) == ""


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_a_search_compiles_with_an_op_of_each_form(nvrtc, architecture):
    options = [f"-arch={architecture}", *OPTIONS]
    names = [f"{TAKE_PIECES}<{op_numbers()[op]}>" for op in A_FORM_EACH]
    for source in SEARCHES:
        text = source_text(SOURCES / "gpu" / f"{source}.cu")
        assert compile_for(nvrtc, text, options, names) == ""
    assert compile_for(nvrtc, source_text(SOURCES / "gpu" / "canvas.cu"), options) == ""
