"""With ROW_SECURITY, PostgreSQL itself holds the clubs apart: no statement reads another's rows.

The pages that are walked elsewhere find their rows by the site's code. Here the database is asked
without that code: for all rows of every table, and for rows of another club. The suite's own user
is a superuser, whom no policy holds, so another one asks.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeVar

import pytest
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.core.management.sql import emit_post_migrate_signal, emit_pre_migrate_signal
from django.db import ProgrammingError, connection, connections, models, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from league.archives.shape import ROWS
from league.privacy.selectors.mentions import club_path
from league.privacy.services.erase_club import BESIDES
from league.site.monitoring.checks import check_row_security
from league.site.row_security import policies
from league.site.row_security.base import DatabaseWrapper
from league.site.row_security.telling import Telling
from scoring.accounts.club_rows import ClubRowsMiddleware, clubs_read, every_club, read_club
from scoring.models import Club, Player
from tests.copies import club_copy
from tests.factories import make_game
from tests.scoring.log.test_recording import record
from tests.test_permissions import taken_back, world
from tests.world import OWN, World

__all__ = ["world"]
pytestmark = pytest.mark.django_db

# What is of no club: accounts, guesses, what founds a club, permits, and a number for all.
OF_NO_CLUB = {
    *("AccountNotice", "ErasurePermit", "FoundingLink", "Operator", "PairingGuess", "Revision"),
}
Answer = TypeVar("Answer")


@pytest.fixture(scope="module")
def _on_postgresql() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("it is about PostgreSQL; SQLite holds no rows apart")


@pytest.fixture(scope="module")
def other(_on_postgresql: None, world: World) -> Iterator[Club]:
    """Another club with one of everything, and from here on a user whom policies hold."""
    with taken_back(), connection.cursor() as cursor:
        club_copy(club=world.club.pk, times=1)
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        policies.switch_on()
        cursor.execute("CREATE ROLE held_by_policies")
        for what in ("SCHEMA", "ALL TABLES IN SCHEMA", "ALL SEQUENCES IN SCHEMA"):
            cursor.execute(f"GRANT ALL ON {what} public TO held_by_policies")
        cursor.execute("SET ROLE held_by_policies")
        with connection.execute_wrapper(Telling()):
            yield Club.objects.filter(name=world.club.name).latest("pk")


def in_request(question: Callable[[], Answer], *clubs: Club) -> Answer:
    """Ask in a request that reads these clubs' rows."""
    answers: list[Answer] = []

    def view(_request: HttpRequest) -> HttpResponse:
        read_club(*clubs)
        answers.append(question())
        return HttpResponse()

    ClubRowsMiddleware(view)(HttpRequest())
    return answers[0]


def rows_of(model: type[models.Model]) -> set[Any]:
    return set(model._base_manager.values_list("pk", flat=True))


def path_of(model: type[models.Model]) -> str:
    """How a row leads to its club, as erasing a club knows it."""
    return "pk" if model is Club else {**{row: club_path(row) for row in ROWS}, **BESIDES}[model]


def rows_in(model: type[models.Model], club: Club) -> set[Any]:
    rows = model._base_manager.filter(**{path_of(model): club.pk})
    return set(rows.values_list("pk", flat=True))


def test_every_table_of_ours_is_of_a_club_or_known_to_be_of_none() -> None:
    rooms = [apps.get_app_config(label) for label in ("scoring", "league")]
    ours = {model.__name__ for room in rooms for model in room.get_models()}
    assert ours - OF_NO_CLUB == {model.__name__ for model in policies.owned()}


@pytest.mark.usefixtures("_on_postgresql")
def test_a_superuser_is_refused_since_no_policy_would_hold_it() -> None:
    with taken_back(), connection.cursor() as cursor:
        cursor.execute("RESET ROLE")
        with pytest.raises(ImproperlyConfigured, match="asks no policy of a superuser"):
            policies.check_user()


@pytest.mark.usefixtures("_on_postgresql")
@pytest.mark.parametrize(
    ("is_on", "stands", "switched"),
    [
        (True, False, ["check_user", "switch_on"]),
        (False, True, ["switch_off"]),
        (None, True, ["switch_on"]),
        (None, False, []),
    ],
)
def test_each_start_switches_it_as_the_setting_says(
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
    is_on: bool | None,
    stands: bool,
    switched: list[str],
) -> None:
    done: list[str] = []
    for name in ("check_user", "switch_on", "switch_off"):
        monkeypatch.setattr(policies, name, partial(done.append, name))
    monkeypatch.setattr(policies, "rules_stand", lambda: stands)
    settings.ROW_SECURITY = is_on
    for emit in (emit_pre_migrate_signal, emit_post_migrate_signal):
        emit(verbosity=0, interactive=False, db="default")
    assert done == switched


@pytest.mark.usefixtures("_on_postgresql")
def test_who_was_not_told_of_the_rules_sees_what_there_is_and_health_says_so(
    settings: Any, monkeypatch: pytest.MonkeyPatch, world: World
) -> None:
    """A command in a shell without the setting, and a site that was set off before."""
    own: Any = connections["default"]
    monkeypatch.setattr(own, "execute_wrappers", [])
    with taken_back(), connection.cursor() as cursor:
        cursor.execute("RESET ROLE")
        # Where no test before has asked for the other club, the world's rows wait to be checked.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        everybody = rows_of(Player)
        policies.switch_on()
        cursor.execute("CREATE ROLE held_meanwhile")
        for what in ("SCHEMA", "ALL TABLES IN SCHEMA"):
            cursor.execute(f"GRANT ALL ON {what} public TO held_meanwhile")
        cursor.execute("SET ROLE held_meanwhile")
        seen = {}
        for is_on in (True, None, False):
            settings.ROW_SECURITY = is_on
            own.read_as_set()
            seen[is_on] = in_request(lambda: rows_of(Player)), check_row_security().status
        # On a connection from before another site took the rules away.
        settings.ROW_SECURITY = True
        own.read_as_set()
        cursor.execute("RESET ROLE")
        policies.switch_off()
        gone = check_row_security()
    assert everybody
    assert seen == {True: (set(), "ok"), None: (set(), "ok"), False: (everybody, "warning")}
    assert "does not hold the clubs apart any more" in gone.text


