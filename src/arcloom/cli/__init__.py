"""The command line: one module a command, thin over the packages below."""

from time import perf_counter

BEGUN = perf_counter()
"""When the command line was entered, for commands that account for their time."""
