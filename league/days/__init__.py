"""Game days: the calendar, who comes, who sits where, the tables' games."""
