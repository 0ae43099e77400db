"""Whole copies of the database: made, verified, kept for a time, and put back.

A copy is one file, a ZIP of `note.json` and the database as its own tool writes it: SQLite's online
backup, or `pg_dump` for PostgreSQL. The note says what is in it, and the database's SHA-256.

Two things are not in a copy, so that a stick that is found opens no door. The sessions: after
a copy is put back, people sign in again, and a session that was ended does not come back. And
the secret key, which stays in the data folder: with it, signed cookies and links could be forged
for the running site. On the same machine the key is still there, and the tablets go on; on a new
one either `secret-key` is carried over by hand or the tablets are paired again.
"""
