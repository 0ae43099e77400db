"""Keys by which a page names what it watches, when it listens for news.

A key is a row's kind and number, signed. It stands in pages alone, so only who was shown a page can
listen: nobody can count through the numbers and hear when a private table records a round. The same
row always has the same key, for the part that shows it is the same for all. So a key outlives a
link that is renewed, and a person who leaves the club: what it still tells is that something moved,
and never what. (`stream.py` does not even send the revision, which would count a sheet's entries.)
"""

from collections.abc import Iterable
from typing import NamedTuple

from django.conf import settings
from django.core.signing import Signer
from django.db import models
from django.utils.module_loading import import_string

SIGNER = Signer(sep="~", salt="scoring.watching")


class Watched(NamedTuple):
    """A row that is watched, such as ("scoring.game", 12)."""

    kind: str
    pk: int


def watch_key(row: models.Model) -> str:
    """Return the key by which a page that shows this row listens for news of it."""
    return SIGNER.sign(f"{row._meta.label_lower}~{row.pk}")


def watched_by(key: str) -> Watched:
    """Return the row of a key; raises `BadSignature` for one that we have not made."""
    kind, pk = SIGNER.unsign(key).split("~")
    return Watched(kind, int(pk))


def newest_revisions(watched: Iterable[Watched]) -> dict[Watched, str]:
    """Return the revision of each of the rows that still exists; one query for each kind.

    Scoring does not know which kinds there are. The setting WATCHED names them: dotted paths of
    functions that return all rows of a kind, each read `with_revision`.
    """
    numbers: dict[str, list[int]] = {}
    for kind, pk in watched:
        numbers.setdefault(kind, []).append(pk)
    revisions = {}
    for path in settings.WATCHED:
        rows: models.QuerySet[models.Model] = import_string(path)()
        kind = rows.model._meta.label_lower
        asked = rows.filter(pk__in=numbers[kind]) if kind in numbers else rows.none()
        for pk, site, sheets in asked.values_list("pk", "watched_site", "watched_sheets"):
            revisions[Watched(kind, pk)] = f"{site}.{sheets}"
    return revisions
