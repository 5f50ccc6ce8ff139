"""The table of GPU versions: which ops the device has, and for which types. The compiler reads it.

A row is `op: arguments -> result = native op, number`. In the types, `T` stands for any type. `K`
stands for a type whose values can be compared; its kind becomes the instruction's number. `[T]`
stands for a set or a tuple, and the result gets the same brackets. `S` stands for a patch: a set of
places or an object. The compiler tries the rows of an op in order.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from typing import Final, NamedTuple

from arcloom import _core
from arcloom.engine.gpu.types import KINDS
from arcloom.lang.vocabulary import ADDED_THEMES, OPS

_ROWS: Final = """
add subtract multiply divide: I I -> I = *_i
add subtract multiply divide: P P -> P = *_p
invert halve increment decrement crement sign: I -> I = *_i
invert halve increment decrement crement sign: P -> P = *_p
double: I -> I = twice_i
double: P -> P = twice_p
even positive: I -> I
greater: I I -> I = greater_i
greater: P P -> I = greater_p
toivec tojvec: I -> P
flip: I -> I
both either: I I -> I
equality: K K -> I
equality: [K] [K] -> I = equal_lists
maximum: P -> I = greatest_half
minimum: P -> I = least_half
maximum minimum: [I] -> I
mostcommon leastcommon: (K) -> K

tophalf bottomhalf lefthalf righthalf trim compress: G -> G
upscale hupscale vupscale downscale: G I -> G
upscale: O I -> O = upscale_object
rot90: G -> G = turn, 1
rot180: G -> G = turn, 2
rot270: G -> G = turn, 3
hmirror: G -> G = turn, 4
vmirror: G -> G = turn, 5
dmirror: G -> G = turn, 6
cmirror: G -> G = turn, 7
hmirror: O -> O = turn_object, 4
vmirror: O -> O = turn_object, 5
dmirror: O -> O = turn_object, 6
cmirror: O -> O = turn_object, 7
hmirror: M -> M = turn_patch, 4
vmirror: M -> M = turn_patch, 5
dmirror: M -> M = turn_patch, 6
cmirror: M -> M = turn_patch, 7
hconcat vconcat: G G -> G
canvas: I P -> G
fill underfill: G I S -> G
cover: G S -> G
paint underpaint: G O -> G
move: G O P -> G
replace: G I I -> G
switch: G I I -> G = exchange
cellwise: G G I -> G
crop: G P P -> G
subgrid: S G -> G
hsplit: G I -> (G) = split, 0
vsplit: G I -> (G) = split, 1

height width portrait square: G -> I = grid_*
shape: G -> P = grid_shape
size: G -> I = grid_height
height width portrait square: S -> I = patch_*
shape: S -> P = patch_shape
mostcolor leastcolor numcolors: G -> I = grid_*
mostcolor leastcolor numcolors: O -> I = object_*
colorcount: G I -> I = grid_colorcount
colorcount: O I -> I = object_colorcount
palette: G -> {I} = grid_palette
palette: O -> {I} = object_palette
color: O -> I
index: G P -> I
size: S -> I = patch_size
size: P -> I = place_size
size: [T] -> I = list_size
vline hline: S -> I
ulcorner urcorner llcorner lrcorner center: S -> P
uppermost lowermost leftmost rightmost: S -> I
centerofmass: S -> P
hmatching vmatching manhattan adjacent: S S -> I
bordering: S G -> I
position gravitate: S S -> P
hperiod: O -> I = period, 0
vperiod: O -> I = period, 1

asindices: G -> M
asobject: G -> O
ofcolor: G I -> M
toobject: S G -> O
toindices: S -> M
recolor: I S -> O
shift: O P -> O
shift: M P -> M
normalize: O -> O
normalize: M -> M
backdrop delta box inbox outbox corners: S -> M
dneighbors: P -> M = neighbors, 1
ineighbors: P -> M = neighbors, 2
neighbors: P -> M = neighbors, 3
vfrontier hfrontier: P -> M
connect shoot: P P -> M
occurrences: G O -> M
objects: G I I I -> {O}
partition: G -> {O} = partition, 0
fgpartition: G -> {O} = partition, 1
frontiers: G -> {O}

