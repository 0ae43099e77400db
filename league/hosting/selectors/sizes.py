"""How many bytes all that a club keeps has: its rows, in every table that belongs to a club."""

from collections.abc import Iterator
from typing import Any, Final

from django.db import models
from django.db.models import Count, Exists, F, Func, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from league.site.row_security.policies import owned
from scoring.accounts.models import Club, ClubSize
from scoring.log.models import LogEntry

# What a row takes besides its texts: its own head, and each of its numbers, times and keys.
OF_A_ROW: Final = 24
OF_A_VALUE: Final = 8
TEXTS: Final = (models.CharField, models.TextField, models.JSONField, models.BinaryField)


class Bytes(Func):
    """The bytes of a text, a file's content or a JSON value, as the database keeps it."""

    output_field = models.BigIntegerField()
    template = "octet_length((%(expressions)s)::text)"

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """Count bytes where the database counts letters."""
        context["template"] = "length(CAST(%(expressions)s AS BLOB))"
        return self.as_sql(compiler, connection, **context)


def clubs_to_count() -> QuerySet[Club]:
    """Return the clubs in which something was done since they were counted, and new ones."""
    since = LogEntry.objects.filter(club=OuterRef("pk"), moment__gt=OuterRef("size__counted_at"))
    return Club.objects.filter(Q(size=None) | Exists(since)).order_by("pk")


def bytes_of(club: Club) -> int:
    """Return about how many bytes the club's rows have; a query for each table."""
    return sum(_bytes_in(model, path, club) for model, path in _paths())


def sizes_of(clubs: list[int]) -> dict[int, int]:
    """Return the bytes of the clubs with these ids, as last counted."""
    return dict(ClubSize.objects.filter(club__in=clubs).values_list("club", "bytes"))


def _paths() -> Iterator[tuple[type[models.Model], str]]:
    """Yield each model of a club's rows with the way from a row to its club."""
    keys = owned()
    for model in keys:
        path, at = [], model
        while (key := keys[at]) is not None:
            path.append(key.name)
            at = key.related_model
        if path:
            yield model, "__".join(path)


def _bytes_in(model: type[models.Model], path: str, club: Club) -> int:
    texts = [field for field in model._meta.concrete_fields if isinstance(field, TEXTS)]
    others = len(model._meta.concrete_fields) - len(texts)
    counted = model._default_manager.filter(**{path: club}).aggregate(
        rows=Count("pk"),
        **{f"of_{text.name}": Coalesce(Sum(Bytes(F(text.name))), 0) for text in texts},
    )
    return int(counted.pop("rows") * (OF_A_ROW + others * OF_A_VALUE) + sum(counted.values()))
