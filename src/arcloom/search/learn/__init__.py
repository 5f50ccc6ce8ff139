"""Learn: programs whose ops learn a rule from the demos."""
