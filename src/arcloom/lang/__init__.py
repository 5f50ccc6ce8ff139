"""The language: types, the vocabulary table, programs, and their source text."""

from arcloom.lang.node import Node
from arcloom.lang.program import Program, ProgramBuilder
from arcloom.lang.program_file import write_programs
from arcloom.lang.reader import read_file, read_program, read_programs, read_source
from arcloom.lang.runtime import Step, set_evaluator
from arcloom.lang.types import TYPES, Type, compatible, is_subtype
from arcloom.lang.userop import op
from arcloom.lang.vocabulary import CONSTANTS, OPS, Op, Param, lookup
from arcloom.lang.writer import step_names

__all__ = [
    "CONSTANTS",
    "OPS",
    "TYPES",
    "Node",
    "Op",
    "Param",
    "Program",
    "ProgramBuilder",
    "Step",
    "Type",
    "compatible",
    "is_subtype",
    "lookup",
    "op",
    "read_file",
    "read_program",
    "read_programs",
    "read_source",
    "set_evaluator",
    "step_names",
    "write_programs",
]
