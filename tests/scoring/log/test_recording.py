"""The log of who did what is written around every view, by what really came of a request."""

import logging
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.log import recording, services
from scoring.log.services import REFUSALS_AN_ADDRESS, REFUSALS_IN_ALL
from scoring.models import Club, Game, LogEntry, Membership, SheetEntry
from scoring.sheets.selectors.sheet import sheet_of
from scoring.tablets.pairing.services import code_make
from scoring.tablets.sync import views as handing
from tests.factories import UserFactory, last_entry, play
from tests.league.factories import TournamentFactory
from tests.litany import ClientOf

pytestmark = pytest.mark.django_db


def lines() -> list[tuple[str, str, str, str]]:
    """The log, oldest first: what, what came of it, who, as what."""
    rows = LogEntry.objects.order_by("pk")
    return [(one.what, one.outcome, one.who, one.role) for one in rows]


def round_form(game: Game, *totals: int) -> dict[str, Any]:
    seats = sheet_of(game).seats
    told = {f"seat-{seat.id}-total": str(total) for seat, total in zip(seats, totals, strict=True)}
    out = seats[list(totals).index(0)].id
    return {**told, f"seat-{out}-total": "", "ending": f"out-{out}", "starting_double": "12"}


def record(client: Client, game: Game, **more: str) -> Any:
    url = reverse("scoring:round-record", args=[game.code, 1])
    return client.post(url, {**round_form(game, 12, 0, 45, 9), **more})


def test_a_round_is_told_with_who_from_where_and_on_what(client_of: ClientOf, game: Game) -> None:
    assert record(client_of("tablet"), game).status_code == 302
    entry = LogEntry.objects.get()
    assert (entry.what, entry.outcome) == ("scoring:round-record", "done")
    assert (entry.who, entry.role, entry.tablet.name) == ("Table 3", "tablet", "Table 3")
    assert (entry.club, entry.user, entry.address) == (game.club, None, "127.0.0.1")
    assert entry.path == f"/games/{game.code}/round/1/"


