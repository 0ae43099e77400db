"""A test database with all migrations applied, made once and copied from then on.

Applying the ninety migrations takes longer than most files of tests. The first process that needs
a database applies them and keeps the result under a name that the migrations decide; those beside
it wait for that, and later ones find it. A change of any migration makes a new one.
"""

import fcntl
import hashlib
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

KEPT = Path(__file__).resolve().parents[1] / "var" / "migrated"


def digest() -> str:
    """Return a name for what the migrations of all apps, and Django's version, make."""
    folders = (Path(app.path) / "migrations" for app in apps.get_app_configs())
    files = sorted(file for folder in folders for file in folder.glob("*.py"))
    content = hashlib.sha256()
    for file in files:
        content.update(f"{file.parent.parent.name}/{file.name}".encode() + file.read_bytes())
    return content.hexdigest()[:16]


@contextmanager
def copied_where_known() -> Iterator[None]:
    """Let Django's next test database be a copy of the kept one, or else be kept for the next."""
    creation: Any = connection.creation
    own = creation.create_test_db
    make = _on_postgresql if connection.vendor == "postgresql" else _on_sqlite

    def create(*args: Any, **options: Any) -> str:
        KEPT.mkdir(parents=True, exist_ok=True)
        with (KEPT / "lock").open("w") as lock, pytest.MonkeyPatch.context() as patch:
            fcntl.flock(lock, fcntl.LOCK_EX)
            return make(lambda: own(*args, **options), patch)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(creation, "create_test_db", create)
        yield


def _on_sqlite(create: Any, patch: pytest.MonkeyPatch) -> str:
    kept = KEPT / f"{digest()}.sqlite3"
    if kept.exists():
        creation: Any = connection.creation
        patch.setitem(connection.settings_dict["TEST"], "MIGRATE", False)
        patch.setattr(
            creation, "_create_test_db", lambda *_: shutil.copy(kept, creation._get_test_db_name())
        )
        return create()
    name = create()
    connection.close()
    for old in KEPT.glob("*.sqlite3"):
        old.unlink()
    # Under another name until it is whole: who is stopped here leaves no half of one.
    part = kept.with_suffix(".part")
    with closing(sqlite3.connect(name)) as made, closing(sqlite3.connect(part)) as copy:
        made.backup(copy)
    part.replace(kept)
    return name


def _on_postgresql(create: Any, patch: pytest.MonkeyPatch) -> str:
    kept = f"migrated_{digest()}"
    with connection._nodb_cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [kept])
        known = cursor.fetchone() is not None
    if known:
        patch.setitem(connection.settings_dict["TEST"], "MIGRATE", False)
        patch.setitem(connection.settings_dict["TEST"], "TEMPLATE", kept)
        return create()
    name = create()
    connection.close()
    with connection._nodb_cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{kept}" TEMPLATE "{name}"')
    return name
