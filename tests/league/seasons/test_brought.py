"""Totals brought forward: in the value and in its reason, from a file, and taken away again."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from league.models import BroughtForward, Season, Standing
from league.people.services.merging import merge_make, merge_undo
from league.privacy.services.erase_person import person_erase
from league.seasons.services.leaderboard import board_refresh
from league.seasons.services.seasons import season_close, season_update
from league.seasons.tables import reason_of
from league.standings.methods import Brought, Count, Measure, Method
from league.standings.results import Result
from league.standings.scores import scores
from scoring.models import Game, Player
from scoring.refusals import Refusal
from tests.factories import ANN
from tests.league.factories import MONDAY, GameDayFactory, SeasonFactory, day_game, person
from tests.litany import ClientOf, Shows
from tests.page import Page

SUM = {"measure": "places", "count": "sum", "place_points": [7, 5, 4, 3, 2, 1]}
FILE = b"Name;Total;Games;Rounds\nAnn;120;12;156\nBob;98,5;12;156\nZoe;130;10;130\n"


@pytest.fixture
def season(game: Game) -> Season:
    made: Season = SeasonFactory(club=game.club, **SUM)
    return made


@pytest.fixture
def send(client_of: ClientOf, season: Season) -> Callable[..., Any]:
    """Send a file, take all its lines, and answer the preview's plan."""

    def sent(data: bytes = FILE, **answers: str) -> Any:
        client: Client = client_of("organizer")
        address = reverse("league:brought-import", args=[season.pk])
        preview = client.post(address, {"file": SimpleUploadedFile("2025.csv", data)})
        page = client.get(preview.headers["Location"])
        plan = page.context["plan"]
        lines = {"line": [str(row.number) for row in plan.rows], "seen": page.context["seen"]}
        taken = {f"take-{row.number}": "on" for row in plan.rows}
        client.post(preview.headers["Location"], {**lines, **taken, **answers})
        return plan

    return sent


def shown(season: Season) -> list[tuple[int | None, str, str, str]]:
    season.refresh_from_db()
    board = board_refresh(season=season)
    rows = Standing.objects.filter(board=board).select_related("player")
    return [(row.place, row.player.name, row.shown, reason_of(row)) for row in rows]


def test_they_stand_on_the_board_before_any_game_does(
    season: Season, send: Callable[..., Any], client_of: ClientOf
) -> None:
    assert send().counts["new"] == 3
    assert shown(season) == [
        (1, "Zoe", "130", "Brought forward: 130."),
        (2, "Ann", "120", "Brought forward: 120."),
        (3, "Bob", "98.50", "Brought forward: 98.50."),
    ]
    page = client_of("organizer").get(reverse("league:leaderboard", args=[season.pk])).text
    assert "Brought forward: 120." in page
    assert "These totals are brought forward" in page
    file = client_of("organizer").get(reverse("league:leaderboard-csv", args=[season.pk])).text
    assert "brought forward" in file


def test_what_nobody_knows_is_a_dash_and_what_the_list_says_counts(
    season: Season, send: Callable[..., Any], client_of: ClientOf
) -> None:
    send(b"Name,Total,Games,Won,Went out\nAnn,120,12,3,0\nBob,98,12,,\n")
    day_game(GameDayFactory(club=season.club), {"Ann": (0,), "Bob": (5,)})
    season.refresh_from_db()
    board = board_refresh(season=season)
    rows = Standing.objects.filter(board=board).select_related("player")
    known = {(row.player.name, row.games_won, row.rounds_out) for row in rows}
    assert known == {("Ann", 4, 1), ("Bob", None, None)}
    page = client_of("organizer").get(reverse("league:leaderboard", args=[season.pk]))
    # Nobody wrote the rounds of what was brought: one round alone is not all of them.
    assert re.search(r"Ann .*? 13 – 1 4 0", Page(page).text)
    assert re.search(r"Bob .*? 13 – – – 5", Page(page).text)
    assert "“Rounds” has a dash" in Page(page).text
    ann = next(row.player_id for row in rows if row.player.name == "Ann")
    why = client_of("organizer").get(reverse("league:season-place", args=[season.pk, ann]))
    assert "of 1 round" not in Page(why).text
    table = client_of("organizer").get(reverse("league:leaderboard-csv", args=[season.pk]))
    assert "Ann,127,13,,1,4,0" in table.text


