"""The network alone: right answers against seconds of a GPU, with its speed. Prints totals only.

    python bench/net.py arc1-eval --train arc1-train --preset base --seconds 270 --views 32 \\
        --out build/net/votes.json

This trains on the demos of the first dataset and on all of the others, answers, and scores. The
file gets all votes; nothing of them is printed.

    python bench/net.py arc1-eval --train arc1-train --seconds 1500 --marks 120,300,600 --views 16

This also answers at marks on the way. At a mark the learning rate has not fallen yet, and the
averaged weights answer. So a training that ends there would do better: a mark is a lower bound.

    python bench/net.py arc1-train --smoke

This measures training steps of each preset, batch size and way to compile, and decodes a little. It
ends after about a minute, whatever is left.

Any field of a preset can be set: `--set matrix_rate=0.004 --set rows=16`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any

import torch

from arcloom.errors import InputError
from arcloom.net import PRESETS, Network, Preset, Progress, Vote
from arcloom.tasks import Dataset, Task
from arcloom.tasks.load import load
from arcloom.tasks.sealed import reveal

SMOKE_STEPS = 20
SMOKE_TASKS = 100
SMOKE = (
    ("base", 8, "recorded"),
    ("base", 8, "blocks"),
    ("small", 8, "recorded"),
    ("base", 16, "recorded"),
    ("base", 8, "none"),
    ("small", 8, "blocks"),
    ("small", 16, "recorded"),
    ("large", 8, "recorded"),
    ("base", 4, "recorded"),
    ("large", 16, "recorded"),
)
Votes = Mapping[str, list[list[Vote]]]


def main() -> None:
    try:
        run(arguments())
    except InputError as error:
        sys.exit(f"error: {error}")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dataset")
    parser.add_argument("--train", nargs="*", default=[], metavar="DATASET")
    parser.add_argument("--preset", default="small")
    parser.add_argument("--set", action="append", default=[], metavar="FIELD=VALUE")
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--steps", type=int, help="in place of seconds")
    parser.add_argument("--views", type=int, default=32)
    parser.add_argument("--marks", default="", help="seconds at which to answer on the way")
    parser.add_argument("--mark-views", type=int, default=16)
    parser.add_argument("--tasks", type=int, help="only the first tasks of the dataset")
    parser.add_argument("--device", default="auto")
    parser.add_argument("--compile", default="auto")
    parser.add_argument("--attention", default="auto")
    parser.add_argument("--held-out", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--checkpoint", type=Path)
    parser.add_argument("--pretrained", type=Path, help="weights to begin with")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--smoke", action="store_true")
    parser.add_argument("--smoke-seconds", type=float, default=50.0)
    return parser.parse_args()


def run(args: argparse.Namespace) -> None:
    dataset = load(args.dataset)
    if args.tasks:
        dataset = dataset[: args.tasks]
    extra = [task for name in args.train for task in load(name).values()]
    if args.smoke:
        smoke(dataset, args)
    else:
        measure(dataset, extra, args)


def measure(dataset: Dataset, extra: Sequence[Task], args: argparse.Namespace) -> None:
    """Train, answer, score."""
    began = perf_counter()
    network = started(dataset, extra, args, preset_of(args), args.compile)
    start_seconds = perf_counter() - began
    say(f"start: {start_seconds:.1f} s; {len(network.refused)} training tasks refused")
    curve = []
    before_marks = perf_counter()
    for mark in [float(mark) for mark in args.marks.split(",") if mark]:
        if mark < args.seconds and network.seconds < mark:
            network.train(
                args.seconds - network.seconds,
                on_progress=Shown(network, began),
                stop=lambda mark=mark: clock(network, before_marks, curve) >= mark,
            )
            curve.append(answered(network, dataset, args.mark_views, args, "mark"))
    progress = trained(network, args, began)
    final, votes = answered_votes(network, dataset, args.views, args, "end")
    totals = {
        "dataset": args.dataset,
        "train": args.train,
        "preset": network.preset.name,
        "device": network.notes,
        "start_s": start_seconds,
        "train_s": network.seconds,
        "steps": network.step,
        "epochs": progress.epochs,
        "loss": progress.loss,
        "tokens_per_s": progress.tokens_per_s,
        "utilisation": progress.utilisation,
        "held_out_accuracy": progress.held_out_accuracy,
        "curve": curve,
        **final,
        "all_s": perf_counter() - began,
        "peak_gpu_gib": peak_memory(),
    }
    print(json.dumps(totals))
    if args.out:
        save(args.out, totals, votes)


def trained(network: Network, args: argparse.Namespace, began: float) -> Progress:
    shown = Shown(network, began)
    if args.steps:
        return network.train(steps=args.steps, on_progress=shown)
    return network.train(max(0.1, args.seconds - network.seconds), on_progress=shown)


def clock(network: Network, since: float, curve: Sequence[Mapping[str, Any]]) -> float:
    """Seconds of training: all since the first step, without the answers at marks."""
    return perf_counter() - since - sum(point["decode_s"] for point in curve)


def answered(
    network: Network, dataset: Dataset, views: int, args: argparse.Namespace, what: str
) -> dict[str, Any]:
    return answered_votes(network, dataset, views, args, what)[0]


def answered_votes(
    network: Network, dataset: Dataset, views: int, args: argparse.Namespace, what: str
) -> tuple[dict[str, Any], Votes]:
    since = perf_counter()
    votes = network.answer(views=views)
    seconds = perf_counter() - since
    totals = {"train_s": network.seconds, "decode_s": seconds, "views": views}
    totals |= {f"right_at_{most}": right(dataset, votes, most) for most in (1, 2)}
    totals["tasks"] = len(dataset)
    say(f"{what}: {json.dumps(totals)}")
    return totals, votes


def right(dataset: Dataset, votes: Votes, attempts: int) -> int:
    """Tasks of which every test is right within some attempts."""
    return sum(_right(task, votes[task.id], attempts) for task in dataset.values())


def _right(task: Task, votes: Sequence[Sequence[Vote]], attempts: int) -> bool:
    return all(
        wanted is not None and any(vote.grid.same(wanted) for vote in best[:attempts])
        for wanted, best in zip(reveal(task), votes, strict=True)
    )


def save(path: Path, totals: Mapping[str, Any], votes: Votes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    tests = {
        task_id: [[_vote(vote) for vote in best] for best in by_test]
        for task_id, by_test in votes.items()
    }
    path.write_text(json.dumps({"totals": totals, "tasks": tests}))


def _vote(vote: Vote) -> dict[str, Any]:
    return {
        "grid": vote.grid.tolist(),
        "votes": vote.votes,
        "of": vote.of,
        "bits": round(vote.cost, 3),
    }


class Shown:
    """Prints the progress of a training every ten seconds."""

    def __init__(self, network: Network, began: float) -> None:
        self._began = began
        self._last = 0.0
        for note in network.notes:
            say(note)

    def __call__(self, progress: Progress) -> None:
        now = perf_counter()
        if now - self._last < 10:
            return
        self._last = now
        say(f"{now - self._began:.0f} s: {told(progress)}")


def told(progress: Progress) -> str:
    used = progress.utilisation
    words = f"step {progress.step}, {progress.epochs:.1f} epochs, loss {progress.loss:.4f}"
    words += f", {progress.tokens_per_s:,.0f} tokens/s"
    words += "" if used is None else f", {used:.1%} of peak"
    held = progress.held_out_accuracy
    return words + ("" if held is None else f", held out {held:.1%}")


def smoke(dataset: Dataset, args: argparse.Namespace) -> None:
    """A few steps of each preset, batch size and way to compile; then a little decoding."""
    began = perf_counter()
    dataset = dataset[:SMOKE_TASKS]
    some: Network | None = None
    for name, rows, compile in SMOKE:
        case = f"{name:6} {rows:3} rows {compile:9}"
        if perf_counter() - began > args.smoke_seconds:
            say(f"{case}: no time")
            continue
        torch._dynamo.reset()
        try:
            preset = replace(PRESETS[name], rows=rows)
            network = started(dataset, [], args, preset, compile)
            since = perf_counter()
            network.train(steps=5)
            first = perf_counter() - since
            progress = network.train(steps=SMOKE_STEPS)
        except Exception as error:  # one case may fail in any way, the others count
            say(f"{case}: {type(error).__name__}: {str(error).splitlines()[:1]}")
            continue
        some = some or network
        say(f"{case}: first 5 steps {first:.1f} s; {told(progress)}; {network.notes[-1]}")
    if some is not None:
        since = perf_counter()
        asked = some.tasks[:100]
        some.answer(asked, views=8)
        say(f"decoding {len(asked)} tasks, 8 views: {perf_counter() - since:.1f} s")
    say(f"smoke: {perf_counter() - began:.1f} s, peak memory {peak_memory()} GiB")


def started(
    dataset: Dataset,
    extra: Sequence[Task],
    args: argparse.Namespace,
    preset: Preset,
    compile: str,
) -> Network:
    return Network.start(
        list(dataset.values()),
        preset=preset,
        extra=extra,
        device=args.device,
        seed=args.seed,
        checkpoint=args.checkpoint,
        held_out=args.held_out,
        compile=compile,
        attention=args.attention,
        pretrained=args.pretrained,
    )


def preset_of(args: argparse.Namespace) -> Preset:
    preset = PRESETS[args.preset]
    for change in args.set:
        field, value = change.split("=")
        kind = type(getattr(preset, field))
        preset = replace(preset, **{field: kind(value)})
    return preset


def peak_memory() -> float | None:
    return (
        round(torch.cuda.max_memory_allocated() / 2**30, 1) if torch.cuda.is_available() else None
    )


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
