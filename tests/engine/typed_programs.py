"""Programs made from the device's table: for each row, calls with arguments of its types."""

import random
import re

from arcloom.engine.gpu.op_table import forms
from arcloom.lang.reader import read_program

KINDS = ("I", "P", "C", "M", "O", "G")
COLOURS = ("ZERO", "ONE", "TWO", "THREE", "FIVE")
PLACES = (
    "ORIGIN",
    "UNITY",
    "DOWN",
    "RIGHT",
    "TWO_BY_TWO",
    "UP_RIGHT",
    "NEG_UNITY",
    "THREE_BY_THREE",
)
FACTORS = ("ONE", "TWO", "THREE")
FIRST_ARGUMENT_IS_A_COLOUR = ("recolor", "canvas")


class Maker:
    """Expressions of a type, seeded."""

    def __init__(self, seed):
        self.rng = random.Random(seed)

    def make(self, type_, depth=2):
        """An expression of the type, over the input `I`."""
        if type_ in ("T", "K"):
            raise ValueError(type_)
        plain = {
            "I": [*COLOURS, "height(I)", "leastcolor(I)", "size(objects(I, T, F, T))"],
            "P": [*PLACES, "shape(I)", "center(asindices(I))"],
            "C": ["astuple(TWO, UNITY)", "first(asobject(I))", "last(asobject(I))"],
            "G": ["I", "I", "rot90(I)", "vmirror(I)", "replace(I, ONE, FIVE)"],
            "M": ["asindices(I)", "ofcolor(I, ONE)", "ofcolor(I, TWO)", "neighbors(UNITY)"],
            "O": ["asobject(I)", "recolor(TWO, ofcolor(I, ONE))", "merge(objects(I, T, F, T))"],
            "{I}": ["palette(I)", "initset(TWO)"],
            "{M}": ["apply(toindices, objects(I, T, F, T))", "initset(ofcolor(I, ONE))"],
            "{O}": ["objects(I, T, F, T)", "objects(I, F, T, T)", "partition(I)", "fgpartition(I)"],
            "{G}": ["initset(I)", "apply(rbind(subgrid, I), objects(I, T, F, T))"],
            "(I)": ["interval(ZERO, FOUR, ONE)", "totuple(palette(I))", "repeat(TWO, THREE)"],
            "(P)": [
                "totuple(ofcolor(I, ONE))",
                "pair(interval(ZERO, THREE, ONE), totuple(palette(I)))",
            ],
            "(C)": ["totuple(asobject(I))", "repeat(astuple(TWO, UNITY), TWO)"],
            "(M)": ["repeat(ofcolor(I, ONE), TWO)", "totuple(apply(toindices, partition(I)))"],
            "(O)": ["totuple(partition(I))", "order(objects(I, T, T, T), size)"],
            "(G)": ["hsplit(I, TWO)", "vsplit(I, TWO)", "repeat(I, TWO)"],
        }
        deeper = {
            "I": ["add({I}, {I})", "size({M})", "color({O})", "colorcount({G}, {I})", "width({M})"],
            "P": ["add({P}, {P})", "ulcorner({M})", "invert({P})", "first({M})", "shape({M})"],
            "C": ["first({O})"],
            "G": [
                "fill({G}, FIVE, {M})",
                "paint({G}, {O})",
                "subgrid({M}, {G})",
                "hconcat({G}, {G})",
            ],
            "M": [
                "shift({M}, {P})",
                "combine({M}, {M})",
                "outbox({M})",
                "shoot({P}, UP_RIGHT)",
                "box({O})",
            ],
            "O": ["shift({O}, {P})", "argmax({{O}}, size)", "toobject({M}, {G})", "hmirror({O})"],
        }
        if depth > 0 and type_ in deeper and self.rng.random() < 0.6:
            pattern = self.rng.choice(deeper[type_])
            return re.sub(r"\{(\{?\w\}?)\}", lambda found: self.make(found[1], depth - 1), pattern)
        return self.rng.choice(plain[type_])

    def call(self, op, form):
        """A call of an op with arguments as a row has them, and the type of its result."""
        bound = {
            "K": self.rng.choice(KINDS),
            "T": self.rng.choice(KINDS),
            "S": self.rng.choice("MO"),
            "[": self.rng.choice("{("),
        }
        args = [self.make(_filled(pattern, bound)) for pattern in form.args]
        if op in FIRST_ARGUMENT_IS_A_COLOUR:
            args[0] = self.rng.choice(COLOURS)
        if "scale" in op or "split" in op:
            args[1] = self.rng.choice(FACTORS)
        if op == "objects":
            args[1:] = [self.rng.choice("TF") for _ in range(3)]
        return f"{op}({', '.join(args)})", _filled(form.result, bound)


