"""The native core: bind/*.cpp. A test holds these names against the compiled module."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Cells = NDArray[np.uint8]
Demos = Sequence[tuple[Cells, Cells]]

INSTRUCTION_SET: str

class Batt:
    def __init__(self, node_fuel: int, program_fuel: int, memory: int) -> None: ...
    def add(self, code: bytes, constants: Sequence[Any]) -> list[int]: ...
    def add_output(self, node: int) -> int: ...
    def start(self) -> None: ...
    def add_task(self, demos: Demos | None) -> None: ...
    def add_sample(self, input: Cells, expected: Cells | None, candidate: Cells | None) -> None: ...
    def run(
        self,
        threads: int,
        match: bool,
        matches: Cells,
        reasons: Cells,
        fuel: NDArray[np.int64],
        hashes: NDArray[np.uint64],
        poll: Callable[[int], object] | None,
    ) -> bool: ...
    def evaluate(
        self, outputs: Sequence[int], demos: Demos | None, input: Cells, candidate: Cells | None
    ) -> list[tuple[bool, Any, int, int, str | None, int]]: ...
    def profile(self) -> list[tuple[int, int, int, int]]: ...
    @property
    def node_count(self) -> int: ...

class Breeder:
    def __init__(
        self,
        ops: Sequence[tuple[Sequence[int], int, float]],
        kinds: Sequence[int],
        weights: Sequence[float],
        more: float,
        max_genes: int,
        limits: Sequence[int],
    ) -> None: ...
    def add_task(self, demos: Demos, tests: Sequence[Cells]) -> int: ...
    def add_program(self, code: bytes, constants: Sequence[Any]) -> int: ...
    def program(self, number: int) -> tuple[bytes, tuple[Any, ...]]: ...
    def step(
        self,
        jobs: Sequence[tuple[int, Sequence[int], int, int, bool, int, int, int, bool]],
        threads: int,
        use_differs: bool,
        poll: Callable[[], object] | None,
    ) -> dict[str, Any]: ...
    @property
    def size(self) -> int: ...

def call(function: object, *args: object) -> Any: ...
def op_arity(op: int) -> int: ...
def op_names() -> list[str]: ...
def set_user_params(op: int, nparams: int) -> None: ...
def set_function_types(
    op_type: tuple[type, ...],
    built_type: type,
    ops: Sequence[object],
    make_built: Callable[[int, tuple[object, ...], int, int], object],
    find_user: Callable[[int], object],
) -> None: ...
