"""Files of people that were sent, kept while somebody looks at what they would change."""

import json
import zlib
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from league.selectors.columns import FileRow, PeopleFile

# What nobody has applied is thrown away: there are years of birth in it.
KEPT = timedelta(days=1)
MOST_KEPT = 20


def drafts_prune(drafts: QuerySet[Any]) -> None:
    """Throw away drafts that are old or too many, before one more is kept."""
    drafts.filter(made_at__lt=timezone.now() - KEPT).delete()
    too_many = drafts.order_by("-pk").values_list("pk", flat=True)[MOST_KEPT - 1 :]
    drafts.filter(pk__in=list(too_many)).delete()


def file_pack(file: PeopleFile) -> bytes:
    """The file's lines, packed to be kept."""
    told = {
        "fields": file.fields,
        "ignored": [head[:40] for head in file.ignored[:20]],
        "headless": file.headless,
        "above": file.above,
        "rows": [
            (row.number, [row.values[one] for one in file.fields], row.unread, row.spilled)
            for row in file.rows
        ],
    }
    return zlib.compress(json.dumps(told).encode())


def file_unpack(packed: bytes) -> PeopleFile:
    """The file whose lines were packed."""
    told = json.loads(zlib.decompress(packed))
    fields = tuple(told["fields"])
    return PeopleFile(
        fields=fields,
        rows=tuple(
            FileRow(number, dict(zip(fields, cells, strict=True)), tuple(unread), spilled)
            for number, cells, unread, spilled in told["rows"]
        ),
        ignored=tuple(told["ignored"]),
        headless=told["headless"],
        above=told["above"],
    )
