"""Everything that the database holds, as text, to look for a name in it."""

import zlib
from collections.abc import Iterable
from pathlib import Path
from zipfile import ZipFile

from django.contrib.sessions.models import Session
from django.db import connection

from league.archives.writing import archive_keep
from scoring.models import Club


def dump(but: Iterable[str] = ()) -> dict[str, list[str]]:
    """Every row of every table, those of Django and its packages too, but for these tables."""
    told = {}
    with connection.cursor() as cursor:
        for table in sorted({*connection.introspection.table_names(cursor)} - {*but}):
            cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608  the database's own name
            told[table] = sorted(
                " | ".join(_text(value) for value in row) for row in cursor.fetchall()
            )
    return told


def _text(value: object) -> str:
    if isinstance(value, memoryview | bytes):
        packed = bytes(value)
        return zlib.decompress(packed).decode() if packed else ""
    return str(value)


def tables_with(*words: str) -> set[str]:
    """The tables in which any of the words stands somewhere, however it is written.

    Sessions are read unpacked: as they are stored they are random letters, in which a
    short word comes up by chance. So it does in hashes of passwords: take words of five
    letters or more.
    """
    rows_of = dump(but=[Session._meta.db_table])
    rows_of[Session._meta.db_table] = [
        str(session.get_decoded()) for session in Session.objects.all()
    ]
    return {
        table
        for table, rows in rows_of.items()
        if any(word.casefold() in row.casefold() for row in rows for word in words)
    }


def in_archive(club: Club, folder: Path, *words: str) -> set[str]:
    """The files of a fresh archive of the club in which any of the words stands."""
    path = folder / "traces.club"
    archive_keep(club=club, path=path)
    with ZipFile(path) as packed:
        files = {name: packed.read(name).decode().casefold() for name in packed.namelist()}
    return {name for name, text in files.items() if any(w.casefold() in text for w in words)}
