"""Progress: drawn for a person who has to wait, and for nobody else."""

import io

import pytest

from arcloom.cli import progress as module
from arcloom.cli.progress import progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def shown_on(stream, monkeypatch):
    monkeypatch.setattr("sys.stderr", stream)
    with progress("weaving", 10) as report:
        report(3)
        report(7)
    return stream.getvalue()


def test_a_terminal_sees_a_bar(monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", -1)
    text = shown_on(Terminal(), monkeypatch)
    assert "weaving" in text
    assert "7/10" in text


@pytest.mark.parametrize("stream", [Terminal, io.StringIO])
def test_what_is_soon_over_or_seen_by_nobody_is_quiet(monkeypatch, stream):
    monkeypatch.setattr(module, "PATIENCE", -1 if stream is io.StringIO else 60)
    assert shown_on(stream(), monkeypatch) == ""
