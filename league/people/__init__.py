"""A club's directory: who is in it, lists from files, records that are one person."""
