"""Reads across rows: what a page needs, in a bounded number of queries."""
