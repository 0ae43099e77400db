"""What a version adds to the database leaves the version before able to go on beside it."""

from collections.abc import Iterator

from django.db.migrations import AddField, AddIndex, CreateModel, Migration, RunPython, RunSQL
from django.db.migrations.loader import MigrationLoader
from django.db.models import NOT_PROVIDED

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
