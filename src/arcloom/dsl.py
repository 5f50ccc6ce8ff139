"""Every op and constant of the vocabulary under its own name, as in arc-dsl.

    from arcloom.dsl import *

A file that starts with this line and was written for arc-dsl runs unchanged. Ops take and return
plain ints, tuples, frozensets and callables, including ordinary Python functions. Inside ops, sets
iterate in canonical order, so results do not depend on hashing. An op without an answer raises
`UndefinedError`. Aliases and type names are here too.
"""

from __future__ import annotations

from typing import Any

from arcloom.engine.functions import BUILTIN
from arcloom.engine.undefined import UndefinedError
from arcloom.lang.types import TYPES
from arcloom.lang.vocabulary import CONSTANTS

_names: dict[str, Any] = dict(TYPES)
_names.update(CONSTANTS)
for _function in BUILTIN:
    for _name in (_function.op.name, *_function.op.aliases):
        _names[_name] = _function
globals().update(_names)

__all__ = ["UndefinedError", *_names]


def __getattr__(name: str) -> Any:
    # The names above are set at run time. This function tells type checkers that any may exist.
    raise AttributeError(f"arcloom.dsl has no op '{name}'; `arcloom ops` lists them")
