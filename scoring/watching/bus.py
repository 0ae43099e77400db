"""How the processes of a site tell one another that something moved: by PostgreSQL's NOTIFY.

A notification says nothing but that. It comes after the commit of what it is about, in a
transaction of its own: within it, tables that record at the same moment would wait for each other,
since PostgreSQL lets one commit with a notification through at a time. Where one is lost, such as
with a process that is killed just then, a look every few seconds finds what moved.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper

logger = logging.getLogger(__name__)
CHANNEL = "roundhouse_news"
# From the loss of the connection until it is tried anew.
AGAIN_SECONDS = 1.0
# What Django takes out of its own settings for a connection, and psycopg's asynchronous one not.
OF_DJANGO = ("cursor_factory",)


def tell(connection: BaseDatabaseWrapper) -> None:
    """Tell all processes, after a commit; on SQLite nobody can be told."""
    if connection.vendor != "postgresql":
        return
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"NOTIFY {CHANNEL}")
    except DatabaseError:
        # What was committed stands, and is found by a look.
        logger.warning("Pages that listen were not told of a change; they hear a little later.")


class Ear:
    """The one connection of a process that hears what `tell` says."""

    def __init__(self, moved: Callable[[], None]) -> None:
        """Begin with none; `moved` is called for each notification, and for each connection."""
        self.hears = False
        self._moved = moved

    async def listen(self) -> None:
        """Hear until cancelled, through a restart of the database too; on SQLite, end at once."""
        if connection.vendor != "postgresql":
            return
        import psycopg  # noqa: PLC0415 - of PostgreSQL alone

        while True:
            try:
                await self._hear(psycopg.AsyncConnection)
            except (psycopg.Error, OSError):
                self.hears = False
            await asyncio.sleep(AGAIN_SECONDS)

    async def _hear(self, kind: Any) -> None:
        words = connection.get_connection_params()
        for name in OF_DJANGO:
            words.pop(name, None)
        async with await kind.connect(**words, autocommit=True) as line:
            await line.execute(f"LISTEN {CHANNEL}")
            self.hears = True
            try:
                # What moved before that nobody has heard.
                self._moved()
                async for _ in line.notifies():
                    self._moved()
            finally:
                self.hears = False
