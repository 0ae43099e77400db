"""Watching: pages that renew themselves, and what it costs the site when there is nothing new."""
