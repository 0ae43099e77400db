"""Which of the database's tables a piece of work has really changed."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from django.db import connection, transaction

# An insert that answers with its row's id counts none until that is read, on some SQLites.
PLAIN_INSERT = re.compile(r"\s*INSERT INTO")
WRITE = re.compile(r'\s*(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM) "(\w+)"')


class Written:
    """The tables in which a row was added, changed or deleted, and that was not taken back."""

    def __init__(self) -> None:
        """Nothing is written yet."""
        self._kept: set[str] = set()

    def tables(self) -> frozenset[str]:
        """The tables so far.

        Inside a transaction those are counted that its end would keep, as things stand.
        """
        callbacks = [entry[1] for entry in connection.run_on_commit]
        waiting = [
            callback.args[0]
            for callback in callbacks
            if isinstance(callback, partial) and callback.func == self._kept.add
        ]
        return frozenset({*self._kept, *waiting})

    def _watch(
        self,
        execute: Callable[..., Any],
        sql: str,
        params: Any,
        many: bool,
        context: dict[str, Any],
    ) -> Any:
        result = execute(sql, params, many, context)
        if table := written_table(sql, context["cursor"]):
            # Forgotten by Django itself where the savepoint or the transaction is rolled back.
            transaction.on_commit(partial(self._kept.add, table))
        return result


def written_table(sql: str, cursor: Any) -> str:
    """Return the table in which the statement, just executed, has changed a row, "" for none."""
    match = WRITE.match(sql)
    if match and (cursor.rowcount != 0 or PLAIN_INSERT.match(sql)):
        return match[1]
    return ""


@contextmanager
def watching() -> Iterator[Written]:
    """Note what is written meanwhile."""
    written = Written()
    with connection.execute_wrapper(written._watch):
        yield written
