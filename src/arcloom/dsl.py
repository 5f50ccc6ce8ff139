"""Every op and constant of the vocabulary under its own name, as arc-dsl has them.

    from arcloom.dsl import *

runs a file that was written for arc-dsl: ops take and give plain ints, tuples, frozensets and
callables, also Python's own. Sets iterate in canonical order inside ops, so results do not depend
on hashing; where an op has no answer it raises `UndefinedError`. Aliases and type names are here
too.
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
    # Names above are dynamic; this tells type checkers that any may be there.
    raise AttributeError(f"arcloom.dsl has no op '{name}'; `arcloom ops` lists them")
