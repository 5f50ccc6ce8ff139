"""The table is complete, in order, and says the same as its page."""

from pathlib import Path

import pytest

from arcloom import _core
from arcloom.errors import InputError
from arcloom.lang.constants import CODES
from arcloom.lang.docs import page
from arcloom.lang.table import tiles
from arcloom.lang.vocabulary import CONSTANTS, OPS, code_of, find, lookup, names

ROOT = Path(__file__).parents[2]

RANK = (Path(__file__).parent / "rank.txt").read_text(encoding="utf-8").split()

ADDITIONS = [
    *("o_g", "mir_rot", "p_g"),
    *("get_nth", "difference_tuple", "get_rank", "get_common_rank", "get_color_rank"),
    *("c_iz", "c_zo", "a_mr"),
    *("learn_colours", "learn_pick", "learn_repair", "learn_tree"),
    *("learn_sizes", "learn_panels", "learn_summary", "learn_frame", "learn_draft"),
    *("apply_rule", "on_inputs", "on_outputs", "cell_map"),
    *("normal_form", "from_normal", "normal_demos"),
    *("learn_scene", "learn_part", "surroundings"),
    *("learn_each", "learn_finish", "learn_rounds"),
]
TILES = [
    row.signature.split("(")[0]
    for name, rows in vars(tiles).items()
    if name.isupper()
    for row in rows
]
PLACED = [name for name, *_ in _core.placed_ops()]


def test_ops_stand_in_rank_order() -> None:
    assert len(RANK) == 160
    assert list(OPS) == RANK + ADDITIONS + TILES + PLACED


def test_codes_are_positions() -> None:
    assert [code_of(name) for name in OPS] == list(range(len(OPS)))


def test_every_row_is_described() -> None:
    for name, op in OPS.items():
        assert op.name == name
        assert op.params
        assert op.summary
        assert "\n" not in op.summary
        assert len({param.name for param in op.params}) == op.arity


@pytest.mark.parametrize(
    ("name", "signature"),
    [
        ("add", "add(a: Numerical, b: Numerical) -> Numerical"),
        ("fill", "fill(grid: Grid, value: Integer, patch: Patch) -> Grid"),
        ("prapply", "prapply(function: Callable, a: Container, b: Container) -> FrozenSet"),
        ("c_iz", "c_iz(S: Samples, f: Callable) -> Tuple"),
    ],
)
def test_signature(name: str, signature: str) -> None:
    assert str(OPS[name]) == signature


def test_constants() -> None:
    assert len(CONSTANTS) == 28 + len(CODES)
    assert CONSTANTS["T"] is True
    assert CONSTANTS["F"] is False
    assert CONSTANTS["NEG_TWO"] == -2
    assert CONSTANTS["UP_RIGHT"] == (-1, 1)
    assert CONSTANTS["TWO_BY_ZERO"] == (2, 0)
    assert [CONSTANTS[f"R{code}"] for code in range(8)] == list(range(8))


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("palette_t", "p_g"),
        ("palette_f", "palette"),
        ("objects_t", "objects"),
        ("get_nth_t", "get_nth"),
        ("get_nth_f", "get_nth"),
        ("get_nth_o", "get_nth"),
        ("difference_t", "difference_tuple"),
        ("difference_f", "difference"),
        ("toindices_o", "toindices"),
        ("vmirror", "vmirror"),
    ],
)
def test_alias(alias: str, name: str) -> None:
    assert lookup(alias) is OPS[name]


def test_aliases_are_no_one_elses_names() -> None:
    everything = [*CONSTANTS, *OPS, *(alias for op in OPS.values() for alias in op.aliases)]
    assert len(everything) == len(set(everything))
    assert set(names()) >= set(everything) - set(CONSTANTS)


def test_unknown_name() -> None:
    assert find("vmiror") is None
    with pytest.raises(InputError, match="unknown op 'vmiror'"):
        lookup("vmiror")


def test_page_is_up_to_date() -> None:
    stored = (ROOT / "docs" / "vocabulary.md").read_text(encoding="utf-8")
    assert stored == page(), "run: python -m arcloom.lang.docs"


def test_page_has_every_name() -> None:
    text = page()
    for op in OPS.values():
        assert f"`{op.signature}`" in text
    for name in CONSTANTS:
        assert f"`{name}`" in text
