"""Programs that ask a device for more than it has: long lists, hidden places, loops over loops.

The CPU answers each of them. A device gives the same, or leaves the pair to the CPU.
"""

from arcloom.lang.reader import read_program

LONG = """
c = merge(repeat(repeat(ONE, 8192), SIX))
n = interval(ZERO, 8192, ONE)
d = interval(ZERO, 3000, ONE)
hidden = shoot(astuple(1000, 1000), DOWN)
line = shoot(ORIGIN, DOWN)
none = ofcolor(I, TEN)
"""
"""What they begin with: 49,152 numbers, 8,192, 3,000; lines longer than a tile, one of them outside
of every grid; and no place at all."""

TOO_LONG = """
fill(I, ONE, product(c, c))
fill(I, ONE, apply(toivec, apply(first, product(c, c))))
fill(I, ONE, sfilter(product(c, c), compose(even, first)))
fill(I, ONE, product(n, n))
fill(I, ONE, prapply(astuple, c, c))
fill(I, ONE, mapply(neighbors, prapply(astuple, n, n)))
canvas(ONE, astuple(ONE, size(c)))
canvas(ONE, astuple(ONE, size(combine(n, n))))
canvas(ONE, astuple(ONE, size(combine(c, c))))
canvas(ONE, astuple(TWO, size(merge(repeat(n, 8192)))))
canvas(mostcommon(merge(repeat(c, 8192))), UNITY)
canvas(ONE, astuple(ONE, size(repeat(ONE, 8193))))
canvas(ONE, astuple(ONE, size(interval(ZERO, 8193, ONE))))
canvas(ONE, astuple(ONE, size(vsplit(canvas(ONE, astuple(9000, ONE)), 9000))))
"""
"""A list of more than 8,192 words on the way."""

TOO_LARGE = """
upscale(I, 1000000)
hupscale(upscale(I, 25), 1000000)
vupscale(hupscale(I, 25), 1000000)
canvas(ONE, astuple(1000000, 1000000))
crop(upscale(I, 25), astuple(1000000, 1000000), astuple(1000000, 1000000))
fill(I, ONE, connect(ORIGIN, astuple(1000000, 1000000)))
fill(I, ONE, shoot(astuple(1000000, 1000000), astuple(1000000, 1000000)))
fill(I, ONE, shift(asindices(I), astuple(1000000, -1000000)))
fill(I, ONE, shift(outbox(shift(asindices(I), astuple(3999, 3999))), astuple(3999, 3999)))
canvas(ONE, astuple(multiply(1000000, 1000000), ONE))
canvas(ONE, astuple(ONE, multiply(multiply(1000000, 1000000), multiply(1000000, 1000000))))
"""
"""Numbers, places and grids beyond what words hold."""

TOO_LONG_TO_LOOK_AT = """
canvas(mostcommon(n), UNITY)
canvas(size(dedupe(n)), UNITY)
canvas(size(order(n, invert)), UNITY)
canvas(size(leastcommon(repeat(n, 8192))), UNITY)
canvas(size(dedupe(repeat(n, 8192))), UNITY)
canvas(size(mostcommon(repeat(n, 3000))), TWO_BY_TWO)
canvas(size(difference(n, interval(ONE, 9000, ONE))), TWO_BY_TWO)
canvas(ONE, astuple(ONE, increment(size(sfilter(d, rbind(contained, interval(9000, 17000, ONE)))))))
canvas(ONE, astuple(ONE, size(apply(chain(size, lbind(combine, d), lbind(repeat, ONE)), d))))
canvas(ONE, astuple(ONE, size(mfilter(repeat(d, 2000), matcher(maximum, THREE)))))
"""
"""Lists that a device holds, which take it long to look through."""

UNSEEN = """
fill(I, ONE, merge(insert(none, initset(line))))
fill(I, ONE, first(insert(none, initset(line))))
fill(I, ONE, last(combine(initset(hidden), initset(none))))
fill(I, ONE, first(insert(hidden, apply(toindices, objects(I, T, F, T)))))
paint(canvas(FIVE, shape(I)), first(insert(recolor(ZERO, hidden), objects(I, T, F, T))))
paint(canvas(FIVE, shape(I)), last(insert(recolor(TEN, hidden), objects(I, T, F, T))))
paint(canvas(FIVE, shape(I)), first(insert(recolor(ZERO, hidden), initset(recolor(ONE, line)))))
paint(canvas(FIVE, shape(I)), last(insert(recolor(ONE, hidden), initset(recolor(TWO, hidden)))))
branch(equality(none, hidden), I, rot90(I))
branch(contained(none, initset(hidden)), I, rot90(I))
canvas(ONE, astuple(ONE, size(dedupe(astuple(none, hidden)))))
canvas(ONE, astuple(ONE, size(combine(initset(recolor(ONE, hidden)), initset(recolor(ONE, line))))))
subgrid(none, I)
fill(I, ONE, combine(none, hidden))
fill(I, ONE, outbox(none))
"""
"""Sets whose places no window of a device holds, beside sets without any."""

EVERY = TOO_LONG + TOO_LARGE + TOO_LONG_TO_LOOK_AT + UNSEEN


def hostile(texts=EVERY):
    """The programs of expressions, a line each, which may use the names of `LONG`."""
    lines = [f"    {line}\n" for line in LONG.split("\n") if line]
    return [
        read_program(f"def hostile_{k}(I):\n{''.join(lines)}    return {text}\n")
        for k, text in enumerate(filter(None, texts.split("\n")))
    ]
