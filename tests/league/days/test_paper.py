"""A day that was played on paper: entered as a grid, checked, written once, taken back."""

import datetime
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from league.days.paper_grid import grid_sent, pasted_lines, rows_of
from league.models import (
    Attendance,
    GameDay,
    Plan,
    Season,
    SeatTally,
    Standing,
    TableGame,
)
from league.seasons.services.leaderboard import board_refresh
from league.seasons.services.records import records_refresh
from league.seasons.services.seasons import season_close
from scoring.accounts.models import Tablet
from scoring.models import Game, Player, SheetEntry
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_start
from scoring.sheets.services.seats import seat_join
from tests.factories import ANN, new_key, play
from tests.league.factories import (
    GameDayFactory,
    SeasonFactory,
    come,
    day_game,
    people_named,
)
from tests.litany import ClientOf
from tests.page import Page

pytestmark = pytest.mark.django_db

# Name, and for each game table and total.
TUESDAY = (
    ("Ann", ("1", "210"), ("1", "98")),
    ("Bob", ("1", "185"), ("2", "240")),
    ("Cal", ("2", "301"), ("1", "150")),
    ("Dot", ("2", "122"), ("2", "133")),
)


def grid(*lines: tuple[Any, ...], rounds: str = "13", **more: str) -> dict[str, str]:
    """The form of a grid with these lines."""
    games = max(len(line) - 1 for line in lines)
    form = {"games": str(games), "rows": str(len(lines)), "key": new_key(), **more}
    form |= {f"rounds-{game}": rounds for game in range(1, games + 1)}
    for at, (name, *cells) in enumerate(lines, 1):
        form[f"name-{at}"] = name
        for game, cell in enumerate(cells, 1):
            for part, text in zip(("table", "total", "outs"), cell, strict=False):
                form[f"{part}-{at}-{game}"] = text
    return form


@pytest.fixture
def day(game: Game) -> GameDay:
    """A day of the club in March; Ann, Bob, Cal and Dot are known from another game."""
    made: GameDay = GameDayFactory(club=game.club, rounds=2)
    return made


@pytest.fixture
def organizer(client_of: ClientOf) -> Client:
    return client_of("organizer")


def at(day: GameDay) -> str:
    return reverse("league:paper-day", args=[day.pk])


def enter(client: Client, address: str, form: dict[str, str]) -> Any:
    """Look at the preview and agree to it."""
    seen = client.post(address, form).context["mark"]
    assert seen
    return client.post(address, {**form, "agreed": seen})


def test_all_games_are_written_and_count_like_others(day: GameDay, organizer: Client) -> None:
    season: Season = SeasonFactory(club=day.club)
    response = enter(organizer, at(day), grid(*TUESDAY))
    assert response.headers["Location"] == reverse("league:day-result", args=[day.pk])
    rows = TableGame.objects.filter(game_day=day).values_list("seating_round", "table_number")
    assert list(rows) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    page = organizer.get(response.headers["Location"]).content.decode()
    assert "210" in page
    board = board_refresh(season=season)
    assert board is not None
    ann = Standing.objects.get(board=board, player__name="Ann")
    assert (ann.total, ann.games, ann.rounds, ann.shown) == (308, 2, 26, "11.85")
    book = records_refresh(club=day.club)
    assert book.records["lowest_game"]["value"] == 98
    assert book.records["highest_round"] is None
    assert day.attendances.count() == 4


def test_the_preview_says_that_a_closed_season_counts_no_more(
    day: GameDay, organizer: Client
) -> None:
    season: Season = SeasonFactory(club=day.club)
    said = Page(organizer.post(at(day), grid(*TUESDAY))).text
    assert "It counts for 2026." in said
    season_close(season=season, author=ANN)
    said = Page(organizer.post(at(day), grid(*TUESDAY))).text
    assert "It counts for 2026." not in said
    assert "2026 is closed, so it does not count there." in said
    enter(organizer, at(day), grid(*TUESDAY))
    result = Page(organizer.get(reverse("league:day-result", args=[day.pk]))).text
    assert "So the day does not count there." in result


