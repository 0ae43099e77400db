"""A club's archive: one file with all of a club, which another installation reads.

`docs/archive.md` says how it is written. `shape` names what is in it and what is not, `writing`
writes one, `reading` reads one; both go by `shape` alone, and know no model by name.
"""
