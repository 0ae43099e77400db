"""Pairing a tablet with a club by a code."""
