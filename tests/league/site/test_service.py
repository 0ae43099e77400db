"""The systemd unit of this installation: its paths, its user, and what systemd says of it."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from league.site import settings as site_settings
from league.site.management.commands import service


@pytest.fixture
def odd_folder(tmp_path: Path, settings: Settings) -> Path:
    """A data folder whose name has signs that mean something to systemd."""
    folder = tmp_path / 'Ann\'s 100% "Züge"'
    folder.mkdir()
    settings.DATA_DIR, settings.BACKUP_DIR = folder, folder / "backups"
    return folder


def test_signs_of_systemd_are_escaped() -> None:
    assert service.quoted('/a b/100%/"x"\\') == '"/a b/100%%/\\"x\\"\\\\"'


def test_the_site_does_not_run_as_root(
    odd_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CommandError, match="root"):
        call_command("service", user="root")
    call_command("service", user="daemon")
    assert "User=daemon\n" in capsys.readouterr().out


def test_a_password_is_never_printed(
    odd_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in service.WITH_PASSWORD:
        monkeypatch.setenv(name, "postgres://ann:geheim@db/x")
    monkeypatch.setenv("ROW_SECURITY", "on")
    monkeypatch.setenv("SITE_ADDRESSES", "https://scores.example.org")
    call_command("service", user="daemon")
    told = capsys.readouterr().out
    assert "geheim" not in told
    assert 'Environment="SITE_ADDRESSES=https://scores.example.org"' in told
    assert 'Environment="ROW_SECURITY=on"' in told


def test_each_setting_of_the_site_is_printed_or_named_as_one_with_a_password() -> None:
    assert site_settings.__doc__
    names = re.findall(r"^([A-Z_]{4,}) +\S", site_settings.__doc__, re.MULTILINE)
    known = {*service.PLAIN, *service.WITH_PASSWORD, "DATA_DIR", "BACKUP_DIR", "DEBUG"}
    assert known == set(names)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="this machine has no systemd")
def test_systemd_takes_it(odd_folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "roundhouse.service"
    with file.open("w", encoding="utf-8") as unit:
        call_command("service", user="daemon", stdout=unit)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [line for line in done.stderr.splitlines() if "roundhouse" in line]
    assert (done.returncode, lines) == (0, [])
