"""The kill test: a server that is killed in the middle of its work, again and again.

    python -m tests.kill --times 200 --seed 1
    python -m tests.kill --times 200 --seed 1 --postgresql

The real server runs in a process of its own with a database of its own. Paired tablets keep
scoring over HTTP: they record, correct, undo, finish and start games, and send a write again, under
the same key, for as long as they have no answer. At random moments everything that serves is killed
with SIGKILL and started again; with ``--postgresql`` also the database's server.

Every write carries a mark of its own, a moment on the tablet's clock, by which it is counted on the
sheets without asking the site's code: how many writes were acknowledged, how many of them are
there, how many are there twice. What else has to hold is in ``ledger.py``; it is told on the
standard error, and any of it fails the test.
"""
