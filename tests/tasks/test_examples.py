"""The examples in the docstrings of tasks are true."""

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize("name", ["arcloom.errors", "arcloom.tasks.grid", "arcloom.tasks.task"])
def test_docstring_examples(name):
    result = doctest.testmod(import_module(name))
    assert result.attempted > 0
    assert result.failed == 0
