"""Running a tournament's day: seating, the clock, results, decisions."""