@pytest.mark.django_db(transaction=True)
def test_a_round_is_kept_with_its_line_or_not_at_all(
    client_of: ClientOf, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one transaction; what a disk gives up while the line is written is done again without."""
    calls = []

    def give_up(*, within: bool, **values: Any) -> LogEntry | None:
        calls.append(within)
        if within:
            transaction.set_rollback(True)
            return None
        assert SheetEntry.objects.count() == 1
        return services.log_write(**values)

    client = client_of("tablet")
    with monkeypatch.context() as patch:
        patch.setattr(recording, "log_write", give_up)
        assert record(client, game).status_code == 302
    assert calls == [True, False]
    second = reverse("scoring:round-record", args=[game.code, 2])
    form = {**round_form(game, 12, 0, 45, 9), "starting_double": "11"}
    with CaptureQueriesContext(connection) as asked:
        assert client.post(second, form).status_code == 302
    sent = [query["sql"].split()[0] for query in asked.captured_queries]
    assert (sent.count("BEGIN"), sent.count("SAVEPOINT")) == (1, 0)
    assert [outcome for _what, outcome, *_who in lines()] == ["done", "done"]


def test_what_changes_nothing_is_not_told(client_of: ClientOf, game: Game) -> None:
    client = client_of("tablet")
    record(client, game, key="once")
    # The same once more, a form that cannot be read, a check while typing, a look.
    record(client, game, key="once")
    record(client, game, ending="")
    url = reverse("scoring:round-check", args=[game.code, 2])
    assert client.post(url, round_form(game, 0, 5, 6, 7)).status_code == 200
    client.get(reverse("scoring:sheet-now", args=[game.code]))
    assert len(lines()) == 1


def test_a_preview_that_is_taken_back_is_not_told(client_of: ClientOf, game: Game) -> None:
    """A correction is written and taken back to see what it changes: that is no deed yet."""
    play(game, 12, 0, 45, 9)
    url = reverse("scoring:round-correct", args=[game.code, 1])
    told = {**round_form(game, 21, 0, 45, 9), "reason": "typed wrong", "seen": last_entry(game).pk}
    answer = client_of("organizer").post(url, told)
    assert (answer.status_code, SheetEntry.objects.count()) == (200, 1)
    assert lines() == []


@pytest.mark.parametrize(
    ("who", "name", "role"),
    [
        ("scorekeeper", "Sam", "scorekeeper"),
        ("director", "Dora", "director"),
        ("table4", "Fourth", "table"),
        ("nobody", "", "stranger"),
        ("unpaired", "", "stranger"),
    ],
)
def test_what_is_refused_is_told(
    client_of: ClientOf, game: Game, who: str, name: str, role: str
) -> None:
    url = reverse("scoring:game-reopen", args=[game.code])
    client = client_of(who)
    assert client.get(url).status_code == 404
    assert lines() == []
    assert client.post(url, {"reason": "Eve said so"}).status_code == 404
    assert lines() == [("scoring:game-reopen", "refused", name, role)]
    entry = LogEntry.objects.get()
    assert entry.club == (None if role == "stranger" else game.club)
    assert "Eve" not in str(LogEntry.objects.values_list())


def test_a_forged_form_is_told(client_of: ClientOf, game: Game) -> None:
    assert record(client_of("scorekeeper", csrf=True), game).status_code == 403
    assert lines() == [("scoring:round-record", "refused", "Sam", "scorekeeper")]


def test_signing_in_and_out_are_told(game: Game) -> None:
    user = UserFactory(username="olive", first_name="Olive")
    Membership.objects.create(club=game.club, user=user, role=Membership.Role.SCOREKEEPER)
    client, url = Client(), reverse("scoring:sign-in")
    client.post(url, {"login": "olive", "password": "wrong-horse"})
    client.post(url, {"login": "nobody-of-that-name", "password": "wrong-horse"})
    client.post(url, {"login": "olive", "password": "train-station-42"})
    client.post(reverse("scoring:sign-out"))
    assert lines() == [
        ("scoring:sign-in", "refused", "", "stranger"),
        ("scoring:sign-in", "refused", "", "stranger"),
        ("scoring:sign-in", "done", "Olive", "scorekeeper"),
        ("scoring:sign-out", "done", "Olive", "scorekeeper"),
    ]
    first, second = LogEntry.objects.order_by("pk")[:2]
    # Of the account its club reads; what is no account may be a password.
    assert (first.about, first.club) == ("olive", game.club)
    assert (second.about, second.club) == ("", None)
    assert "horse" not in str(LogEntry.objects.values_list())
    assert "nobody-of-that-name" not in str(LogEntry.objects.values_list())


def test_a_name_that_none_can_have_is_told_too() -> None:
    """PostgreSQL refuses to look for it."""
    Client().post(reverse("scoring:sign-in"), {"login": "a\0b", "password": "x"})
    assert [(one.what, one.about) for one in LogEntry.objects.all()] == [("scoring:sign-in", "")]


def test_pairing_is_told_as_the_tablets_own_deed(club: Club) -> None:
    code = code_make(club=club, tablet_name="Blue one", made_by=None, table_number=4).code
    client, url = Client(), reverse("scoring:pair")
    client.post(url, {"code": "wrong"})
    client.post(url, {"code": code})
    assert lines() == [
        ("scoring:pair", "refused", "", "stranger"),
        ("scoring:pair", "done", "Blue one", "table"),
    ]
    assert LogEntry.objects.latest("pk").club == club
    assert code not in str(LogEntry.objects.values_list())


def test_the_first_organizer_is_the_first_line() -> None:
    told = {
        "club": "Hill",
        "name": "Olive Oak",
        "username": "olive",
        "password": "train-station-42",
    }
    assert Client().post(reverse("scoring:setup"), told).status_code == 302
    assert lines() == [("scoring:setup", "done", "Olive Oak", "organizer")]


def test_keys_are_left_out(game: Game) -> None:
    tournament = TournamentFactory(club=game.club, sign_up=True)
    url = reverse("league:sign-up", args=[tournament.sign_up_key])
    told = {"name": "Zoe Lee", "born": "5/31/1944", "gender": "woman", "agree": "on"}
    assert Client().post(url, told).status_code == 302
    entry = LogEntry.objects.get()
    # The tournament's club reads of it, no other.
    assert (entry.path, entry.role, entry.club) == ("/enter/…/", "stranger", game.club)


def test_strangers_do_not_fill_the_disk(
    client_of: ClientOf, game: Game, caplog: pytest.LogCaptureFixture
) -> None:
    url = reverse("scoring:game-finish", args=[game.code])
    for _time in range(REFUSALS_AN_ADDRESS + 3):
        Client().post(url)
    assert LogEntry.objects.count() == REFUSALS_AN_ADDRESS
    assert "Refused too often to write it all down" in caplog.text
    # From elsewhere still; all together up to another bound; and the club's people always.
    Client(REMOTE_ADDR="10.0.0.7").post(url)
    assert LogEntry.objects.count() == REFUSALS_AN_ADDRESS + 1
    for number in range(REFUSALS_IN_ALL):
        Client(REMOTE_ADDR=f"10.1.{number // 250}.{number % 250}").post(url)
    assert LogEntry.objects.count() == REFUSALS_IN_ALL
    client_of("scorekeeper").post(reverse("scoring:game-reopen", args=[game.code]))
    assert LogEntry.objects.latest("pk").who == "Sam"


def test_a_log_that_cannot_be_written_harms_no_round(
    client_of: ClientOf, game: Game, caplog: pytest.LogCaptureFixture
) -> None:
    def full(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if "scoring_logentry" in sql:
            raise OperationalError("database or disk is full")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(full), caplog.at_level(logging.ERROR):
        assert record(client_of("tablet"), game).status_code == 302
    assert SheetEntry.objects.count() == 1
    assert lines() == []
    assert "The log could not be written: scoring:round-record by Table 3" in caplog.text
    assert caplog.records[-1].name == services.__name__
    # One line: a tablet tries again every few seconds.
    assert not caplog.records[-1].exc_info


@pytest.mark.django_db(transaction=True)
def test_what_is_committed_is_told_and_what_is_rolled_back_is_not(
    client_of: ClientOf, game: Game
) -> None:
    """Outside any transaction of the test's, as the site runs."""
    test_what_changes_nothing_is_not_told(client_of, game)
    url = reverse("scoring:round-correct", args=[game.code, 1])
    told = {**round_form(game, 21, 0, 45, 9), "reason": "typed wrong", "seen": last_entry(game).pk}
    assert client_of("tablet").post(url, told).status_code == 200
    assert len(lines()) == 1


def test_what_was_kept_before_a_request_failed_is_told(
    client_of: ClientOf, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two rounds that a tablet hands over one is written, and the other breaks the server."""
    take = handing._take

    def breaks(request: Any, game: Game, told: Any, sent_at: Any) -> Any:
        if told["round"] == 2:
            raise RuntimeError("a fault of ours")
        return take(request, game, told, sent_at)

    monkeypatch.setattr(handing, "_take", breaks)
    client = client_of("tablet")
    client.raise_request_exception = False
    fields = round_form(game, 12, 0, 45, 9)
    rounds = [{"key": f"k{n}", "kind": "round", "round": n, "fields": fields} for n in (1, 2)]
    url = reverse("scoring:hand-over", args=[game.code])
    answer = client.post(url, {"sendings": rounds}, content_type="application/json")
    assert (answer.status_code, SheetEntry.objects.count()) == (500, 1)
    assert lines() == [("scoring:hand-over", "done", "Table 3", "tablet")]
