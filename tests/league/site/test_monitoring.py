"""Monitors read whether the site is well and its figures, and nobody else finds these addresses."""

import errno
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection, connections
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import Settings

from league.site.backups import making
from league.site.environment import read_token
from league.site.health import trouble
from league.site.monitoring import checks, figures, postgres
from league.site.monitoring.access import may_monitor
from league.site.monitoring.shared_counts import SharedCounts
from scoring.watching.replica import REPLICA
from tests.league.site.backups.test_copies import copy_of
from tests.page import Page

ROOT = Path(__file__).resolve().parents[3]
TOKEN = "a-token-of-more-than-32-characters-1"
HERE = {"HTTP_HOST": "localhost:8000"}
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("headers", "may"),
    [
        (HERE, True),
        ({"HTTP_HOST": "127.0.0.1:8000"}, True),
        ({**HERE, "REMOTE_ADDR": "192.168.1.77"}, False),
        ({"HTTP_HOST": "evil.example"}, False),
        ({"HTTP_HOST": "[oops"}, False),
        ({**HERE, "HTTP_X_FORWARDED_FOR": "203.0.113.9"}, False),
        ({"REMOTE_ADDR": "10.0.0.9", "HTTP_AUTHORIZATION": f"Bearer {TOKEN}"}, True),
        ({"REMOTE_ADDR": "10.0.0.9", "HTTP_AUTHORIZATION": f"Bearer {TOKEN}x"}, False),
        ({"REMOTE_ADDR": "10.0.0.9", "HTTP_AUTHORIZATION": f"Basic {TOKEN}"}, False),
        ({"REMOTE_ADDR": "10.0.0.9", "HTTP_AUTHORIZATION": "Bearer é"}, False),
    ],
)
def test_this_machine_and_the_token_may(
    settings: Settings, headers: dict[str, Any], may: bool
) -> None:
    settings.MONITOR_TOKEN = TOKEN
    assert may_monitor(RequestFactory().get("/health/", **headers)) is may


def test_no_token_is_no_way_in() -> None:
    empty: dict[str, Any] = {"REMOTE_ADDR": "10.0.0.9", "HTTP_AUTHORIZATION": "Bearer "}
    assert not may_monitor(RequestFactory().get("/health/", **empty))


@pytest.mark.parametrize("path", ["/health/", "/metrics"])
def test_others_find_nothing(path: str) -> None:
    assert Client(REMOTE_ADDR="10.0.0.9").get(path).status_code == 404


def test_a_server_of_https_alone_answers_a_monitor_beside_its_proxy(settings: Settings) -> None:
    settings.HTTPS_ONLY = settings.TRUST_PROXY = settings.SECURE_SSL_REDIRECT = True
    settings.ALLOWED_HOSTS = ["scores.example.org"]
    for path in ("/health/", "/metrics"):
        assert Client().get(path, headers={"host": "localhost:8000"}).status_code == 200


def test_an_archive_that_fails_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = {"SHOW archive_mode": "on", postgres.ARCHIVER: True}
    monkeypatch.setattr(postgres, "_value", answers.__getitem__)
    check = postgres.check_archive()
    assert check
    assert (check.status, check.figures) == ("warning", {"archive_failing": 1})


