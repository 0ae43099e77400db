"""Playing a tournament through before its day, in a copy that is thrown away."""
