"""The kill test: a server that is killed in the middle of its work, again and again, and worse.

    python -m tests.kill --times 200 --seed 1
    python -m tests.kill --times 200 --seed 1 --postgresql
    python -m tests.kill --times 20 --mishap power-cut --mishap disk-full

The real server runs in a process of its own with a database of its own. Paired tablets keep
scoring over HTTP: they record, correct, undo, finish and start games, and send a write again, under
the same key, for as long as they have no answer. At random moments something happens:

- kill: everything that serves is killed with SIGKILL and started again; with ``--postgresql`` also
  the database's server;
- disk-full: for a while no file of the data folder can grow, or nothing can be written. Pages are
  read meanwhile, also after a moment in which nobody did anything. Of PostgreSQL's folder it is the
  part with the tables: where its log has no room, PostgreSQL stops altogether;
- clock: the server's clock, and PostgreSQL's, jumps by -20 to +10 years and back. Tablets go on, a
  new one is paired, copies are made, none is thrown away, and the last one made is the newest;
- power-cut: everything is killed, and of what was written since a file's last sync each sector is
  as it was at any moment since (``power.py`` says what is assumed of the file system);
- overwritten: SQLite's file is overwritten in 60 places, what the site then shows is never a wrong
  total, and the newest copy is put back; of PostgreSQL the whole database is lost;
- flipped: a copy with one bit wrong in each block of 4,096 bytes in turn is refused;
- two-servers: a second server is started on the same folder. It refuses, or serves half of the
  tablets for a while;
- worker: the site has two workers. One of them is killed, with the event stream of who listens
  there; or as by `kill` all of it, or PostgreSQL. Pages that listen have what is new within five
  seconds from the first round that is saved again.

A full disk, the clock and power cuts are made by a library in front of the system's (``shim.c``),
for which a C compiler and Linux are needed; without them the command leaves them out, and says so.
Files that are written through memory, and what a disk does behind its own cache, are beyond it.

Every write carries a mark of its own, a moment on the tablet's clock, by which it is counted on the
sheets without asking the site's code: how many writes were acknowledged, how many of them are
there, how many are there twice. What else has to hold is in ``ledger.py``; it is told on the
standard error, and any of it fails the test.
"""
