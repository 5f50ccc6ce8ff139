"""`arcloom net`: train a network on the demos of a dataset, let it answer; pretrain one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from arcloom.budget import parse_budget
from arcloom.cli.inputs import close, keep_apart, load_tasks
from arcloom.cli.net_display import ctrl_c_stops, showing
from arcloom.cli.net_options import NAMES
from arcloom.cli.net_started import must_run, started, tell_choices, train_and_tell
from arcloom.cli.options import DatasetArgument, Device, Json, Progress, Tasks
from arcloom.cli.output import console, message, print_json
from arcloom.cli.signals import INTERRUPTED
from arcloom.errors import InputError
from arcloom.files import write_atomically
from arcloom.library import Library
from arcloom.search.bare_answer import BareAnswer
from arcloom.search.net.config import PRESET, VIEWS, check_preset
from arcloom.search.net.desk import Unjudged
from arcloom.search.net.worker import judged, votes_of
from arcloom.solve.beside import unjudged_outputs
from arcloom.solve.config import SolveConfig
from arcloom.solve.display import LINES
from arcloom.solve.evidence import Evidence
from arcloom.solve.odds import attempts, odds
from arcloom.solve.recall import Recall
from arcloom.solve.submission import SubmissionFile
from arcloom.solve.task_state import TaskState
from arcloom.solve.votes_file import write_votes
from arcloom.tasks import Dataset
from arcloom.tasks.load import load

if TYPE_CHECKING:
    from arcloom.net import Network

HELP: Final = "Train a network and let it answer, apart from solve. Each command takes --json."
ATTEMPTS: Final = 2

Seconds = Annotated[
    str,
    typer.Option("--seconds", metavar="TIME", help="Training time in all: 600, 10m, 2h."),
]
AnswerSeconds = Annotated[
    str | None,
    typer.Option("--seconds", metavar="TIME", help="When it is over, no further view is answered."),
]
Preset = Annotated[
    str, typer.Option("--preset", metavar="NAME", help=f"Size of the network: {NAMES}.")
]
Train = Annotated[
    list[str] | None,
    typer.Option(
        "--train",
        metavar="DATASET",
        help="A further training set; may be given several times. Tasks that hold a grid of the "
        "dataset are refused.",
    ),
]
HeldOut = Annotated[
    int | None,
    typer.Option(
        "--held-out", metavar="N", min=0, help="Demos to keep from the training and measure with."
    ),
]
Checkpoint = Annotated[
    Path, typer.Option("--checkpoint", metavar="FILE", help="Where the training is kept.")
]
Pretrained = Annotated[
    Path | None,
    typer.Option(
        "--pretrained",
        metavar="FILE",
        help="Weights to begin with, which `arcloom net pretrain` wrote.",
    ),
]
Sets = Annotated[
    list[str],
    typer.Argument(metavar="DATASET...", help="Training sets: all of their samples are learnt."),
]
Without = Annotated[
    list[str] | None,
    typer.Option(
        "--without",
        metavar="DATASET",
        help="Learn no task that holds a grid of this dataset; may be given several times.",
    ),
]
Weights = Annotated[
    Path,
    typer.Option("-o", "--out", metavar="FILE", help="The weights, for `--net-pretrained FILE`."),
]
PretrainCheckpoint = Annotated[
    Path | None,
    typer.Option(
        "--checkpoint",
        metavar="FILE",
        help="Where the training is kept; beside the weights by default.",
    ),
]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Seed of all random choices.")]
Views = Annotated[
    int,
    typer.Option(
        "--views",
        metavar="N",
        min=1,
        help="Turned and recoloured forms in which each test is answered.",
    ),
]
Out = Annotated[Path, typer.Option("-o", "--out", metavar="FILE", help="The submission.")]
Votes = Annotated[
    Path,
    typer.Option(
        "--votes", metavar="FILE", help="All votes, for `arcloom solve --net-votes FILE`."
    ),
]

Judge = Annotated[
    str | None,
    typer.Option(
        "--judge",
        metavar="LIBRARY",
        help="Also judge what the programs of this library give; it goes to the votes.",
    ),
]


def train(
    dataset: DatasetArgument,
    task: Tasks = None,
    seconds: Seconds = "10m",
    preset: Preset = PRESET,
    train: Train = None,
    held_out: HeldOut = None,
    checkpoint: Checkpoint = Path("net.pt"),
    pretrained: Pretrained = None,
    seed: Seed = 0,
    device: Device = "auto",
    progress: Progress = LINES,
    as_json: Json = False,
) -> None:
    """Train a network on the demos of a dataset, or go on with its checkpoint.

    Test outputs are never read. Ctrl-C ends the training, and the same command goes on.
    """
    keep_apart([checkpoint], [dataset, pretrained])
    tasks = load_tasks(dataset, task)
    whole = parse_budget(seconds)
    network = started(tasks, preset, train, held_out, checkpoint, seed, device, pretrained)
    stopped = train_and_tell(network, whole, checkpoint, progress, as_json)
    if stopped:
        message(f"interrupted; the same command goes on from {checkpoint}")
        raise typer.Exit(INTERRUPTED)
    close(tasks)


def pretrain(
    datasets: Sets,
    without: Without = None,
    seconds: Seconds = "10m",
    preset: Preset = PRESET,
    out: Weights = Path("pretrained.pt"),
    checkpoint: PretrainCheckpoint = None,
    seed: Seed = 0,
    device: Device = "auto",
    progress: Progress = LINES,
    as_json: Json = False,
) -> None:
    """Train a network on whole tasks, tests included, so that later ones need not begin anew.

    Ctrl-C ends the training and writes its weights; the same command goes on.
    """
    kept = checkpoint or out.with_name(f"{out.stem}.training{out.suffix}")
    keep_apart([out, kept], [*datasets, *(without or [])])
    if not out.absolute().parent.is_dir():  # now, not after minutes of training
        raise InputError("there is no such folder", place=str(out.parent), remedy="make it")
    whole = parse_budget(seconds)
    check_preset(preset)
    must_run(device)
    from arcloom.net import Network

    network = Network.pretraining(
        [task for name in datasets for task in load(name).values()],
        without=[task for name in without or [] for task in load(name).values()],
        preset=preset,
        device=device,
        seed=seed,
        checkpoint=kept,
    )
    tell_choices(network)
    stopped = train_and_tell(network, whole, kept, progress, as_json, out)
    if stopped:
        message(f"interrupted; the same command goes on from {kept}")
        raise typer.Exit(INTERRUPTED)


def answer(
    dataset: DatasetArgument,
    task: Tasks = None,
    checkpoint: Checkpoint = Path("net.pt"),
    views: Views = VIEWS,
    seconds: AnswerSeconds = None,
    out: Out = Path("submission.json"),
    votes: Votes = Path("votes.json"),
    judge: Judge = None,
    preset: Preset = PRESET,
    train: Train = None,
    held_out: HeldOut = None,
    pretrained: Pretrained = None,
    seed: Seed = 0,
    device: Device = "auto",
    progress: Progress = LINES,
    as_json: Json = False,
) -> None:
    """Answer every test with a trained network: a submission, and a file of all votes.

    Give the same dataset, preset, training sets, pretrained weights, seed and held-out demos as in
    the training.
    """
    keep_apart([out, votes], [dataset, checkpoint, pretrained])
    if not checkpoint.exists():
        raise InputError(
            "there is no such checkpoint", place=str(checkpoint), remedy="run `arcloom net train`"
        )
    tasks = load_tasks(dataset, task)
    limit = None if seconds is None else parse_budget(seconds)
    held = {task_id: Evidence(one) for task_id, one in tasks.items()}
    guesses = {task_id: attempts(one, ATTEMPTS) for task_id, one in held.items()}
    write_atomically(votes, '{"tasks": {}}\n')  # if it cannot be written, better now
    file = SubmissionFile(out, guesses)
    file.begin()
    network = started(tasks, preset, train, held_out, checkpoint, seed, device, pretrained)
    begun = perf_counter()
    with showing(progress) as show, ctrl_c_stops() as stop:
        given = network.answer(views=views, seconds=limit, on_progress=show.answering, stop=stop)
        stopped = stop()
    answers = [one for t in tasks.values() for one in votes_of(t, given.get(t.id, []))]
    _give(held, answers, file)
    if judge is not None and not stopped:
        answers += _judged(network, tasks, answers, judge, views)
    write_votes(votes, tasks, answers)
    content = {
        "tasks": len(tasks),
        "answered": sum(one.answered for one in held.values()),
        "judged": sum(not one.votes for one in answers),
        "expected": sum(odds(one, ATTEMPTS).probability for one in held.values()),
        "views": views,
        "seconds": perf_counter() - begun,
        "out": str(out),
        "votes": str(votes),
    }
    _show_answers(content, as_json)
    if stopped:
        message("interrupted; the submission is complete")
        raise typer.Exit(INTERRUPTED)
    close(tasks)


def _give(held: dict[str, Evidence], answers: Sequence[BareAnswer], file: SubmissionFile) -> None:
    by_task: dict[str, list[BareAnswer]] = {task_id: [] for task_id in held}
    for one in answers:
        by_task[one.task_id].append(one)
    for task_id, evidence in held.items():
        evidence.give(by_task[task_id])
        file.update(task_id, attempts(evidence, ATTEMPTS))
    file.flush()


def _judged(
    network: Network, tasks: Dataset, answers: Sequence[BareAnswer], place: str, views: int
) -> list[BareAnswer]:
    """What the network thinks of the outputs that a library's programs give.

    Nothing of a task that its pretrained weights know: it would recognise the answer.
    """
    known = {one.task_id for one in network.known}
    given = [task for task in tasks.values() if task.id not in known]
    states = [TaskState(task, n, Evidence(task)) for n, task in enumerate(given)]
    with Library.open(place, create=False, readonly=True) as library:
        Recall(library, SolveConfig.of(device="cpu"), given).restore(states)
    asked: list[Unjudged] = []
    for state in states:
        evidence = state.evidence
        evidence.answers = ()  # of an earlier network
        evidence.give(one for one in answers if one.task_id == state.task.id)
        for test in range(len(state.task.tests)):
            outputs = tuple(unjudged_outputs(evidence, test))
            if outputs:
                asked.append(Unjudged(state.task, test, outputs))
    return list(judged(network, asked, views))


def _show_answers(content: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(content)
        return
    said = (
        f"{content['answered']} of {content['tasks']} tasks answered in {content['seconds']:.1f} s"
    )
    files = f"written to {content['out']}, votes to {content['votes']}"
    console().print(f"{said}; expected right: {content['expected']:.0f}; {files}")


COMMANDS: Final = {"train": train, "answer": answer, "pretrain": pretrain}
