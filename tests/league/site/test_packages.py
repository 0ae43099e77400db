"""What is installed: its list of files, and the words of its command."""

import re
import socket
import sys
from pathlib import Path

import pytest

from league.site import console, launching, machine, window
from league.site.packages.wheel import PackageError
from league.site.packages.windows import SCRIPT, amiss, build_installer, write_list


def test_a_file_that_is_missing_or_changed_is_named(tmp_path: Path) -> None:
    (tmp_path / "app").mkdir()
    for name in ("app/one.py", "app/two.py", "three.txt"):
        (tmp_path / name).write_text(name)
    write_list(tmp_path)
    assert amiss(tmp_path) == []
    (tmp_path / "app/one.py").unlink()
    (tmp_path / "app/two.py").write_text("app/two.pY")
    # What somebody put there besides is not ours to judge.
    (tmp_path / "app/more.py").touch()
    assert amiss(tmp_path) == ["app/one.py", "app/two.py"]


def test_the_window_says_which_file_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "python.exe").touch()
    write_list(tmp_path)
    (tmp_path / "python.exe").unlink()
    monkeypatch.setattr(window, "port_in_use", lambda: None)
    with pytest.raises(SystemExit):
        window.main(tmp_path, opens=False)
    assert "missing or changed: python.exe" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("languages", "sentence"),
    [
        (["de_DE"], "Dateien von Roundhouse fehlen oder sind verändert: python.exe"),
        (["nb_NO"], "Filer i Roundhouse mangler eller er endret: python.exe"),
        (["en_GB"], "Files of Roundhouse are missing or changed: python.exe"),
        ([], "Files of Roundhouse are missing or changed: python.exe"),
    ],
)
def test_the_window_speaks_as_the_machine_does(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    languages: list[str],
    sentence: str,
) -> None:
    (tmp_path / "python.exe").touch()
    write_list(tmp_path)
    (tmp_path / "python.exe").unlink()
    monkeypatch.setattr(window, "port_in_use", lambda: None)
    monkeypatch.setattr(machine, "languages", lambda: languages)
    with pytest.raises(SystemExit):
        window.main(tmp_path, opens=False)
    assert sentence in capsys.readouterr().out


def test_the_installer_says_everything_in_each_language() -> None:
    script = SCRIPT.read_text("utf-8")
    said = re.findall(r'^LangString (\w+) \$\{LANG_(\w+)\} "(.+)"$', script, re.MULTILINE)
    languages = [name.upper() for name in re.findall(r"(\w+)\.nlf", script)]
    assert len(languages) == 6
    asked = re.findall(r'MessageBox [\w|]+ "(.+?)"', script)
    assert asked == ["$(RUNNING)", "$(BY_ITSELF)", "$(KEEP)"]
    assert sorted((f"$({name})", language) for name, language, _text in said) == sorted(
        (name, language) for name in asked for language in languages
    )


def test_the_window_asks_for_patience_before_it_does_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def closed(*_: object, **__: object) -> None:
        raise ConnectionAbortedError

    monkeypatch.setattr(window, "port_in_use", lambda: None)
    monkeypatch.setattr(machine, "languages", list)
    monkeypatch.setattr(window, "_free_port", closed)
    with pytest.raises(ConnectionAbortedError):
        window.main(tmp_path, opens=False)
    assert "takes a minute or two: please wait." in capsys.readouterr().out


def test_a_second_window_opens_the_site_that_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(window, "port_in_use", lambda: 8003)
    monkeypatch.setattr("webbrowser.open", opened.append)
    window.main(tmp_path)
    assert opened == ["http://localhost:8003/"]


def test_the_next_port_is_taken_where_another_program_listens() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = int(taken.getsockname()[1])
        assert port < window._free_port(port) < port + window.PORTS


@pytest.mark.parametrize(("is_busy", "asked"), [(False, []), (True, ["--secure-port", "8444"])])
def test_a_secure_port_is_named_only_where_the_usual_one_is_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_busy: bool, asked: list[str]
) -> None:
    """The bug it would catch: behind a proxy the site refuses to have one, and did not start."""
    words: list[list[str]] = []

    def start(command: list[str]) -> None:
        words.append(command)
        raise KeyboardInterrupt

    monkeypatch.setattr(window, "port_in_use", lambda: None)
    monkeypatch.setattr(window, "_free_port", lambda first: first + (is_busy and first == 8443))
    monkeypatch.setattr("subprocess.Popen", start)
    with pytest.raises(KeyboardInterrupt):
        window.main(tmp_path, opens=False)
    assert words[0][words[0].index("--port") + 2 :] == asked


class Keyboard:
    """A console at which somebody presses Enter."""

    def __init__(self) -> None:
        self.presses = 0

    def isatty(self) -> bool:
        return True

    def readline(self) -> str:
        self.presses += 1
        return "\n"


def test_the_window_of_a_start_that_fails_stays_until_it_was_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keyboard = Keyboard()
    (tmp_path / "taken").touch()
    monkeypatch.setattr("sys.stdin", keyboard)
    monkeypatch.setattr(machine, "languages", list)
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "taken"))
    with pytest.raises(SystemExit) as end:
        launching.main(["window"])
    assert (end.value.code, keyboard.presses) == (1, 1)
    shown = capsys.readouterr().out
    assert re.search(
        "Nothing can be kept in the folder .*\n\nPress Enter to close", shown, re.DOTALL
    )


def test_the_window_stays_where_the_program_is_broken_and_not_where_it_ended_well(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keyboard = Keyboard()
    monkeypatch.setattr("sys.stdin", keyboard)
    with pytest.raises(SystemExit), console.left_open():
        sys.exit(0)
    assert keyboard.presses == 0
    with pytest.raises(SystemExit, match="1"), console.left_open():
        raise ImportError("a file of it is gone")
    assert keyboard.presses == 1
    assert "a file of it is gone" in capsys.readouterr().err


def test_without_nsis_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(PackageError, match="sudo apt install nsis"):
        build_installer(tmp_path)


def test_a_folder_that_is_not_named_is_asked_for() -> None:
    with pytest.raises(SystemExit, match="--data needs the name of a folder"):
        launching.main(["--data"])
