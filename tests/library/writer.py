"""A process that writes to a library, and says on its standard output what is stored.

    python writer.py LIBRARY FIRST COUNT

records batches FIRST, FIRST + 1, ... Each is one program of its own and one that all writers share.
"""

import sys

from arcloom.library import Library
from tests.library.samples import program, scored

KEEP = 1_000_000
SHARED = 50
SHARED_FROM = 10**9


def batch(number):
    """The scores of a batch: what nobody else writes, and what somebody else may write too."""
    common = SHARED_FROM + number % SHARED
    return [
        scored(number, f"task{number % 5}", fuel=number, answers=()),
        scored(common, "common", fuel=number % 7 + 1, behaviour=f"c{common % 20}"),
    ]


def own(number):
    """The hash of the program that only this batch has."""
    return program(number).hash


def main(address, first, count):
    with Library.open(address, keep=KEEP) as library:
        for number in range(int(first), int(first) + int(count)):
            library.record(batch(number), state={f"from {first}": number})
            print(number, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
