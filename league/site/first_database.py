"""What a command does where the site was not started yet: make its database, or ask for it."""

from pathlib import Path

from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor

from league.site.setup import program


def make_database() -> None:
    """Make the database of a new installation. Raises `CommandError` for one of another version."""
    if not _is_ready():
        call_command("migrate", interactive=False, verbosity=0)


def need_database() -> None:
    """Raise `CommandError` where there is no database yet, and leave none behind.

    To make one would be wrong: the command may have been typed where DATABASE_URL is not set.
    """
    if _is_missing_file() or not _is_ready():
        raise CommandError(
            f"There is no database of a site here. Start the site once with `{program()} serve`, "
            "or set DATABASE_URL and DATA_DIR here as they are set for the site, and run this "
            "again."
        )


def _is_missing_file() -> bool:
    # To connect would make an empty one.
    name = str(connection.settings_dict["NAME"])
    is_file = connection.vendor == "sqlite" and not name.startswith((":memory:", "file:"))
    return is_file and not Path(name).exists()


def _is_ready() -> bool:
    """Whether the database is of this version; False for an empty one."""
    try:
        executor = MigrationExecutor(connection)
    except OperationalError as error:
        raise CommandError(
            f"The database cannot be used: {error}\nIs DATABASE_URL right, and does its server run?"
        ) from error
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return True
    if executor.loader.applied_migrations:
        # The server makes a copy of the database before it changes it.
        raise CommandError(
            "This version changes the database first. Start the site once with "
            f"`{program()} serve`, and run this again."
        )
    return False
