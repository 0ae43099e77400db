"""Who enters a tournament: the list, the door, the public form, divisions."""
