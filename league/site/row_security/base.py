"""Django's connection to PostgreSQL, which tells the database whose rows a statement may see.

Named in the settings as the engine of the database.
"""

from typing import Any

from django.db.backends.postgresql import base

from .telling import Telling


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that tells the database which clubs are read."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._telling = Telling()
        self.execute_wrappers.append(self._telling)

    def connect(self) -> None:
        """Open a connection, to which nothing is told yet."""
        self._telling.forget()
        super().connect()

    def rollback(self) -> None:
        """Take a transaction back, and with it what was told within."""
        self._telling.forget()
        super().rollback()
