"""Starts and trains a network for the commands of `arcloom net`, and says what came of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from arcloom.cli.net_display import ctrl_c_stops, showing
from arcloom.cli.output import console, message, print_json
from arcloom.search.net.config import NetConfig, check_preset, held_out_of, why_not
from arcloom.search.net.worker import training_numbers
from arcloom.solve.display import training_line
from arcloom.tasks import Dataset
from arcloom.tasks.load import load

if TYPE_CHECKING:
    from arcloom.net import Network


def started(
    tasks: Dataset,
    preset: str,
    train: list[str] | None,
    held_out: int | None,
    checkpoint: Path,
    seed: int,
    device: str,
    pretrained: Path | None,
) -> Network:
    """The network as its checkpoint has it, or a fresh one."""
    check_preset(preset)
    must_run(device)
    from arcloom.net import Network

    network = Network.start(
        list(tasks.values()),
        preset=preset,
        extra=[task for name in train or [] for task in load(name).values()],
        device=device,
        seed=seed,
        checkpoint=checkpoint,
        held_out=held_out_of(NetConfig(held_out=held_out), tasks),
        pretrained=pretrained,
    )
    tell_choices(network)
    return network


def must_run(device: str) -> None:
    problem = why_not(device)
    if problem is not None:
        raise problem


def tell_choices(network: Network) -> None:
    """Say what was chosen for the device, and which tasks are left out."""
    for note in network.notes:
        message(note)
    for one in network.refused:
        message(f"training task {one.task_id} refused: {one.reason}")
    for one in network.known:
        message(f"task {one.task_id} is not answered: {one.reason}")


def train_and_tell(
    network: Network,
    whole: float,
    checkpoint: Path,
    progress: float,
    as_json: bool,
    weights: Path | None = None,
) -> bool:
    """Train until it has had `whole` seconds, then say how it went. True if someone stopped it.

    The weights are written to a file of their own if one is named.
    """
    left = whole - network.seconds
    numbers: dict[str, float] = {"step": network.step, "seconds": network.seconds}
    stopped = False
    if left > 0:
        with showing(progress) as show, ctrl_c_stops() as stop:
            done = network.train(left, on_progress=show.training, stop=stop)
            numbers, stopped = training_numbers(done), stop()
    if weights is not None:
        network.save_pretrained(weights)
    content = {
        **numbers,
        "preset": network.preset.name,
        "notes": list(network.notes),
        "refused": [{"task_id": one.task_id, "reason": one.reason} for one in network.refused],
        "known": [{"task_id": one.task_id, "reason": one.reason} for one in network.known],
        "checkpoint": str(checkpoint),
        **({} if weights is None else {"weights": str(weights)}),
    }
    if as_json:
        print_json(content)
    else:
        said = training_line(numbers) or f"trained for {network.seconds:.0f} s before"
        console().print(f"{said}; {network.step} steps; written to {weights or checkpoint}")
    return stopped
