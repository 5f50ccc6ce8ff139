"""`--device` where there is no CuPy, no GPU, or one that fails: told once, and how it goes on."""

import importlib
import sys

import pytest

FUEL = ("--fuel", 2_000_000)
CUPY = """
class runtime:
    @staticmethod
    def getDeviceCount():
        {count}

class cuda:
    runtime = runtime

    class Device:
        def __init__(self, number):
            {start}
"""
BROKEN = {
    "CuPy without a driver": ("raise RuntimeError('driver is\\ninsufficient')", "pass"),
    "CuPy without a GPU": ("return 0", "pass"),
    "a GPU that fails at start": ("return 1", "raise RuntimeError('no kernel image')"),
}
SAYS = {
    "CuPy without a driver": "RuntimeError: driver is insufficient",
    "CuPy without a GPU": "CuPy finds none",
    "a GPU that fails at start": "GPU 0 fails at start: RuntimeError: no kernel image",
}


@pytest.fixture(params=["no CuPy", *BROKEN])
def why(request, tmp_path, monkeypatch):
    """What is wrong here, in the words of the message."""
    before = sys.modules.pop("cupy", None)
    if request.param == "no CuPy":
        monkeypatch.setattr("arcloom.engine.gpu.choose.find_spec", lambda _: None)
        yield "CuPy is not installed (pip install 'arcloom[gpu]')"
        return
    count, start = BROKEN[request.param]
    (tmp_path / "cupy.py").write_text(CUPY.format(count=count, start=start))
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    yield SAYS[request.param]
    sys.modules.pop("cupy", None)
    if before is not None:
        sys.modules["cupy"] = before


def test_auto_goes_on_with_the_cpu_and_says_so_once(arcloom, tasks, tmp_path, why):
    result = arcloom("solve", tasks, *FUEL, "--out", tmp_path / "s.json")
    assert result.exit_code == 0
    assert result.stderr.count("CPU") == 1
    assert f"arcloom: searching on the CPU: {why}\n" in result.stderr


def test_a_gpu_that_is_asked_for(arcloom, tasks, tmp_path, why):
    result = arcloom("solve", tasks, *FUEL, "--device", "gpu", "--out", tmp_path / "s.json")
    assert result.exit_code == 2
    assert result.stderr == f"arcloom: no GPU: {why}; use --device cpu\n"
    assert not (tmp_path / "s.json").exists()


def test_the_cpu_needs_no_word(arcloom, tasks, tmp_path, why):
    result = arcloom("solve", tasks, *FUEL, "--device", "cpu", "--out", tmp_path / "s.json")
    assert result.exit_code == 0
    assert "searching on" not in result.stderr


def test_doctor_says_why(arcloom_json, why):
    assert arcloom_json("doctor")["gpu"] == f"none used: {why}"


def test_a_batt_goes_on_with_the_cpu_and_says_so(arcloom, tasks, programs, why):
    result = arcloom("run", programs, tasks, "--device", "auto")
    assert result.exit_code == 0
    assert f"arcloom: running on the CPU: {why}\n" in result.stderr


def test_a_batt_for_which_a_gpu_is_asked_for(arcloom, tasks, programs, why):
    result = arcloom("run", programs, tasks, "--device", "gpu")
    assert result.exit_code == 2
    assert result.stderr == f"arcloom: no GPU: {why}; use --device cpu\n"
