"""Game days: the calendar, attendance, seating, and the games of the tables."""
