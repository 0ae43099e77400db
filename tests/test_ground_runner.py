"""``manage.py test`` itself: what it runs, what it says where something is missing."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from django.test import TestCase

from tests import __main__ as runner
from tests import browsers, postgres
from tests.__main__ import Outcome
from tests.conftest import asks_database
from tests.platforms import files_that_differ, imports
from tests.statements import asked_elsewhere, shape

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What would have been run, with every step passing at once."""
    steps: list[str] = []

    def checks() -> list[Outcome]:
        steps.append("checks")
        return [Outcome("ruff check", passed=True, seconds=1)]

    def tests(name: str, words: list[str], say: Callable[[str], None]) -> Outcome:
        steps.append(" ".join([name, *words]))
        say(f"--- {name} ---\n")
        return Outcome(name, passed=True, seconds=1, closing="=== 9 passed in 1.00s ===")

    monkeypatch.setattr(runner, "run_checks", checks)
    monkeypatch.setattr(runner, "run_pytest", tests)
    monkeypatch.setattr(
        runner, "run_on_postgresql", lambda _, *rest: tests("pytest on PostgreSQL", *rest)
    )
    monkeypatch.setattr(runner, "get_browser", lambda: steps.append("browser"))
    monkeypatch.setattr(runner, "find_binaries", lambda: Path("bin"))
    monkeypatch.setattr("os.execv", lambda _, words: steps.append(" ".join(words[1:])))
    monkeypatch.setattr("signal.signal", lambda *_: None)
    return steps


