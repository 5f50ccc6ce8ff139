"""Search: strategies that find programs."""
