"""Whether a database is this version's or an older one's: a newer one's is left alone."""

from collections.abc import Mapping

from django.db.migrations.loader import MigrationLoader

OURS = "scoring"
OUR_APPS = frozenset({OURS, "league"})


def unknown_migrations(applied: Mapping[str, list[str]]) -> list[str]:
    """The steps, such as league.0042_x, that were applied to a database and that are not here.

    Steps of a package that the site no longer uses are of no account.
    """
    known = MigrationLoader(None).disk_migrations
    apps = {app for app, _name in known} | OUR_APPS
    return [
        f"{app}.{name}"
        for app, names in applied.items()
        for name in names
        if app in apps and (app, name) not in known
    ]
