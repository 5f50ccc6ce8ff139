"""The native core: bind/*.cpp. A test holds these names against the compiled module."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Cells = NDArray[np.uint8]
Demos = Sequence[tuple[Cells, Cells]]

INSTRUCTION_SET: str
NODES_OF_A_LOSS: int

class TaskGrids:
    def __init__(self, samples: Sequence[Any]) -> None: ...

class Run:
    def weights(self, out: NDArray[np.int64]) -> None: ...
    def tiles(
        self, columns: NDArray[np.int64], inputs: NDArray[np.uint32], expected: NDArray[np.uint32]
    ) -> None: ...
    def add(
        self, match: bool, columns: NDArray[np.int64], rows: NDArray[np.int64] | None
    ) -> None: ...
    def finish(
        self,
        rows: NDArray[np.int64],
        columns: NDArray[np.int64],
        matches: Cells,
        reasons: Cells,
        hashes: NDArray[np.uint64],
        left: Cells,
    ) -> None: ...
    def end(self, poll: Callable[[int], object] | None) -> bool: ...
    @property
    def work(self) -> int: ...
    def stop(self) -> None: ...

class Batt:
    def __init__(self, node_fuel: int, program_fuel: int, memory: int) -> None: ...
    def add(self, code: bytes, constants: Sequence[Any]) -> list[int]: ...
    def add_output(self, node: int) -> int: ...
    def gather(
        self,
        samples: Sequence[Any],
        known: dict[int, TaskGrids],
        add_task: Callable[[Any], TaskGrids],
        expected: Sequence[Cells | None] | None,
        candidates: Sequence[Cells | None] | None,
    ) -> None: ...
    def begin(
        self,
        threads: int,
        matches: Cells,
        reasons: Cells,
        fuel: NDArray[np.int64],
        hashes: NDArray[np.uint64],
    ) -> Run: ...
    def lowered(self) -> tuple[list[Any], list[Any], list[Any], list[int]]: ...
    def evaluate(
        self,
        outputs: Sequence[int],
        demos: Demos | None,
        input: Cells,
        candidate: Cells | None,
        visit: Callable[[Any, int, int], bool] | None = None,
        most_elements: int = ...,
    ) -> list[tuple[bool, Any, int, int, str | None, int]]: ...
    def profile(self) -> list[tuple[int, int, int, int]]: ...
    @property
    def node_count(self) -> int: ...

class BreedJob:
    """What a step does for one island: breed from it and from a hand of guests."""

    def __init__(
        self,
        task: int,
        hand: Sequence[int],
        *,
        children: int = 0,
        seed: int = 0,
        island: int = 0,
        generation: int = 0,
        as_they_are: bool = False,
        solved: bool = False,
        keep: int = 32,
        all: bool = True,
        least_matched: int = 0,
        least_score: int = 0,
    ) -> None: ...
    task: Final[int]
    hand: Final[list[int]]
    island: Final[int]
    children: Final[int]

class BredChild:
    """A child that a step reports. `text` is what its hash is taken over."""

    job: Final[int]
    number: Final[int]
    text: Final[bytes]
    matched: Final[int]
    score: Final[int]
    fuel: Final[int]
    nodes: Final[int]
    behaviour: Final[int]
    fits: Final[bool]
    answers: Final[list[Any]]
    identity: Final[int]
    parents: Final[list[str]]
    cases: Final[list[int]]

class Generation:
    """What a step came to."""

    children: Final[list[BredChild]]
    scored: Final[int]
    known: Final[int]
    unchanged: Final[int]
    tried: Final[list[int]]
    led: Final[list[int]]
    times: Final[list[int]]

class JudgeJob:
    def __init__(self, task: int, programs: Sequence[int], matched: Sequence[int]) -> None: ...

class Resident:
    """A member of an island in a form that can be stored."""

    def __init__(
        self,
        source: str,
        born: int,
        matched: int,
        score: int,
        fuel: int,
        behaviour: int,
        mask: int,
        cases: Sequence[int],
        line: Sequence[str],
    ) -> None: ...
    source: Final[str]
    born: Final[int]
    matched: Final[int]
    score: Final[int]
    fuel: Final[int]
    behaviour: Final[int]
    mask: Final[int]
    cases: Final[list[int]]
    line: Final[list[str]]

class Exhibit:
    """One of a task's best programs: a copy in the population."""

    number: Final[int]
    identity: Final[int]

class Selection:
    def __init__(self, *, capacity: int, lexicase: bool, elites: bool, patience: int) -> None: ...

