"""A site with several clubs: founding them, their addresses, and whoever runs it."""
