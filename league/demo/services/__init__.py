"""Making a made-up club, and removing it."""
