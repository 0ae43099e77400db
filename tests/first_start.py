"""A data folder as a site's first start leaves it, made once and copied from then on.

To apply all migrations and to pack the files of the pages takes ten seconds, and each test that
serves a folder of its own would wait for that. The first that needs it lets the site make it, by
what `serve` itself calls; a change of a file of the pages, of a migration or of how the site is
served makes a new one. A first start as newcomers have it stands in test_ground_wheel.py.

Packed as well as can be, the files would take eleven seconds more, and no test reads how small they
are.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import django

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "var" / "first-start"
# What a Python that finds this as its `sitecustomize` packs is packed at once.
PACK_QUICKLY = """
import brotli
compress = brotli.compress
brotli.compress = lambda data, **options: compress(data, quality=1)
"""
MAKE = f"""{PACK_QUICKLY}
import django
django.setup()
from league.site.management.commands.serve import make_ready
assert make_ready() == []
"""


def lay_out(data: Path, *, with_database: bool = True) -> None:
    """Put into an empty folder what a first start makes: the collected files, the tables."""
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        kept = KEPT / _digest()
        if not kept.exists():
            for old in KEPT.glob("?*/"):
                shutil.rmtree(old)
            _make(kept)
    shutil.copytree(kept / "static", data / "static")
    shutil.copy2(kept / "static.collected", data)
    if with_database:
        shutil.copy(kept / "roundhouse.sqlite3", data)


def _digest() -> str:
    """Return a name for all that decides what a first start makes, Django's own files included."""
    files = sorted(
        file
        for pattern in ("*/static/**/*", "*/migrations/*.py", "league/site/**/*.py")
        for file in ROOT.glob(pattern)
        if file.is_file()
    )
    content = hashlib.sha256((ROOT / "requirements.lock").read_bytes())
    for file in (Path(django.__file__), *files):
        stamp = file.stat()
        content.update(f"{file} {stamp.st_size} {stamp.st_mtime_ns}\n".encode())
    return content.hexdigest()[:16]


def _make(kept: Path) -> None:
    # Under another name until it is whole: who is stopped here leaves no half of one.
    part = kept.with_suffix(".part")
    part.mkdir()
    environment = {
        **{name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ},
        "DJANGO_SETTINGS_MODULE": "league.site.settings",
        "SECRET_KEY": "nothing is signed with this key-" * 2,
        "DATA_DIR": str(part),
    }
    subprocess.run([sys.executable, "-c", MAKE], cwd=ROOT, env=environment, check=True)
    part.replace(kept)
