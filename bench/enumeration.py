"""Enumeration alone: what places, sizes, pieces and forms each bring.

    python bench/enumeration.py arc1-train --fuel 100000000 [--listed FILE] [--arm all forms]

Every arm gives each task the same fuel. It is divided equally between `enumerate` and `placed`;
without places, `enumerate` gets all of it. An arm leaves out one part:

- places: no search over placed grids;
- sizes: the output's size is not inferred;
- pieces: only states that are the output count, no stacks and no tables;
- forms: the task is searched only as it is.

A task is fitted if some program fits that leave-one-out does not refute, and right if one of the
two best outputs is. `--listed` is a JSON file with task ids under `tasks`: the fitted ones of these
are counted too. Seconds are CPU seconds.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import process_time

import arcloom as al
from arcloom.cli.guard import guarded
from arcloom.engine.enumeration import FitKind
from arcloom.search.enumerate.strategy import Enumerate
from arcloom.search.placed.strategy import PlacedSearch
from arcloom.search.strategy import Effort, Strategy
from arcloom.solve.evidence import Evidence
from arcloom.solve.odds import attempts
from arcloom.solve.score import score

MEMORY = 256 << 20
ATTEMPTS = 2
ARMS = ("all", "places", "sizes", "pieces", "forms")


def strategies_without(part: str) -> list[Strategy]:
    kinds = frozenset({FitKind.EXACT} if part == "pieces" else FitKind)
    forms = part != "forms"
    enumerate_ = Enumerate(forms=forms, kinds=kinds)
    if part == "places":
        return [enumerate_]
    return [enumerate_, PlacedSearch(forms=forms, sizes=part != "sizes", kinds=kinds)]


def searched(task: al.Task, strategies: Sequence[Strategy], fuel: int) -> Evidence:
    evidence = Evidence(task)
    for strategy in strategies:
        effort = Effort(0, fuel // len(strategies), MEMORY, 0, lambda: False)
        evidence.add(strategy.search(task, effort).found)
    return evidence


def arm(
    part: str, tasks: Sequence[al.Task], fuel: int, threads: int, listed: Collection[str]
) -> str:
    strategies, begun = strategies_without(part), process_time()
    with ThreadPoolExecutor(threads) as pool:
        found = list(pool.map(lambda task: searched(task, strategies, fuel), tasks))
    seconds = process_time() - begun
    fitted = [one for one in found if one.fitted]
    answers = {one.task.id: attempts(one, ATTEMPTS) for one in found}
    right = score(answers, {one.task.id: one.task for one in fitted}).tasks[ATTEMPTS]
    of_listed = sum(one.task.id in listed for one in fitted)
    name = part if part == "all" else f"without {part}"
    return f"{name:<16}{len(fitted):>8}{right:>7}{of_listed:>8}{seconds:>9.0f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dataset")
    parser.add_argument("--fuel", type=int, default=100_000_000, help="for each task")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--arm", choices=ARMS, nargs="+", default=ARMS)
    parser.add_argument("--listed", type=Path, help="a JSON file with task ids")
    options = parser.parse_args()
    tasks = list(al.load(options.dataset).values())
    listed = set(json.loads(options.listed.read_text())["tasks"]) if options.listed else set()
    print(f"{'':<16}{'fitted':>8}{'right':>7}{'listed':>8}{'CPU s':>9}")
    for part in options.arm:
        print(arm(part, tasks, options.fuel, options.threads, listed), flush=True)


if __name__ == "__main__":
    guarded(main)()