def test_the_sheet_says_that_it_is_of_totals_only(
    day: GameDay, organizer: Client, client_of: ClientOf
) -> None:
    enter(organizer, at(day), grid(*TUESDAY))
    game = day.table_games.earliest("pk").game
    for name in ("sheet", "result", "sheet-print"):
        page = organizer.get(reverse(f"scoring:{name}", args=[game.code])).content.decode()
        assert "Entered from paper: totals only" in page, name
        assert "210" in page, name
    page = organizer.get(reverse("scoring:sheet", args=[game.code])).content.decode()
    assert "Reopen the game" not in page
    assert "Correct the totals" in page
    scorer = client_of("scorekeeper").get(reverse("scoring:sheet", args=[game.code])).text
    assert "Entered from paper" in scorer
    assert "Correct the totals" not in scorer
    assert "March 2, 2026" in organizer.get(reverse("scoring:result", args=[game.code])).text
    response = organizer.post(
        reverse("scoring:game-reopen", args=[game.code]), {"reason": "typing error"}, follow=True
    )
    assert "entered from paper" in response.text
    assert sheet_of(game).finished


def test_nothing_is_written_before_somebody_agreed_to_just_this(
    day: GameDay, organizer: Client
) -> None:
    form = grid(*TUESDAY)
    seen = organizer.post(at(day), form).context["mark"]
    other = {**form, "total-1-1": "211", "agreed": seen}
    response = organizer.post(at(day), other)
    assert response.context["mark"] not in ("", seen)
    assert not TableGame.objects.exists()


def test_sent_twice_it_is_written_once(day: GameDay, organizer: Client) -> None:
    form = grid(*TUESDAY)
    form["agreed"] = organizer.post(at(day), form).context["mark"]
    for _time in range(2):
        assert organizer.post(at(day), form).headers["Location"] == reverse(
            "league:day-result", args=[day.pk]
        )
    assert TableGame.objects.count() == 4
    other = organizer.post(at(day), {**form, "total-1-1": "7"})
    assert other.status_code == 409
    assert "These numbers are not saved" in other.text
    assert TableGame.objects.count() == 4


@pytest.mark.parametrize(
    ("lines", "field", "sentence"),
    [
        ((("Ann", ("1", "210")), ("Bob", ("1", ""))), "total-2-1", "Type the total"),
        ((("Ann", ("1", "210")), ("Bob", ("", "9"))), "table-2-1", "number of the table"),
        (
            (("Ann", ("1", "9")), ("Bob", ("1", "8")), ("Cal", ("2", "7"))),
            "table-3-1",
            "nobody else",
        ),
        ((("Ann", ("1", "9")), ("ann ", ("2", "8"))), "name-2", "twice"),
        ((("Ann", ("1", "9")), ("", ("1", "8"))), "name-2", "Type the name"),
        ((("Ann", ("1", "x")), ("Bob", ("1", "8"))), "total-1-1", "Type a number"),
        ((("Ann", ("1", "-9")), ("Bob", ("1", "8"))), "total-1-1", "from 0"),
        ((("Ann", ("100", "9")), ("Bob", ("100", "8"))), "table-1-1", "from 1 to 99"),
        ((("Ann", ("1", "9", "9")), ("Bob", ("1", "8", "5"))), "outs-1-1", "won 14 rounds"),
        ((("Ann", ("1", "9", "9")), ("Bob", ("1", "8"))), "outs-2-1", "for everybody at the table"),
        ((("Ann", ("7", "9")), ("Zoe", ("7", "8"))), "table-1-1", "already"),
    ],
)
def test_what_does_not_fit_is_marked_and_not_written(
    day: GameDay, organizer: Client, lines: tuple[Any, ...], field: str, sentence: str
) -> None:
    day_game(day, {"Eve": (0, 9), "Fay": (5, 0)}, table_number=7)
    response = organizer.post(at(day), {**grid(*lines), "agreed": "x"})
    assert sentence in " ".join(response.context["plan"].faults[field])
    assert f'href="#{field}"' in response.text
    assert TableGame.objects.count() == 1


@pytest.mark.parametrize(
    ("total", "outs", "sentence"),
    [
        ("9998", "", "unusually high for a whole game"),
        ("0", "3", "3 of 13 rounds won"),
        ("9", "13", "although"),
    ],
)
def test_what_is_odd_is_asked_about_and_can_be_written(
    day: GameDay, organizer: Client, total: str, outs: str, sentence: str
) -> None:
    form = grid(("Ann", ("1", total, outs)), ("Bob", ("1", "80", outs and "0")))
    asked = organizer.post(at(day), form)
    assert sentence in " ".join(asked.context["plan"].questions["total-1-1"])
    assert asked.text.count(sentence) == 2, "in the box that agrees, and below the line"
    enter(organizer, at(day), form | {"sure": "1"})
    assert day.table_games.count() == 1


