"""The other side of a proposing command: a Python function answers requests, line by line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable

from arcloom.search.propose.request import ProposalRequest, read_request


def answer_requests(propose: Callable[[ProposalRequest], Iterable[str]]) -> None:
    """Read requests from standard input, and write what the function proposes, until input ends.

    So a function becomes a command for `arcloom solve --propose "python mine.py"`. Whatever else
    the function prints must go to standard error.

    Args:
        propose: Gives sources of programs for a request.
    """
    for line in sys.stdin:
        request = read_request(json.loads(line))
        print(json.dumps({"programs": list(propose(request))}), flush=True)