class Breeder:
    def __init__(
        self,
        ops: Sequence[tuple[Sequence[int], int, float]],
        kinds: Sequence[int],
        weights: Sequence[float],
        more: float,
        max_genes: int,
        limits: Sequence[int],
        words: object,
    ) -> None: ...
    def add_task(self, demos: Demos, tests: Sequence[Cells], islands: int = 1) -> int: ...
    def add_program(self, code: bytes, constants: Sequence[Any]) -> int: ...
    def add_source(self, source: str) -> tuple[int, bytes] | None: ...
    def program(self, number: int) -> tuple[bytes, tuple[Any, ...]]: ...
    def source(self, number: int) -> str: ...
    def forget(self, number: int) -> None: ...
    def set_selection(
        self,
        selection: Selection,
        generalise: bool,
        recoloured: bool = False,
        turned: bool = False,
    ) -> None: ...
    def set_weights(self, weights: Sequence[float]) -> None: ...
    def step(
        self,
        jobs: Sequence[BreedJob],
        threads: int,
        use_differs: bool,
        poll: Callable[[], object] | None,
    ) -> Generation: ...
    def end_generation(self, generation: int, migrants: int) -> None: ...
    def exhibit(self, task: int, count: int) -> list[Exhibit]: ...
    def solved(self, task: int) -> bool: ...
    def sure(self, task: int) -> bool: ...
    def residents(self, task: int, island: int) -> list[Resident]: ...
    def improved(self, task: int, island: int) -> int: ...
    def restore(
        self,
        task: int,
        island: int,
        residents: Sequence[Resident],
        improved: int,
        use_differs: bool,
    ) -> None: ...
    def set_line(self, number: int, line: Sequence[str]) -> None: ...
    def line(self, number: int) -> list[str]: ...
    def document(self, task: int, identity: int, hash: str) -> None: ...
    def set_scorers(self, numbers: Sequence[int]) -> None: ...
    def breed_differs(self, hand: Sequence[int], count: int, seed: int) -> list[int]: ...
    def judge(
        self, jobs: Sequence[JudgeJob], differs: Sequence[int], threads: int
    ) -> list[BredChild]: ...
    @property
    def size(self) -> int: ...

def call_tile(
    name: str, grids: Sequence[Cells], argument: int, wide: bool
) -> list[Cells] | None: ...
def call_tiles(
    name: str,
    argument: int,
    tiles: NDArray[np.uint32],
    first: NDArray[np.int32],
    count: NDArray[np.int32],
) -> tuple[NDArray[np.uint32], NDArray[np.int32]]: ...
def launch_all(
    driver: NDArray[np.int64],
    streams: NDArray[np.int64],
    events: NDArray[np.int64],
    kernels: NDArray[np.int64],
    given: NDArray[np.int64],
    threads: int,
) -> int: ...
def device_ops() -> list[tuple[str, str]]: ...
def device_rules() -> list[tuple[str, str]]: ...
def scalar_device_ops() -> list[str]: ...
def tile_ops() -> list[tuple[str, str, int, int, int]]: ...
def growing_tile_ops() -> list[str]: ...
def time_tile_ops(
    calls: Sequence[tuple[str, int]], grids: Sequence[Cells], rounds: int
) -> list[float]: ...
def call(function: object, *args: object) -> Any: ...
def numbers() -> dict[str, dict[str, int]]: ...
def structures() -> dict[str, list[str]]: ...
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

class Canvases:
    def __init__(self, outputs: Sequence[NDArray[np.uint32]]) -> None: ...
    def add(
        self,
        tiles: NDArray[np.uint32],
        tasks: NDArray[np.int32],
        costs: NDArray[np.int32],
        first: int,
        threads: int,
    ) -> None: ...
    def fits(self, task: int, most: int) -> list[tuple[int, int, int, list[int], list[int]]]: ...

class Enumerator:
    def __init__(
        self,
        inputs: Sequence[Cells],
        outputs: Sequence[Cells],
        actions: Sequence[tuple[str, int, int]],
        costs: NDArray[np.int32],
        order: NDArray[np.uint16],
    ) -> None: ...
    def run(self, fuel: int, memory: int, cost: int, stop: Callable[[], bool] | None) -> bool: ...
    def fits(self, most: int) -> list[tuple[int, int, int, list[int], list[int]]]: ...
    def trace(self, state: int) -> list[int]: ...
    def grid_states(self, most: int) -> list[int]: ...
    def cost_of(self, state: int) -> int: ...
    def grids(self, state: int) -> list[Cells]: ...
    @property
    def fuel_used(self) -> int: ...
    @property
    def met(self) -> int: ...
    @property
    def expanded(self) -> int: ...
    @property
    def layers(self) -> int: ...

class RuleRow:
    """A row of a table that learnt rules speak of: a family, a fact, a kind, an option."""

    @property
    def table(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def words(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def id(self) -> int: ...

def is_rule(stored: Sequence[int]) -> bool: ...
def rule_rows() -> list[RuleRow]: ...

class PlacedEnumerator:
    def __init__(
        self,
        inputs: Sequence[Cells],
        outputs: Sequence[Cells],
        actions: Sequence[tuple[str, int, bool, int]],
        costs: NDArray[np.int32],
        order: NDArray[np.uint16],
        sizes: Sequence[Sequence[tuple[int, int]]],
        known: bool,
    ) -> None: ...
    def run(self, fuel: int, memory: int, cost: int, stop: Callable[[], bool] | None) -> bool: ...
    def fits(self, most: int) -> list[tuple[int, int, int, list[int], list[int]]]: ...
    def layer(self, number: int) -> tuple[list[int], bool, int, int]: ...
    def shapes(self) -> list[tuple[list[int], int, list[tuple[int, int]]]]: ...
    @property
    def fuel_used(self) -> int: ...
    @property
    def met(self) -> int: ...
    @property
    def layers(self) -> int: ...

def placed_ops() -> list[tuple[str, int, int, int]]: ...