def test_a_total_that_is_hard_to_believe_is_ticked_before_it_is_written(
    day: GameDay, organizer: Client
) -> None:
    form = grid(("Ann", ("1", "4560")), ("Bob", ("1", "80")))
    refused = enter(organizer, at(day), form)
    assert "tick that it is right" in refused.text
    assert not day.table_games.exists()
    enter(organizer, at(day), form | {"sure": "1"})
    assert day.table_games.count() == 1


def test_a_merged_name_is_the_same_person_and_a_similar_one_is_asked_about(
    day: GameDay, organizer: Client
) -> None:
    ann = Player.objects.get(club=day.club, name="Ann")
    Player.objects.create(club=day.club, name="Annie", name_key="annie", same_as=ann)
    twice = grid(("Ann", ("1", "9")), ("Annie", ("2", "8")))
    assert "twice" in organizer.post(at(day), twice).context["plan"].faults["name-2"][0]
    similar = grid(("Änn", ("1", "9")), ("Bob", ("1", "8")))
    plan = organizer.post(at(day), similar).context["plan"]
    assert plan.questions["name-1"] == ["Who is Änn?"]
    assert plan.new_names == ("Änn",)
    # One tap takes the known person; the other says that it is somebody new.
    taken = organizer.post(at(day), {**similar, "means": "name-1=Ann"})
    assert (taken.context["plan"].new_names, taken.context["plan"].questions) == ((), {})
    new = organizer.post(at(day), {**similar, "means": "name-1=Änn"}).context["plan"]
    assert (new.new_names, new.questions) == (("Änn",), {})


def test_a_new_day_is_made_with_its_games_and_gone_with_them(game: Game, organizer: Client) -> None:
    address = reverse("league:paper-day-new")
    form = grid(*TUESDAY, date="2026-01-13", set="12", rules="family")
    assert not organizer.post(address, {**form, "date": "2036-01-13"}).context["mark"]
    # Another day's place is not this one's.
    other = GameDayFactory(club=game.club, place="Elsewhere", contact="555-0100")
    enter(organizer, address, form)
    day = GameDay.objects.get(club=game.club, date="2026-01-13")
    assert (day.place, day.contact) == ("", "")
    other.delete()
    assert (day.rounds, day.current_round, day.table_games.count()) == (2, 2, 4)
    back = reverse("league:paper-back", args=[day.pk])
    assert organizer.get(back).status_code == 200
    assert organizer.post(back, {"key": new_key()}).headers["Location"] == reverse(
        "league:calendar"
    )
    assert not GameDay.objects.exists()


def test_hours_can_be_left_out_and_what_is_written_is_said(game: Game, organizer: Client) -> None:
    address = reverse("league:paper-day-new")
    form = grid(*TUESDAY, date="2026-01-13", set="12", rules="family")
    assert "Then 1 p.m.–5 p.m. is written." in Page(organizer.get(address)).text
    GameDayFactory(club=game.club, date=datetime.date(2026, 1, 6))
    like = "Then 1 p.m.–4 p.m. is written, as on Jan. 6, 2026."
    assert like in Page(organizer.get(address)).text
    left_out = "You left the hours out, so 1 p.m.–4 p.m. is written."
    assert left_out in Page(organizer.post(address, form)).text
    half = organizer.post(address, form | {"ends": "12:30"})
    assert "Type both times, or leave both empty." in Page(half).text
    back = organizer.post(address, form | {"starts": "14:00", "ends": "12:30"})
    assert "The day has to end after it starts." in Page(back).text
    typed = form | {"starts": "10:00", "ends": "12:30"}
    assert "Hours: 10 a.m.–12:30 p.m." in Page(organizer.post(address, typed)).text
    enter(organizer, address, typed)
    day = GameDay.objects.get(club=game.club, date="2026-01-13")
    assert (day.starts, day.ends) == (datetime.time(10), datetime.time(12, 30))


