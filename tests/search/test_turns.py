"""Threads take short turns during a search, and no others afterwards."""

from __future__ import annotations

import sys

import pytest

from arcloom.search.turns import SWITCH, short_turns


def test_turns_are_short_inside_and_as_before_outside() -> None:
    before = sys.getswitchinterval()
    with short_turns():
        assert sys.getswitchinterval() == pytest.approx(SWITCH)
    assert sys.getswitchinterval() == pytest.approx(before)
