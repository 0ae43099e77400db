"""What the site keeps is for its owner alone, whatever the folder's mode and the umask before.

What a server writes is looked at in tests/test_ground_serve.py.
"""

import os
import sys
from pathlib import Path

import pytest

from league.site import private, setup


def test_a_command_runs_under_a_umask_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    monkeypatch.delenv("SECRET_KEY")
    monkeypatch.setattr(setup, "prepare", lambda _: None)
    monkeypatch.setattr(setup, "ENVIRONMENT", Path(sys.prefix))
    monkeypatch.setattr(setup, "run_django", lambda _: (tmp_path / "new").write_text("x"))
    tmp_path.chmod(0o777)
    before = os.umask(0)
    try:
        setup.main(["migrate"])
    finally:
        os.umask(before)
    assert {path.name for path in tmp_path.iterdir()} == {"new", "secret-key"}
    assert not [path for path in tmp_path.iterdir() if path.stat().st_mode & 0o077]


def test_what_lay_there_is_tightened_and_what_is_not_ours_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, copies, other = tmp_path / "data", tmp_path / "stick", tmp_path / "other"
    ours = [data / "secret-key", data / "server.log", data / "certificates/server.pem"]
    ours += [copies / "20260101-000000-hand.roundhouse", other / "club.sqlite3-wal"]
    theirs = [data / "holiday.jpg", copies / "holiday.jpg", other / "else.sqlite3"]
    for file in [*ours, *theirs]:
        file.parent.mkdir(exist_ok=True, parents=True)
        file.write_text("x")
        file.chmod(0o664)
    (data / "loop.lock").symlink_to(theirs[0])
    (data / "certificates").chmod(0o755)
    assert private.tighten(data, copies, other / "club.sqlite3") == []
    assert {file.stat().st_mode & 0o777 for file in ours} == {0o600}
    assert {file.stat().st_mode & 0o777 for file in theirs} == {0o664}
    assert (data / "certificates").stat().st_mode & 0o777 == 0o700

    def refused(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    ours[0].chmod(0o640)
    monkeypatch.setattr(Path, "chmod", refused)
    assert private.tighten(data, copies, None) == [ours[0]]