def test_taking_back_leaves_the_rest_of_the_day(day: GameDay, organizer: Client) -> None:
    come(day, "Eve", "Ann")
    season: Season = SeasonFactory(club=day.club)
    kept = day_game(day, {"Eve": (0, 9), "Fay": (5, 0)}, table_number=7)
    before = board_refresh(season=season)
    lines = list(before.standings.values_list("player", "shown")) if before else []
    enter(organizer, at(day), grid(*TUESDAY))
    games = list(Game.objects.filter(totals_only=True))
    organizer.post(reverse("league:paper-back", args=[day.pk]), {"key": new_key()})
    assert [row.game for row in day.table_games.all()] == [kept]
    assert set(day.attendances.values_list("player__name", flat=True)) == {"Eve", "Ann"}
    board = board_refresh(season=season)
    assert board is not None
    assert list(board.standings.values_list("player", "shown")) == lines
    assert not SeatTally.objects.filter(game__in=games).exists()
    page = organizer.get(reverse("scoring:sheet", args=[games[0].code]))
    assert "taken back" in page.text
    assert games[0].code not in organizer.get(reverse("league:games")).text
    into = {"day": day.pk, "number": 1, "table": 1}
    organizer.post(reverse("league:game-day", args=[games[0].code]), into)
    assert day.table_games.count() == 1


def test_whom_the_club_knew_by_the_paper_alone_is_archived(day: GameDay, organizer: Client) -> None:
    enter(organizer, at(day), grid(*TUESDAY, ("Zoe", ("1", "5")), ("Yan", ("1", "6"))))
    day_game(day, {"Yan": (0,), "Eve": (5,)}, table_number=9, seating_round=2)
    organizer.post(reverse("league:paper-back", args=[day.pk]), {"key": new_key()})
    archived = Player.objects.filter(club=day.club).exclude(archived_at=None)
    assert [player.name for player in archived] == ["Zoe"]


def test_a_correction_is_agreed_to_and_has_a_reason(day: GameDay, organizer: Client) -> None:
    SeasonFactory(club=day.club)
    enter(organizer, at(day), grid(*TUESDAY))
    game = day.table_games.earliest("pk").game
    address = reverse("league:paper-game", args=[game.code])
    seen = sheet_of(game).totals
    assert seen is not None
    form = {"rounds": "13", "total-0": "120", "total-1": "185", "seen": str(seen.pk)}
    form |= {"key": new_key(), "reason_tapped": "Typing error", "reason": ""}
    silent = organizer.post(address, {**form, "reason_tapped": ""})
    assert "Typing error Counted again Wrong player Or in your own words" in Page(silent).text
    top, _fields = silent.text.split('<div class="paper">')
    assert '<a href="#id_reason">Why is it corrected?</a></p><p>Say why' in top
    wrong = organizer.post(address, {**form, "total-1": "many"})
    top, _fields = wrong.text.split('<div class="paper">')
    name = game.seats.get(place=1).player.name
    assert f'<a href="#id_total-1">{name}: Total</a>' in top
    page = organizer.post(address, form)
    preview = page.context["preview"]
    assert "Ann has 120 points in all instead of 210." in preview.totals
    assert any("Ann" in line for told in preview.beyond for line in told.sentences)
    sentences = [words for line in preview.beyond for words in line.sentences]
    assert "Winner of the day: Ann instead of Dot." in sentences
    assert any(words.startswith("Place 2 of the day: Dot instead of") for words in sentences)
    assert sheet_of(game).totals == seen
    for _time in range(2):
        organizer.post(address, {**form, "agreed": preview.mark})
    sheet = sheet_of(game)
    assert [seat.total for seat in sheet.seats] == [120, 185]
    assert sheet.totals is not None
    assert sheet.totals.reason == "Typing error"
    assert SheetEntry.objects.filter(game=game).count() == 3
    back = organizer.post(address, {"deed": "back", "key": new_key()})
    assert "Ann 120 Bob 185 Leaderboard: 2026" in Page(back).text
    assert "Winner of the day: Dot instead of Ann." in Page(back).text
    assert any(
        words.startswith("Ann: ")
        for part in back.context["goes"].beyond
        if part.heading.startswith("Leaderboard")
        for words in part.sentences
    )
    assert sheet_of(game).totals is not None
    organizer.post(address, {"deed": "back", "key": new_key(), "agreed": back.context["goes"].mark})
    assert sheet_of(game).totals is None
    assert not TableGame.objects.filter(game=game).exists()


