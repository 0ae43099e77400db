"""The site's log: limited on the disk, its keeper's alone, and not for strangers to fill."""

import json
import logging
import os
import stat
import sys
import time
from logging.config import dictConfig
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import Settings

from league.site import logs
from league.site.logs import JsonLine, LogFile, OneLine, RefusalsByTheHour, logging_of
from league.site.server.process import Door, make_server
from scoring.web.request_ids import numbered


def record(name: str, text: str, *words: object) -> logging.LogRecord:
    return logging.LogRecord(name, logging.WARNING, "", 0, text, words, None)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LogFile:
    monkeypatch.setattr(logs, "MOST_BYTES", 1000)
    made = LogFile(tmp_path / "logs")
    made.setFormatter(OneLine())
    return made


def test_the_file_is_its_keepers_alone_and_never_large(file: LogFile, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        for number in range(200):
            file.handle(record("x", "line %d", number))
    finally:
        os.umask(before)
        file.close()
    folder = tmp_path / "logs"
    files = sorted(folder.iterdir())
    assert len(files) == 1 + logs.OLDER_FILES
    assert sum(one.stat().st_size for one in files) <= 6 * 1000
    assert {stat.S_IMODE(one.stat().st_mode) for one in files} == {0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert "line 199" in files[0].read_text()


def test_two_processes_share_the_file(file: LogFile, tmp_path: Path) -> None:
    """The one that did not begin it anew goes on in the new one, not in the old one for ever."""
    other = LogFile(tmp_path / "logs")
    other.setFormatter(OneLine())
    other.handle(record("x", "first"))
    file.handle(record("x", "%s", "y" * 900))
    file.handle(record("x", "%s", "z" * 900))
    other.handle(record("x", "last"))
    file.close()
    other.close()
    names = {one.name: one.read_text() for one in (tmp_path / "logs").iterdir()}
    assert "last" in names[logs.NAME]
    assert "first" not in names[logs.NAME]


def test_a_file_that_cannot_be_written_harms_nothing(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("no folder")
    made = LogFile(tmp_path / "logs")
    made.handle(record("x", "line"))
    made.close()


def test_a_message_is_one_line_without_signs_that_nobody_sees() -> None:
    text = OneLine().format(record("x", "%s", "/a\nERROR: forged\x1b[31m\u202e" + "x" * 9000))
    assert "\n" not in text
    assert "\\nERROR: forged\\x1b[31m\\u202e" in text
    assert len(text) < 2200


def test_a_line_says_how_far_its_time_is_from_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half past two comes twice in a night of October: which one was it?"""
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    try:
        line = record("x", "y")
        line.created = 1792888200.0
        first = OneLine().format(line)
        line.created += 3600
        second = OneLine().format(line)
    finally:
        monkeypatch.undo()
        time.tzset()
    assert first == "2026-10-25 02:30:00.000+02:00 WARNING x: y"
    assert second == "2026-10-25 02:30:00.000+01:00 WARNING x: y"


def test_no_error_forges_a_line_below_its_traceback() -> None:
    forged = "2026-01-01 00:00:00 ERROR django: forged"
    try:
        raise ValueError(f"x\r\n{forged}\n\x1b[2J{forged}")
    except ValueError as error:
        found = logging.LogRecord("x", logging.ERROR, "", 0, "y", (), None)
        found.exc_info = (type(error), error, error.__traceback__)
    first, *below = OneLine().format(found).split("\n")
    assert first.endswith("ERROR x: y")
    assert below[0] == "    Traceback (most recent call last):"
    assert all(line.startswith("    ") for line in below)
    assert not {"\r", "\x1b"} & set("".join(below))


def test_no_line_tells_the_key_of_a_link() -> None:
    key = "Zt5kQ0y-vR_8nXc1LwGq3A"
    formatter = OneLine()
    watched = record("django.request", "Internal Server Error: %s", f"/watch/{key}/now/")
    assert formatter.format(watched).endswith("Internal Server Error: /watch/.../now/")
    wall = record("x", "GET /days/3/wall/?key=%s&name=Ann failed", key)
    assert formatter.format(wall).endswith("GET /days/3/wall/?key=...&name=Ann failed")
    try:
        raise ValueError(f"no page at /enter/{key}/")
    except ValueError as error:
        failed = record("x", "y")
        failed.exc_info = (type(error), error, error.__traceback__)
    text = formatter.format(failed)
    assert key not in text.splitlines()[-1]
    assert f'File "{__file__}"' in text


def test_refusals_are_one_line_an_hour_with_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("league.site.logs.time.monotonic", lambda: now[0])
    refusals = RefusalsByTheHour()
    host = "Invalid HTTP_HOST header: 'x%s'. You may need to add 'x' to ALLOWED_HOSTS."
    first = record(logs.WRONG_HOST, host)
    assert refusals.filter(first)
    # The file's handler asks for the same record again.
    assert refusals.filter(first)
    assert "SITE_ADDRESSES. Invalid HTTP_HOST header: 'x%s'" in first.getMessage()
    for _number in range(1000):
        assert not refusals.filter(record(logs.WRONG_HOST, host))
    assert refusals.filter(record("django.security.csrf", "Forbidden (%s): %s", "x", "/"))
    assert all(refusals.filter(record("scoring", "x")) for _number in range(3))
    now[0] = logs.HOUR
    later = record(logs.WRONG_HOST, host)
    assert refusals.filter(later)
    assert later.getMessage().endswith("(and 1000 more like it since the last such line)")


def test_a_flood_of_wrong_names_is_one_line(db: None, tmp_path: Path) -> None:
    """Through the site's own setting, with both handlers, as Django calls them."""
    django = logging.getLogger("django")
    before = django.handlers[:]
    try:
        dictConfig(logging_of(tmp_path))
        django.handlers = [one for one in django.handlers if isinstance(one, LogFile)]
        client = Client()
        for number in range(20):
            answer = client.get("/sign-in/", headers={"host": f"wrong{number}.example"})
            assert answer.status_code == 400
        lines = (tmp_path / logs.NAME).read_text().splitlines()
    finally:
        dictConfig(settings.LOGGING)
        django.handlers = before
    assert len(lines) == 1
    assert "wrong0.example" in lines[0]


def json_lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.django_db
def test_for_programs_each_request_is_a_line_with_its_number(
    capsys: pytest.CaptureFixture[str], settings: Settings
) -> None:
    settings.TRUST_PROXY = True
    logging_before = settings.LOGGING
    dictConfig(logging_of(None, as_json=True))
    try:
        answer = Client().get("/sign-in/", headers={"X-Request-ID": "from-the-proxy-1"})
        forged = Client().get("/none/", headers={"X-Request-ID": "two\nlines"})
        logging.getLogger("x").warning("%s", "a\nb\x1b")
    finally:
        dictConfig(logging_before)
    first, second, third = json_lines(capsys.readouterr().err)
    assert answer["X-Request-ID"] == first["request"] == "from-the-proxy-1"
    assert (first["page"], first["status"], first["wrote"]) == ("scoring:sign-in", 200, False)
    assert forged["X-Request-ID"] == second["request"] != "two\nlines"
    # A message of its own, outside of requests.
    assert (third["message"], third["level"]) == ("a\\nb\\x1b", "WARNING")
    assert "request" not in third


def test_for_programs_that_a_worker_ended_is_an_object_with_its_time(
    capsys: pytest.CaptureFixture[str], settings: Settings
) -> None:
    """It is said by granian in the main process, which has a log of its own."""
    logging_before = settings.LOGGING
    settings.LOGGING = logging_of(None, as_json=True)
    try:
        make_server("127.0.0.1", [Door(0, 1)])
        logging.getLogger("_granian").error("Unexpected exit from worker-%d", 1)
    finally:
        dictConfig(logging_before)
    said = capsys.readouterr()
    (line,) = json_lines(said.err + said.out)
    assert (line["level"], line["message"]) == ("ERROR", "Unexpected exit from worker-1")
    assert line["time"]


def test_a_line_for_people_names_the_request_and_a_fault_is_found_by_it() -> None:
    with numbered() as number:
        line = OneLine().format(record("x", "what happened"))
    assert line.endswith(f"what happened (request {number})")
    assert OneLine().format(record("x", "later")).endswith("later")
    with numbered("not accepted: é") as other:
        assert len(other) == len(number)
    try:
        raise ValueError("secret /games/abcdefghijklmnopqrstuvwxyz/")
    except ValueError:
        fault = record("x", "failed")
        fault.exc_info = sys.exc_info()
    said = json.loads(JsonLine().format(fault))
    assert "/games/.../" in said["traceback"]
    assert said["message"] == "failed"