def _filled(pattern, bound):
    if pattern in bound:
        return bound[pattern]
    if pattern[0] in "[{(":
        opens = bound["["] if pattern[0] == "[" else pattern[0]
        inner = _filled(pattern[1:-1], bound)
        if opens == "{" and inner in "PC":
            return {"P": "M", "C": "O"}[inner]
        return opens + inner + {"{": "}", "(": ")"}[opens]
    return pattern


SHOWN = {
    "I": "fill(I, FIVE, connect(ORIGIN, toivec({})))",
    "P": "fill(I, FIVE, shoot({}, UP_RIGHT))",
    "C": "paint(I, initset({}))",
    "M": "fill(I, FIVE, {})",
    "O": "paint(I, {})",
    "G": "{}",
    "{I}": "fill(I, FIVE, apply(toivec, {}))",
    "{M}": "fill(I, FIVE, first({}))",
    "{O}": "paint(I, first({}))",
    "{G}": "first({})",
    "(I)": "fill(I, FIVE, apply(tojvec, {}))",
    "(P)": "fill(I, FIVE, {})",
    "(C)": "paint(I, {})",
    "(M)": "fill(I, FIVE, last({}))",
    "(O)": "paint(I, last({}))",
    "(G)": "last({})",
}
"""A grid that tells values of each type apart."""


def programs(each, seed=0):
    """So many programs for each row of the table."""
    maker = Maker(seed)
    made = []
    for op, rows in forms().items():
        for form in rows:
            for _ in range(each):
                call, type_ = maker.call(op, form)
                source = f"def {op}_{len(made)}(I):\n    return {SHOWN[type_].format(call)}\n"
                made.append(read_program(source))
    return made


LOOPS = """
fill(I, FIVE, mapply(outbox, objects(I, T, F, T)))
paint(I, mapply(lbind(shift, asobject(I)), ofcolor(I, ONE)))
paint(I, mapply(hmirror, objects(I, F, T, T)))
fill(I, TWO, mfilter(objects(I, T, F, T), rbind(bordering, I)))
paint(I, extract(objects(I, T, F, T), square))
fill(I, FIVE, argmax(objects(I, T, T, T), height))
fill(I, FIVE, initset(argmin(ofcolor(I, ONE), first)))
subgrid(first(order(objects(I, T, T, T), size)), I)
fill(I, FIVE, sfilter(ofcolor(I, ONE), compose(even, first)))
fill(I, FIVE, apply(center, objects(I, T, F, T)))
paint(I, apply(lbind(astuple, TWO), ofcolor(I, ONE)))
fill(I, FIVE, prapply(astuple, interval(ZERO, THREE, ONE), palette(I)))
fill(I, FIVE, merge(prapply(connect, ofcolor(I, ONE), ofcolor(I, TWO))))
fill(I, FIVE, sfilter(product(palette(I), palette(I)), fork(greater, first, last)))
paint(I, first(first(sfilter(product(partition(I), partition(I)), fork(adjacent, first, last)))))
paint(I, mpapply(shift, totuple(partition(I)), repeat(UNITY, NINE)))
fill(I, FIVE, last(papply(connect, totuple(ofcolor(I, ONE)), totuple(ofcolor(I, TWO)))))
canvas(THREE, apply(increment, shape(I)))
crop(I, ORIGIN, astuple(valmax(objects(I, T, F, T), height), valmin(objects(I, T, F, T), width)))
apply(totuple, hconcat(I, I))
dedupe(I)
canvas(color(totuple(asobject(I))), shape(dedupe(rot90(I))))
crop(I, ORIGIN, astuple(size(pair(I, interval(ZERO, THREE, ONE))), ONE))
branch(contained(first(I), remove(first(I), I)), I, rot90(I))
merge(apply(vmirror, hsplit(I, TWO)))
fill(I, FIVE, mapply(compose(outbox, initset), mfilter(partition(I), chain(even, size, palette))))
fill(I, FIVE, mapply(rbind(shoot, UP_RIGHT), mapply(corners, objects(I, T, F, T))))
paint(I, other(partition(I), argmax(partition(I), size)))
fill(I, FIVE, insert(UNITY, remove(ORIGIN, asindices(I))))
"""


def loops():
    """Programs with loops of every kind."""
    sources = enumerate(filter(None, LOOPS.splitlines()))
    return [read_program(f"def loop_{k}(I):\n    return {text}\n") for k, text in sources]
