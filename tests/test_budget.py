"""Budgets of time as people write them."""

import pytest

from arcloom.budget import format_seconds, parse_budget
from arcloom.errors import InputError


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("90", 90),
        ("30s", 30),
        ("10m", 600),
        ("2h", 7200),
        ("1.5h", 5400),
        (".5", 0.5),
        (" 10 M ", 600),
    ],
)
def test_budgets(text, seconds):
    assert parse_budget(text) == seconds


@pytest.mark.parametrize(
    "text",
    [
        *("-5", "abc", "0", "0s", "", "s", "10d", "1h30", "nan", "inf", "1e3", "1_0", "+5", "5 5"),
        *("٣", "9" * 400, "0x10", "--5", "10\n20"),
    ],
)
def test_what_is_no_budget(text):
    with pytest.raises(InputError, match="not a budget of time; write seconds or a unit") as caught:
        parse_budget(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.4, "0:00"), (42, "0:42"), (600, "10:00"), (3723.9, "1:02:03")]
)
def test_clock(seconds, text):
    assert format_seconds(seconds) == text
