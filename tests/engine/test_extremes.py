"""Values that no task needs: nested without end, or small natively and endless written out."""

import subprocess
import sys

import pytest

import arcloom as al
from arcloom import dsl
from tests.engine.support import solve

DEEP = """
import arcloom as al
task = al.Task("one", demos=[], tests=[[[1, 2]]])
deep = "power(rbind(repeat, ONE), 60000)"
for text in (
    f"greater({deep}(I), {deep}(rot90(I)))",
    "size(combine(initset(power(initset, 60000)(I)), initset(power(initset, 60000)(rot90(I)))))",
):
    program = al.read_program(f"def f(I): return {text}")
    print(al.weave([program]).run(task.samples).reasons.tolist())
"""

DEEP_DIRECTLY = """
from arcloom import dsl
nested = ()
for _ in range(200_000):
    nested = (nested,)
try:
    print(dsl.size(nested))
except (TypeError, ValueError, RecursionError) as error:
    print(type(error))
"""

# Bytes of address space, so that a mistake here does not take the machine. The sanitizers reserve
# far more than they use, so there is no limit under them.
ENDLESS = """
import os
import resource
if "asan" not in os.environ.get("LD_PRELOAD", ""):
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
import arcloom as al
lines = ["x0 = I"] + [f"x{k + 1} = astuple(x{k}, x{k})" for k in range(40)]
for body in (lines + ["return x40"], ["return repeat(repeat(I, 100000), 100000)"]):
    text = "def f(I):\\n    " + "\\n    ".join(body)
    value = al.read_program(text)([[1]])
    assert value[0] is value[1]
    # To make a set, Python hashes each part as often as it is there.
    value = al.read_program(text.replace("return ", "return initset(") + ")")([[1]])
    assert isinstance(value, al.Undefined), type(value)
    assert "too large to show" in value.message
"""


def run_script(script: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr or done.returncode
    return done.stdout


def test_deep_values_do_not_end_the_process():
    run_script(DEEP)


def test_deep_arguments_of_direct_calls_do_not_end_the_process():
    run_script(DEEP_DIRECTLY)


def test_a_value_is_as_large_in_python_as_natively_or_undefined():
    run_script(ENDLESS)


def test_moderate_nesting_is_fine():
    assert solve("power(rbind(repeat, ONE), 30)(ONE)")([[1]]) == nested(1, 30)
    assert solve("power(first, 30)(power(rbind(repeat, ONE), 30)(SEVEN))")([[1]]) == 7
    too_often = solve("power(first, 31)(power(rbind(repeat, ONE), 30)(SEVEN))")
    assert isinstance(too_often([[1]]), al.Undefined)


def nested(value: object, depth: int) -> object:
    return value if depth == 0 else (nested(value, depth - 1),)


@pytest.mark.parametrize("height", [127, 128, 129, 300, 511, 512, 600])
def test_what_is_tall_is_wide_when_mirrored(height):
    """Bits stand for sets of up to 128 columns and 512 rows: a mirror may lead out of that."""
    places = dsl.connect((0, 0), (height - 1, 0))
    lying = frozenset((0, j) for j in range(height))
    assert dsl.dmirror(places) == dsl.cmirror(places) == lying
    cells = dsl.combine(dsl.recolor(3, places), dsl.recolor(4, dsl.shift(places, (0, 2))))
    assert dsl.dmirror(dsl.recolor(3, places)) == frozenset((3, place) for place in lying)
    assert dsl.dmirror(dsl.dmirror(cells)) == cells
    assert dsl.hmirror(dsl.dmirror(cells)) == dsl.dmirror(dsl.vmirror(cells))
