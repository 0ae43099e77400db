"""The wheel: built, installed into an environment of its own, started, asked for pages."""

import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from league.site.packages.wheel import build_wheel
from tests.first_start import PACK_QUICKLY
from tests.ports import free_port
from tests.waiting import PAUSE, wait_until

UV = Path(sys.executable).with_name("uv")
OURS = Path(pytest.__file__).parents[1]


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command `roundhouse`, with the tests' own packages beside it, and no clone in sight."""
    folder = tmp_path_factory.mktemp("Ännchens Programme")
    quickly = tmp_path_factory.mktemp("quickly")
    (quickly / "sitecustomize.py").write_text(PACK_QUICKLY)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(quickly))
        wheel = build_wheel(folder)
    environment = folder / "environment"
    subprocess.run([UV, "venv", "-q", "-p", sys.executable, environment], check=True)
    subprocess.run(
        [UV, "pip", "install", "-q", "--offline", "--no-deps", "-p", environment, wheel], check=True
    )
    (packages,) = environment.glob("lib/python*/site-packages")
    (packages / "tests.pth").write_text(str(OURS))
    return environment / "bin" / "roundhouse"


def run(command: Path, home: Path, *words: str, said: str = "") -> str:
    done = subprocess.run(
        [command, *words],
        cwd=home,
        env={"HOME": str(home), "PATH": ""},
        input=said,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


def test_it_serves_and_keeps_its_data_where_the_system_wants_them(
    command: Path, tmp_path: Path
) -> None:
    home = tmp_path / ("Söhne und Töchter " + "x" * 150)
    home.mkdir()
    port = str(free_port())
    words = [str(command), "serve", "--port", port, "--no-secure"]
    with subprocess.Popen(
        words, cwd=home, env={"HOME": str(home)}, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout
            assert server.stdout.readline().startswith("Roundhouse ")

            def answers() -> bool:
                try:
                    with urlopen(f"http://localhost:{port}/setup/", timeout=PAUSE * 100) as page:
                        return bool(page.status)
                except OSError:
                    return False

            wait_until(answers)
            with urlopen(f"http://localhost:{port}/setup/") as page:
                text = page.read().decode()
            style = text.partition('<link rel="stylesheet" href="')[2].partition('"')[0]
            with urlopen(f"http://localhost:{port}{style}") as file:
                assert file.headers["Cache-Control"].endswith("immutable")
        finally:
            server.terminate()
    assert (home / ".local/share/Roundhouse/roundhouse.sqlite3").is_file()


def test_it_speaks_its_languages(command: Path) -> None:
    (catalogs,) = command.parents[1].glob("lib/python*/site-packages/roundhouse/app/locale")
    names = {file.name for file in catalogs.rglob("*") if file.is_file()}
    assert (names, (catalogs / "de/LC_MESSAGES/django.mo").exists()) == ({"django.mo"}, True)


def test_an_old_python_is_refused_before_any_package_is_looked_for(command: Path) -> None:
    (metadata,) = command.parents[1].glob("lib/python*/site-packages/roundhouse-*/METADATA")
    head = metadata.read_text("utf-8").partition("\n\n")[0].splitlines()
    assert "Requires-Python: >=3.11" in head
    wanted = [line for line in head if line.startswith("Requires-Dist: ")]
    assert len(wanted) > 20
    assert [line for line in wanted if "; python_version >= '3.11'" not in line] == []


def test_its_other_words_answer(command: Path, tmp_path: Path) -> None:
    assert "uvx" not in run(command, tmp_path)
    assert "no issues" in run(command, tmp_path, "--data", str(tmp_path / "d"), "check")
    # A sentence, not a traceback: the engine was found, and read what it was given.
    assert "needs one of" in run(command, tmp_path, "engine", "rule", "-", said='{"ask": {}}')