def test_rounds_won_that_are_typed_are_never_lost(day: GameDay, organizer: Client) -> None:
    """Where some won every round, the others won none; else all of the table are asked for."""
    lines = (("Ann", ("1", "12", "1")), ("Bob", ("1", "20", "1")), ("Cal", ("1", "31")))
    form = grid(*lines, rounds="2")
    assert "Cal 31 (0 rounds won)" in Page(organizer.post(at(day), form)).text
    enter(organizer, at(day), form)
    game = day.table_games.get().game
    assert [seat.rounds_out for seat in sheet_of(game).seats] == [1, 1, 0]
    address = reverse("league:paper-game", args=[game.code])
    form = sent_on(organizer.get(address), reason="He won both")
    some = organizer.post(address, form | {"outs-0": "", "outs-2": ""})
    assert some.context["preview"] is None
    assert "type them for everybody at the table" in Page(some).text
    assert (
        "Together they won 3 rounds" in Page(organizer.post(address, form | {"outs-2": "1"})).text
    )
    form |= {"outs-0": "", "outs-1": "2", "outs-2": ""}
    page = organizer.post(address, form)
    assert (
        "On the paper Rounds that Ann won: 0 instead of 1. Rounds that Bob won: 2 instead of 1."
        in Page(page).text
    )
    assert "No total changes" not in Page(page).text
    organizer.post(address, {**form, "agreed": page.context["preview"].mark})
    assert [seat.rounds_out for seat in sheet_of(game).seats] == [0, 2, 0]


def test_what_else_the_paper_says_differently_is_shown(day: GameDay, organizer: Client) -> None:
    enter(organizer, at(day), grid(("Ann", ("1", "12")), ("Bob", ("1", "20"))))
    address = reverse("league:paper-game", args=[day.table_games.get().game.code])
    form = sent_on(organizer.get(address), reason="Looked again") | {"rounds": "3"}
    paper = organizer.post(address, form | {"first-1": "2"}).context["preview"].paper
    assert paper == (
        "Rounds of the game: 3 instead of 13.",
        "Rounds that Bob played: 2–3 instead of 1–13.",
    )
    paper = organizer.post(address, form | {"outs-0": "1", "outs-1": "0"}).context["preview"].paper
    assert paper[1:] == (
        "Rounds that Ann won: 1. They were not written down.",
        "Rounds that Bob won: 0. They were not written down.",
    )


def test_lines_of_a_spreadsheet_fill_the_grid(day: GameDay, organizer: Client) -> None:
    form = {"games": "2", "rows": "1", "deed": "paste"}
    form["pasted"] = "Name\tTable\tTotal\tTable\tTotal\nAnn\t1\t210\t1\t98\n\nBob\t1\t185"
    page = organizer.post(at(day), form)
    rows = page.context["grid"].rows
    assert [(row.name, row.cells[0].total, row.cells[1].total) for row in rows] == [
        ("Ann", "210", "98"),
        ("Bob", "185", ""),
    ]


def test_the_grid_begins_with_who_has_no_game_yet(day: GameDay, organizer: Client) -> None:
    come(day, "Eve", "Fay", "Gus")
    day_game(day, {"Eve": (0, 9), "Fay": (5, 0)})
    day_game(day, {"Eve": (0, 9), "Fay": (5, 0)}, seating_round=2)
    rows = organizer.get(at(day)).context["grid"].rows
    assert [row.name for row in rows if row.name] == ["Gus"]


@given(st.text(alphabet="Ab1,;\t\"'\n 2.é", max_size=80), st.integers(1, 12), st.booleans())
def test_whatever_is_pasted_is_a_grid(text: str, games: int, outs: bool) -> None:
    rows = rows_of(pasted_lines(text), games, outs=outs)
    assert all(len(row.cells) == games for row in rows)


def test_a_form_of_nonsense_is_a_grid() -> None:
    read = grid_sent({"games": "99999", "rows": "-3", "rounds-1": "x" * 500})
    assert (read.games, read.rows, len(read.rounds[0])) == (12, (), 60)


def test_tables_of_which_nothing_is_typed_are_left_out(day: GameDay, organizer: Client) -> None:
    lines = grid(
        ("Ann", ("1", "210"), ("2", "")),
        ("Bob", ("1", "185"), ("2", "")),
        ("Cal", ("2", ""), ("1", "")),
        ("Dot", ("2", ""), ("1", "")),
    )
    enter(organizer, at(day), {**lines, "rounds-2": ""})
    assert list(day.table_games.values_list("seating_round", "table_number")) == [(1, 1)]


