"""The first start, with the tools it calls replaced by ones that only note what was asked."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from league.site import catalogs, setup

ROOT = Path(__file__).resolve().parents[1]


class Tools:
    """A stand-in for venv, pip and uv; ``broken`` names those that fail."""

    def __init__(self, environment: Path) -> None:
        self.environment = environment
        self.calls: list[str] = []
        self.broken: set[str] = set()

    def run(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        tool = self.tool_of(command)
        self.calls.append(tool)
        failed = tool in self.broken
        if tool == "venv" and not failed:
            (self.environment / "bin").mkdir(parents=True, exist_ok=True)
            (self.environment / "bin" / "python").touch()
        return subprocess.CompletedProcess(command, int(failed), "", f"{tool}: no route to host")

    @staticmethod
    def tool_of(command: list[str]) -> str:
        if "-c" in command:
            return "look"
        if "venv" in command:
            return "venv"
        if "league.site.catalogs" in command:
            return "catalogs"
        if command[0].endswith("uv"):
            return "uv"
        return "pip uv" if setup.TOOL_LOCK in command else "pip"


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tools:
    environment = tmp_path / ".venv"
    monkeypatch.setattr(setup, "ROOT", tmp_path)
    monkeypatch.setattr(setup, "ENVIRONMENT", environment)
    monkeypatch.setattr(setup, "TOOLS", environment / "bin")
    monkeypatch.setattr(setup, "PYTHON", environment / "bin" / "python")
    monkeypatch.setattr(setup, "NOTE", environment / "roundhouse.json")
    stand_ins = Tools(environment)
    monkeypatch.setattr(setup, "_run", stand_ins.run)
    (tmp_path / setup.SITE_LOCK).write_text("django==5.2.19")
    (tmp_path / setup.TEST_LOCK).write_text("pytest==9.2.0")
    return stand_ins


def test_a_fresh_copy_gets_all_and_a_second_start_nothing(tools: Tools) -> None:
    setup.prepare(setup.SITE_LOCK)
    assert tools.calls == ["venv", "pip uv", "uv"]
    tools.calls.clear()
    setup.prepare(setup.SITE_LOCK)
    assert tools.calls == []


def test_each_lock_is_installed_when_it_changes(tools: Tools) -> None:
    setup.prepare(setup.SITE_LOCK)
    tools.calls.clear()
    setup.prepare(setup.TEST_LOCK)
    (setup.ROOT / setup.SITE_LOCK).write_text("django==5.2.20")
    setup.prepare(setup.SITE_LOCK)
    assert tools.calls == ["look", "pip uv", "uv"] * 2
    tools.calls.clear()
    setup.prepare(setup.TEST_LOCK)
    assert tools.calls == []


def test_an_environment_of_another_python_is_made_anew(
    tools: Tools, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup.prepare(setup.SITE_LOCK)
    newer = setup.ROOT / "python3.99"
    newer.touch()
    setup.PYTHON.unlink()
    setup.PYTHON.symlink_to(newer)
    tools.calls.clear()
    setup.prepare(setup.SITE_LOCK)
    assert tools.calls == ["venv", "pip uv", "uv"]


def test_a_python_that_went_away_is_replaced(tools: Tools) -> None:
    setup.prepare(setup.SITE_LOCK)
    setup.PYTHON.unlink()
    tools.calls.clear()
    setup.prepare(setup.SITE_LOCK)
    assert tools.calls == ["venv", "pip uv", "uv"]


def test_where_uv_cannot_fetch_pip_is_asked(tools: Tools) -> None:
    tools.broken = {"uv"}
    setup.prepare(setup.SITE_LOCK)
    assert tools.calls == ["venv", "pip uv", "uv", "pip"]


def test_without_a_network_it_says_so_and_goes_on_next_time(tools: Tools) -> None:
    tools.broken = {"pip uv"}
    with pytest.raises(setup.SetupError, match="first start needs the internet"):
        setup.prepare(setup.SITE_LOCK)
    tools.broken = set()
    tools.calls.clear()
    setup.prepare(setup.SITE_LOCK)
    assert tools.calls == ["look", "pip uv", "uv"]


def test_without_venv_it_names_the_package(tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(setup.SetupError, match="sudo apt install python3-venv"):
        setup.prepare(setup.SITE_LOCK)


def test_a_folder_that_cannot_be_written_is_told(tools: Tools) -> None:
    (setup.ROOT / ".setup.lock").mkdir()
    with pytest.raises(setup.SetupError, match="Copy Roundhouse to a folder of your own"):
        setup.prepare(setup.SITE_LOCK)
    assert tools.calls == []


def test_sentences_that_cannot_be_compiled_keep_nobody_from_playing(
    tools: Tools, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where the folder cannot be written to; what is handed out has to have them all."""
    monkeypatch.setattr(catalogs, "stale_catalogs", lambda: [setup.ROOT / "django.po"])
    tools.broken = {"catalogs"}
    setup.compile_catalogs(goes_on=True)
    assert "could not be compiled" in capsys.readouterr().out
    with pytest.raises(setup.SetupError, match="could not be compiled"):
        setup.compile_catalogs(goes_on=False)


def test_a_data_folder_that_cannot_be_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "file" / "data"))
    with pytest.raises(setup.SetupError, match="name another folder in DATA_DIR"):
        setup.make_data_folder()


def test_the_container_has_all_that_its_first_step_imports(tmp_path: Path) -> None:
    before, _, after = (
        (ROOT / "Containerfile").read_text().partition("from league.site import setup")
    )
    assert after
    for line in before.splitlines():
        if line.startswith("COPY "):
            *files, folder = line.split()[1:]
            (tmp_path / folder).mkdir(parents=True, exist_ok=True)
            for file in files:
                shutil.copy(ROOT / file, tmp_path / folder)
    command = [sys.executable, "-c", "from league.site import setup"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_container_is_made_without_data_keys_and_environments() -> None:
    # Docker reads this name alone; Podman and Buildah read it too.
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    assert "*" in lines
    taken = {line[1:] for line in lines if line.startswith("!")}
    assert "league" in taken
    assert not taken & {"var", ".venv", ".git", ".env"}


def test_an_old_python_is_told_so() -> None:
    pretend = (
        "import runpy, sys; sys.version_info = (3, 9, 2, 'final', 0); "
        "runpy.run_path('manage.py', run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", pretend], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("Roundhouse needs Python 3.11 or newer, and this is Python 3.9.")


def test_an_old_python_can_read_manage() -> None:
    ast.parse((ROOT / "manage.py").read_text(), feature_version=(3, 4))
    assert not any(
        isinstance(node, ast.JoinedStr)
        for node in ast.walk(ast.parse((ROOT / "manage.py").read_text()))
    )
