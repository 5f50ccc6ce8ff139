"""Expressions whose values a device has a form or an answer of its own for."""

NO_CELLS = ("upscale(I, ZERO)", "hupscale(I, ZERO)")
SIZES, SHAPES = ("height", "width", "size"), ("portrait", "square")
READ, COLOURS = ("asindices", "asobject"), ("mostcolor", "leastcolor", "numcolors")
BOXES = ("box", "backdrop", "outbox", "inbox", "toindices")
OF_CONTAINERS = ("height", "width", "size", "numcolors", "color", "leftmost", "mostcolor")
WIDE = (
    "upscale(I, FIVE)",
    "hupscale(I, EIGHT)",
    "vupscale(upscale(I, FOUR), TWO)",
    "hconcat(hconcat(I, I), hconcat(I, rot90(I)))",
    "vconcat(vconcat(I, I), vconcat(I, vconcat(I, I)))",
    "hconcat(upscale(I, FIVE), I)",
    "canvas(THREE, multiply(FIVE, shape(I)))",
    "canvas(ONE, astuple(height(upscale(I, FOUR)), TWO))",
    "branch(greater(width(hconcat(I, upscale(I, THREE))), TEN), I, rot90(I))",
    "last(apply(rbind(upscale, FOUR), astuple(I, hmirror(I))))",
    *(f"{turn}(upscale(I, FOUR))" for turn in ("rot90", "rot180", "rot270", "hmirror")),
    *(f"{turn}(hconcat(I, upscale(I, THREE)))" for turn in ("vmirror", "dmirror", "cmirror")),
    "subgrid(shift(asindices(I), TWO_BY_TWO), upscale(I, FOUR))",
    "crop(hconcat(I, upscale(I, FOUR)), UNITY, multiply(TWO, shape(I)))",
    "first(hsplit(upscale(I, FOUR), THREE))",
    "last(vsplit(upscale(I, FIVE), FOUR))",
    "fill(upscale(I, FIVE), ONE, asindices(I))",
    "fill(upscale(I, FIVE), ONE, shift(ofcolor(I, ZERO), shape(I)))",
    "fill(upscale(I, FIVE), THREE, ofcolor(upscale(I, FIVE), ZERO))",
    "underfill(upscale(I, FIVE), THREE, shoot(ORIGIN, UNITY))",
    *(f"fill(I, ONE, {box}(shoot(ORIGIN, UNITY)))" for box in BOXES),
    "fill(I, ONE, shift(shoot(NEG_UNITY, UNITY), DOWN))",
    "fill(I, ONE, shift(mapply(rbind(shoot, UNITY), corners(asindices(I))), DOWN))",
    "fill(upscale(I, FOUR), ONE, mapply(rbind(shoot, RIGHT), ofcolor(I, ZERO)))",
    "fill(I, ONE, sfilter(mapply(rbind(shoot, LEFT), corners(asindices(I))), compose(even, last)))",
    "fill(upscale(I, FOUR), ONE, sfilter(asindices(upscale(I, FOUR)), compose(even, first)))",
    "fill(I, ONE, shift(combine(shoot(ORIGIN, UNITY), ofcolor(I, ZERO)), RIGHT))",
    "fill(I, ONE, difference(shoot(ORIGIN, UNITY), shoot(shape(I), NEG_UNITY)))",
    "fill(I, ONE, shift(difference(shoot(shape(I), NEG_UNITY), asindices(I)), shape(I)))",
    "fill(I, ONE, intersection(shoot(ORIGIN, UNITY), shoot(shape(I), NEG_UNITY)))",
    # the same one in each turn of a loop
    "fill(I, ONE, merge(papply(shift, apply(compose(lbind(sfilter, mapply(rbind(shoot, DOWN), "
    "corners(asindices(I)))), lbind(matcher, last)), totuple(palette(I))), repeat(DOWN, TEN))))",
    "crop(I, ORIGIN, astuple(ONE, halve(size(mapply(rbind(shoot, UP), corners(asindices(I)))))))",
    "fill(I, ONE, sfilter(shoot(shape(I), NEG_UNITY), compose(even, first)))",
    "crop(I, ORIGIN, astuple(halve(size(shoot(ORIGIN, RIGHT))), ONE))",
    "paint(I, mapply(lbind(shift, asobject(I)), apply(lbind(multiply, shape(I)), "
    "shoot(ORIGIN, UNITY))))",
    "paint(I, upscale(asobject(I), FIVE))",
    "cover(upscale(I, FIVE), ofcolor(upscale(I, FIVE), ONE))",
    "replace(upscale(I, FOUR), ZERO, THREE)",
    "switch(upscale(I, FOUR), ZERO, THREE)",
    "downscale(upscale(I, EIGHT), THREE)",
    "downscale(hconcat(I, upscale(I, FIVE)), NEG_TWO)",
    "downscale(upscale(I, FIVE), multiply(TEN, TEN))",
    "paint(upscale(I, FIVE), recolor(THREE, shift(ofcolor(I, ZERO), shape(I))))",
    "paint(vupscale(I, NINE), asobject(I))",
    "paint(upscale(I, SIX), asobject(I))",
    "apply(identity, upscale(I, FIVE))",
    "apply(lbind(apply, identity), upscale(I, FOUR))",
    "cellwise(upscale(I, FOUR), hmirror(upscale(I, FOUR)), FIVE)",
    "cellwise(upscale(I, FOUR), upscale(rot90(I), FIVE), FIVE)",
    *(f"canvas({colour}(upscale(I, FOUR)), UNITY)" for colour in COLOURS),
    "crop(I, ORIGIN, astuple(colorcount(upscale(I, FOUR), ZERO), ONE))",
    "fill(I, TWO, apply(toivec, palette(upscale(I, FOUR))))",
    "canvas(index(upscale(I, FOUR), shape(I)), UNITY)",
    "branch(equality(upscale(I, FOUR), rot90(rot90(upscale(I, FOUR)))), I, rot90(I))",
    *(f"{half}(upscale(I, FOUR))" for half in ("tophalf", "bottomhalf", "lefthalf", "righthalf")),
    "upscale(I, NINE)",
    "vconcat(upscale(I, SIX), I)",
)
PARTS = (
    *(f"objects({rows}, T, F, {ground})" for rows in NO_CELLS for ground in "TF"),
    *(
        f"{parts}({rows})"
        for rows in NO_CELLS
        for parts in ("partition", "fgpartition", "frontiers")
    ),
)
EMPTY = (
    "upscale(I, ZERO)",
    "vupscale(I, ZERO)",
    "hupscale(I, NEG_ONE)",
    "canvas(ONE, astuple(THREE, ZERO))",
    "canvas(ONE, astuple(ZERO, TEN))",
    "hconcat(canvas(ONE, astuple(TWO, ZERO)), I)",
    "hconcat(upscale(I, FIVE), canvas(ONE, astuple(TEN, NEG_TWO)))",
    "hconcat(hupscale(I, ZERO), hupscale(I, ZERO))",
    "hconcat(upscale(I, ZERO), I)",
    "vconcat(upscale(I, ZERO), I)",
    "vconcat(upscale(I, FIVE), upscale(I, ZERO))",
    "upscale(hupscale(I, ZERO), ZERO)",
    "crop(I, astuple(ZERO, width(I)), TWO_BY_TWO)",
    "crop(I, shape(I), TWO_BY_TWO)",
    "crop(I, ORIGIN, astuple(ZERO, THREE))",
    "crop(I, astuple(ONE, ZERO), astuple(TEN, ZERO))",
    "crop(hupscale(I, ZERO), ORIGIN, UNITY)",
    "first(vsplit(hupscale(I, ZERO), ONE))",
    "frame(hupscale(I, ZERO), TEN)",
    "trim(crop(I, ORIGIN, TWO_BY_TWO))",
    "trim(crop(I, ORIGIN, astuple(THREE, ONE)))",
    *(f"{turn}({rows})" for turn in ("rot90", "cmirror", "hmirror", "trim") for rows in NO_CELLS),
    *(f"canvas(ONE, astuple({size}({rows}), TEN))" for size in SIZES for rows in NO_CELLS),
    *(f"canvas(ONE, shape({rows}))" for rows in NO_CELLS),
    *(f"rot90(sfilter({rows}, compose(flip, size)))" for rows in NO_CELLS),
    *(f"canvas(ONE, astuple(increment(size(apply(size, {rows}))), TWO))" for rows in NO_CELLS),
    *(f"branch({test}({rows}), I, hmirror(I))" for test in SHAPES for rows in NO_CELLS),
    *(f"fill(I, ONE, {places}({rows}))" for places in READ for rows in NO_CELLS),
    *(f"canvas({colour}({rows}), UNITY)" for colour in COLOURS for rows in NO_CELLS),
    *(f"fill(I, TWO, apply(toivec, palette({rows})))" for rows in NO_CELLS),
    *(f"fill({rows}, ONE, asindices(I))" for rows in NO_CELLS),
    *(f"{paint}({rows}, asobject(I))" for paint in ("paint", "underpaint") for rows in NO_CELLS),
    *(f"{swap}({rows}, ONE, TWO)" for swap in ("replace", "switch") for rows in NO_CELLS),
    *(f"cellwise({rows}, I, ONE)" for rows in NO_CELLS),
    *(f"cellwise(I, {rows}, ONE)" for rows in NO_CELLS),
    *(f"paint(I, merge({parts}))" for parts in PARTS),
    *(f"branch(equality({rows}, {other}), I, rot90(I))" for rows in NO_CELLS for other in NO_CELLS),
    *(f"canvas(ONE, astuple(increment(colorcount({rows}, ZERO)), ONE))" for rows in NO_CELLS),
)
EMPTY_ON_THE_CPU = (
    "vconcat(I, hupscale(I, ZERO))",
    "branch(bordering(asindices(I), hupscale(I, ZERO)), I, hmirror(I))",
)
ANSWERS = (
    # nothing beside a grid, () for the centre of nothing
    *(
        f"branch(equality(index(I, {place}), TWO), I, rot90(I))"
        for place in ("NEG_UNITY", "shape(I)")
    ),
    "branch(equality(index(I, shape(I)), index(I, NEG_UNITY)), I, rot90(I))",
    "initset(centerofmass(ofcolor(I, SEVEN)))",
    "fill(I, ONE, initset(position(ofcolor(I, SEVEN), asindices(I))))",
    "fill(I, ONE, connect(centerofmass(ofcolor(I, SEVEN)), UNITY))",
    # slices that begin before a grid, or end there
    *(
        f"crop(I, {place}, {size})"
        for place in ("NEG_UNITY", "multiply(NEG_ONE, TWO_BY_TWO)", "UP_RIGHT")
        for size in ("TWO_BY_TWO", "UNITY", "shape(I)", "NEG_UNITY", "THREE_BY_THREE")
    ),
    *(
        f"subgrid(shift(ofcolor(I, ZERO), {way}), I)"
        for way in ("NEG_UNITY", "multiply(NEG_UNITY, NINE)")
    ),
    # halves and pieces of what is thin
    *(
        f"{half}(crop(I, ORIGIN, {size}))"
        for half in ("tophalf", "bottomhalf", "lefthalf", "righthalf")
        for size in ("UNITY", "TWO_BY_TWO", "astuple(ONE, THREE)", "astuple(THREE, ONE)")
    ),
    *(
        f"{end}({split}(I, {n}))"
        for end in ("first", "last")
        for split in ("hsplit", "vsplit")
        for n in ("ZERO", "NEG_ONE", "TEN", "increment(height(I))")
    ),
    "compress(canvas(ONE, shape(I)))",
    "compress(hconcat(canvas(ONE, TWO_BY_TWO), canvas(TWO, TWO_BY_TWO)))",
    "compress(vconcat(canvas(ONE, TWO_BY_TWO), canvas(TWO, TWO_BY_TWO)))",
    *(f"downscale(I, {n})" for n in ("ZERO", "NEG_TWO", "NEG_ONE", "multiply(TEN, TEN)")),
    # of no elements a key is taken of 0
    *(
        f"canvas({best}(objects(canvas(ONE, UNITY), T, F, T), {key}), UNITY)"
        for best in ("valmax", "valmin")
        for key in OF_CONTAINERS
    ),
    "canvas(valmax(objects(canvas(ONE, UNITY), T, F, T), compose(increment, width)), UNITY)",
    # rows that none are left of
    "sfilter(I, compose(flip, size))",
    "rot90(sfilter(I, compose(flip, size)))",
    "paint(I, upscale(asobject(I), ZERO))",
    "fill(I, ONE, upscale(asobject(I), NEG_ONE))",
    # sets do not compare
    "paint(I, argmax(objects(I, T, F, T), toindices))",
    "paint(I, argmin(objects(I, F, T, T), identity))",
    "fill(I, ONE, argmax(initset(ofcolor(I, ZERO)), identity))",
)
CORNERS = ("ulcorner", "urcorner", "llcorner", "lrcorner")
TAKE_A_PLACE = (
    *("connect({}, UNITY)", "connect(ORIGIN, {})", "shoot({}, UNITY)", "shoot(UNITY, {})"),
    *("neighbors({})", "dneighbors({})", "hfrontier({})", "vfrontier({})"),
    *("initset(add({}, ONE))", "initset(subtract(TWO, {}))", "initset(multiply({}, {}))"),
    *("initset(invert({}))", "initset(double({}))", "initset(halve({}))", "initset(sign({}))"),
    *("initset(increment({}))", "initset(decrement({}))", "initset(crement({}))"),
    *("initset(toivec(index(I, {})))", "asindices(crop(I, {}, UNITY))"),
    *("asindices(crop(I, ORIGIN, {}))", "asindices(canvas(ONE, {}))"),
    *("remove({}, asindices(I))", "remove({}, ofcolor(I, FOUR))"),
    "initset(toivec(contained({}, asindices(I))))",
    *("initset(tojvec(equality({}, ORIGIN)))", "initset(toivec(equality({}, {})))"),
    "initset(first(remove({}, totuple(asindices(I)))))",
)
TAKE_ANYTHING = (
    *("initset({})", "insert({}, asindices(I))", "initset(toivec(size({})))"),
    *("initset(first(astuple({}, ORIGIN)))", "shift(ofcolor(I, ZERO), {})"),
    *("initset(toivec(first({})))", "initset(tojvec(last({})))"),
    *("initset(toivec(maximum({})))", "initset(tojvec(greater({}, ORIGIN)))"),
    "apply(compose(CORNER, rbind(ofcolor, COLOUR)), astuple(I, I))",
)
BY_LANES_TEXTS = (
    # one list, of places and of cells; two in step; each with each, also of a product's halves
    "fill(I, ONE, sfilter(asindices(I), compose(even, fork(add, first, last))))",
    "paint(I, sfilter(asobject(I), compose(positive, first)))",
    "fill(I, TWO, apply(fork(astuple, last, first), asindices(I)))",
    "fill(I, TWO, papply(add, totuple(asindices(I)), totuple(asindices(hmirror(I)))))",
    "fill(I, THREE, prapply(add, ofcolor(I, ZERO), ofcolor(I, ONE)))",
    "fill(I, THREE, apply(compose(increment, fork(astuple, first, last)), "
    "product(interval(ZERO, height(I), ONE), interval(ZERO, width(I), TWO))))",
    # until one is found, at once, late or never
    "fill(I, FOUR, initset(extract(asindices(I), compose(positive, last))))",
    "fill(I, FOUR, initset(extract(asindices(I), matcher(identity, decrement(shape(I))))))",
    "fill(I, FOUR, initset(extract(asindices(I), chain(positive, invert, last))))",
    # the second would fail, but the first is found
    "fill(I, FOUR, initset(extract(asindices(I), "
    "fork(divide, compose(increment, first), compose(decrement, last)))))",
    # with an argument from outside, and a chain longer than a few registers
    "fill(I, FIVE, sfilter(asindices(I), matcher(first, halve(height(I)))))",
    "fill(I, FIVE, apply(chain(double, chain(increment, halve, double), chain(invert, invert, "
    "chain(decrement, crement, sign))), asindices(I)))",
)
FAILING_TEXTS = (
    "fill(I, SIX, apply(compose(toivec, fork(divide, first, last)), asindices(I)))",
    "fill(I, SIX, sfilter(asindices(I), compose(even, fork(divide, last, first))))",
    "fill(I, SIX, initset(extract(asindices(I), fork(divide, first, compose(decrement, last)))))",
)
TURNS = "combine(astuple(hmirror, vmirror), astuple(dmirror, cmirror))"
BOTH_COLOURS = "astuple(ofcolor(I, ONE), ofcolor(I, TWO))"
SCALES = "apply(lbind(rbind, upscale), interval(ONE, THREE, ONE))"
COMPOSED = (
    "apply(fork(compose, first, last), "
    "product(astuple(hmirror, vmirror), astuple(dmirror, cmirror)))"
)
LINES = "branch(portrait(I), lbind(mapply, vfrontier), lbind(mapply, hfrontier))"
ALL_PLACES = "mapply(toindices, totuple(objects(I, T, F, T)))"
LISTS_OF_FUNCTIONS = (
    # what is done with each function of a list is written out
    f"paint(I, merge(mapply(lbind(rapply, {TURNS}), objects(I, F, T, T))))",
    "paint(I, first(rapply(insert(identity, insert(vmirror, initset(hmirror))), asobject(I))))",
    "paint(I, merge(rapply(totuple(insert(identity, insert(cmirror, initset(hmirror)))), "
    "asobject(I))))",
    f"paint(I, merge(rapply({SCALES}, recolor(ONE, ofcolor(I, ONE)))))",
    f"paint(I, last(rapply({COMPOSED}, asobject(I))))",
    f"fill(I, THREE, mpapply(mapply, apply(lbind(lbind, shift), {BOTH_COLOURS}), {BOTH_COLOURS}))",
    "fill(I, THREE, first(papply(sfilter, astuple(asindices(I), ofcolor(I, ONE)), "
    "apply(lbind(compose, even), astuple(first, last)))))",
    f"fill(I, ONE, mapply({LINES}, initset(ofcolor(I, TWO))))",
    # powers
    "fill(I, ONE, power(outbox, width(ofcolor(I, TWO)))(ofcolor(I, TWO)))",
    "fill(I, ONE, power(outbox, width(I))(asobject(I)))",
    "fill(I, ONE, power(outbox, subtract(height(I), width(I)))(asobject(I)))",
    "first(power(fork(astuple, compose(hmirror, first), last), height(I))(astuple(I, "
    "ofcolor(I, ONE))))",
    "power(compose(rbind(hconcat, canvas(ONE, UNITY)), rot90), "
    "decrement(width(I)))(canvas(TWO, UNITY))",
    # patches of two kinds
    "fill(I, ONE, outbox(branch(portrait(I), identity, outbox)(asobject(crop(I, ORIGIN, "
    "TWO_BY_TWO)))))",
    "paint(I, branch(portrait(I), mapply(lbind(shift, asobject(I)), "
    "totuple(apply(toivec, palette(I)))), asobject(I)))",
    # the elements of sets in a tuple, one after the other
    "fill(I, ONE, mapply(delta, apply(merge, product(objects(I, T, F, T), objects(I, T, F, T)))))",
    f"fill(I, ONE, sfilter(ofcolor(I, ZERO), compose(rbind(adjacent, {ALL_PLACES}), initset)))",
    # both numbers of a place
    "fill(I, ONE, sfilter(asindices(I), compose(even, compose(first, lbind(apply, double)))))",
)
SETS_OF_SETS = (
    "paint(I, first(apply(hmirror, objects(I, F, T, T))))",
    "paint(I, last(apply(lbind(recolor, ONE), objects(I, T, T, T))))",
    "fill(I, FIVE, last(prapply(connect, ofcolor(I, ONE), ofcolor(I, ONE))))",
    "fill(I, FIVE, first(prapply(connect, corners(asindices(I)), ofcolor(I, TWO))))",
    "fill(I, FIVE, last(remove(last(apply(neighbors, asindices(I))), apply(dneighbors, "
    "asindices(I)))))",
    "fill(I, FIVE, first(remove(ofcolor(I, SEVEN), apply(lbind(ofcolor, I), palette(I)))))",
    "paint(I, first(combine(objects(I, T, F, F), apply(normalize, objects(I, T, F, F)))))",
    "fill(I, FIVE, last(apply(lbind(shift, ofcolor(I, TWO)), asindices(I))))",
)