def test_a_day_goes_on_to_the_last_game_that_is_over(day: GameDay, organizer: Client) -> None:
    GameDay.objects.update(date=timezone.localdate(), current_round=1, rounds=3)
    enter(organizer, at(day), grid(*TUESDAY))
    assert GameDay.objects.get().current_round == 2
    # What was typed into the wrong day is taken back, and the evening begins as it would have.
    organizer.post(reverse("league:paper-back", args=[day.pk]), {"key": new_key()})
    assert GameDay.objects.get().current_round == 1


def test_a_day_steps_back_no_further_than_its_tables_are(day: GameDay, organizer: Client) -> None:
    GameDay.objects.update(date=timezone.localdate(), current_round=1, rounds=3)
    enter(organizer, at(day), grid(*TUESDAY))
    come(day, "Eve", "Fay")
    day_game(day, {"Eve": (0, 9), "Fay": (5, 0)}, table_number=9)
    GameDay.objects.update(current_round=3)
    organizer.post(reverse("league:paper-back", args=[day.pk]), {"key": new_key()})
    # Game 3 was not from paper: the organizer has gone on to it.
    assert GameDay.objects.get().current_round == 3


def test_the_games_of_today_are_asked_for_as_they_are_begun(
    day: GameDay, organizer: Client
) -> None:
    GameDay.objects.filter(pk=day.pk).update(date=timezone.localdate(), current_round=1, rounds=3)
    assert organizer.get(at(day)).context["grid"].games == 1
    GameDay.objects.update(current_round=2)
    ann, bob, cal, dot = people_named(day.club, ["Ann", "Bob", "Cal", "Dot"])
    come(day, "Ann", "Bob", "Cal", "Dot", "Max")
    Attendance.objects.update(joins_at=1)
    Attendance.objects.filter(player__name="Max").update(leaves_after=1)
    tables = [[[ann.pk, bob.pk], [cal.pk, dot.pk]], [[cal.pk, bob.pk], [ann.pk, dot.pk]]]
    now = timezone.now()
    Plan.objects.create(game_day=day, tables=tables, made_at=now, taken_at=now)
    page = organizer.get(at(day))
    assert [(row.name, row.cells[1].table) for row in page.context["grid"].rows[:5]] == [
        ("Cal", "1"),
        ("Bob", "1"),
        ("Ann", "2"),
        ("Dot", "2"),
        ("", ""),
    ]
    assert 'name="total-1-2"' in page.text
    assert 'name="total-1-1"' not in page.text
    earlier = organizer.get(at(day), {"game": "1"}).context["grid"].rows
    assert [row.name for row in earlier if row.name] == ["Ann", "Bob", "Cal", "Dot", "Max"]
    form = {"games": "2", "rows": "0", "shown": "2", "deed": "paste", "pasted": "Ann,1,98"}
    pasted = organizer.post(at(day), form).context["grid"].rows[0]
    assert [cell.total for cell in pasted.cells] == ["", "98"]
    more = organizer.post(at(day), {**grid(("Ann", ("1", "9"))), "deed": "game"})
    assert more.context["grid"].games == 2


def test_a_game_that_was_started_and_not_scored_gives_its_place(
    day: GameDay, organizer: Client
) -> None:
    GameDay.objects.filter(pk=day.pk).update(date=timezone.localdate())
    day.refresh_from_db()
    started = game_start(
        club=day.club,
        author=ANN,
        names=["Ann", "Bob"],
        set_=12,
        rules=day.rules,
        table_number=1,
    )
    TableGame.objects.create(game_day=day, game=started, seating_round=1, table_number=1)
    lines = grid(("Ann", ("1", "210")), ("Bob", ("1", "185")))
    plan = organizer.post(at(day), lines).context["plan"]
    assert not plan.questions
    Tablet.objects.create(club=day.club, name="One", table_number=1, secret_hash="x")
    plan = organizer.post(at(day), lines).context["plan"]
    assert "These totals take its place." in plan.questions["table-1-1"][0]
    enter(organizer, at(day), lines)
    assert day.table_games.get().game.totals_only
    assert started.code not in organizer.get(reverse("league:games")).text
    # The tablet that stands open there is led to what comes next, and scores nothing.
    sheet = reverse("scoring:sheet", args=[started.code])
    page = organizer.get(sheet).text
    score = reverse("scoring:round-record", args=[started.code, 1])
    comes_next = f'<a class="button main" href="{reverse("league:table", args=[day.pk, 1])}">'
    assert "This game was entered from paper. Those totals count, not this sheet." in page
    assert "It counts nowhere" not in page
    assert comes_next in page
    assert score not in page
    assert "Next is round 1" not in page
    assert organizer.get(score).headers["Location"] == sheet
    # A tablet that had no network hands over what it scored: it is there again, in no day.
    play(started, 0, 45)
    started.refresh_from_db()
    assert started.taken_back_at is None
    assert started.code in organizer.get(reverse("league:games")).text
    page = organizer.get(sheet).text
    assert "This game was entered from paper. Those totals count, not this sheet." in page
    assert "It counts nowhere" not in page
    assert "Put it into that day" not in page
    # Another game of these people at that table, begun outside of the day, can still join it.
    other = game_start(
        club=day.club, author=ANN, names=["Ann", "Bob"], set_=12, rules=day.rules, table_number=1
    )
    second = (("Ann", ("", ""), ("1", "20")), ("Bob", ("", ""), ("1", "18")))
    enter(organizer, at(day), grid(*second))
    page = organizer.get(reverse("scoring:sheet", args=[other.code])).text
    assert "entered from paper" not in page


