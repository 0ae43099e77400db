"""Mutation testing: small faults put into the engine on purpose, to see whether a test notices.

    .venv/bin/python -m tests.mutate engine/rulings/plays.py engine/reports

makes every mutant of these modules, runs the tests that reach the changed line, quickest first,
until one fails, and lists the mutants that no test noticed. `tests/engine/survivors.txt` names
those that nobody can notice, each with the reason; a survivor that is not named there is a test
that is missing, or code that is not needed. The suite does not run this: it takes minutes.
"""
