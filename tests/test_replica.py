"""Public parts are read from a replica, and never older than what was shown before."""

import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.postgres import HURRY, find_binaries, server_with

ROOT = Path(__file__).resolve().parents[1]
BINARIES = find_binaries()
pytestmark = [
    pytest.mark.skipif(BINARIES is None, reason="no server of PostgreSQL is installed"),
    pytest.mark.skipif(
        bool(os.environ.get("TEST_DATABASE_URL")), reason="it has servers of its own in both runs"
    ),
]
TRY = """
import re, sys, time
import django
django.setup()
from django.core.cache import caches
from django.core.management import call_command
from django.db import connections
from django.test import Client
from django.urls import reverse
from league.site.monitoring import postgres
from scoring.watching import replica
from tests.factories import make_game, play

call_command("migrate", interactive=False, verbosity=0)
game = make_game()
path = reverse("scoring:watch-now", args=[game.watch_key]) + "?for-all=en"
asked = []

def note(execute, sql, params, many, context):
    asked.append(sql)
    return execute(sql, params, many, context)

def totals():
    \"\"\"The totals as a stranger reads them, and whether the replica was asked for more.\"\"\"
    caches["parts"].clear()
    asked.clear()
    with connections["replica"].execute_wrapper(note):
        text = Client().get(path, headers={"host": "localhost"}).content.decode()
    # One question is for the revision alone, of each kind that is watched.
    # A number of its own: a key of the page, or the time, may have these figures too.
    return re.search(r">\\s*31\\s*<", text) is not None, len(asked) > 1

def until(wanted):
    end = time.monotonic() + 60
    while totals() != wanted:
        assert time.monotonic() < end, totals()
        time.sleep(0.05)

play(game, 0, 1, 2, 3)
until((False, True))
print("read there")
connections["replica"].cursor().execute("SELECT 1")
print(input("pause"))
play(game, 31, 0, 2, 3)
for _look in range(3):
    assert totals() == (True, False), "older than what was recorded"
postgres.LATE_SECONDS = 0.01
assert postgres.check_archive() is None
assert postgres.check_replica().status == "ok", "behind since this moment alone"
time.sleep(0.02)
assert "does not follow" in postgres.check_replica().text
print(input("resume"))
until((True, True))
assert postgres.check_replica().figures == {"replica_answers": 1, "replica_lag_seconds": 0}
print(input("stop"))
assert totals()[0]
assert replica._failed_at
assert "does not answer" in postgres.check_replica().text
print("well")
"""


def test_a_replica_is_read_while_it_is_as_new_and_not_while_it_lags_or_is_away(
    tmp_path: Path,
) -> None:
    assert BINARIES is not None
    with server_with(BINARIES, HURRY) as primary:
        primary.create_database("roundhouse")
        folder = primary.folder / "replica"
        as_server: dict[str, Any] = {}
        if primary.account:
            as_server = {"user": primary.account.pw_uid, "group": primary.account.pw_gid}
        command = [primary.binaries / "pg_basebackup", "-h", primary.folder, "-U", "roundhouse"]
        command += ["-D", folder / "data", "-R", "-X", "stream", "-c", "fast", "--no-sync"]
        subprocess.run(list(map(str, command)), cwd=primary.folder, check=True, **as_server)
        other = replace(primary, folder=folder)
        other.start()
        is_stopped = False

        def at_replica(statement: str) -> str:
            words = ["-h", str(folder), "-U", "roundhouse", "-q", "-A", "-t", "-d", "roundhouse"]
            return subprocess.run(
                [str(primary.binaries / "psql"), *words, "-c", statement],
                check=True,
                capture_output=True,
                text=True,
            ).stdout.strip()

        def pause_replica() -> None:
            at_replica("SELECT pg_wal_replay_pause()")
            # Until it says that it is paused, it may follow a change or two.
            end = time.monotonic() + 60
            while at_replica("SELECT pg_get_wal_replay_pause_state()") != "paused":
                assert time.monotonic() < end, "it follows on"
                time.sleep(0.05)

        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        with subprocess.Popen(
            [sys.executable, "-u", "-c", TRY],
            cwd=ROOT,
            env={
                **kept,
                "DJANGO_SETTINGS_MODULE": "league.site.settings",
                "SECRET_KEY": "a-key-for-the-replica-test-" * 3,
                "DATA_DIR": str(tmp_path),
                "DATABASE_URL": primary.url,
                "REPLICA_URL": other.url,
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as site:
            assert site.stdin
            assert site.stdout
            try:
                heard = ""
                for step in ("pause", "resume", "stop", ""):
                    while step and not heard.endswith(step):
                        letter = site.stdout.read(1)
                        assert letter, heard
                        heard += letter
                    if step == "pause":
                        pause_replica()
                    if step == "resume":
                        at_replica("SELECT pg_wal_replay_resume()")
                    if step == "stop":
                        other.stop()
                        is_stopped = True
                    if step:
                        site.stdin.write("\n")
                        site.stdin.flush()
                rest = site.communicate()[0]
                assert rest.strip().endswith("well"), heard + rest
            finally:
                site.kill()
                if not is_stopped:
                    other.stop()
