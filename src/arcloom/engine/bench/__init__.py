"""The bench: measures Arcloom's speed and compares it with arc-dsl in CPython."""
