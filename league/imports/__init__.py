"""A list of people in a file: read, understood, looked at line by line, kept for a while."""
