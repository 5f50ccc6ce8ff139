"""Solving: what stands above search. Only here are test outputs opened."""
