"""Clubs and their people: accounts, roles, signing in."""