def test_a_name_like_a_known_one_is_asked_about(season: Season, send: Callable[..., Any]) -> None:
    person(season.club, "Zoë Ackermann")
    data = b"Name,Total\nZoe Ackermann,7\nEve,5\nAnn,4\n"
    asked, new, known = send(data).rows
    assert (asked.kind, asked.faults) == (
        "bad",
        ("Nobody is called Zoe Ackermann yet. Did you mean Zoë Ackermann?",),
    )
    assert (new.news, known.news) == (
        "A new person, who is added to the directory.",
        "A new total of somebody in the directory.",
    )
    assert season.brought_forward.count() == 2
    send(data, **{"name-2": "Zoë Ackermann"})
    assert season.brought_forward.get(amount=7).player.name == "Zoë Ackermann"
    Player.objects.get(name="Zoë Ackermann").brought_forward.all().delete()
    send(data, **{"name-2": "Zoe Ackermann"})
    assert season.brought_forward.get(amount=7).player.name == "Zoe Ackermann"


def test_they_are_added_to_what_is_played(season: Season, send: Callable[..., Any]) -> None:
    day = GameDayFactory(club=season.club)
    day_game(day, {"Ann": (0, 9), "Cal": (5, 0)})
    board_refresh(season=season)
    send()
    # Cal wins with 5 points for 7 place points; Ann has 5 and what she brings.
    assert [line[:3] for line in shown(season)] == [
        (1, "Zoe", "130"),
        (2, "Ann", "125"),
        (3, "Bob", "98.50"),
        (4, "Cal", "7"),
    ]
    # A later game derives the board from the one before: of who was in it alone.
    later = GameDayFactory(club=season.club, date=MONDAY.replace(day=9))
    day_game(later, {"Cal": (0, 9), "Dot": (5, 0)})
    assert [line[:3] for line in shown(season)][:3] == [
        (1, "Zoe", "130"),
        (2, "Ann", "125"),
        (3, "Bob", "98.50"),
    ]


@pytest.mark.parametrize(
    ("count", "value"), [("per_round", "7.85"), ("per_game", "94.85"), ("sum", "1233")]
)
def test_an_average_is_of_all_games_and_rounds(
    game: Game, client_of: ClientOf, count: str, value: str
) -> None:
    season = SeasonFactory(club=game.club, measure="points", count=count, brings_forward=True)
    day_game(GameDayFactory(club=game.club), {"Ann": (0, 9), "Cal": (5, 0)})
    ann = Player.objects.get(name="Ann")
    BroughtForward.objects.create(season=season, player=ann, amount=1224, games=12, rounds=155)
    # 1224 + 9 points in 157 rounds and 13 games.
    (line,) = [line for line in shown(season) if line[1] == "Ann"]
    assert line[2] == value


def test_a_file_says_what_is_wrong_line_by_line(season: Season, send: Callable[..., Any]) -> None:
    lines = b"Name,Total,Games\nAnn,120,x\nBob,1.234,2\nCal,,1\n,5,1\nDot,7,1\ndot,8,1\n"
    plan = send(lines)
    kinds = {row.number: row.kind for row in plan.rows}
    assert kinds == {2: "bad", 3: "bad", 4: "bad", 5: "bad", 6: "new", 7: "bad"}
    assert [row.asks for row in plan.rows if row.asks] == ["name"]
    assert season.brought_forward.count() == 1


def test_a_second_file_replaces_and_adds_nothing(season: Season, send: Callable[..., Any]) -> None:
    send()
    assert send().counts["same"] == 3
    assert send(b"Name,Total\nAnn,60\n").counts["changed"] == 1
    assert season.brought_forward.get(player__name="Ann").amount == 60


