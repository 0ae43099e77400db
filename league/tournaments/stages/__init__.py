"""A tournament as planned, its stages, and how far each of them is."""
