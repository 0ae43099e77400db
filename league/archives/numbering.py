"""Ids for rows that come from a file: as many in a row, which nobody else gets."""

from collections.abc import Mapping

from django.db import connection

from .shape import Model


def ids_reserve(counts: Mapping[Model, int]) -> dict[Model, int]:
    """Reserve a number of ids for each model; row `number` of the file gets the base + number.

    So rows keep their order, and may refer to rows that come later. Within a transaction, which
    on PostgreSQL keeps others from adding rows of these models until it ends.
    """
    return {model: _reserve(model, count) for model, count in counts.items()}


def _reserve(model: Model, count: int) -> int:
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            # The writer's lock is ours already. Ids of rows that are gone are not used again.
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
            row = cursor.fetchone()
            return int(row[0]) if row else 0
        cursor.execute(f'LOCK TABLE "{table}" IN SHARE ROW EXCLUSIVE MODE')
        cursor.execute(
            "SELECT setval(s, nextval(s) + %s) FROM pg_get_serial_sequence(%s, 'id') AS s",
            [count, f'"{table}"'],
        )
        return int(cursor.fetchone()[0]) - count
