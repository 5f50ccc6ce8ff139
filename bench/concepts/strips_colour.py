"""Concepts on grids of one row whose blocks are filled, recoloured, chosen or counted."""

from __future__ import annotations

from random import Random
from typing import Final

from .canvas import GREY, Again, Concept, Draw, Example, colours, dealt
from .strips import Block, painted, spread, way


def strip_fill_between(task: Random) -> Draw:
    """The cells between two ends of one colour are filled, with that colour or a fixed one."""
    lay, fixed = way(task), task.choice((0, task.randint(1, 9)))
    counts = dealt(task, (1, 2, 3))

    def draw(chance: Random) -> Example:
        ends = colours(chance, counts(), without=(fixed,))
        sizes = [chance.randint(1, 6) for _ in ends]
        pairs = list(zip(ends, sizes, strict=True))
        open_, full = (
            [[end, *[end * own or fixed * filled] * size, end] for end, size in pairs]
            for own, filled in ((0, 0), (0 if fixed else 1, 1))
        )
        length, begins = spread(chance, open_)
        return lay(painted(length, begins, open_), painted(length, begins, full))

    return draw


def strip_padded_fill(task: Random) -> Draw:
    """Ends of one colour stand in pairs of one width. Each pair is filled, the gaps are not."""
    lay, (end, filling) = way(task), colours(task, 2)
    counts = dealt(task, (2, 3))

    def draw(chance: Random) -> Example:
        count = counts()
        width = chance.randint(2, 5 if count == 2 else 4)
        blocks = [[end, *[0] * width, end]] * count
        length, begins = spread(chance, blocks, gap=2)
        full = [[end, *[filling] * width, end]] * count
        return lay(painted(length, begins, blocks), painted(length, begins, full))

    return draw


def strip_hollow(task: Random) -> Draw:
    """Only the two ends of a block stay; its inside becomes black or one colour."""
    lay, inside = way(task), task.choice((0, task.randint(1, 9)))
    counts = dealt(task, (1, 2, 3))

    def draw(chance: Random) -> Example:
        palette = colours(chance, counts(), without=(inside,))
        blocks = [[colour] * chance.randint(3, 8) for colour in palette]
        length, begins = spread(chance, blocks)
        left = [[*b[:1], *[inside] * (len(b) - 2), *b[:1]] for b in blocks]
        return lay(painted(length, begins, blocks), painted(length, begins, left))

    return draw


def strip_denoise(task: Random) -> Draw:
    """Single cells of the blocks' colour or others vanish, or cells of other colours in blocks."""
    lay, kind = way(task), task.choice(("same", "any", "within"))

    def draw(chance: Random) -> Example:
        block = colours(chance, 1) * chance.randint(6, 10)
        if kind == "within":
            blocks = [block, colours(chance, 1, without=(block[0],)) * chance.randint(6, 10)]
            noisy = [_with_noise(chance, b) for b in blocks]
            length, begins = spread(chance, blocks)
            return lay(painted(length, begins, noisy), painted(length, begins, blocks))
        lengths = [chance.randint(3, 6) for _ in range(chance.randint(1, 2))]
        noise = [1] * chance.randint(2, 4)
        sizes = chance.sample(lengths + noise, len(lengths + noise))
        other = block[:1] if kind == "same" else colours(chance, 3, without=(block[0],))
        blocks = [block[:1] * n if n > 1 else [chance.choice(other)] for n in sizes]
        length, begins = spread(chance, blocks)
        clean = [b if len(b) > 1 else [0] for b in blocks]
        return lay(painted(length, begins, blocks), painted(length, begins, clean))

    return draw


def _with_noise(chance: Random, block: Block) -> Block:
    """A few inner cells of the block get other colours, no two of them side by side."""
    noisy = block.copy()
    for _ in range(chance.randint(1, 3)):
        place = chance.randint(1, len(block) - 2)
        if noisy[place - 1 : place + 2] == block[:3]:
            noisy[place] = colours(chance, 1, without=(block[0],))[0]
    return noisy


def strip_by_parity(task: Random) -> Draw:
    """Blocks of even length get one colour, those of odd length another (or stay)."""
    lay, (before, even, odd) = way(task), colours(task, 3)
    if task.random() < 0.3:
        odd = before

    def draw(chance: Random) -> Example:
        sizes = [*chance.sample((2, 4, 6), 2), *chance.sample((1, 3, 5), 2)]
        sizes += [chance.randint(1, 6) for _ in range(chance.randint(0, 1))]
        blocks = [[before] * size for size in chance.sample(sizes, len(sizes))]
        length, begins = spread(chance, blocks)
        new = [[odd if len(block) % 2 else even] * len(block) for block in blocks]
        return lay(painted(length, begins, blocks), painted(length, begins, new))

    return draw


