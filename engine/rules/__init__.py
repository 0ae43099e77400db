"""What a rule set says: parameters, presets, clauses, and which rules an answer relies on."""
