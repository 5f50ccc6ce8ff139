"""Mutations of bytes: small damage to what is right, and words that mean something to a reader."""

import random
import re
from collections.abc import Sequence

NUMBERS = (
    *(b"0", b"-1", b"1", b"7", b"10", b"30", b"31", b"255", b"256", b"8192", b"65536", b"1e9"),
    *(b"2147483647", b"-2147483648", b"4294967296", b"9223372036854775807", b"1" + b"0" * 40),
    *(b"1.5", b"NaN", b"-0", b"0x10", b"1_0", b"\xd9\xa3"),
)
_NUMBER = re.compile(rb"-?\d+")
_MOST = 6
LONGEST = 20_000
"""An input is no longer, so that thousands of them take a minute."""


def mutated(rng: random.Random, data: bytes, words: Sequence[bytes]) -> bytes:
    """The bytes with some of them changed, taken away, put twice, or in another place."""
    for _ in range(rng.randint(1, _MOST)):
        data = rng.choice(_WAYS)(rng, data, words)[:LONGEST]
    return data


def _span(rng: random.Random, data: bytes) -> tuple[int, int]:
    start = rng.randint(0, len(data))
    return start, min(len(data), start + rng.choice((1, 1, 2, 4, 16, 64)))


def _flipped(rng: random.Random, data: bytes, words: Sequence[bytes]) -> bytes:
    if not data:
        return data
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


def _inserted(rng: random.Random, data: bytes, words: Sequence[bytes]) -> bytes:
    at = rng.randint(0, len(data))
    return data[:at] + rng.choice(words) + data[at:]


def _replaced(rng: random.Random, data: bytes, words: Sequence[bytes]) -> bytes:
    start, end = _span(rng, data)
    return data[:start] + rng.choice(words) + data[end:]


def _other_number(rng: random.Random, data: bytes, words: Sequence[bytes]) -> bytes:
    found = list(_NUMBER.finditer(data))
    if not found:
        return _inserted(rng, data, NUMBERS)
    one = rng.choice(found)
    return data[: one.start()] + rng.choice(NUMBERS) + data[one.end() :]


def _deleted(rng: random.Random, data: bytes, words: Sequence[bytes]) -> bytes:
    start, end = _span(rng, data)
    return data[:start] + data[end:]


def _doubled(rng: random.Random, data: bytes, words: Sequence[bytes]) -> bytes:
    start, end = _span(rng, data)
    return data[:end] + data[start:end] * rng.choice((1, 1, 2, 30)) + data[end:]


def _moved(rng: random.Random, data: bytes, words: Sequence[bytes]) -> bytes:
    start, end = _span(rng, data)
    rest = data[:start] + data[end:]
    at = rng.randint(0, len(rest))
    return rest[:at] + data[start:end] + rest[at:]


def _cut(rng: random.Random, data: bytes, words: Sequence[bytes]) -> bytes:
    return data[: rng.randint(0, len(data))]


def _noise(rng: random.Random, data: bytes, words: Sequence[bytes]) -> bytes:
    at = rng.randint(0, len(data))
    return data[:at] + rng.randbytes(rng.randint(1, 8)) + data[at:]


_WAYS = (
    *(_flipped, _inserted, _inserted, _replaced, _replaced, _other_number, _other_number),
    *(_deleted, _doubled, _moved, _cut, _noise),
)
