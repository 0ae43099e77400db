"""The database as the migrations leave it, coming from the oldest version."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.core.management.color import no_style
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import StateApps
from django.db.models import Model
from django.utils import timezone

from scoring.accounts.access import Actor
from scoring.log.services import log_write
from scoring.models import Game, LogEntry, RuleSheet
from tests.factories import make_game, play

OURS = ("scoring", "league")
TABLES = {"scoring_sheetentry": "reason = 'x'", "scoring_seatresult": "points = 1"}
LOG = "scoring_logentry"
# The last ones of version 0.1.0.
OLDEST = [("scoring", "0009_log_is_never_changed"), ("league", "0002_tournaments")]
SHEETS = ("Club", "Player", "Game", "Seat", "SheetEntry", "SeatResult")


def migrate(targets: list[tuple[str, str]]) -> StateApps:
    """Migrate to these, and return the models of then."""
    executor = MigrationExecutor(connection)
    return executor.migrate(targets).apps


def newest() -> list[tuple[str, str]]:
    return [node for node in MigrationLoader(connection).graph.leaf_nodes() if node[0] in OURS]


def drop_ours() -> None:
    """Leave the database as it is where none of our migrations has been applied."""
    tables = [name for name in connection.introspection.table_names() if name.startswith(OURS)]
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA foreign_keys = off")
        for name in tables:
            last = " CASCADE" if connection.vendor == "postgresql" else ""
            cursor.execute(f"DROP TABLE {name}{last}")
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA foreign_keys = on")
    MigrationRecorder(connection).migration_qs.filter(app__in=OURS).delete()


@pytest.fixture
def _migrated_after(transactional_db: None) -> Iterator[None]:
    yield
    migrate(newest())


def refused(table: str, change: str) -> bool:
    """Whether the database refuses to change the table's rows, tried and taken back."""
    return refuses(f"UPDATE {table} SET {change}")  # noqa: S608  our own words


def refuses(statement: str) -> bool:
    """Whether the database refuses the statement, tried and taken back."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
            transaction.set_rollback(True)
    except DatabaseError:
        return True
    return False


@pytest.mark.django_db
@pytest.mark.parametrize("table", TABLES)
def test_nobody_changes_a_row_of_the_sheet(game: Game, table: str) -> None:
    play(game, 12, 0, 45, 9)
    assert refused(table, TABLES[table])


def logged(what: str = "scoring:club") -> None:
    log_write(
        actor=Actor("tablet", "Table 3"),
        what=what,
        path="/club/",
        address=None,
        outcome=LogEntry.Outcome.DONE,
    )


@pytest.mark.django_db
def test_nobody_changes_or_removes_a_line_of_the_log() -> None:
    logged()
    assert refuses(f"UPDATE {LOG} SET who = 'nobody'")  # noqa: S608  our own words
    assert refuses(f"DELETE FROM {LOG}")  # noqa: S608  our own words
    assert not refuses(f"INSERT INTO {LOG} SELECT * FROM {LOG} WHERE who = ''")  # noqa: S608


@pytest.mark.usefixtures("_migrated_after")
def test_what_version_0_1_0_kept_comes_through_all_migrations() -> None:
    """Forwards alone: who goes back to an older version takes the copy made before."""
    game, empty = make_game(), make_game()
    play(game, 12, 0, 45, 9)
    play(game, 12, 0, 45, 9)
    rows = {name: list(apps.get_model("scoring", name).objects.values()) for name in SHEETS}
    drop_ours()
    then = migrate(OLDEST)
    for name in SHEETS:
        write(then.get_model("scoring", name), rows[name])
    reset_numbers(then)
    house_rules_of_then(migrate([("scoring", "0013_rule_sheets")]))
    migrate(newest())
    assert all(refused(table, change) for table, change in TABLES.items())
    # The numbers came through it all, and a game of before knows its newest entry.
    for entry in game.entries.all():
        assert [row.points for row in entry.results.order_by("seat")] == [12, 0, 45, 9]
    assert Game.objects.get(pk=game.pk).revision == 2
    assert Game.objects.get(pk=empty.pk).revision == 0
    # The log is kept as it is written.
    logged()
    assert refuses(f"DELETE FROM {LOG}")  # noqa: S608  our own words
    # House rules that a club kept became a rule sheet.
    sheet = RuleSheet.objects.get()
    assert (sheet.club.name, sheet.name, sheet.author) == ("Sun Valley", "Our house rules", "Olive")
    assert sheet.rules == {"base": "family", "fill": "defaults", "draw_count": 2}
    assert sheet.precedents.get().parameter == "draw_count"


def write(model: type[Model], rows: list[dict[str, Any]]) -> None:
    """Write rows of today with the columns that the model had then."""
    names = {field.attname for field in model._meta.concrete_fields}
    model._default_manager.bulk_create(
        model(**{name: value for name, value in row.items() if name in names}) for row in rows
    )


def reset_numbers(then: StateApps) -> None:
    """Rows written with their numbers leave PostgreSQL's own counting behind."""
    models = [then.get_model("scoring", name) for name in SHEETS]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)


def house_rules_of_then(then: StateApps) -> None:
    """Of two more clubs one has two house rules, and has given up the first of them."""
    models = {name: then.get_model("scoring", name) for name in ("Club", "Precedent")}
    now = timezone.now()
    clubs = [models["Club"].objects.create(name=name) for name in ("Sun Valley", "Oak Village")]
    for parameter, value, ended in (("hand_size", 9, now), ("draw_count", 2, None)):
        models["Precedent"].objects.create(
            club=clubs[0], parameter=parameter, value=value, author="Olive", made_at=now,
            ended_at=ended,
        )  # fmt: skip
