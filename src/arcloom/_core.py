"""Picks the build of the native core that this machine's CPU can run; `_core.pyi` has its types."""

from importlib import import_module
from types import ModuleType

from arcloom.errors import InputError


def _build(name: str) -> ModuleType | None:
    try:
        return import_module(f"arcloom._core_{name}")
    except ModuleNotFoundError:
        return None


def _pick() -> ModuleType:
    """A wheel has both builds on x86-64; a developer's own build has the one for its machine."""
    baseline = _build("baseline")
    if baseline is not None and not baseline.cpu_has_v3():
        return baseline
    best = _build("v3") or baseline
    if best is None or not (best is baseline or best.cpu_has_v3()):
        raise InputError(
            "the native core was not compiled for this CPU",
            remedy="run `make build` on this machine",
        )
    return best


_module = _pick()
INSTRUCTION_SET = _module.__name__.removeprefix("arcloom._core_")
Batt = _module.Batt
BredChild = _module.BredChild
BreedJob = _module.BreedJob
Breeder = _module.Breeder
Canvases = _module.Canvases
Enumerator = _module.Enumerator
Exhibit = _module.Exhibit
Generation = _module.Generation
JudgeJob = _module.JudgeJob
NODES_OF_A_LOSS: int = _module.NODES_OF_A_LOSS
PlacedEnumerator = _module.PlacedEnumerator
Resident = _module.Resident
RuleRow = _module.RuleRow
Run = _module.Run
Selection = _module.Selection
TaskGrids = _module.TaskGrids
call = _module.call
call_tile = _module.call_tile
call_tiles = _module.call_tiles
device_ops = _module.device_ops
device_rules = _module.device_rules
growing_tile_ops = _module.growing_tile_ops
is_rule = _module.is_rule
launch_all = _module.launch_all
numbers = _module.numbers

op_arity = _module.op_arity
op_names = _module.op_names
placed_ops = _module.placed_ops
rule_rows = _module.rule_rows
scalar_device_ops = _module.scalar_device_ops
set_function_types = _module.set_function_types
set_user_params = _module.set_user_params
structures = _module.structures
tile_ops = _module.tile_ops
time_tile_ops = _module.time_tile_ops
