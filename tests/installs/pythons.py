"""The wheel, from an empty folder: pip, pipx and uvx, and a Python that is too old for it."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.installs.trying import (
    InstallError,
    built_wheel,
    must,
    network,
    run,
    served,
)

UV = Path(sys.executable).with_name("uv")


def environment(home: Path) -> dict[str, str]:
    """Return the variables of a newcomer whose home is empty."""
    return {**network(), "HOME": str(home), "PATH": os.defpath, "LANG": "C.UTF-8"}


def tried(folder: Path, _kept: Path) -> Iterator[str]:
    """Yield what was seen; raises `InstallError` with what stopped it."""
    wheel = built_wheel(folder / "wheel")
    for name, begin in (("pip", with_pip), ("pipx", with_pipx), ("uvx", with_uvx)):
        home = folder / name
        home.mkdir()
        try:
            command, seconds = begin(home, wheel)
        except InstallError as error:
            yield f"{name}: {error}"
            continue
        yield f"{name}: installed in {seconds:.0f} s"
        first, *warm = (
            served([*command, "serve"], environment(home), home, home / "log") for _ in "1234"
        )
        yield f"{name}: first page after {first}; warm, median of three: {sorted(warm)[1]}"
    yield from refused(folder, wheel)


def with_pip(home: Path, wheel: Path) -> tuple[list[str], float]:
    """Install into an environment of its own; return the command, and the seconds it took."""
    must([sys.executable, "-m", "venv", "own"], environment(home), home)
    _, seconds = must(["own/bin/pip", "install", "-q", str(wheel)], environment(home), home)
    return [str(home / "own/bin/roundhouse")], seconds


def with_pipx(home: Path, wheel: Path) -> tuple[list[str], float]:
    """Install with pipx; return the command, and the seconds it took."""
    pipx = shutil.which("pipx")
    if not pipx:
        raise InstallError("it is not here: sudo apt install pipx")
    _, seconds = must([pipx, "install", str(wheel)], environment(home), home)
    return [str(home / ".local/bin/roundhouse")], seconds


def with_uvx(home: Path, wheel: Path) -> tuple[list[str], float]:
    """Let uvx fetch it all; return the command, and the seconds it took."""
    command = [str(UV), "tool", "run", "--from", str(wheel), "--python", sys.executable]
    printed, seconds = must([*command, "roundhouse", "version"], environment(home), home)
    if wheel.name.split("-")[1] != printed.splitlines()[-1]:
        raise InstallError(f"uvx says that it is version {printed}")
    return [*command, "roundhouse"], seconds


def refused(folder: Path, wheel: Path) -> Iterator[str]:
    """Yield what an old Python and a computer without a network are answered."""
    old = os.environ.get("PYTHON310") or shutil.which("python3.10")
    own = environment(folder)
    # A command of that name may be there for a Python that is not.
    if old and not run([old, "--version"], own).returncode:
        must([old, "-m", "venv", "old"], own, folder)
        done = run(["old/bin/pip", "install", str(wheel)], own, folder)
        if not done.returncode:
            raise InstallError("Python 3.10 takes the wheel.")
        # What an older pip says is long: it looks for the packages first.
        lines = [line for line in done.stdout.splitlines() if line.startswith("ERROR")]
        yield f"Python 3.10: refused. {lines[-1] if lines else done.stdout}"
    else:
        yield "Python 3.10: none is here; PYTHON310 names one"
    must([sys.executable, "-m", "venv", "cut"], own, folder)
    if os.geteuid():
        yield "no network: not tried, for only root can cut it"
        return
    words = ["unshare", "--net", "cut/bin/pip", "install", "-q", "--retries", "0", str(wheel)]
    without = run(words, own, folder)
    if not without.returncode:
        raise InstallError("Without a network the wheel was installed.")
    must(["cut/bin/pip", "install", "-q", str(wheel)], own, folder)
    yield f"no network: {without.stdout.splitlines()[-1]} With one again, it goes on."
