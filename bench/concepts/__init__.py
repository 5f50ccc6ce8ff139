"""Tasks of our own for typical ARC concepts, made from a seed: see `making.py`."""

from .making import CONCEPTS, made

__all__ = ["CONCEPTS", "made"]
