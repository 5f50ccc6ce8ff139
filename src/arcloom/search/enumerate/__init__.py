"""Enumerate: all chains of tile ops on a task, cheapest first, on cores or GPUs."""
