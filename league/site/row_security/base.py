"""Django's connection to PostgreSQL, which tells the database whose rows a statement may see.

It also keeps the plans of statements that were asked often, and knows without asking whether the
database is still there. Named in the settings as the engine of the database.
"""

import selectors
from types import TracebackType
from typing import Any, Final

from django.conf import settings
from django.db.backends.postgresql import base
from django.db.utils import DatabaseErrorWrapper
from django.utils.functional import cached_property
from psycopg.errors import FeatureNotSupported

from .telling import EVERY, RULES_STAND, SETTING, Telling

BEGIN: Final = f"SELECT set_config('{SETTING}', '{EVERY}', false), {RULES_STAND}"


class NoticesOldPlans(DatabaseErrorWrapper):
    """Django's own wrapper of errors, which notices that a kept plan does not fit any more.

    PostgreSQL refuses such a plan where a newer version of the site has changed a column's type
    meanwhile, and goes on refusing it as long as the connection lasts.
    """

    wrapper: "DatabaseWrapper"

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Let the connection be opened anew for the next page."""
        if isinstance(error, FeatureNotSupported):
            self.wrapper.has_old_plans = True
        super().__exit__(kind, error, traceback)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that tells the database which clubs are read, where that is asked.

    It begins with all rows, and asks whether there are rules. So a command in a shell without the
    site's settings, and a site that was started before the rules were, see what there is. Without
    this they would see an empty database, and believe it.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._telling = Telling()
        # Whether each statement says whose rows it reads. Known once there is a connection.
        self.tells_clubs = False
        self.has_old_plans = False

    @cached_property
    def wrap_database_errors(self) -> NoticesOldPlans:
        """What stands around each call of the database."""
        return NoticesOldPlans(self)

    def is_usable(self) -> bool:
        """Answer whether the connection may go on being used.

        While nobody asks it, the database sends something only to say that it ends. So as long as
        nothing has come, a page need not ask it whether it is there.
        """
        if self.has_old_plans:
            return False
        if self.connection and not self.errors_occurred and not self._has_news():
            return not self.connection.broken
        return super().is_usable()

    def _has_news(self) -> bool:
        with selectors.DefaultSelector() as selector:
            selector.register(self.connection.fileno(), selectors.EVENT_READ)
            return bool(selector.select(0))

    def init_connection_state(self) -> None:
        """Let a new connection read as it is set."""
        super().init_connection_state()
        self.read_as_set()
        if not self.get_autocommit():
            self.connection.commit()

    def read_as_set(self) -> None:
        """Begin with all rows, and tell the database more where that is asked."""
        (_all_rows, rules_stand) = self.connection.execute(BEGIN).fetchone()
        is_set = settings.ROW_SECURITY
        self.tells_clubs = rules_stand if is_set is None else is_set
        if self._telling in self.execute_wrappers:
            self.execute_wrappers.remove(self._telling)
        if self.tells_clubs:
            self.execute_wrappers.insert(0, self._telling)

    def connect(self) -> None:
        """Open a connection, to which nothing is told yet."""
        self._telling.forget()
        self.has_old_plans = False
        super().connect()

    def rollback(self) -> None:
        """Take a transaction back, and with it what was told within."""
        self._telling.forget()
        super().rollback()
