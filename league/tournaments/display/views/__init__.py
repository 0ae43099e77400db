"""The bracket and the list of tables."""