@pytest.fixture
def seated(day: GameDay) -> GameDay:
    """A day with a plan of two games: in the second, Dot and Ann sit at table 1, in this order."""
    come(day, "Ann", "Bob", "Cal", "Dot")
    ann, bob, cal, dot = people_named(day.club, ["Ann", "Bob", "Cal", "Dot"])
    tables = [[[ann.pk, bob.pk], [cal.pk, dot.pk]], [[dot.pk, ann.pk], [cal.pk, bob.pk]]]
    now = timezone.now()
    Plan.objects.create(game_day=day, tables=tables, made_at=now, taken_at=now)
    return day


def sent_on(page: Any, **more: str) -> dict[str, str]:
    """What the form of a page sends: each field that stands in it, also those out of sight."""
    fields = re.findall(r'<input [^>]*name="([^"]+)"[^>]* value="([^"]*)"', page.text)
    return {**dict(fields), **more}


def test_a_tab_keeps_what_is_typed(seated: GameDay, organizer: Client) -> None:
    typed = sent_on(organizer.get(at(seated), {"game": "2"}), **{"total-1-2": "98"})
    both = organizer.post(at(seated), {**typed, "show": "all"})
    rows = both.context["grid"].rows
    assert [(row.name, row.cells[0].table, row.cells[1].total) for row in rows[:4]] == [
        ("Ann", "1", ""),
        ("Bob", "1", ""),
        ("Cal", "2", ""),
        ("Dot", "2", "98"),
    ]
    first = organizer.post(at(seated), sent_on(both, show="1", **{"total-1-1": "7"}))
    assert 'name="total-4-1"' in first.text
    assert 'type="hidden" name="total-4-2" value="98"' in first.text
    # What is looked at is all of it, and a fault is where it can be mended.
    looked = organizer.post(at(seated), sent_on(first, deed="look"))
    assert looked.context["page"].numbers == (1, 2)
    assert [seat.line.total for seat in looked.context["plan"].tables[0].seats] == [7, None]


def test_a_tab_brings_the_lines_of_its_game(seated: GameDay, organizer: Client) -> None:
    day_game(seated, {"Ann": (0, 9), "Bob": (5, 0)})
    first = organizer.get(at(seated), {"game": "1"})
    assert [row.name for row in first.context["grid"].rows if row.name] == ["Cal", "Dot"]
    second = organizer.post(at(seated), sent_on(first, show="2")).context["grid"].rows
    assert [row.name for row in second if row.name] == ["Dot", "Ann", "Cal", "Bob"]
    first = organizer.post(at(seated), sent_on(organizer.get(at(seated), {"game": "2"}), show="1"))
    assert [row.name for row in first.context["grid"].rows if row.name] == ["Cal", "Dot"]


def test_a_table_keeps_the_order_of_its_printed_sheet(seated: GameDay, organizer: Client) -> None:
    lines = [("Ann", ("1", "5"), ("1", "98")), ("Bob", ("1", "6"), ("2", "240"))]
    lines += [("Dot", ("2", "7"), ("1", "150")), ("Cal", ("2", "8"), ("2", "133"))]
    enter(organizer, at(seated), grid(*lines))
    played = [
        [seat.player.name for seat in row.game.seats.order_by("place")]
        for row in seated.table_games.order_by("seating_round", "table_number")
    ]
    assert played == [["Ann", "Bob"], ["Cal", "Dot"], ["Dot", "Ann"], ["Cal", "Bob"]]


