"""Saving what a list for the state is made of."""
