"""Leagues: a season that several clubs play, each with its own consent."""
