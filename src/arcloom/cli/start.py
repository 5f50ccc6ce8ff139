"""Where the `arcloom` command begins, before it has imported anything that takes time."""

from arcloom.cli.signals import end_on_ctrl_c


def main() -> None:
    """What the `arcloom` command calls."""
    end_on_ctrl_c()
    from arcloom.cli.main import main as run

    run()
