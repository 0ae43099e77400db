"""Clocks that jump: what is on a sheet, and in what order, never depends on one.

The same things are done at a table while the server's clock runs as it should, and while it is set
back by an hour, on by a day, or stands in another century; and the sheets have to be the same.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scoring.models import Game, SheetEntry
from scoring.sheets.selectors.games import running_games
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish, game_reopen
from scoring.sheets.services.rounds import contest_settle, entry_undo, round_correct
from scoring.sheets.services.seats import seat_join, seat_leave, seats_swap
from scoring.templatetags.sheets import sheet_notes
from tests.factories import ANN, ClubFactory, last_entry, make_game, new_key, play, report_of
from tests.litany import ClientOf
from tests.page import Page, asks_again
from tests.scoring.sheets.views.typed import typed_round

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
JUMPS = [timedelta(hours=-1), timedelta(days=1), timedelta(days=-400), timedelta(days=365 * 64)]


def do(game: Game, deed: str) -> None:
    """One thing that happens at the table, where it can."""
    sheet = sheet_of(game)
    told: dict[str, Any] = {"game": game, "author": ANN, "key": new_key()}
    seats = sheet.playing(sheet.next_round)
    points = (*range(20, 19 + len(seats)), 0)
    if sheet.finished:
        game_reopen(**told, reason="one more")
    elif deed == "record" or not sheet.rounds:
        play(game, *points)
    elif deed == "contest" and not sheet.contests:
        played = len(sheet.playing(sheet.rounds[-1].number))
        play(game, *range(50, 49 + played), 0, round_number=sheet.rounds[-1].number)
    elif deed == "settle" and sheet.contests:
        waiting = sheet.contests[0]
        contest_settle(**told, chosen=waiting.pk, round_number=waiting.round_number or 0)
    elif deed == "correct":
        line = sheet.rounds[0]
        points = (*(cell.points + 1 for cell in list(line.cells.values())[:-1]), 0)
        report = report_of(sheet, points, round_number=1)
        round_correct(
            **told, round_number=1, report=report, reason="counted again", seen=line.entry.pk
        )
    elif deed == "undo" and sheet.last_entry:
        entry_undo(**told, seen=sheet.last_entry.pk)
    elif deed == "join" and len(sheet.seats) == 4:
        seat_join(**told, name="Eve")
    elif deed == "leave" and len(seats) > 3:
        seat_leave(**told, seat_id=seats[-1].id, ranked=True)
    elif deed == "swap":
        seats_swap(**told, seat_ids=(seats[0].id, seats[1].id), points_too=True)
    elif deed == "finish" and not sheet.contests:
        game_finish(**told)


DEEDS = ("record", "contest", "settle", "correct", "undo", "join", "leave", "swap", "finish")


def told_by(game: Game) -> list[Any]:
    """All that the sheet says, but for when."""
    game.refresh_from_db()
    sheet = sheet_of(game)
    places = {seat.id: place for place, seat in enumerate(game.seats.order_by("pk"))}
    numbers = {entry.pk: entry.number for entry in sheet.entries}
    return [
        [(entry.number, entry.kind, entry.pk in sheet.in_force) for entry in sheet.entries],
        [(places[one.id], one.total, one.position, one.from_round) for one in sheet.seats],
        [
            (line.number, numbers[line.entry.pk], [numbers[one.pk] for one in line.contests])
            for line in sheet.rounds
        ],
        [(note.text, note.in_force) for note in sheet_notes(sheet)],
        (sheet.revision, game.revision, sheet.finished, game.finished_at is not None),
    ]


def played(deeds: Sequence[str], jumps: Sequence[timedelta]) -> list[Any]:
    """What the sheet of a new game says after these deeds, the clock set before each."""
    with time_machine.travel(NOON, tick=False) as clock:
        game = make_game(ClubFactory())
        for deed, jump in zip(deeds, jumps, strict=True):
            clock.shift(jump)
            do(game, deed)
    return told_by(game)


class TestJumps(TestCase):
    @settings(max_examples=12)
    @given(
        st.lists(
            st.tuples(st.sampled_from(DEEDS), st.sampled_from([timedelta(minutes=5), *JUMPS[:2]])),
            min_size=2,
            max_size=9,
        )
    )
    def test_a_sheet_is_the_same_by_any_clock(self, told: list[tuple[str, timedelta]]) -> None:
        deeds = [deed for deed, _jump in told]
        steady = played(deeds, [timedelta(minutes=5)] * len(deeds))
        assert played(deeds, [jump for _deed, jump in told]) == steady


@pytest.mark.parametrize("jump", JUMPS)
def test_the_page_that_asks_for_news_gets_them(
    client_of: ClientOf, game: Game, jump: timedelta
) -> None:
    client = client_of("tablet")
    now = reverse("scoring:sheet-now", args=[game.code])
    with time_machine.travel(NOON, tick=False) as clock:
        play(game, 12, 0, 45, 9)
        news = asks_again(client.get(now))
        assert client.get(news).status_code == 204
        clock.shift(jump)
        assert client.get(news).status_code == 204
        play(game, 1, 0, 2, 3)
        page = Page(client.get(news))
    assert "Total 13 0 leads 47 12" in page.text


@pytest.mark.parametrize("jump", JUMPS)
def test_a_tablet_stays_paired_and_its_page_good(
    client_of: ClientOf, game: Game, jump: timedelta
) -> None:
    client = client_of("tablet", csrf=True)
    with time_machine.travel(NOON, tick=False) as clock:
        client.get(f"/games/{game.code}/")
        clock.shift(jump)
        form = typed_round(game, 12, "out", 45, 9)
        form["csrfmiddlewaretoken"] = client.cookies["csrftoken"].value
        url = reverse("scoring:round-record", args=[game.code, 1])
        assert client.post(url, form).status_code == 302
    assert last_entry(game).recorded_at == NOON + jump


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ("1970-01-01T00:00:07Z", None),  # a tablet that has lost its clock
        ("2090-05-01T12:00:00Z", "2090-05-01T12:00:00+00:00"),
        ("2026-04-30T12:00:00+02:00", "2026-04-30T10:00:00+00:00"),
    ],
)
def test_a_device_may_say_what_it_likes(
    on_tablet: Client, game: Game, told: str, kept: str | None
) -> None:
    """Its time is kept as it was sent, beside the server's, and orders nothing."""
    with time_machine.travel(NOON, tick=False):
        play(game, 1, 0, 2, 3)
        url = reverse("scoring:round-record", args=[game.code, 2])
        on_tablet.post(url, typed_round(game, 12, "out", 45, 9, device_time=told))
        play(game, 4, 0, 5, 6)
    second = SheetEntry.objects.get(game=game, number=2)
    assert (second.device_time.isoformat() if second.device_time else None) == kept
    assert second.recorded_at == NOON
    assert [line.entry.number for line in sheet_of(game).rounds] == [1, 2, 3]


@pytest.mark.parametrize("jump", JUMPS)
def test_a_running_game_is_found_by_any_clock(game: Game, jump: timedelta) -> None:
    with time_machine.travel(NOON + jump, tick=False):
        other = make_game(game.club)
        play(other, 12, 0, 45, 9)
    running = {line.game.pk for line in running_games(game.club)}
    assert running == {game.pk, other.pk}
