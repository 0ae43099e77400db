"""What a tablet keeps to run the engine by itself: Python, our own modules, the scripts between.

All of it is public, and is worked out once in a process and language: code and collected files stay
as they are until the next start.
"""

import hashlib
import importlib.util
import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.urls import reverse

from scoring import referee
from scoring.tablets import offline
from scoring.tablets.offline.language import language_files

MODULES: Final = ("scoring.tablets.offline.call_table", *offline.MODULES)
"""The packages and modules in the tablet's zip; beside them it has the standard library alone.

A module brings the `__init__.py` of each package around it. What replaces Django for them
is `offline.SHIM`.
"""

PYODIDE: Final = "scoring/vendor/pyodide-314.0.7/"
PYODIDE_FILES: Final = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
SCRIPT: Final = "scoring/engine.js"
WORKER: Final = "scoring/engine-worker.js"
# What reads photos of hands: fetched when somebody first takes one, kept with the engine.
CAMERA_WORKER: Final = "scoring/camera-worker.js"
CAMERA_STYLE: Final = "scoring/photo.css"
CAMERA_FOLDERS: Final = ("camera", "photo")
SOURCE: Final = ".wat"  # of what runs in WebAssembly: no tablet wants it
# The earliest time that a zip file can tell.
NO_TIME: Final = (1980, 1, 1, 0, 0, 0)
DIGITS: Final = 16


@dataclass(frozen=True)
class Bundle:
    """The modules as one zip file, and a digest of what is in it."""

    digest: str
    data: bytes


@dataclass(frozen=True)
class TabletFiles:
    """What a tablet needs to run the engine, by address.

    `worker` is the script of the engine's worker, `pyodide` the folder of Python's files and
    `bundle` the zip of our modules; `size` is what Python's files and the bundle hold, unpacked, in
    bytes. `files` is all that has to be kept to run without a network; `version` is another one
    whenever one of these is.
    """

    version: str
    worker: str
    pyodide: str
    bundle: str
    size: int
    files: tuple[str, ...]


@cache
def bundle(language: str = "en") -> Bundle:
    """Return the zip of the modules: the same code gives the same digest on every machine.

    What they say is in one language; no other one travels.
    """
    packed, digest = io.BytesIO(), hashlib.sha256()
    aboard = files_aboard(language).items()
    contents = {name: file.read_bytes() for name, file in aboard}
    modules = [content for name, content in contents.items() if name.endswith(".py")]
    contents |= language_files(language, modules)
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in sorted(contents.items()):
            digest.update(f"{name} {len(content)}\n".encode() + content)
            entry = zipfile.ZipInfo(name, NO_TIME)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED, compresslevel=9)
    return Bundle(digest.hexdigest()[:DIGITS], packed.getvalue())


def files_aboard(language: str = "en") -> dict[str, Path]:
    """Each file of the bundle by its name in there."""
    every = {name: file for module in MODULES for name, file in _files_of(module)}
    ours = {name: at for name, at in every.items() if not referee.is_foreign(name, language)}
    for name in offline.ASHORE:
        ours.pop(name, None)
    shim = _place_of(offline.SHIM).parent
    return ours | {
        file.relative_to(shim).as_posix(): file for file in shim.glob("*/**/*.py") if file.is_file()
    }


def _files_of(module: str) -> Iterator[tuple[str, Path]]:
    """The module's file or the package's files, and the `__init__.py` of each package around."""
    around = module.split(".")[:-1]
    for depth in range(1, len(around) + 1):
        package = _place_of(".".join(around[:depth]))
        yield "/".join((*around[:depth], package.name)), package
    place = _place_of(module)
    if place.name != "__init__.py":
        yield "/".join((*around, place.name)), place
        return
    for file in sorted(place.parent.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            within = file.relative_to(place.parent).as_posix()
            yield f"{module.replace('.', '/')}/{within}", file


def _place_of(module: str) -> Path:
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        raise LookupError(f"there is no module {module}")
    return Path(spec.origin)


@cache
def tablet_files(language: str = "en") -> TabletFiles:
    """What a tablet needs to run the engine, under the names that the pages' files have now."""
    ours = bundle(language)
    python = [PYODIDE + name for name in PYODIDE_FILES]
    scripts = (SCRIPT, WORKER)
    packed = reverse("scoring:engine-bundle", args=[ours.digest])
    camera = camera_files()
    files = (*map(static, (*scripts, *camera, *python)), packed)
    # A script's name says what is in it only where names are hashed.
    version = hashlib.sha256("\n".join(files).encode())
    for script in (*scripts, *camera):
        version.update(_source_of(script).read_bytes())
    with zipfile.ZipFile(io.BytesIO(ours.data)) as archive:
        size = sum(entry.file_size for entry in archive.infolist())
    return TabletFiles(
        version=version.hexdigest()[:DIGITS],
        worker=static(WORKER),
        pyodide=static(PYODIDE),
        bundle=packed,
        size=size + sum(_source_of(name).stat().st_size for name in python),
        files=files,
    )


def camera_files() -> tuple[str, ...]:
    """Return what reads a photo, and what shows it, by the names of static files."""
    top = _source_of(CAMERA_WORKER).parent
    files = [file for folder in CAMERA_FOLDERS for file in sorted((top / folder).iterdir())]
    names = [
        file.relative_to(top.parent).as_posix()
        for file in files
        if file.is_file() and file.suffix != SOURCE
    ]
    return (CAMERA_WORKER, CAMERA_STYLE, *names)


def _source_of(name: str) -> Path:
    path = finders.find(name)
    if path is None:
        raise LookupError(f"there is no file {name}")
    return Path(path)
