"""What the settings take from the environment, and what they refuse, each in its sentence."""

import os
import re
import runpy
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from tests.waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[1]
SETTINGS = ROOT / "league/site/settings.py"
KEY = "a-key-for-these-tests-" * 3
OURS = (
    "DEBUG",
    "SECRET_KEY",
    "DATA_DIR",
    "DATABASE_URL",
    "SITE_ADDRESSES",
    "TRUST_PROXY",
    "TIME_ZONE",
    "LANGUAGE_CODE",
    "PLAIN_PORT",
    "SECURE_PORT",
    "SERVED_HOST",
    "PLAIN_SIGN_IN",
    "HSTS_SUBDOMAINS",
    "HSTS_PRELOAD",
    "BACKUP_DIR",
    "BACKUP_MINUTES",
    "ROW_SECURITY",
    "BACKUP_DAYS",
    "LOG_DAYS_WITH_NAMES",
    "SECURITY_CONTACT",
    "EMAIL_URL",
    "MAIL_FROM",
    "FOUNDING",
    "CLUB_PEOPLE",
    "CLUB_GAMES",
    "CLUB_MEGABYTES",
    "CLUB_REQUESTS",
    "LOG_FORMAT",
    "REPLICA_URL",
)
Read = Callable[..., dict[str, Any]]


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Read:
    """``read(NAME=value)`` answers the site's settings with these variables and no others set."""

    def run(**variables: str) -> dict[str, Any]:
        for name in OURS:
            monkeypatch.delenv(name, raising=False)
        for name, value in {"DATA_DIR": str(tmp_path), "SECRET_KEY": KEY, **variables}.items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(SETTINGS))

    return run


