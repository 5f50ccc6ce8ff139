"""Transfer: tries known programs on every task."""