def test_an_average_of_rounds_asks_for_the_rounds(season: Season, send: Callable[..., Any]) -> None:
    season_update(season=season, changes={"measure": "points", "count": "per_round"})
    plan = send(b"Name,Total\nAnn,60\n")
    assert "how many rounds" in plan.rows[0].faults[0]


def test_days_that_are_chosen_from_take_none_and_say_why(
    season: Season, client_of: ClientOf
) -> None:
    season_update(season=season, changes={"count": "best_days", "days": 5})
    address = reverse("league:brought-import", args=[season.pk])
    client = client_of("organizer")
    assert "belongs to no day" in client.get(address).text
    answer = client.post(address, {"file": SimpleUploadedFile("x.csv", FILE)})
    assert "belongs to no day" in answer.text
    with pytest.raises(ValueError, match="no day"):
        Method(Measure.POINTS, Count.BEST_DAYS, days=3, brought=(Brought(1, "5"),))


def test_what_counts_cannot_change_under_them(season: Season, send: Callable[..., Any]) -> None:
    send()
    for changes in ({"measure": "wins", "place_points": []}, {"count": "best_days", "days": 5}):
        with pytest.raises(Refusal):
            season_update(season=season, changes=changes)


def test_they_are_taken_away_one_by_one_and_all(
    season: Season, send: Callable[..., Any], client_of: ClientOf
) -> None:
    send()
    client = client_of("organizer")
    address = reverse("league:brought", args=[season.pk])
    ann = season.brought_forward.get(player__name="Ann")
    client.post(address, {"row": str(ann.pk)})
    assert [line[1] for line in shown(season)] == ["Zoe", "Bob"]
    season_close(season=season, author=ANN)
    client.post(address)
    assert season.brought_forward.count() == 2
    Season.objects.update(closed_at=None)
    client.post(address)
    assert board_refresh(season=Season.objects.get()) is None


def test_a_merge_adds_the_two_and_its_undo_parts_them(
    season: Season, send: Callable[..., Any]
) -> None:
    send()
    kept, gone = (Player.objects.get(name=name) for name in ("Ann", "Zoe"))
    before = shown(season)
    merge = merge_make(kept=kept, gone=gone, author=ANN)
    assert shown(season)[0] == (1, "Ann", "250", "Brought forward: 250.")
    merge_undo(merge=merge)
    assert shown(season) == before


def test_an_erased_person_brings_nothing(season: Season, send: Callable[..., Any]) -> None:
    send()
    person_erase(player=Player.objects.get(name="Zoe"))
    assert [line[1] for line in shown(season)] == ["Ann", "Bob"]


class TestBrought(Shows):
    app = "league"
    name = "brought"
    most_queries = 9

    def args(self, game: Game) -> list[object]:
        return [Season.objects.get(club=game.club).pk]

    def ready(self, game: Game) -> None:
        season = SeasonFactory(club=game.club, **SUM, brings_forward=True)
        for name in ("Eve", "Fay"):
            who = person(game.club, name)
            BroughtForward.objects.create(season=season, player=who, amount=7)


AMOUNTS = st.fractions(min_value=0, max_value=999, max_denominator=4)


@given(
    amount=AMOUNTS,
    totals=st.lists(st.integers(0, 400), max_size=5),
    count=st.sampled_from([Count.SUM, Count.PER_GAME, Count.PER_ROUND]),
)
def test_bringing_forward_is_as_if_the_games_were_there(
    amount: Any, totals: list[int], count: Count
) -> None:
    results = [
        Result("Ann", game, MONDAY, game, total, 5, 0, 1, 1, 4) for game, total in enumerate(totals)
    ]
    brought = Brought("Ann", str(amount), games=3, rounds=12)  # type: ignore[arg-type]
    (score,) = scores(Method(Measure.POINTS, count, brought=(brought,)), results)
    parts = {Count.SUM: 1, Count.PER_GAME: len(totals) + 3, Count.PER_ROUND: 5 * len(totals) + 12}
    assert score.value == (amount + sum(totals)) / parts[count]
    assert (score.unranked, score.games) == (None, len(totals) + 3)
    assert score.best_game == min(totals, default=None)
