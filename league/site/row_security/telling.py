"""Telling the database whose rows a statement may see, right before it.

So nothing hangs on who opened a connection or used it before: it is kept for many requests.
"""

from collections.abc import Callable
from typing import Any, Final

from scoring.accounts.club_rows import clubs_read

# A list of ids such as {3,7}, or a star for every club; known to its connection alone.
SETTING: Final = "roundhouse.clubs"
EVERY: Final = "*"
# How the names of our policies begin.
POLICY: Final = "clubs_"
# Whether there are any: the database knows it, whatever a process was set to.
RULES_STAND: Final = f"""EXISTS (
    SELECT FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
    WHERE starts_with(p.polname, '{POLICY}') AND c.relnamespace = current_schema()::regnamespace
)"""
# What the database takes in a transaction that has failed, too, and that reads no rows.
CONTROL: Final = ("SAVEPOINT", "RELEASE", "ROLLBACK")


def setting_of(clubs: frozenset[int] | None) -> str:
    """Return the value of the setting by which a statement reads these clubs; None for every."""
    return EVERY if clubs is None else f"{{{','.join(map(str, sorted(clubs)))}}}"


class Telling:
    """What stands around the statements of one connection, and tells who is read if that changed.

    The database takes back what it was told within a transaction, or a part of one, that is taken
    back. Then nobody knows here what it was told last, and it is told anew.
    """

    def __init__(self) -> None:
        self._told: str | None = None

    def forget(self) -> None:
        """Tell the database anew before the next statement."""
        self._told = None

    def __call__(
        self,
        execute: Callable[..., Any],
        sql: str,
        params: Any,
        many: bool,
        context: dict[str, Any],
    ) -> Any:
        """Execute a statement, once the database knows who is read."""
        if sql.startswith(CONTROL):
            if sql.startswith("ROLLBACK"):
                self.forget()
            return execute(sql, params, many, context)
        wanted = setting_of(clubs_read())
        if wanted != self._told:
            connection = context["connection"]
            with connection.wrap_database_errors:
                # Digits, commas and braces, or a star.
                connection.connection.execute(f"SET {SETTING} = '{wanted}'")
            self._told = wanted
        try:
            return execute(sql, params, many, context)
        except BaseException:
            # The end of a transaction that has failed takes back what was told, without a word.
            self.forget()
            raise
