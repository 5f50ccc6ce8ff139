"""A population's children on a device and on the cores: how many candidates a second.

    python bench/gpu_population.py [--programs solvers.py] [--generations 10]

Half of the tasks of arc1-train are searched with the starter programs that were found on the other
half, or with the programs of a file. After a few generations, the children of one more are run on
their demos in several ways. Only tasks count that are not solved by then, and only children that
give a grid and differ from the others of their job in what they give.

- `cores`: as `evolve` does, a job for each task: woven, run and scored by the native breeder;
- `device`: a batt for each task, on the demos of the task. Weaving, the compilation to bytecode and
  the runs are timed apart;
- `together`: a bound. All children are one batt, which runs on the demos of one task of middle
  size. So there is one launch, with about as many pairs as the population has. No kernel pairs
  each program with demos of its own today.

The first run on a device also builds the kernels. Without a GPU, `--device cpu` runs the batts on
the cores and compiles the bytecode all the same.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import arcloom as al
from arcloom._core import BreedJob
from arcloom.cli.guard import guarded
from arcloom.engine.batt import Batt, check_threads
from arcloom.engine.gpu.choose import choose_devices
from arcloom.lang import Program
from arcloom.lang.encoding import decode
from arcloom.library.starter import DEFAULT, starters_for
from arcloom.search.evolve.breeder import SEARCH_LIMITS, Mutations, new_breeder, weighted
from arcloom.search.evolve.colonies import Colonies, Floor
from arcloom.search.evolve.config import EvolveConfig
from arcloom.search.leave_one_out import learns
from arcloom.tasks import Task

SEED = 7
Population = list[tuple[Task, list[Program]]]


def main() -> None:
    """Breed, run in each way, and print a line of JSON for each."""
    options = _options()
    tasks = list(al.load("arc1-train").values())[::2]
    threads = check_threads(options.threads)
    bred = children(tasks, _beginning(tasks, options.programs), options.generations, threads)
    count = sum(len(programs) for _, programs in bred)
    pairs = sum(len(programs) * len(task.demos) for task, programs in bred)
    tell("population", tasks=len(bred), candidates=count, pairs=pairs, threads=threads)
    for _ in range(options.rounds):
        on_cores(bred, count, threads)
    device = "cpu" if options.device == "cpu" else choose_devices("gpu").gpus[0]
    for _ in range(options.rounds):
        as_batts(bred, count, threads, device)
    together(bred, count, threads, device, options.rounds)


def tell(what: str, **figures: Any) -> None:
    """Print a line of JSON."""
    rounded = {k: round(v, 4) if isinstance(v, float) else v for k, v in figures.items()}
    print(json.dumps({"what": what, **rounded}), flush=True)


def _beginning(tasks: Sequence[Task], place: Path | None) -> list[Program]:
    """The programs to begin with. Those that learn a rule stay with the CPU, so none does."""
    if place is not None:
        programs = list(al.read_programs(place).values())
    else:
        programs = [one.parse() for one in starters_for(DEFAULT, tasks)]
    return [program for program in programs if not learns(program)]


def children(
    tasks: Sequence[Task], programs: Sequence[Program], generations: int, threads: int
) -> Population:
    """For each task the children of one generation, after so many others."""
    config = EvolveConfig(rules=False)
    mutations = weighted(Mutations(learn=0.0), (program.source() for program in programs))
    breeder = new_breeder(mutations, SEARCH_LIMITS)
    colonies = Colonies(breeder, tasks, config)
    stock = [breeder.add_program(*program.encode()) for program in programs]
    rng, every = random.Random(SEED), range(len(tasks))
    none = Floor(False, matched=10**6)
    colonies.step([colonies.score(task, stock, none, 1) for task in every], threads)
    for generation in range(1, generations + 1):
        colonies.end_generation(generation - 1)
        colonies.step(
            [
                colonies.breed(task, island, generation, stock, none, 1, rng)
                for island in range(config.islands)
                for task in every
            ],
            threads,
        )
    unsolved = [task for task in every if not colonies.solved(task)]
    jobs = [
        colonies.breed(task, island, generations + 1, stock, Floor(), config.children, rng)
        for island in range(config.islands)
        for task in unsolved
    ]
    bred: dict[int, list[Program]] = defaultdict(list)
    for child in colonies.step(jobs, threads).children:
        task = unsolved[child.job % len(unsolved)]
        bred[task].append(decode(*breeder.program(child.number)))
    return [(tasks[task], programs) for task, programs in sorted(bred.items())]


def on_cores(bred: Population, count: int, threads: int) -> None:
    """As `evolve` does it, without breeding."""
    breeder = new_breeder(Mutations(), SEARCH_LIMITS)
    jobs = []
    for task, programs in bred:
        numbers = [breeder.add_program(*program.encode()) for program in programs]
        number = breeder.add_task(task.pairs, [])
        jobs.append(BreedJob(number, numbers, as_they_are=True, keep=1))
    begun = perf_counter()
    breeder.step(jobs, threads, True, None)
    took = perf_counter() - begun
    tell("cores", seconds=took, rate=count / took)


def as_batts(bred: Population, count: int, threads: int, device: Any) -> None:
    """A batt for each task."""
    weaving = compiling = running = 0.0
    compiled = given = bailed = 0
    for task, programs in bred:
        begun = perf_counter()
        batt = Batt(tuple(programs), SEARCH_LIMITS)
        woven = perf_counter()
        compiled += len(batt.on_device().programs)
        ready = perf_counter()
        share = batt.run(task.demos, threads, device=device).device
        running += perf_counter() - ready
        compiling += ready - woven
        weaving += woven - begun
        if share is not None:
            given, bailed = given + share.pairs, bailed + share.bailed
    tell(
        "device",
        **{"weave_s": weaving, "bytecode_s": compiling, "run_s": running},
        **{"rate": count / (weaving + compiling + running), "rate_of_runs": count / running},
        **{"with_bytecode": compiled / count, "pairs": given, "bailed": bailed / max(given, 1)},
    )


def together(bred: Population, count: int, threads: int, device: Any, rounds: int) -> None:
    """All children as one batt on one task."""
    by_size = sorted((task for task, _ in bred), key=_cells)
    demos = by_size[len(by_size) // 2].demos
    begun = perf_counter()
    batt = Batt(tuple(program for _, programs in bred for program in programs), SEARCH_LIMITS)
    woven = perf_counter()
    batt.on_device()
    compiled = perf_counter()
    for _ in range(rounds):
        result = batt.run(demos, threads, device=device)
        cores = batt.run(demos, threads)
        tell(
            "together",
            **{"weave_s": woven - begun, "bytecode_s": compiled - woven, "run_s": result.seconds},
            **{"rate_of_runs": count / result.seconds, "rate_of_cores": count / cores.seconds},
            bailed=None if result.device is None else result.device.bailed_share,
        )


def _cells(task: Task) -> int:
    return sum(sample.input.size for sample in task.demos)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--programs", type=Path, help="a file to begin with; the starters if none")
    parser.add_argument("--generations", type=int, default=10, help="bred before (10)")
    parser.add_argument("--rounds", type=int, default=3, help="how often each way is timed (3)")
    parser.add_argument("--threads", type=int, help="number of threads; all cores by default")
    parser.add_argument("--device", choices=["gpu", "cpu"], default="gpu")
    return parser.parse_args()


if __name__ == "__main__":
    guarded(main)()
