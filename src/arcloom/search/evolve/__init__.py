"""Evolve: breeds programs from a library by mutation and crossover, and selects them by score."""
