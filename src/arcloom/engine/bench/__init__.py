"""The bench: what Arcloom claims about speed, measured beside arc-dsl in CPython."""