combine: O O -> O = unite_objects
combine: M M -> M = unite_patches
combine: {K} {K} -> {K} = unite_sets
combine: (T) (T) -> (T) = join_lists
difference: O O -> O = difference_objects
difference: M M -> M = difference_patches
difference: {K} {K} -> {K} = difference_sets
difference: (K) (K) -> (K) = difference_lists
intersection: O O -> O = intersect_objects
intersection: M M -> M = intersect_patches
intersection: {K} {K} -> {K} = intersect_sets
contained: P M -> I = has_place
contained: I P -> I = is_half
contained: I C -> I = equality, 0
contained: K {K} -> I = member
contained: K (K) -> I
remove: K [K] -> [K] = without
other: [K] K -> K
dedupe: (K) -> (K)
first: P -> I = first_half
last: P -> I = second_half
first: C -> I = first_half
last: C -> P = cell_place
first: M -> P = patch_first
last: M -> P = patch_last
first: O -> C = object_end, 0
last: O -> C = object_end, 1
first: [T] -> T = list_first
last: [T] -> T = list_last
initset: P -> M = patch_of_place
initset: C -> O = object_of_cell
initset: K -> {K} = single
repeat: T I -> (T)
interval: I I I -> (I)
product: [I] [I] -> M
pair: [I] [I] -> (P) = pairs, 0
pair: [I] (P) -> (C) = pairs, 1
astuple: I I -> P = make_place
astuple: I P -> C = make_cell
totuple: M -> (P) = places
totuple: O -> (C) = cells
totuple: [T] -> (T) = =
sizefilter: {O} I -> {O}
sizefilter: {M} I -> {M}
colorfilter: {O} I -> {O}
branch: I T T -> T
"""
TILE_OPS: Final = "tile_"
"""The prefix of native ops that call tile ops. The form follows it."""
_TILE_FORMS: Final = {
    "map": (("G",), "G"),
    "combine": (("G", "G"), "G"),
    "split": (("G",), "(G)"),
    "pick": (("(G)",), "G"),
    "select": (("(G)",), "(G)"),
}
NOT_BY_TILES: Final = frozenset(("get_nth",))
"""Added ops that have their own body besides their kernel."""
_ROW: Final = re.compile(r"([\w ]+): (.*) -> (\S+)(?: = (\S*?)(?:, (\d+))?)?$")


class GpuVersion(NamedTuple):
    """One row: the native op for arguments of these types.

    The native op is empty if the first argument is the result.
    """

    args: tuple[str, ...]
    result: str
    native: str
    number: int


@cache
def forms() -> dict[str, list[GpuVersion]]:
    """The rows by op."""
    table: dict[str, list[GpuVersion]] = defaultdict(list)
    for row in filter(None, _ROWS.splitlines()):
        found = _ROW.fullmatch(row)
        assert found, row
        for op in found[1].split():
            native = op if found[4] is None else found[4].replace("*", op)
            native = "" if native == "=" else native
            table[op].append(
                GpuVersion(tuple(found[2].split()), found[3], native, int(found[5] or 0))
            )
    for number, (name, form, args, _, _) in enumerate(_core.tile_ops()):
        if OPS[name].theme in ADDED_THEMES and name not in NOT_BY_TILES:
            given, result = _TILE_FORMS[form]
            given += ("I",) * args
            table[name].append(GpuVersion(given, result, TILE_OPS + form, number))
    return dict(table)


def match(pattern: str, type_: str, bound: dict[str, str]) -> bool:
    """Whether a type matches the pattern. Adds the values of the variables to `bound`."""
    if pattern == "S":
        return type_ in ("M", "O")
    if pattern == "K" and type_ not in KINDS:
        return False
    if pattern in ("K", "T"):
        return bound.setdefault(pattern, type_) == type_
    if pattern[0] == "[" and type_[0] in "{(":
        opens = bound.setdefault("[", type_[0])
        return opens == type_[0] and match(pattern[1:-1], type_[1:-1], bound)
    if pattern[0] in "{(" and type_[0] == pattern[0]:
        return match(pattern[1:-1], type_[1:-1], bound)
    return pattern == type_


def filled_in(pattern: str, bound: dict[str, str]) -> str:
    """A row's result type, with its variables replaced."""
    if pattern in ("K", "T"):
        return bound[pattern]
    if pattern[0] in "[{(":
        opens = bound["["] if pattern[0] == "[" else pattern[0]
        return opens + filled_in(pattern[1:-1], bound) + {"{": "}", "(": ")"}[opens]
    return pattern
