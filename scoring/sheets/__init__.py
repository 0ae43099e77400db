"""A table's game: its seats, its rounds, and the sheet that is never erased."""
