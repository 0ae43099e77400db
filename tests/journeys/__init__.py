"""What three journeys through the site read in each language, for people who know it."""
