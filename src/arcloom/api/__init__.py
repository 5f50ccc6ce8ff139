"""The functions that Python users call: `import arcloom` offers them, with the classes they use."""
