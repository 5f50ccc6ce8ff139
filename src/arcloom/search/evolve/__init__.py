"""Evolve: programs bred from a library by mutation and crossover, and selected by score."""
