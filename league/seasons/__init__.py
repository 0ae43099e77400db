"""Seasons: how games count, the leaderboard, the club's records."""