@pytest.mark.parametrize("command", ["", "gzip < %p > /archive/%f.gz"])
def test_what_is_to_be_archived_and_is_not_is_a_warning(
    monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """back-to.sh switches archiving off, and nobody may have switched it on again."""
    answers = {"SHOW archive_mode": "off", postgres.ARCHIVE_COMMAND: command}
    monkeypatch.setattr(postgres, "_value", answers.__getitem__)
    check = postgres.check_archive()
    if not command:
        assert check is None
        return
    assert check
    assert (check.status, check.figures) == ("warning", {"archive_failing": 1})
    assert "switch archive_mode on" in check.action


def test_a_replica_is_late_by_what_it_lacked_first() -> None:
    """One that always lacks the last moment follows all the same."""
    lag = postgres.Lag()
    looks = [(10, 9, 0), (20, 9, 50), (30, 11, 70), (40, 11, 100), (40, 40, 200), (50, 49, 300)]
    assert [lag.seconds(*look) for look in looks] == [0, 50, 0, 30, 0, 0]


def test_a_site_that_is_well_says_so() -> None:
    answer = Client().get("/health/", headers={"host": "localhost"})
    assert answer.status_code == 200
    with connection.cursor() as cursor:
        cursor.execute("SELECT max(name) FROM django_migrations WHERE app = 'league'")
        assert answer.json()["newest_steps"]["league"] == cursor.fetchone()[0]
    found = answer.json()["checks"]
    assert {name: found[name]["status"] for name in ("database", "migrations")} == {
        "database": "ok",
        "migrations": "ok",
    }


def test_while_the_database_cannot_be_used_monitors_are_told(monkeypatch: Any) -> None:
    monkeypatch.setattr(trouble, "read", lambda: trouble.Trouble("damaged"))
    answer = Client().get("/health/", headers={"host": "localhost"})
    assert answer.status_code == 503
    assert answer.json()["checks"]["database"]["status"] == "failing"
    metrics = Client().get("/metrics", headers={"host": "localhost"})
    assert 'roundhouse_healthy{check="database"} 0.0' in metrics.content.decode()


def test_where_the_database_is_stopped_nobody_is_told_to_put_a_copy_back() -> None:
    said = (checks.check_database(None), checks.check_migrations(None))
    assert {check.status for check in said} == {"failing"}
    assert all(check.action.startswith("Look whether the database runs.") for check in said)


@pytest.mark.parametrize("step", ["missing", "newer"])
def test_a_database_of_another_version_is_said(step: str) -> None:
    with connection.cursor() as cursor:
        if step == "missing":
            cursor.execute("DELETE FROM django_migrations WHERE app = 'league'")
        else:
            cursor.execute(
                "INSERT INTO django_migrations (app, name, applied) "
                "VALUES ('league', '9999_later', '2030-01-01 00:00:00')"
            )
    # On PostgreSQL the newer version is about to take over, and this one goes on until then.
    goes_on = step == "newer" and connection.vendor == "postgresql"
    assert checks.check_all()["migrations"].status == ("warning" if goes_on else "failing")


def test_a_full_disk_fails(monkeypatch: Any) -> None:
    def refuse(**_options: Any) -> Any:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("league.site.monitoring.checks.tempfile.TemporaryFile", refuse)
    assert checks.check_disk().status == "failing"


def test_failing_copies_are_a_warning(tmp_path: Path, settings: Settings) -> None:
    settings.BACKUP_DIR = tmp_path
    making.trouble_note("the stick is gone")
    answer = Client().get("/health/", headers={"host": "localhost"})
    assert answer.status_code == 200
    copies = answer.json()["checks"]["copies"]
    assert copies["status"] == "warning"
    assert "The last try said: the stick is gone" in copies["text"]
    assert copies["action"].endswith("python3 manage.py backup")


def test_a_check_that_raises_is_failing_and_the_others_are_asked(monkeypatch: Any) -> None:
    """Such as where a table is gone: that is when a monitor is needed."""

    def raise_it(*_words: object) -> Any:
        raise ValueError("relation scoring_sheetentry does not exist")

    headers = {"host": "localhost"}
    for name in ("check_database", "copies_page"):
        with monkeypatch.context() as patch:
            patch.setattr(checks, name, raise_it)
            answer = Client().get("/health/", headers=headers)
            metrics = Client().get("/metrics", headers=headers)
        check = name.removeprefix("check_").removesuffix("_page")
        assert (answer.status_code, answer.json()["status"]) == (503, "failing")
        assert answer.json()["checks"][check]["text"].endswith("scoring_sheetentry does not exist")
        assert answer.json()["checks"]["disk"]["status"] == "ok"
        assert f'roundhouse_healthy{{check="{check}"}} 0.0' in metrics.content.decode()


def test_a_warning_is_a_figure_too(tmp_path: Path, settings: Settings) -> None:
    settings.BACKUP_DIR = tmp_path
    making.trouble_note("the stick is gone")
    page = Client().get("/metrics", headers={"host": "localhost"}).content.decode()
    assert 'roundhouse_warning{check="copies"} 1.0' in page
    assert 'roundhouse_warning{check="database"} 0.0' in page
    assert 'roundhouse_healthy{check="copies"} 1.0' in page


def test_people_read_a_page_that_says_what_to_do(monkeypatch: Any) -> None:
    headers = {"host": "localhost", "accept": "text/html,*/*;q=0.8"}
    answer = Client().get("/health/", headers=headers)
    assert answer.status_code == 200
    assert "Is the site well?" in Page(answer).text
    monkeypatch.setattr(checks, "NEARLY_FULL_BYTES", 1 << 62)
    text = Page(Client().get("/health/", headers=headers)).text
    assert "People can score. But look at this soon:" in text
    assert "What to do: Delete from the disk what nobody needs." in text
    monkeypatch.setattr(trouble, "read", lambda: trouble.Trouble("damaged"))
    answer = Client().get("/health/", headers={**headers, "accept-language": "de"})
    assert answer.status_code == 503
    assert "Die Datenbank ist beschädigt." in Page(answer).text


def test_requests_are_counted_by_page_and_not_by_address() -> None:
    labels = {"method": "GET", "page": "scoring:rule-sets", "status": "200"}
    name = "roundhouse_requests_total"
    before = figures.REGISTRY.get_sample_value(name, labels) or 0
    Client().get("/rules/")
    Client().generic("ODD", "/never/there/")
    page = Client().get("/metrics", headers={"host": "localhost"}).content.decode()
    assert (figures.REGISTRY.get_sample_value(name, labels) or 0) == before + 1
    assert "never" not in page
    assert "ODD" not in page


def test_whoever_lets_a_page_refresh_itself_watches_for_half_a_minute(monkeypatch: Any) -> None:
    now = 0.0
    monkeypatch.setattr("league.site.monitoring.figures.time.monotonic", lambda: now)
    watchers = figures.Watchers()
    for address in ("10.0.0.1", "10.0.0.2", "10.0.0.1"):
        watchers.note("scoring:watch-now", address)
    assert watchers.by_page() == {"scoring:watch-now": 2}
    now = figures.WATCHES_SECONDS
    assert watchers.by_page() == {}


@pytest.mark.parametrize("text", ["short", "a b" * 20, "é" * 40])
def test_a_token_that_can_be_guessed_is_refused(monkeypatch: Any, text: str) -> None:
    monkeypatch.setenv("MONITOR_TOKEN", text)
    with pytest.raises(ImproperlyConfigured, match="MONITOR_TOKEN"):
        read_token("MONITOR_TOKEN")


COUNT = """
import os, sys
from pathlib import Path
import django
django.setup()
from league.site.monitoring import figures
# That looks at a database, which there is none of here.
figures.StateCollector.collect = lambda self: iter(())
figures.count_together(Path(sys.argv[1]))
figures.WRITES.labels("scoring:round-record").inc(2)
figures.SECONDS.labels("scoring:sheet").observe(0.02)
figures.LISTENERS.set(3)
figures.COUNTS.write()
for name, labels in (
    ("writes_total", {"page": "scoring:round-record"}),
    ("request_seconds_bucket", {"page": "scoring:sheet", "le": "0.025"}),
    ("listeners", {}),
):
    print(figures.REGISTRY.get_sample_value(f"roundhouse_{name}", labels), end=" ")
"""


def test_workers_count_together_and_who_is_dead_has_no_listeners(tmp_path: Path) -> None:
    said = [
        subprocess.run(
            [sys.executable, "-c", COUNT, str(tmp_path / "counts")],
            check=True,
            capture_output=True,
            text=True,
        ).stdout.split()
        for _worker in range(2)
    ]
    assert said == [["2.0", "1.0", "3.0"], ["4.0", "2.0", "3.0"]]


def test_a_full_disk_keeps_no_page_from_being_counted(tmp_path: Path) -> None:
    counts = SharedCounts([figures.REQUESTS])
    # Nobody can write where a file stands in the place of the folder.
    (tmp_path / "counts").touch()
    with patch.object(threading.Thread, "start"):
        counts.share(tmp_path / "counts")
    counts.write()
    labels = ("GET", "a page that nobody has asked for yet", "200")
    figures.REQUESTS.labels(*labels).inc()
    (family,) = counts.collect()
    assert [sample.value for sample in family.samples if labels[1] in sample.labels.values()] == [1]
    figures.REQUESTS.remove(*labels)


def test_the_dashboard_asks_for_figures_that_there_are(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BACKUP_DIR = tmp_path
    # Some are there only where there is a copy, an archive and a replica.
    copy_of(timezone.now())
    answers = {
        "SHOW archive_mode": "on",
        postgres.ARCHIVER: False,
        postgres.WRITTEN: 10,
        postgres.FOLLOWED: 9,
    }
    results = checks.check_all()
    monkeypatch.setattr(postgres, "_value", lambda question, _database="": answers[question])
    monkeypatch.setitem(connections.settings, REPLICA, {})
    for name, check in (("archive", postgres.check_archive), ("replica", postgres.check_replica)):
        result = check()
        assert result
        results[name] = result
    monkeypatch.setattr(checks, "check_all", lambda: results)
    asked = set(re.findall(r"roundhouse_[a-z_]+", (ROOT / "docs/hosting/grafana.json").read_text()))
    there = {
        f"{family.name}{ending}"
        for family in figures.REGISTRY.collect()
        for ending in ("", "_total", "_bucket")
    }
    assert len(asked) > 12
    assert asked <= there
