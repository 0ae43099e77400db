"""Many copies of one club, made inside PostgreSQL: as a site looks that a thousand clubs share.

Each row of the club is there as often as told, under other ids, in a club of its own; what has to
be unique is made so. Ids that stand inside JSON keep naming the first club's rows, so it is that
club whose pages are looked at among the copies.
"""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import connection, models, transaction

from league.archives.shape import ROWS, Model
from league.privacy.selectors.mentions import club_path
from league.privacy.services.erase_club import BESIDES

# Rows that say what was erased; nothing of a club's life.
LEFT_OUT = {"Erasure"}


def club_copy(*, club: int, times: int, checked: bool = True) -> None:
    """Copy the club with that id, and its accounts, so many times.

    Not `checked`, PostgreSQL does not look up what each row refers to, which takes it far longer
    than the rows themselves: half an hour for 11 million. Only a superuser may ask for that.
    """
    paths: dict[Model, str] = {**{model: club_path(model) for model in ROWS}, **BESIDES}
    paths = {model: path for model, path in paths.items() if model.__name__ not in LEFT_OUT}
    lookups: dict[Model, str] = {**paths, User: "memberships__club"}
    step = _step(lookups)
    with transaction.atomic(), connection.cursor() as cursor:
        if not checked:
            cursor.execute("SET LOCAL session_replication_role = replica")
        for model, path in lookups.items():
            rows = model._default_manager.filter(**{path: club}).order_by().values("pk")
            which, params = rows.query.sql_with_params()
            table = connection.ops.quote_name(model._meta.db_table)
            fields = model._meta.concrete_fields
            names = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
            values = ", ".join(_value(field, lookups, step) for field in fields)
            cursor.execute(
                f"INSERT INTO {table} ({names}) SELECT {values} FROM {table} AS old"  # noqa: S608
                f" CROSS JOIN generate_series(1, {int(times)}) AS copy"
                f" WHERE old.id IN ({which})",
                params,
            )
            cursor.execute(
                f"SELECT setval(pg_get_serial_sequence('{model._meta.db_table}', 'id'),"  # noqa: S608
                f" (SELECT max(id) FROM {table}))"
            )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _step(models_copied: Mapping[Model, Any]) -> int:
    """Return a round number above what lies between any two ids of a table: no copy meets another.

    Ids may begin high, where other tests have moved the sequences, and some are of four bytes.
    """
    widest = 0
    for model in models_copied:
        ends = model._default_manager.aggregate(least=models.Min("pk"), most=models.Max("pk"))
        widest = max(widest, (ends["most"] or 0) - (ends["least"] or 0))
    return int(10 ** len(str(widest)))


def _value(field: Any, copied: Mapping[Model, Any], step: int) -> str:
    """Return what a copy has in that column, in SQL."""
    column = f"old.{connection.ops.quote_name(field.column)}"
    related = field.remote_field.model if field.remote_field else None
    if field.primary_key or related in copied:
        return f"{column} + copy * {step}"
    if not field.unique:
        return column
    if isinstance(field, models.UUIDField):
        return f"md5({column}::text || copy)::uuid"
    return f"substr(md5({column} || copy), 1, {field.max_length})"
