"""The policies by which PostgreSQL holds the clubs apart, derived from the models.

A row belongs to the club that its key to `Club` names, or to whose its parent is: a seat to its
game's. Which tables these are, and by which key, follows from the models, so that a new table is
covered once it is migrated. A row is read where its club is among those of the setting
`roundhouse.clubs`, and written where that is so of all rows that it has to refer to. Without that
setting there is no row at all.
"""

from hashlib import sha256
from typing import Any, Final

from django.apps import apps
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection, models, transaction

from scoring.accounts.models import Club

from .telling import EVERY, POLICY, RULES_STAND, SETTING

# Asked in selects of their own, which the database answers once a statement, and not once a row.
_ASKED: Final = f"current_setting('{SETTING}', true)"
_IS_EVERY: Final = f"(SELECT {_ASKED} = '{EVERY}')"
_AMONG: Final = f"ANY ((SELECT nullif(nullif({_ASKED}, '{EVERY}'), '')::bigint[])::bigint[])"
# Each table of ours with the policy that it has, and whether that holds its owner, too.
_NOW: Final = """
SELECT c.relname, p.polname, c.relrowsecurity AND c.relforcerowsecurity
FROM pg_class c LEFT JOIN pg_policy p ON p.polrelid = c.oid AND starts_with(p.polname, %s)
WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
"""

Model = type[models.Model]
Key = models.ForeignKey[Any, Any]


def owned() -> dict[Model, Key | None]:
    """Return the models whose rows belong to a club, each with the key that says to which.

    That is the key to the nearest model that stands closer to the club; the club's own has none. A
    key that may be empty counts only where it names the club itself: an empty one is the host's.
    """
    every = [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]
    keys: dict[Model, Key | None] = {Club: None}
    level: list[Model] = [Club]
    while level:
        below = {}
        for model in every:
            needed = [key for key in _keys(model) if key.related_model in level and not key.null]
            if model not in keys and needed:
                below[model] = needed[0]
        keys |= below
        level = list(below)
    for model in every:
        to_club = [key for key in _keys(model) if key.related_model is Club]
        if model not in keys and to_club:
            keys[model] = to_club[0]
    return keys


def _keys(model: Model) -> list[Key]:
    return [field for field in model._meta.concrete_fields if isinstance(field, models.ForeignKey)]


def policy_of(model: Model, keys: dict[Model, Key | None]) -> tuple[str, str]:
    """Return what the database asks of a row that is read, and of one that is written."""
    own = keys[model]
    read = f"{_quoted('id')} = {_AMONG}" if own is None else _belongs(model, own)
    needed = [key for key in _keys(model) if key.related_model in keys and not key.null]
    # An empty key of the host's rows is written by who reads every club.
    written = [_belongs(model, key) for key in needed] or [read]
    return f"{_IS_EVERY} OR {read}", f"{_IS_EVERY} OR ({' AND '.join(written)})"


def _belongs(model: Model, key: Key) -> str:
    parent = key.related_model
    column = f"{_quoted(model._meta.db_table)}.{_quoted(key.column)}"
    if parent is Club:
        return f"{column} = {_AMONG}"
    # The parent's own policy is asked in here. EXISTS would be planned in two ways, each of which
    # plans the parent's in two: 32 plans for a tournament's table.
    target = _quoted(str(key.target_field.column))
    table = _quoted(parent._meta.db_table)
    return f"(SELECT true FROM {table} parent WHERE parent.{target} = {column})"  # noqa: S608


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)


def policies() -> dict[str, tuple[str, str, str]]:
    """Return of each table its policy: the name, which follows from the rest, and both rules."""
    keys = owned()
    named = {}
    for model in keys:
        read, written = policy_of(model, keys)
        name = POLICY + sha256(f"{read}\n{written}".encode()).hexdigest()[:12]
        named[model._meta.db_table] = (name, read, written)
    return named


def check_user() -> None:
    """Raise ImproperlyConfigured where the site's user would not be held by any policy."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user")
        if cursor.fetchone() != (False,):
            raise ImproperlyConfigured(
                "ROW_SECURITY is on, and nothing would come of it: PostgreSQL asks no policy of a "
                "superuser. Let DATABASE_URL name another user; docs/hosting.md says how."
            )


def rules_stand() -> bool:
    """Return whether the database holds the clubs apart now."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {RULES_STAND}")
        return bool(cursor.fetchone()[0])


def before_migrating(**_: object) -> None:
    """Take the policies away where the setting is off: then nobody says who reads what.

    Raises ImproperlyConfigured where it is on and nothing would come of it.
    """
    if connection.vendor != "postgresql":
        return
    if settings.ROW_SECURITY:
        check_user()
    elif settings.ROW_SECURITY is False:
        switch_off()


def after_migrating(**_: object) -> None:
    """Bring the policies up to the tables that there are now, unless the setting is off.

    Where nothing is set, it is as the database has it.
    """
    if connection.vendor != "postgresql" or settings.ROW_SECURITY is False:
        return
    if settings.ROW_SECURITY or rules_stand():
        switch_on()


@transaction.atomic
def switch_on() -> None:
    """Let the database hold the clubs apart; a table whose policy is as it should be is left."""
    with connection.cursor() as cursor:
        now = _policies_now()
        wanted = policies()
        for table in now.keys() - wanted.keys():
            _take_off(table, now[table][0])
        for table, (name, read, written) in wanted.items():
            known, is_held = now.get(table, (None, False))
            if (known, is_held) == (name, True):
                continue
            _take_off(table, known)
            cursor.execute(
                f"CREATE POLICY {name} ON {_quoted(table)} USING ({read}) WITH CHECK ({written})"
            )
            cursor.execute(
                f"ALTER TABLE {_quoted(table)} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY"
            )


@transaction.atomic
def switch_off() -> None:
    """Let the database hold nothing apart, for then the site does not say who reads what."""
    for table, (name, _is_held) in _policies_now().items():
        _take_off(table, name)


def _policies_now() -> dict[str, tuple[str | None, bool]]:
    """Return of each table that is held how its policy is called, if any, and if that is all."""
    ours = {model._meta.db_table for model in owned()}
    with connection.cursor() as cursor:
        cursor.execute(_NOW, [POLICY])
        rows = cursor.fetchall()
    rows = [row for row in rows if row[1] or (row[2] and row[0] in ours)]
    return {table: (name, is_held) for table, name, is_held in rows}


def _take_off(table: str, name: str | None) -> None:
    with connection.cursor() as cursor:
        if name:
            cursor.execute(f"DROP POLICY {name} ON {_quoted(table)}")
        cursor.execute(
            f"ALTER TABLE {_quoted(table)} NO FORCE ROW LEVEL SECURITY, DISABLE ROW LEVEL SECURITY"
        )
