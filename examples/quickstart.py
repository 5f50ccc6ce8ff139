"""Arcloom in ten lines: read programs, run them all at once, look at one of them."""

from pathlib import Path

import arcloom as al

tasks = al.load("arc1-train")
programs = al.read_programs(Path(__file__).with_name("programs.py"))  # parsed, never executed
batt = al.weave(programs.values())  # one DAG, in which equal steps are shared
result = batt.run(tasks.samples())  # natively, on all cores
print(f"{batt} ran on {len(result.samples)} samples in {result.seconds:.2f} s")
print(f"{result.matches.sum()} outputs of demos matched")

program, demo = programs["solve_a5313dff"], tasks["a5313dff"].demos[0]
print(program.source())
print(program(demo.input, S=tasks["a5313dff"]).same(demo.output))
