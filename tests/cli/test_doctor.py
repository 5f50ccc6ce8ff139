"""`arcloom doctor`: what it reports, and that it notices what is missing."""

import arcloom as al
from arcloom.cli import doctor
from arcloom.tasks.load import NAMED


def test_json(arcloom_json):
    content = arcloom_json("doctor")
    assert content["arcloom"] == al.__version__
    assert content["datasets"].keys() == NAMED.keys()
    assert content["datasets"]["arc1-train"] == 400
    assert content["instruction_set"] in ("baseline", "v3")
    assert content["cores"] >= 1
    assert content["self_test"] == "passed"
    assert content["ok"] is True
    assert isinstance(content["gpu"], str)
    assert content["network"].startswith(("can be trained here", "none: the network needs "))


def test_for_people(arcloom, monkeypatch):
    monkeypatch.setattr(doctor, "load", lambda name: range(120))
    text = arcloom("doctor").stdout
    for part in ("arc2-eval", "120 tasks", "instruction set", "self test", "passed"):
        assert part in text
    assert text.count("CuPy") <= 1


def test_missing_data_is_told(arcloom, monkeypatch):
    def missing(name):
        raise al.InputError(f"the data of {name} is not installed")

    monkeypatch.setattr(doctor, "load", missing)
    result = arcloom("doctor")
    assert result.exit_code == 1
    assert "not installed" in result.stdout
