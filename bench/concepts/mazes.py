"""Mazes whose ways make a tree, and the way between two of their cells."""

from __future__ import annotations

from random import Random

import numpy as np

from .canvas import SIDES, Cell, Mask, inside


def maze(chance: Random, rows: int, columns: int) -> Mask:
    """Walls of a maze with so many halls; each hall is a cell, with a wall or a way beside it."""
    walls = np.ones((2 * rows - 1, 2 * columns - 1), bool)
    trail = [(chance.randrange(rows) * 2, chance.randrange(columns) * 2)]
    walls[trail[0]] = False
    while trail:
        i, j = trail[-1]
        steps = [
            (di, dj)
            for di, dj in SIDES
            if inside(walls, i + 2 * di, j + 2 * dj) and walls[i + 2 * di, j + 2 * dj]
        ]
        if not steps:
            trail.pop()
            continue
        di, dj = chance.choice(steps)
        walls[i + di, j + dj] = walls[i + 2 * di, j + 2 * dj] = False
        trail.append((i + 2 * di, j + 2 * dj))
    return walls


def way(walls: Mask, start: Cell, goal: Cell) -> list[Cell]:
    """The shortest way from cell to cell, both included; empty if there is none."""
    before: dict[Cell, Cell] = {start: start}
    todo = [start]
    for i, j in todo:
        for di, dj in SIDES:
            cell = (i + di, j + dj)
            if inside(walls, *cell) and not walls[cell] and cell not in before:
                before[cell] = (i, j)
                todo.append(cell)
    if goal not in before:
        return []
    found = [goal]
    while found[-1] != start:
        found.append(before[found[-1]])
    return found[::-1]