def run_python(words: str, data: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a line of Python in a process of its own, with these variables and no others set."""
    keep = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "LANG"}}
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", words],
        cwd=ROOT,
        env={
            **keep,
            "DJANGO_SETTINGS_MODULE": "league.site.settings",
            "DATA_DIR": str(data),
            **variables,
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def django(arguments: list[str], data: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command of Django as manage.py does once the environment stands."""
    words = f"from league.site.setup import run_django; run_django({arguments!r})"
    return run_python(words, data, **variables)


def test_mails_go_by_the_server_that_is_named_and_nowhere_without_one(read: Read) -> None:
    assert read()["MAIL_GOES"] is False
    url = "smtp+tls://ann%40club:secret@mail.example.org:587"
    settings = read(EMAIL_URL=url, MAIL_FROM="club@example.org")
    server = (settings["EMAIL_HOST"], settings["EMAIL_PORT"], settings["EMAIL_HOST_USER"])
    assert server == ("mail.example.org", 587, "ann@club")
    assert (settings["EMAIL_USE_TLS"], settings["MAIL_GOES"]) == (True, True)


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({"DEBUG": "perhaps"}, "DEBUG is 'perhaps': write on or off."),
        ({"SECURE_PORT": "0"}, "SECURE_PORT is '0': write a number from 1 to 65535."),
        ({"TRUST_PROXY": "2"}, "TRUST_PROXY is '2': write on or off."),
        ({"SECRET_KEY": ""}, "There is no SECRET_KEY: set it, or run"),
        ({"SECRET_KEY": "short"}, "SECRET_KEY is too short"),
        ({"DATA_DIR": "var"}, "DATA_DIR is 'var': write a whole path, such as"),
        ({"DATA_DIR": str(ROOT / "manage.py")}, "which is a file: name a folder."),
        ({"DATABASE_URL": "club"}, "DATABASE_URL names no database: write sqlite:////folder"),
        ({"DATABASE_URL": "mysql://ann:pw@db/club"}, "DATABASE_URL names no database"),
        ({"DATABASE_URL": "postgres://ann:pw@db:twelve/club"}, "cannot be understood: write"),
        ({"DATABASE_URL": "postgres://ann:pw@db/"}, "DATABASE_URL names no database"),
        ({"DATABASE_URL": "sqlite://"}, "DATABASE_URL names no file"),
        ({"ROW_SECURITY": "on"}, "ROW_SECURITY needs PostgreSQL: let DATABASE_URL name"),
        ({"DATABASE_URL": "sqlite://:memory:"}, "DATABASE_URL names no file"),
        ({"SITE_ADDRESSES": "scores.example.org"}, "SITE_ADDRESSES holds 'scores.example.org'"),
        ({"HSTS_PRELOAD": "on"}, "write HSTS_SUBDOMAINS=on as well"),
        ({"SITE_ADDRESSES": "https://a.example, *"}, "SITE_ADDRESSES holds '*'"),
        ({"SITE_ADDRESSES": "https://a.example/page"}, "SITE_ADDRESSES holds"),
        ({"SITE_ADDRESSES": "https://ann@a.example"}, "SITE_ADDRESSES holds"),
        ({"SITE_ADDRESSES": "https://a.example:99999"}, "SITE_ADDRESSES holds"),
        ({"SITE_ADDRESSES": "https://"}, "SITE_ADDRESSES holds"),
        ({"SITE_ADDRESSES": "https://a.example:0"}, "SITE_ADDRESSES holds"),
        ({"SITE_ADDRESSES": "https://*.example"}, "SITE_ADDRESSES holds"),
        ({"TIME_ZONE": "Chicago"}, "TIME_ZONE is 'Chicago', which is no time zone"),
        ({"TIME_ZONE": "../../etc/passwd"}, "which is no time zone"),
        ({"BACKUP_MINUTES": "often"}, "BACKUP_MINUTES is 'often': write a whole number from 0"),
        ({"BACKUP_MINUTES": "-5"}, "BACKUP_MINUTES is '-5': write a whole number"),
        ({"BACKUP_DAYS": "0"}, "BACKUP_DAYS is '0': write a whole number from 1 to 3660."),
        ({"BACKUP_DAYS": "9" * 50}, "write a whole number from 1 to 3660."),
        ({"LOG_DAYS_WITH_NAMES": "0"}, "LOG_DAYS_WITH_NAMES is '0': write a whole number"),
        ({"SECURITY_CONTACT": "olive@example.org"}, "write mailto: and a mail address, or a web"),
        ({"SECURITY_CONTACT": "http://example.org/"}, "begins with https:// or tel: and a number."),
        ({"EMAIL_URL": "mail.example.org"}, "EMAIL_URL names no mail server: write smtp+tls://"),
        ({"EMAIL_URL": "smtp://:25"}, "EMAIL_URL names no mail server: write smtp+tls://"),
        ({"EMAIL_URL": "smtp://h:25"}, "MAIL_FROM is '': write the address that mails come from"),
        ({"CLUB_PEOPLE": "-1"}, "CLUB_PEOPLE is '-1': write a whole number from 0"),
        ({"LOG_FORMAT": "xml"}, "LOG_FORMAT is 'xml': write lines or json."),
        ({"REPLICA_URL": "sqlite:///a"}, "REPLICA_URL names a replica of PostgreSQL"),
        ({"FOUNDING": "all"}, "FOUNDING is 'all': write nobody, invitation or anybody."),
        ({"FOUNDING": "anybody"}, "set EMAIL_URL and MAIL_FROM as well, or write invitation."),
        (
            {"LANGUAGE_CODE": "tlh"},
            "LANGUAGE_CODE is 'tlh': the site speaks en, en-gb, de, es, fr, nl, nb.",
        ),
    ],
)
def test_nonsense_is_refused_in_one_sentence(
    read: Read, variables: dict[str, str], sentence: str
) -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        read(**variables)
    told = str(refused.value)
    assert sentence in told
    assert "\n" not in told
    assert "pw" not in told, "a password is told"


def test_a_command_tells_the_sentence_and_nothing_else(tmp_path: Path) -> None:
    for command in ("check", "serve"):
        done = django([command], tmp_path, SECRET_KEY=KEY, DEBUG="perhaps")
        assert done.returncode == 1
        assert done.stderr == "DEBUG is 'perhaps': write on or off.\n"


def test_nothing_set_gives_a_site_for_this_machine_alone(read: Read) -> None:
    found = read()
    assert found["DEBUG"] is False
    assert found["SESSION_COOKIE_SECURE"] is False
    assert found["LANGUAGE_CODE"] == "en"
    assert found["ALLOWED_HOSTS"][:3] == ["localhost", "127.0.0.1", "[::1]"]
    assert not {"*", "", ".local"} & set(found["ALLOWED_HOSTS"])


def test_the_doors_are_where_the_command_opened_them(read: Read, tmp_path: Path) -> None:
    assert read()["SECURE_PORT"] is None
    found = read(PLAIN_PORT="8000", SECURE_PORT="8443")
    assert (found["PLAIN_PORT"], found["SECURE_PORT"]) == (8000, 8443)
    assert found["CERTIFICATES_DIR"] == tmp_path / "certificates"


