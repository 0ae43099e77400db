"""The checker's own arithmetic: slow, obvious, and nothing of it from what it checks."""
