"""A whole database of its own for a test, on whichever the suite runs, in the default's place."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.db import connection


@contextmanager
def database_of_its_own(path: Path) -> Iterator[None]:
    """Put a fresh, migrated database into the default's place; take it away again."""
    connection.close()
    name = connection.settings_dict["NAME"]
    own: Any = _copy_file(Path(name), path) if connection.vendor == "sqlite" else _clone(name)
    connection.settings_dict["NAME"] = own
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = name
        if connection.vendor == "postgresql":
            _drop(own)


def _copy_file(original: Path, path: Path) -> Path:
    with closing(sqlite3.connect(original)) as source, closing(sqlite3.connect(path)) as copy:
        source.backup(copy)
    return path


def _clone(name: str) -> str:
    own = f"{name}_own"
    with connection._nodb_cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{own}" WITH (FORCE)')
        cursor.execute(f'CREATE DATABASE "{own}" TEMPLATE "{name}"')
    return own


def _drop(own: str) -> None:
    with connection._nodb_cursor() as cursor:
        cursor.execute(f'DROP DATABASE "{own}" WITH (FORCE)')
