"""Answers to questions about a turn or a round, with the clauses they rely on."""