def test_every_table_gives_the_rows_of_the_club_that_is_read(world: World, other: Club) -> None:
    for model in policies.owned():
        name = model.__name__
        own, others = rows_in(model, world.club), rows_in(model, other)
        assert in_request(lambda: rows_of(model)) == set(), name  # noqa: B023
        assert in_request(lambda: rows_of(model), world.club) == own, name  # noqa: B023
        both = in_request(lambda: rows_of(model), world.club, other)  # noqa: B023
        assert both == own | others, name
        assert both <= rows_of(model), name


def test_no_table_takes_a_row_that_refers_to_another_club(world: World, other: Club) -> None:
    keys = policies.owned()
    tried = set()
    for model in keys:
        own = min(rows_in(model, world.club), default=0)
        needed = [
            field
            for field in model._meta.concrete_fields
            if field.related_model in keys and not field.null
        ]
        for key in needed if own else ():
            parent = min(rows_in(key.related_model, other))  # type: ignore[arg-type]
            with pytest.raises(ProgrammingError, match="row-level security"):
                in_request(lambda: insert_alike(model, own, {key: parent}), world.club)  # noqa: B023
            tried.add(model)
    with pytest.raises(ProgrammingError, match="row-level security"):
        in_request(lambda: insert_alike(Club, world.club.pk, {}), world.club)
    assert len(tried) > len(keys) / 2


def insert_alike(model: type[models.Model], like: int, changed: dict[Any, int]) -> None:
    """Add a row like another one, but for its number and what is changed."""
    quote = connection.ops.quote_name
    fields = model._meta.concrete_fields
    changed = {model._meta.pk: 10**9, **changed}
    columns = ", ".join(quote(str(field.column)) for field in fields)
    values = ", ".join("%s" if field in changed else quote(str(field.column)) for field in fields)
    table, pk = quote(model._meta.db_table), quote(str(model._meta.pk.column))
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({columns}) SELECT {values} FROM {table} WHERE {pk} = %s",  # noqa: S608
            [*(changed[field] for field in fields if field in changed), like],
        )


def test_another_clubs_rows_are_neither_changed_nor_deleted(world: World, other: Club) -> None:
    theirs = Player.objects.filter(club=other)
    assert in_request(lambda: theirs.update(name="X"), world.club) == 0
    assert in_request(theirs.delete, world.club) == (0, {})
    with pytest.raises(ProgrammingError, match="row-level security"), transaction.atomic():
        in_request(lambda: Player.objects.filter(name="Ann").update(club=other), world.club)


def test_what_a_part_of_a_transaction_was_told_ends_with_it(world: World, other: Club) -> None:
    def players() -> set[int]:
        with every_club():
            whole = rows_of(Player)
        with transaction.atomic(), every_club():
            assert rows_of(Player) == whole
            transaction.set_rollback(True)
        return rows_of(Player)

    assert in_request(players, world.club) == rows_in(Player, world.club)


@pytest.mark.usefixtures("_on_postgresql")
def test_a_connection_is_told_anew_after_its_transaction_is_taken_back(settings: Any) -> None:
    settings.ROW_SECURITY = True
    own = DatabaseWrapper(connection.settings_dict, "default")

    def told() -> str:
        with own.cursor() as cursor:
            cursor.execute("SHOW roundhouse.clubs")
            return str(cursor.fetchone()[0])

    def told_twice() -> tuple[str, str]:
        own.set_autocommit(False)
        before = told()
        own.rollback()
        return before, told()

    try:
        assert in_request(told_twice, Club(pk=7)) == ("{7}", "{7}")
        assert told() == "*"
    finally:
        own.close()


def test_a_request_that_fails_leaves_nothing_to_the_next(world: World, other: Club) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        in_request(fail, world.club)
    assert clubs_read() is None
    assert in_request(lambda: rows_of(Player)) == set()


def test_pages_find_their_rows(world: World, other: Club) -> None:
    """One of each kind: by account, by tablet, by a link, for everybody, of several clubs."""
    world.show()
    day, season, cup = (row.pk for row in (world.day, world.season, world.tournament))
    code, watch_key = world.tables[OWN]["code"], world.tables[OWN]["watch_key"]
    asked = [
        ("organizer", reverse("scoring:home")),
        ("organizer", reverse("league:people")),
        ("scorekeeper", reverse("league:day", args=[day])),
        ("tablet", reverse("scoring:sheet", args=[code])),
        ("public", reverse("league:leaderboard", args=[season])),
        ("public", reverse("league:tournament", args=[cup])),
        ("public", reverse("scoring:watch", args=[watch_key])),
        ("operator", reverse("league:operator")),
    ]
    for role, address in asked:
        answer = world.clients[role].get(address, follow=True)
        assert answer.status_code == 200, address
    assert b"Sun Valley" in answer.content
    league = reverse("league:league", args=[world.club.leagues.get().pk])
    assert world.strangers["organizer"].get(league).status_code == 200
    edit = reverse("league:day-edit", args=[day])
    assert world.strangers["organizer"].get(edit).status_code == 404
    game = make_game(world.club)
    assert record(world.clients["tablet"], game).status_code == 302
    assert game.entries.count() == 1
