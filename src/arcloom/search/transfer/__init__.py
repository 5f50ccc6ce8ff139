"""Transfer: programs that are known already, tried on every task."""