def test_addresses_give_hosts_origins_and_secure_cookies(read: Read) -> None:
    found = read(SITE_ADDRESSES="https://Scores.example.org/, https://[fd00::1]:8443")
    assert found["ALLOWED_HOSTS"] == ["scores.example.org", "[fd00::1]"]
    assert found["CSRF_TRUSTED_ORIGINS"] == [
        "https://scores.example.org",
        "https://[fd00::1]:8443",
    ]
    assert found["SESSION_COOKIE_SECURE"] is found["CSRF_COOKIE_SECURE"] is True


def test_one_address_without_https_keeps_cookies_usable_there(read: Read) -> None:
    found = read(SITE_ADDRESSES="https://scores.example.org,http://192.168.1.20:8000")
    assert found["ALLOWED_HOSTS"] == ["scores.example.org", "192.168.1.20"]
    assert found["SESSION_COOKIE_SECURE"] is found["CSRF_COOKIE_SECURE"] is False
    assert found["SECURE_HSTS_SECONDS"] == 0


def test_https_binds_no_other_name_unless_it_is_asked_to(read: Read) -> None:
    names = ("SECURE_HSTS_SECONDS", "SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD")
    year = 365 * 24 * 60 * 60
    for told, wanted in (
        ({}, (year, False, False)),
        ({"HSTS_SUBDOMAINS": "on"}, (year, True, False)),
        ({"HSTS_SUBDOMAINS": "on", "HSTS_PRELOAD": "on"}, (year, True, True)),
    ):
        found = read(SITE_ADDRESSES="https://scores.example.org", **told)
        assert tuple(found[name] for name in names) == wanted


def test_other_devices_sign_in_over_https_alone_unless_it_is_asked_for(read: Read) -> None:
    assert read()["PLAIN_SIGN_IN"] is False
    assert read(PLAIN_SIGN_IN="on")["PLAIN_SIGN_IN"] is True


def test_the_key_is_read_from_the_data_folder(read: Read, tmp_path: Path) -> None:
    (tmp_path / "secret-key").write_text(f"{KEY}\n")
    assert read(SECRET_KEY="")["SECRET_KEY"] == KEY


def test_the_version_is_the_one_of_the_project(read: Read) -> None:
    version = read()["VERSION"]
    assert f'\nversion = "{version}"\n' in (ROOT / "pyproject.toml").read_text()


def test_a_site_on_the_internet_passes_the_checks_for_one(tmp_path: Path) -> None:
    done = django(
        ["check", "--deploy", "--fail-level", "WARNING"],
        tmp_path,
        SECRET_KEY=KEY,
        SITE_ADDRESSES="https://scores.example.org",
        TRUST_PROXY="on",
    )
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_a_laptop_in_a_hall_is_warned_of_nothing_but_its_plain_connection(tmp_path: Path) -> None:
    """It serves tablets without a certificate as well, so cookies and pages go both ways."""
    done = django(["check", "--deploy"], tmp_path, SECRET_KEY=KEY)
    assert done.returncode == 0, done.stderr
    told = set(re.findall(r"\((\w+\.W\d+)\)", done.stderr))
    assert told == {"security.W004", "security.W008", "security.W012", "security.W016"}


def test_a_relative_sqlite_file_stands_in_the_copy(read: Read) -> None:
    found = read(DATABASE_URL="sqlite:///var/other.sqlite3")["DATABASES"]["default"]
    assert found["NAME"] == ROOT / "var/other.sqlite3"


def test_a_socket_names_a_postgresql_server(read: Read) -> None:
    found = read(DATABASE_URL="postgres://ann@//run/pg/club")["DATABASES"]["default"]
    assert (found["ENGINE"], found["HOST"], found["USER"], found["NAME"]) == (
        "league.site.row_security",
        "/run/pg",
        "ann",
        "club",
    )


def test_commands_make_the_data_folder_and_a_key_for_its_owner_alone(tmp_path: Path) -> None:
    data = tmp_path / "data"
    make = "from league.site.setup import make_data_folder as make; make(); make()"
    assert run_python(make, data).returncode == 0
    key_file = data / "secret-key"
    key = key_file.read_text()
    assert len(key) >= 50
    assert stat.S_IMODE(key_file.stat().st_mode) == 0o600
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    assert [file.name for file in data.iterdir()] == ["secret-key"]
    assert run_python(make, data).returncode == 0
    assert key_file.read_text() == key


def test_no_key_is_made_beside_one_in_the_environment(tmp_path: Path) -> None:
    make = "from league.site.setup import make_data_folder as make; make()"
    assert run_python(make, tmp_path, SECRET_KEY=KEY).returncode == 0
    assert not (tmp_path / "secret-key").exists()