def strip_by_length(task: Random) -> Draw:
    """Blocks get the colour that stands for their length, which is one, two or three."""
    lay, (before, *new) = way(task), colours(task, 4)
    lengths = task.choice(((1, 2, 3), (1, 2, 3), (2, 3, 4)))

    def draw(chance: Random) -> Example:
        sizes = [*lengths, *chance.choices(lengths, k=chance.randint(1, 3))]
        blocks = [[before] * size for size in chance.sample(sizes, len(sizes))]
        length, begins = spread(chance, blocks)
        named = [[new[lengths.index(len(block))]] * len(block) for block in blocks]
        return lay(painted(length, begins, blocks), painted(length, begins, named))

    return draw


def strip_longest(task: Random) -> Draw:
    """Only the longest block (or the shortest) stays; the others vanish or get one colour."""
    lay, longest, own = way(task), task.random() < 0.7, task.random() < 0.5
    rest = task.choice((0, task.randint(1, 9)))

    def draw(chance: Random) -> Example:
        count = chance.randint(3, 5)
        palette = colours(chance, count if own else 1, without=(rest,))
        sizes = [chance.randint(1, 7) for _ in range(count)]
        best = (max if longest else min)(sizes)
        if sizes.count(best) > 1 or len(set(sizes)) < 3:
            raise Again
        blocks = [[palette[n % len(palette)]] * size for n, size in enumerate(sizes)]
        length, begins = spread(chance, blocks)
        left = [b if len(b) == best else [rest] * len(b) for b in blocks]
        return lay(painted(length, begins, blocks), painted(length, begins, left))

    return draw


def strip_count(task: Random) -> Draw:
    """As many cells are filled as there are blocks (or cells of one colour among others)."""
    lay, of_blocks, alone = way(task), task.random() < 0.5, task.random() < 0.5
    counted, other, new = colours(task, 3)
    counts = dealt(task, (2, 3, 4, 5))

    def draw(chance: Random) -> Example:
        count = counts()
        if of_blocks:
            sizes = [chance.randint(1, 4) for _ in range(count)]
            if sum(sizes) < count + 2:
                raise Again
            blocks = [[counted] * size for size in sizes]
        else:
            ones = [[counted]] * count + [[other]] * chance.choice((count - 1, count + 1))
            blocks = chance.sample(ones, len(ones))
        length, begins = spread(chance, blocks, gap=1)
        wanted = painted(count if alone else length, [0], [[new] * count])
        return lay(painted(length, begins, blocks), wanted)

    return draw


def strip_propagate(task: Random) -> Draw:
    """A grey block takes the colour of the cell in it. Blocks without one stay grey or vanish."""
    lay, stay, at_end = way(task), task.random() < 0.5, task.random() < 0.5

    def draw(chance: Random) -> Example:
        sizes = [chance.randint(3, 6) for _ in range(chance.randint(2, 4))]
        seeds = colours(chance, len(sizes), without=(GREY,))
        seeds[1:] = [seed if chance.random() < 0.4 else GREY for seed in seeds[1:]]
        seeds[-1] = GREY
        chance.shuffle(seeds)
        given, wanted = [], []
        for seed, size in zip(seeds, sizes, strict=True):
            block = [GREY] * size
            block[chance.choice((0, size - 1)) if at_end else chance.randrange(size)] = seed
            given.append(block)
            wanted.append([seed if stay or seed != GREY else 0] * size)
        length, begins = spread(chance, given)
        return lay(painted(length, begins, given), painted(length, begins, wanted))

    return draw


def strip_alternate(task: Random) -> Draw:
    """The cells of every block (or one block after the other) get two colours in turns."""
    lay, of_cells = way(task), task.random() < 0.5
    before, first, second = colours(task, 3)

    def draw(chance: Random) -> Example:
        if of_cells:
            blocks = [[before] * chance.randint(2, 8) for _ in range(chance.randint(1, 3))]
            new = [[second if n % 2 else first for n in range(len(b))] for b in blocks]
        else:
            blocks = [[before] * chance.randint(1, 4) for _ in range(chance.randint(3, 6))]
            new = [[second if n % 2 else first] * len(b) for n, b in enumerate(blocks)]
        length, begins = spread(chance, blocks)
        return lay(painted(length, begins, blocks), painted(length, begins, new))

    return draw


CONCEPTS: Final[tuple[Concept, ...]] = (
    strip_fill_between,
    strip_padded_fill,
    strip_hollow,
    strip_denoise,
    strip_by_parity,
    strip_by_length,
    strip_longest,
    strip_count,
    strip_propagate,
    strip_alternate,
)
