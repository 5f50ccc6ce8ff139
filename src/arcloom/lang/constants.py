"""The named constants of the language."""

from __future__ import annotations

from typing import Final

Constant = bool | int | tuple[int, int]

NUMBERS: Final[dict[str, int]] = {
    "ZERO": 0,
    "ONE": 1,
    "TWO": 2,
    "THREE": 3,
    "FOUR": 4,
    "FIVE": 5,
    "SIX": 6,
    "SEVEN": 7,
    "EIGHT": 8,
    "NINE": 9,
    "TEN": 10,
    "NEG_ONE": -1,
    "NEG_TWO": -2,
}

PAIRS: Final[dict[str, tuple[int, int]]] = {
    "DOWN": (1, 0),
    "RIGHT": (0, 1),
    "UP": (-1, 0),
    "LEFT": (0, -1),
    "ORIGIN": (0, 0),
    "UNITY": (1, 1),
    "NEG_UNITY": (-1, -1),
    "UP_RIGHT": (-1, 1),
    "DOWN_LEFT": (1, -1),
    "ZERO_BY_TWO": (0, 2),
    "TWO_BY_ZERO": (2, 0),
    "TWO_BY_TWO": (2, 2),
    "THREE_BY_THREE": (3, 3),
}

# Codes name the eight dihedral views (for `mir_rot`) and the eight flag settings (for `o_g`).
CODES: Final[dict[str, int]] = {f"R{code}": code for code in range(8)}

CONSTANTS: Final[dict[str, Constant]] = {"F": False, "T": True, **NUMBERS, **PAIRS, **CODES}
