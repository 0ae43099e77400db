"""A whole game: its schedule, its set-up and the points of its rounds."""
