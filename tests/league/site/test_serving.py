"""The running site makes copies by itself, and nothing is put back under it."""

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection
from pytest_django import Settings

from league.site.backups import files
from scoring.models import Club
from tests.ports import free_port
from tests.test_ground_serve import ROOT, start
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.skipif(
    bool(os.environ.get("TEST_DATABASE_URL")), reason="the site is the same on PostgreSQL"
)


def test_the_site_keeps_a_copy_and_refuses_a_restore(
    installation: Path, settings: Settings
) -> None:
    Club.objects.create(name="Hillside")
    connection.close()
    data = installation / "data"
    data.mkdir()
    settings.BACKUP_DIR = data / "backups"
    with (
        closing(sqlite3.connect(installation / "site.sqlite3")) as source,
        closing(sqlite3.connect(data / "roundhouse.sqlite3")) as copy,
    ):
        source.backup(copy)
    process = start(data, "--port", str(free_port()), "--host", "127.0.0.1", DEBUG="on")
    try:
        wait_until(lambda: bool(files.copies()))
        (made,) = files.copies()
        assert made.note.kind == "auto"
        assert made.note.counts["clubs"] == 1
        words = [sys.executable, "-m", "django", "restore", str(made.path), "--yes"]
        done = subprocess.run(
            words,
            cwd=ROOT,
            env={
                **os.environ,
                "DJANGO_SETTINGS_MODULE": "league.site.settings",
                "DATA_DIR": str(data),
                "DEBUG": "on",
            },
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 1
        assert done.stderr.startswith("The site is running. Stop it first")
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
