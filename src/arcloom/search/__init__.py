"""Search: the strategies that look for programs."""
