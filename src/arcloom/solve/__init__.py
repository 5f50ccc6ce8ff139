"""Solving: scheduling, ranking, answers, scoring. Only this package opens test outputs.

`arcloom.solve` is the function that users call (`arcloom.api.solve`). This package is what it uses:
`from arcloom.solve.answers import Answers`.
"""