def test_with_nothing_said_all_is_run(ran: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert runner.main([]) == 0
    assert ran[:2] == ["checks", "browser"]
    # Side by side, yet what each says stands together.
    assert set(ran[2:]) == {"pytest on SQLite", "pytest on PostgreSQL"}
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["--- pytest on SQLite ---", "--- pytest on PostgreSQL ---"]
    assert lines[-2:] == [
        "pytest on SQLite: === 9 passed in 1.00s ===",
        "pytest on PostgreSQL: === 9 passed in 1.00s ===",
    ]


@pytest.mark.parametrize(
    ("words", "steps"),
    [
        (["--only", "checks"], ["checks"]),
        (["--only", "sqlite"], ["browser", "pytest on SQLite"]),
        (
            ["--only", "postgresql", "tests/engine", "-x"],
            ["browser", "pytest on PostgreSQL tests/engine -x"],
        ),
    ],
)
def test_parts_are_run_alone(ran: list[str], words: list[str], steps: list[str]) -> None:
    assert runner.main(words) == 0
    assert ran == steps


def test_what_is_left_out_on_postgresql_is_there() -> None:
    """A folder that was renamed would be run again, and nobody would know why it takes so long."""
    assert [name for name in runner.WITHOUT_DATABASE if not (ROOT / name).exists()] == []


def test_what_was_compiled_is_kept(ran: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert runner.main(["--only", "sqlite"]) == 0
    assert "PYTHONDONTWRITEBYTECODE" not in os.environ


def test_words_go_to_pytest_itself(ran: list[str]) -> None:
    runner.main(["tests/engine", "-k", "double blank"])
    assert ran[:2] == ["browser", "-m pytest tests/engine -k double blank"]


def test_a_missing_postgresql_is_told(
    ran: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(runner, "find_binaries", lambda: None)
    assert runner.main([]) == 0
    assert "PostgreSQL" not in "".join(ran)
    assert "PostgreSQL was not found, nothing was tried on it" in capsys.readouterr().out


def test_one_failure_fails_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    outcomes = [Outcome("mypy", passed=False, seconds=2), Outcome("djade", passed=True, seconds=1)]
    assert runner.sum_up(outcomes, []) == 1
    told = capsys.readouterr().out
    assert "Failed: mypy." in told
    assert runner.sum_up(outcomes[1:], []) == 0


def test_a_check_that_fails_tells_why() -> None:
    failing = [sys.executable, "-c", "print('found a fault'); raise SystemExit(1)"]
    outcome = runner.run_check("a check", failing)
    assert not outcome.passed
    assert "found a fault" in outcome.said


def test_without_a_browser_its_tests_fail_with_a_sentence(tmp_path: Path) -> None:
    words = f"tests/test_ground_browser.py -k plain_page -p no:cacheprovider --output={tmp_path}/o"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words.split()],
        cwd=ROOT,
        env={**os.environ, "ROUNDHOUSE_BROWSER": "no-such-browser"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert browsers.HOW_TO_GET_ONE in done.stdout
    assert "skipped" not in done.stdout


def test_the_browser_that_is_named_goes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "my-browser"
    program.touch(mode=0o755)
    monkeypatch.setenv("ROUNDHOUSE_BROWSER", str(program))
    assert browsers.find_browser() == str(program)


def test_the_newest_whole_server_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for version, names in {
        "9.6": ("initdb", "pg_ctl"),
        "15": ("initdb", "pg_ctl"),
        "16": (),
    }.items():
        folder = tmp_path / version / "bin"
        folder.mkdir(parents=True)
        for name in names:
            (folder / name).touch(mode=0o755)
    monkeypatch.setattr(postgres, "DEBIANS", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert postgres.find_binaries() == tmp_path / "15" / "bin"
    monkeypatch.setattr(postgres, "DEBIANS", tmp_path / "none")
    assert postgres.find_binaries() is None


def test_a_server_that_does_not_start_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    binaries = tmp_path / "bin"
    binaries.mkdir()
    broken = binaries / "initdb"
    broken.write_text("#!/bin/sh\necho the disk is full\nexit 1\n")
    broken.chmod(0o755)
    for folder in (tmp_path, binaries):
        folder.chmod(0o755)
    monkeypatch.setattr(postgres, "_account", lambda: None)
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    with (
        pytest.raises(postgres.PostgresError, match="initdb failed:\nthe disk is full"),
        postgres.throwaway_server(binaries),
    ):
        pass
    assert not list(tmp_path.glob("pg-*"))


class TestAsksDatabase:
    """On PostgreSQL only what asks a database is run again: a fixture says so, or the case."""

    def test_with_its_fixture(self, request: pytest.FixtureRequest, club: object) -> None:
        assert request.node.get_closest_marker("asks_database")

    @pytest.mark.django_db
    def test_with_its_mark(self, request: pytest.FixtureRequest) -> None:
        assert request.node.get_closest_marker("asks_database")

    def test_without_either(self, request: pytest.FixtureRequest) -> None:
        assert not request.node.get_closest_marker("asks_database")

    def test_a_case_of_djangos_own(self) -> None:
        test = cast("pytest.Function", SimpleNamespace(cls=TestCase))
        assert asks_database(test)


@pytest.mark.parametrize(
    ("statement", "other", "same"),
    [
        ("DELETE FROM a WHERE id IN (%s, %s)", "DELETE FROM a WHERE id IN (%s)", True),
        ("SELECT id FROM a LIMIT 21", "SELECT id FROM a LIMIT 50", True),
        ('SAVEPOINT "s139_x1"', 'SAVEPOINT "s140_x22"', True),
        ("INSERT INTO a VALUES (%s, NULL), (%s, %s)", "INSERT INTO a VALUES (%s, %s)", True),
        ("SELECT id FROM a WHERE b = %s", "SELECT id FROM a WHERE c = %s", False),
        ("SELECT id FROM a ORDER BY id ASC", "SELECT id FROM a ORDER BY id DESC", False),
    ],
)
def test_statements_are_alike_whatever_their_values(
    statement: str, other: str, *, same: bool
) -> None:
    assert (shape(statement) == shape(other)) is same


def test_as_few_tests_stay_as_ask_each_statement_so_many_times() -> None:
    tests = {"first": "ab", "second": "bcd", "third": "aa", "fourth": "da"}
    asked = {name: Counter(statements) for name, statements in tests.items()}
    assert asked_elsewhere(frozenset("a"), asked, times=1) == {"first", "third", "fourth"}
    # Of "c" there is one alone; "third" would be the third that asks "a".
    assert asked_elsewhere(frozenset(), asked, times=2) == {"third"}
    # Of two that ask the same, the quicker one stays.
    asked["again"] = Counter("abababab")
    assert "again" in asked_elsewhere(frozenset("cd"), asked, times=1)


@pytest.mark.parametrize(
    ("text", "module"),
    [
        ("import os.path", "os.path"),
        ("def later():\n    from socket import AF_UNIX", "socket"),
        ("from league.site import private, machine", "league.site.machine"),
        ("from ..machine import cores", "league.site.machine"),
        ("from .. import machine", "league.site.machine"),
        ("from . import sockets", "league.site.server.sockets"),
    ],
)
def test_what_a_file_imports_is_known_however_it_says_so(text: str, module: str) -> None:
    assert module in imports(text, ("league", "site", "server", "process.py"))


def test_what_the_platform_decides_is_read_for_each() -> None:
    """The files that ask for it; those that use what not all have; and no others."""
    files = files_that_differ(["league/site"])
    assert "league/site/machine.py" in files
    assert "league/site/server/connections.py" in files
    assert "league/site/urls.py" not in files
