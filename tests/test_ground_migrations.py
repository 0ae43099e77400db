"""What a version adds to the database leaves the version before able to go on beside it."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.db.migrations import (
    AddField,
    AddIndex,
    CreateModel,
    Migration,
    RunPython,
    RunSQL,
    SeparateDatabaseAndState,
)
from django.db.migrations.loader import MigrationLoader
from django.db.models import NOT_PROVIDED, Field

# The last ones of version 0.1.0, which can still write rows beside this one.
OLDEST = {"scoring": "0009", "league": "0002"}
# The last ones from before this was promised.
BEFORE = {"scoring": "0030", "league": "0031"}
# What a later version takes away or changes though an older one still runs; with the reason.
CONTRACTS: dict[tuple[str, str], str] = {
    ("scoring", "0034_names_corrected"): "one more choice, of which the database knows nothing",
}


def since_promised() -> Iterator[tuple[str, str, Migration]]:
    for (app, name), migration in MigrationLoader(None).disk_migrations.items():
        if app in BEFORE and name[:4] > BEFORE[app] and (app, name) not in CONTRACTS:
            yield app, name, migration


def faults_of(operation: object) -> str:
    """What keeps the version before from writing rows after this operation; "" for nothing."""
    match operation:
        case CreateModel() | AddIndex() | RunPython():
            return ""
        case AddField(field=field):
            is_filled = field.null or field.db_default is not NOT_PROVIDED or field.many_to_many
            return "" if is_filled else f"{operation.name} needs null or db_default"
        case SeparateDatabaseAndState(database_operations=steps):
            return "; ".join(filter(None, map(faults_of, steps)))
        case RunSQL():
            return "say in CONTRACTS why the version before can go on"
        case _:
            return f"{type(operation).__name__} changes what the version before relies on"


def locks_of(migration: Migration) -> str:
    """What keeps a table locked for long, since Django prepares a step before it takes it.

    A lock lasts until the migration ends. While a second step of it is prepared, which takes a
    second or more, nobody else reads the table that the first one has changed.
    """
    changing = [step for step in migration.operations if not isinstance(step, CreateModel)]
    if len(changing) > 1 or (changing and migration.operations[-1] is not changing[0]):
        return "let each step that changes a table have a migration of its own"
    return ""


def test_a_version_only_adds_so_that_the_one_before_goes_on_meanwhile() -> None:
    faults = [
        f"{app}.{name}: {fault}"
        for app, name, migration in since_promised()
        for operation in migration.operations
        if (fault := faults_of(operation))
    ]
    faults += [
        f"{app}.{name}: {fault}"
        for app, name, migration in since_promised()
        if (fault := locks_of(migration))
    ]
    assert not faults
    assert list(since_promised())


def columns_added() -> Iterator[tuple[str, str, Field]]:
    """Each table and column that a table got after the oldest version, with its field of today."""
    loader = MigrationLoader(None)
    models = loader.project_state().apps
    for (app, name), migration in loader.disk_migrations.items():
        if name[:4] <= OLDEST.get(app, "9999"):
            continue
        for step in migration.operations:
            if isinstance(step, AddField) and not step.field.many_to_many:
                model = models.get_model(app, step.model_name)
                yield model._meta.db_table, step.name, model._meta.get_field(step.name)


def test_the_oldest_version_can_write_rows_without_the_columns_added_since() -> None:
    columns = list(columns_added())
    assert not [
        f"{table}.{column} needs null or db_default"
        for table, column, field in columns
        if not field.null and field.db_default is NOT_PROVIDED
    ]
    assert ("scoring_game", "other_rules") in {column[:2] for column in columns}


@pytest.mark.django_db
def test_the_database_has_the_defaults_that_fields_say() -> None:
    """SQLite has not: no second site runs on it."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name, column_name FROM information_schema.columns "
            "WHERE is_nullable = 'NO' AND column_default IS NULL"
        )
        bare = set(cursor.fetchall())
    assert not {(table, column) for table, column, _field in columns_added()} & bare
