"""Hypothesis strategies for grids and tasks."""

from hypothesis import strategies as st

colours = st.integers(0, 9)


@st.composite
def rows(draw, max_side=8):
    """A grid as nested lists."""
    height, width = draw(st.integers(1, max_side)), draw(st.integers(1, max_side))
    row = st.lists(colours, min_size=width, max_size=width)
    return draw(st.lists(row, min_size=height, max_size=height))


@st.composite
def task_json(draw):
    """A task as the content of its JSON file."""
    pair = st.fixed_dictionaries({"input": rows(), "output": rows()})
    pairs = st.lists(pair, min_size=1, max_size=3)
    return {"train": draw(pairs), "test": draw(pairs)}
