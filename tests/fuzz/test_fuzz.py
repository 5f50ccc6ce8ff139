"""Nothing that comes from outside ends in anything but an answer or a clear refusal.

Here each target has a short round with a fixed seed, and whatever failed once. `make fuzz` goes on
for longer, under AddressSanitizer and UBSan.
"""

import pytest

from tests.fuzz.targets import TARGETS

SEED = 18
WAITING = {
    "stored": "issue 18, item 8",
    "library": "issue 18, item 13",
    "http": "issue 18, item 14",
}
"""Targets whose findings are known, and where they are mended."""


def _known(name, *more):
    why = WAITING.get(name)
    return pytest.param(name, *more, marks=pytest.mark.xfail(reason=why) if why else ())


KEPT = [_known(name, path) for name, target in TARGETS.items() for path in target.corpus()]


@pytest.mark.parametrize("name", [_known(name) for name in TARGETS])
def test_a_short_round(name):
    target = TARGETS[name]
    for number in range(target.short):
        data = target.input(SEED, number)
        try:
            target.run(data)
        except Exception as error:
            error.add_note(f"input {number} of {name}: {data[:2000]!r}")
            raise


@pytest.mark.parametrize(("name", "path"), KEPT)
def test_what_failed_once(name, path):
    TARGETS[name].run(path.read_bytes())


@pytest.mark.parametrize("name", TARGETS)
def test_inputs_follow_from_seed_and_number(name):
    target = TARGETS[name]
    assert [target.input(3, k) for k in range(5)] == [target.input(3, k) for k in range(5)]
    assert len({target.input(3, k) for k in range(5)}) > 1
