"""What a copy would bring back although it was erased: said to whoever puts the copy back."""

from datetime import datetime

from django.db import DatabaseError, connection

from scoring.erasing.models import Erasure

from .restoring import database_file

PAGES = {
    Erasure.Kind.PERSON: "/people/{}/erase/",
    Erasure.Kind.ACCOUNT: "/club/accounts/{}/erase/",
    Erasure.Kind.CLUB: "/club/erase/ of club {}",
}


def erased_since(moment: datetime) -> list[str]:
    """Lines that name the pages on which it is to be erased again; none where nothing was.

    Asked of the present database, before the copy takes its place; where that cannot be read, the
    line says so.
    """
    if connection.vendor == "sqlite" and not database_file().is_file():
        return []
    try:
        rows = Erasure.objects.filter(erased_at__gt=moment).order_by("pk")
        erased = {(row.kind, row.number) for row in rows}
    except (DatabaseError, ValueError):
        return ["What was erased since that copy cannot be told. Look at your own notes of it."]
    finally:
        connection.close()
    if not erased:
        return []
    pages = [PAGES[Erasure.Kind(kind)].format(number) for kind, number in sorted(erased)]
    return ["What was erased since that copy is back. Erase it again:", *(f"  {p}" for p in pages)]
