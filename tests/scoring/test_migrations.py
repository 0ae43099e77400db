"""The database as the migrations leave it, forwards and back."""

from collections.abc import Iterator

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from scoring.accounts.access import Actor
from scoring.log.services import log_write
from scoring.models import Game, LogEntry, RuleSheet
from tests.factories import make_game, play

OURS = ("scoring", "league")
TABLES = {"scoring_sheetentry": "reason = 'x'", "scoring_seatresult": "points = 1"}
LOG = "scoring_logentry"


def migrate(name: str) -> None:
    executor = MigrationExecutor(connection)
    # What stands on scoring goes back with it.
    targets = [node for node in executor.loader.graph.leaf_nodes() if node[0] in OURS]
    executor.migrate([("scoring", name)] if name else targets)


@pytest.fixture
def _migrated_back_after(transactional_db: None) -> Iterator[None]:
    yield
    # Rows would not fit into every older form.
    migrate("")


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


@pytest.mark.usefixtures("_migrated_back_after")
def test_all_can_be_taken_away_and_put_back() -> None:
    """Down to the first migration and up again: one way, since each step of it takes its time."""
    game, empty = make_game(), make_game()
    play(game, 12, 0, 45, 9)
    play(game, 12, 0, 45, 9)
    logged()
    migrate("0001_start")
    assert not any(refused(table, change) for table, change in TABLES.items())
    migrate("0013_rule_sheets")
    house_rules_of_then()
    migrate("")
    assert all(refused(table, change) for table, change in TABLES.items())
    # The numbers came through it all, and a game of before knows its newest entry.
    for entry in game.entries.all():
        assert [row.points for row in entry.results.order_by("seat")] == [12, 0, 45, 9]
    assert Game.objects.get(pk=game.pk).revision == 2
    assert Game.objects.get(pk=empty.pk).revision == 0
    # The log did not, and is written and kept again.
    assert not LogEntry.objects.exists()
    logged()
    assert refuses(f"DELETE FROM {LOG}")  # noqa: S608  our own words
    # House rules that a club kept became a rule sheet.
    sheet = RuleSheet.objects.get()
    assert (sheet.club.name, sheet.name, sheet.author) == ("Sun Valley", "Our house rules", "Olive")
    assert sheet.rules == {"base": "family", "fill": "defaults", "draw_count": 2}
    assert sheet.precedents.get().parameter == "draw_count"


def house_rules_of_then() -> None:
    """Of two more clubs one has two house rules, and has given up the first of them."""
    executor = MigrationExecutor(connection)
    apps = executor.loader.project_state([("scoring", "0013_rule_sheets")]).apps
    models = {name: apps.get_model("scoring", name) for name in ("Club", "Precedent")}
    now = timezone.now()
    clubs = [models["Club"].objects.create(name=name) for name in ("Sun Valley", "Oak Village")]
    for parameter, value, ended in (("hand_size", 9, now), ("draw_count", 2, None)):
        models["Precedent"].objects.create(
            club=clubs[0], parameter=parameter, value=value, author="Olive", made_at=now,
            ended_at=ended,
        )  # fmt: skip
