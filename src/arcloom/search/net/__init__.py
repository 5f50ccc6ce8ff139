"""Net: a network that learns the demos, answers the tests and judges the outputs of programs."""
