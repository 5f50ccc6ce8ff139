"""Placed: enumeration over grids that remember their place, on a canvas of the inferred size."""
