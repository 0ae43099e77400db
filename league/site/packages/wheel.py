"""Building the wheel: a copy of the project, with the pages' files collected, for hatchling."""

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Final

from django.conf import settings

PARTS: Final = ("engine", "league", "locale", "scoring", "templates", "pyproject.toml", "README.md")
LEFT_OUT: Final = shutil.ignore_patterns("__pycache__", "*.pyc", "*.po", "collected")
DIST: Final = settings.BASE_DIR / "dist"


class PackageError(Exception):
    """Why a package cannot be built, in a sentence."""


def build_wheel(folder: Path = DIST) -> Path:
    """Build the wheel into a folder, and return its path; raises `PackageError`."""
    with tempfile.TemporaryDirectory() as temporary:
        project = Path(temporary) / "project"
        copy_project(project)
        want_packages_of_new_pythons_alone(project / "pyproject.toml")
        run_tool(
            [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
            project,
        )
    return max(folder.glob("roundhouse-*.whl"), key=lambda wheel: wheel.stat().st_mtime_ns)


def copy_project(project: Path) -> None:
    """Copy what is handed out to a folder, with the pages' files collected in it."""
    project.mkdir(parents=True)
    for part in PARTS:
        source = settings.BASE_DIR / part
        if source.is_dir():
            shutil.copytree(source, project / part, ignore=LEFT_OUT)
        else:
            shutil.copy2(source, project / part)
    collected = project / "league" / "site" / "collected"
    collected.mkdir()
    run_tool([sys.executable, "-m", "django", "collectstatic", "--no-input", "-v", "0"], project)


def want_packages_of_new_pythons_alone(pyproject: Path) -> None:
    """Let a Python that is too old want no package at all.

    A pip before 23.1 looks for the packages before it looks at the Python: it would end with a page
    about one of them, in place of the sentence that another Python is needed.
    """
    text = pyproject.read_text("utf-8")
    project = tomllib.loads(text)["project"]
    new_enough = f"python_version >= '{project['requires-python'].removeprefix('>=')}'"
    for wanted in project["dependencies"]:
        package, _, where = wanted.partition(";")
        only = f"{new_enough} and {where.strip()}" if where else new_enough
        text = text.replace(f'"{wanted}"', f'"{package}; {only}"')
    pyproject.write_text(text, "utf-8")


def run_tool(command: list[str], project: Path) -> None:
    """Run a tool in a folder; raises `PackageError` with the last line that it said."""
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "league.site.settings",
        "SECRET_KEY": "nothing is signed with this one: " + "-" * 40,
        "DATA_DIR": str(project / "no-data"),
    }
    environment.pop("DEBUG", None)
    done = subprocess.run(  # noqa: S603 - our own words
        command, cwd=project, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise PackageError(f"{Path(command[0]).name}: {lines[-1] if lines else 'ended badly'}")
