"""The revision of what is watched: one number that the asked row is read with, in the same query.

A revision has two parts. One is the sum of the revisions of the sheets in it: a game's own, those
of a day's games. Each entry of a sheet makes its game's `revision` grow in its own row, so tables
that record at the same moment wait for no common row. The other is the one row of `Revision`, for
everything else: a name, a rule, a seat, a ruling, the club's languages. Every connection to the
database notes what is written through it, so no service can forget to make that number grow; it
grows once a transaction, right after this was committed.

Equal revisions are of equal rows. Unequal ones may show the same, as where another day of the club
was changed: who keeps what follows from the rows derives it anew then, and compares. What follows
from the time of day is not in a revision; it is kept for a few seconds only.
"""

import logging
import re
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from django.conf import settings
from django.db import DatabaseError, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import F, Subquery, Value
from django.db.models.functions import Coalesce, Greatest

from scoring.web.written import written_table

from .bus import tell
from .keys import Watched
from .models import Revision

logger = logging.getLogger(__name__)
Row = TypeVar("Row", bound=models.Model)

# A sheet's entry with its results, and the game's row, which counts its entries.
ENTRIES = re.compile(
    r'\s*(?:INSERT INTO "scoring_(?:sheetentry|seatresult)"|UPDATE "scoring_game" SET "revision")'
)
LEAVES_OUT = tuple(settings.LOG_LEAVES_OUT)


def with_revision(
    rows: models.QuerySet[Row], sheets: models.F | Subquery | Value
) -> models.QuerySet[Row]:
    """Return the same rows, each read with what `revision_of` needs.

    `sheets` is the sum of the revisions of the games that are shown with a row.
    """
    number = Subquery(Revision.objects.values("number")[:1])
    annotated: models.QuerySet[Any] = rows.annotate(
        watched_site=Coalesce(number, Value(0)), watched_sheets=Coalesce(sheets, Value(0))
    )
    return annotated


def sheets_in(rows: models.QuerySet[Any], revision: str) -> Subquery:
    """Return the sum of the revisions of games, by their path in these rows of an outer query."""
    total = models.Func(revision, function="SUM", output_field=models.BigIntegerField())
    return Subquery(rows.order_by().annotate(sheets=total).values("sheets"))


class RowRevision(str):
    """A revision that knows of which row it is."""

    watched: Watched


def revision_of(row: models.Model) -> RowRevision:
    """Return the revision of a row that was read by `with_revision`."""
    read = vars(row)
    revision = RowRevision(f"{read['watched_site'] + _waiting()}.{read['watched_sheets']}")
    revision.watched = Watched(row._meta.label_lower, int(row.pk))
    return revision


def note_writes(connection: BaseDatabaseWrapper, **_: object) -> None:
    """Let the number grow with whatever is written through this connection."""
    if _note not in connection.execute_wrappers:
        # The first: what stands around a piece of work takes the last one off afterwards.
        connection.execute_wrappers.insert(0, _note)


def _note(
    execute: Callable[..., Any],
    sql: str,
    params: Any,
    many: bool,
    context: dict[str, Any],
) -> Any:
    result = execute(sql, params, many, context)
    table = written_table(sql, context["cursor"])
    if not table or table.startswith(LEAVES_OUT):
        return result
    connection: BaseDatabaseWrapper = context["connection"]
    # Forgotten by Django itself where the savepoint or the transaction is rolled back.
    if not ENTRIES.match(sql):
        connection.has_news = True  # type: ignore[attr-defined]
        transaction.on_commit(partial(_grow, connection), using=connection.alias)
    elif connection.vendor == "postgresql" and "UPDATE" in sql[:9]:
        transaction.on_commit(partial(tell, connection), using=connection.alias)
    return result


def _grow(connection: BaseDatabaseWrapper) -> None:
    """Make the number grow, once for all that one transaction wrote.

    Where this fails, what was written stays; pages show it once what they keep has run out.
    """
    if not connection.has_news:  # type: ignore[attr-defined]
        return
    connection.has_news = False  # type: ignore[attr-defined]
    now = time.time_ns() // 1_000_000
    rows = Revision.objects.using(connection.alias)
    try:
        if not rows.update(number=Greatest(F("number") + 1, now)):
            rows.bulk_create([Revision(pk=1, number=now)], ignore_conflicts=True)
        tell(connection)
    except DatabaseError:
        # While the site is set up, tables are written before this one is there.
        with suppress(DatabaseError):
            if Revision._meta.db_table in connection.introspection.table_names():
                logger.exception("A change was not counted: pages show it within a minute.")


def _waiting() -> int:
    """How often the number is to grow at the end of the transaction that is open here.

    Who reads within it sees its writes already.
    """
    callbacks = [entry[1] for entry in transaction.get_connection().run_on_commit]
    return sum(getattr(callback, "func", None) is _grow for callback in callbacks)
