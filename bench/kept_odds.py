"""How well the odds of what `evolve` keeps hold: expected right against right.

    arcloom evolve DATASET --library lib.db --generations 30 --seed 7
    python bench/kept_odds.py DATASET lib.db

It opens the test outputs and prints totals only.
"""

from __future__ import annotations

import argparse

import arcloom as al
from arcloom.solve.given import given
from arcloom.solve.uncover import solved


def main() -> None:
    """Print the totals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dataset")
    parser.add_argument("library")
    args = parser.parse_args()
    judged: list[tuple[float, bool]] = []
    with al.Library(args.library, create=False, readonly=True) as library:
        for task in al.load(args.dataset).values():
            answers = given(library, task)
            if answers is not None and answers.odds is not None:
                judged.append((answers.odds.probability, bool(solved(task, answers.attempts))))
    expected, right = sum(p for p, _ in judged), sum(is_right for _, is_right in judged)
    brier = sum((p - is_right) ** 2 for p, is_right in judged) / max(len(judged), 1)
    print(f"{len(judged)} fitted, {expected:.1f} expected right, {right} right, Brier {brier:.3f}")


if __name__ == "__main__":
    main()
