"""InputError: one line, with its place, through every copy."""

import pickle

from arcloom.errors import InputError


def test_a_plain_message_stands_as_it_is():
    assert str(InputError("no such op")) == "no such op"
    assert isinstance(InputError("x"), ValueError)


def test_places_nest_from_outside_in():
    error = InputError("too big", place="row 3", remedy="cut it").within("demo 1").within("a.json")
    assert str(error) == "a.json, demo 1, row 3: too big; cut it"


def test_the_message_is_one_printable_line():
    assert str(InputError("bad\nname \x1b[31m \ud800")) == "bad\\nname \\x1b[31m \\ud800"


def test_pickle_keeps_the_parts():
    twin = pickle.loads(pickle.dumps(InputError("p", place="q", remedy="r")))
    assert (twin.problem, twin.place, twin.remedy, str(twin)) == ("p", "q", "r", "q: p; r")
