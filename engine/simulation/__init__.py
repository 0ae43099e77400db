"""Whole rounds played fast by simple players, and proof that they keep to the rulings."""
