"""Tournaments: entrants, stages, the day itself, brackets and awards."""
