"""Numbers that Python and the native core share: Python has a name for each, and no other."""

import pytest

from arcloom import _core
from arcloom.engine import Reason
from arcloom.engine.enumeration import FitKind, Mode, Role
from arcloom.engine.gpu.structures import structure
from arcloom.engine.gpu.woven import LoopKind, NodeKind

SHARED = {
    "node_kind": NodeKind,
    "loop_kind": LoopKind,
    "use_mode": Mode,
    "fit_kind": FitKind,
    "layer_role": Role,
    "reason": Reason,
}


@pytest.mark.parametrize("name", SHARED)
def test_python_names_every_number_of_the_core(name):
    numbers = dict(_core.numbers()[name])
    numbers.pop("none", None)  # no reason: there is a value
    assert {member.name.lower(): int(member) for member in SHARED[name]} == numbers


def test_a_structure_takes_its_words_by_name():
    fields = [field.replace(".", "_") for field in _core.structures()["look"]]
    words = {field: number for number, field in enumerate(fields)}
    shuffled = dict(sorted(words.items(), reverse=True))
    assert structure("look", **shuffled).tolist() == list(range(len(fields)))


@pytest.mark.parametrize("wrong", [{}, {"given": 1}, {"nothing": 1}])
def test_a_structure_with_other_words_is_refused(wrong):
    with pytest.raises(ValueError, match="look has the words given, tasks"):
        structure("look", **wrong)
