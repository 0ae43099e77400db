"""A round as text: reading, writing and replaying it."""