def test_who_came_from_another_table_takes_nobodys_place(
    seated: GameDay, organizer: Client
) -> None:
    """Bob was to sit at table 1: at table 2 he has a color that its sheet gave to nobody."""
    enter(
        organizer, at(seated), grid(("Bob", ("2", "6")), ("Cal", ("2", "7")), ("Dot", ("2", "8")))
    )
    [row] = seated.table_games.all()
    assert [seat.player.name for seat in row.game.seats.order_by("place")] == ["Cal", "Dot", "Bob"]


def test_a_tab_keeps_both_lines_of_a_name_that_stands_twice(
    seated: GameDay, organizer: Client
) -> None:
    typed = sent_on(organizer.get(at(seated), {"game": "1"}), **{"total-1-1": "98"})
    empty = next(at for at in range(1, 30) if not typed.get(f"name-{at}"))
    typed |= {f"name-{empty}": "Ann", f"table-{empty}-1": "1", f"total-{empty}-1": "150"}
    rows = organizer.post(at(seated), {**typed, "show": "all"}).context["grid"].rows
    assert sorted(row.cells[0].total for row in rows if row.name == "Ann") == ["150", "98"]


def test_who_came_late_and_who_left_are_typed_as_such(day: GameDay, organizer: Client) -> None:
    season: Season = SeasonFactory(club=day.club)
    lines = (("Ann", ("1", "0")), ("Bob", ("1", "185")), ("Cal", ("1", "90")), ("Dot", ("1", "")))
    form = grid(*lines)
    for asked in ("outs", "spans"):
        page = organizer.post(at(day), form | {"deed": asked}).context["page"]
        assert (page.outs, page.spans) == (asked == "outs", asked == "spans")
    form |= {"first-1-1": "10", "last-3-1": "6", "last-4-1": "13"}
    faults = organizer.post(at(day), form | {"last-4-1": "14"}).context["plan"].faults
    assert faults["last-4-1"] == ["Dot: the last round played is a number from 1 to 13."]
    # Who played the last round has a total; and nobody asks whether Ann won rounds without her.
    assert organizer.post(at(day), form).context["plan"].faults
    form |= {"last-4-1": "12"}
    assert not organizer.post(at(day), form).context["plan"].questions
    enter(organizer, at(day), form)
    game = day.table_games.get().game
    sheet = sheet_of(game)
    assert [(seat.name, seat.position) for seat in sheet.seats] == [
        ("Ann", 1),
        ("Bob", 3),
        ("Cal", 2),
        ("Dot", None),
    ]
    board_refresh(season=season)
    rounds = dict(SeatTally.objects.filter(game=game).values_list("player__name", "rounds"))
    assert rounds == {"Ann": 13, "Bob": 13, "Cal": 6, "Dot": 12}
    page = Page(organizer.get(reverse("scoring:result", args=[game.code]))).text
    assert "came in round 10" in page
    assert "left after round 6" in page
    address = reverse("league:paper-game", args=[game.code])
    assert sheet.totals is not None
    form = sent_on(organizer.get(address), reason="He stayed", seen=str(sheet.totals.pk))
    assert form["first-0"] == "10"
    form |= {"last-2": "", "total-3": "70", "key": new_key()}
    preview = organizer.post(address, form).context["preview"]
    organizer.post(address, {**form, "agreed": preview.mark})
    assert [seat.after_round for seat in sheet_of(game).seats] == [None, None, None, 12]
    assert [seat.position for seat in sheet_of(game).seats] == [1, 4, 3, 2]


def test_a_table_that_somebody_joined_before_a_round_is_typed_from_paper(
    day: GameDay, organizer: Client
) -> None:
    GameDay.objects.filter(pk=day.pk).update(date=timezone.localdate())
    names = ["Ann", "Bob"]
    started = game_start(club=day.club, author=ANN, names=names, set_=12, rules=day.rules)
    TableGame.objects.create(game_day=day, game=started, seating_round=1, table_number=1)
    seat_join(game=started, author=ANN, key=new_key(), name="Cal")
    rows = organizer.get(at(day)).context["grid"].rows
    assert [row.name for row in rows if row.name] == ["Ann", "Bob", "Cal"]
    lines = (("Ann", ("1", "210")), ("Bob", ("1", "185")), ("Cal", ("1", "99")))
    enter(organizer, at(day), grid(*lines))
    assert day.table_games.get().game.totals_only
