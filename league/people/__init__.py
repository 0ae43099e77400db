"""A club's directory: its people, lists from files, and records of the same person."""
