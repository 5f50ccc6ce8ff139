"""Programs over lists of numbers, places and cells: long, in no order, with repeats."""

from arcloom.lang.reader import read_program

LISTS = """
few = combine(repeat(THREE, TWO), interval(NEG_ONE, TWO, ONE))
ns = combine(interval(NEG_TWO, 30, ONE), combine(interval(20, NEG_TWO, NEG_ONE), few))
up = merge(repeat(interval(NEG_TWO, 30, ONE), TWO))
ps = papply(astuple, ns, up)
cs = pair(repeat(FOUR, 70), papply(add, ps, ps))
odd = sfilter(ns, compose(flip, even))
"""
"""What they begin with. `ns` has 59 numbers, `ps` as many places, some of them below 0."""

TEXTS = """
canvas(ONE, astuple(ONE, size(dedupe(few))))
canvas(ONE, astuple(ONE, size(dedupe(ns))))
canvas(ONE, astuple(ONE, size(dedupe(ps))))
canvas(ONE, astuple(ONE, size(dedupe(cs))))
canvas(ONE, add(TEN, first(order(ps, last))))
canvas(ONE, add(TEN, last(order(ps, first))))
canvas(ONE, astuple(ONE, add(THREE, first(order(ns, identity)))))
canvas(ONE, astuple(ONE, add(THREE, last(order(few, invert)))))
canvas(ONE, astuple(add(TEN, mostcommon(ns)), add(THREE, leastcommon(ns))))
canvas(ONE, add(TEN, mostcommon(ps)))
canvas(ONE, add(THREE, leastcommon(ps)))
paint(I, initset(mostcommon(cs)))
paint(I, initset(leastcommon(cs)))
fill(I, ONE, initset(last(dedupe(ps))))
canvas(ONE, astuple(add(THREE, minimum(ns)), maximum(ns)))
canvas(ONE, astuple(ONE, add(THREE, argmin(ns, identity))))
canvas(ONE, add(FOUR, argmax(ps, last)))
canvas(ONE, astuple(ONE, increment(size(difference(ns, odd)))))
canvas(ONE, astuple(ONE, increment(size(difference(ps, papply(astuple, few, few))))))
canvas(ONE, astuple(ONE, size(apply(increment, initset(FIVE)))))
canvas(ONE, astuple(size(apply(even, palette(I))), size(apply(double, palette(I)))))
canvas(ONE, astuple(ONE, size(combine(apply(double, palette(I)), palette(I)))))
canvas(ONE, astuple(ONE, increment(size(intersection(apply(double, palette(I)), palette(I))))))
canvas(ONE, astuple(ONE, increment(size(difference(apply(double, palette(I)), palette(I))))))
canvas(ONE, astuple(ONE, increment(size(difference(palette(I), apply(double, palette(I)))))))
fill(I, ONE, occurrences(I, recolor(ONE, ofcolor(I, TEN))))
fill(I, ONE, shift(occurrences(I, recolor(ONE, ofcolor(I, TEN))), UNITY))
canvas(ONE, astuple(ONE, size(merge(apply(totuple, I)))))
"""
"""One expression each, for every op that lanes do side by side."""


def list_programs():
    """The programs of `TEXTS`."""
    lines = [f"    {line}\n" for line in LISTS.split("\n") if line]
    return [
        read_program(f"def listed_{k}(I):\n{''.join(lines)}    return {text}\n")
        for k, text in enumerate(filter(None, TEXTS.split("\n")))
    ]
