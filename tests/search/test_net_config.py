"""How a network's time is divided."""

import pytest

from arcloom.search.net.config import training_seconds


@pytest.mark.parametrize(("seconds", "training"), [(120, 90), (180, 135), (300, 255), (1800, 1575)])
def test_most_of_the_time_is_for_training_and_enough_is_left_to_answer(seconds, training):
    assert training_seconds(seconds) == training


def test_more_time_never_trains_less():
    trained = [training_seconds(seconds) for seconds in range(0, 2000, 5)]
    assert trained == sorted(trained)
    assert trained[0] == 0
