"""A game day's result: its ranking, its tables, its records, its picture."""

import datetime
import re
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.days.selectors.day_page import page_of
from league.days.selectors.day_result import (
    day_result_of,
    method_of_day,
    standings_of_day,
    winners_of,
)
from league.days.selectors.days_on import game_days_on
from league.days.selectors.links import link_key
from league.models import GameDay, Plan, Season, TableGame
from league.seasons.public import board_refresh, tallies_refresh
from league.seasons.selectors.results import results_on
from league.seasons.services.seasons import season_close, statuses_set
from league.site.security import PICTURE_POLICY
from league.standings.methods import Count, Measure, Method
from league.standings.tie_breaks import TieBreak
from scoring.models import Club, Player
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish, game_start
from scoring.sheets.services.seats import seat_join, seat_leave
from tests.factories import ANN, new_key, play
from tests.league.factories import (
    GameDayFactory,
    SeasonFactory,
    day_game,
    paper_game,
    people_named,
)
from tests.page import Page

pytestmark = pytest.mark.django_db

PLACES = (
    "Places are for those who played 3 games, as many as anybody did. It is so on every game day."
)


@pytest.fixture
def day() -> GameDay:
    """Two games at one table, then a third that Dot plays for Cal; Ann leads, Bob has won two."""
    day: GameDay = GameDayFactory(rounds=3)
    day_game(day, {"Ann": (0, 10), "Bob": (20, 0), "Cal": (30, 40)})
    day_game(day, {"Ann": (20, 30), "Bob": (0, 20), "Cal": (30, 0)}, seating_round=2)
    day_game(day, {"Ann": (10, 0), "Bob": (0, 5), "Dot": (60, 60)}, seating_round=3)
    return day


def shown(day: GameDay) -> list[tuple[int | None, str, str]]:
    tallies_refresh(club=day.club)
    return [(line.place, line.name, line.value) for line in day_result_of(day).lines]


def test_without_a_season_the_average_of_the_rounds_ranks(day: GameDay) -> None:
    assert shown(day) == [
        (1, "Bob", "7.50"),
        (2, "Ann", "11.67"),
        (None, "Cal", "25.00"),
        (None, "Dot", "60.00"),
    ]


def test_who_went_home_after_one_good_game_has_not_won(day: GameDay) -> None:
    day_game(day, {"Max": (0,), "Eve": (50,)}, table_number=2)
    tallies_refresh(club=day.club)
    result = day_result_of(day)
    assert [line.name for line in result.winners] == ["Bob"]
    assert {line.name: line.why for line in result.lines if line.place is None} == {
        "Max": "played 1 of 3",
        "Cal": "played 2 of 3",
        "Eve": "played 1 of 3",
        "Dot": "played 1 of 3",
    }
    assert result.short == ("Table 2 stopped game 1 after 1 round. Most games had 2.",)
    assert winners_of(day.club, [day]) == {day.pk: ("Bob",)}
    # Of a season that holds the day, one game is enough.
    assert result.places_note == PLACES
    SeasonFactory(club=day.club)
    assert day_result_of(day).places_note == (
        f"{PLACES} In the season 1 game is enough for a place."
    )


def test_who_played_no_round_of_a_game_reads_why(day: GameDay) -> None:
    names = ["Gil", "Hal", "Ida"]
    game = game_start(club=day.club, author=ANN, names=names, set_=12, rules=day.rules)
    TableGame.objects.create(game_day=day, game=game, seating_round=3, table_number=2)
    ida = sheet_of(game).seats[2]
    seat_leave(game=game, author=ANN, key=new_key(), seat_id=ida.id, ranked=True)
    play(game, 0, 9)
    seat_join(game=game, author=ANN, key=new_key(), name="Cal")
    game_finish(game=game, author=ANN, key=new_key())
    paper_game(day, {"Jim": 100, "Kim": 110, "Lea": ""}, table_number=3, last={"Lea": "4"})
    tallies_refresh(club=day.club)
    why = {line.name: line.why for line in day_result_of(day).lines}
    assert why["Cal"] == "came into game 3 after its last round"
    assert why["Ida"] == "left game 3 before playing a round"
    assert why["Lea"] == "left game 1 early, without a place"
    assert why["Gil"] == "played 1 of 3"


def test_while_a_game_goes_on_nobody_is_asked_to_have_played_it(day: GameDay) -> None:
    GameDay.objects.update(rounds=4, current_round=4, date=timezone.localdate())
    day = GameDay.objects.get()
    people = people_named(day.club, ["Ann", "Bob", "Cal", "Dot"])
    tables = [[people[0].pk, people[1].pk], [people[2].pk, people[3].pk]]
    Plan.objects.create(
        game_day=day,
        tables=[tables[:1], tables[:1], tables[:1], tables],
        made_at=timezone.now(),
        taken_at=timezone.now(),
    )
    game = day_game(day, {"Cal": (0,), "Dot": (9,)}, seating_round=4, finished=False)
    assert [line[:2] for line in shown(day)] == [
        (1, "Bob"),
        (2, "Ann"),
        (None, "Cal"),
        (None, "Dot"),
    ]
    # Cal missed a game that all others have finished: a place would be gone with the day's last.
    assert day_result_of(day).lines[2].why == "missed a game"
    assert day_result_of(day).lines[2].wins == 0
    game_finish(game=game, author=ANN, key=new_key())
    # The other table of game 4 has not begun.
    result = day_result_of(day)
    assert not result.over
    assert result.asked == 3
    assert result.places_note == (
        "Places are for those who played 3 games. Nobody played more in the games that all tables "
        "have finished."
    )


def test_what_paper_does_not_say_is_not_known() -> None:
    day = GameDayFactory(rounds=1)
    day_game(day, {"Ann": (0, 44), "Bob": (20, 0)})
    paper_game(day, {"Cal": 138, "Dot": 9}, table_number=2)
    tallies_refresh(club=day.club)
    result = day_result_of(day)
    assert {line.name: line.outs for line in result.lines} == {
        "Ann": 1,
        "Bob": 1,
        "Cal": None,
        "Dot": None,
    }
    assert (result.by_rounds, result.finished, result.outs_unknown) == (1, 2, True)
    # Nobody is ahead by what is known of some alone.
    method = Method(Measure.WINS, ties=(TieBreak.OUTS,))
    _asked, lines = standings_of_day(method, results_on(GameDay.objects.all()))
    assert [line.place for line in lines] == [1, 1, 3, 3]


@pytest.mark.parametrize(
    ("fields", "ranking"),
    [
        ({"count": "sum"}, [(1, "Bob", "45"), (2, "Ann", "70")]),
        ({"measure": "wins", "count": "sum"}, [(1, "Bob", "2"), (2, "Ann", "1")]),
        # For one day there is nothing to choose among, and nobody has to have come before.
        (
            {"count": "best_days", "days": 5, "least_games": 9},
            [(1, "Bob", "45"), (2, "Ann", "70"), (None, "Cal", "100")],
        ),
    ],
)
def test_the_season_of_the_day_says_how_games_count(
    day: GameDay, fields: dict[str, object], ranking: list[tuple[int, str, str]]
) -> None:
    SeasonFactory(club=day.club, **fields)
    assert shown(day)[: len(ranking)] == ranking


def test_the_days_way_leaves_no_day_out() -> None:
    assert method_of_day(Season(count="all_but", days=2)).count is Count.SUM


def test_it_is_over_when_the_last_games_are(day: GameDay) -> None:
    tallies_refresh(club=day.club)
    result = day_result_of(day)
    assert result.over
    assert [line.name for line in result.winners] == ["Bob"]
    GameDay.objects.update(rounds=4, date=datetime.date(2099, 1, 1))
    assert not day_result_of(GameDay.objects.get()).over
    GameDay.objects.update(date=datetime.date(2026, 1, 1))
    assert day_result_of(GameDay.objects.get()).over


def test_nobody_has_won_while_a_table_before_has_no_result(day: GameDay, client: Client) -> None:
    """Its paper may still come, and make somebody else the winner."""
    Club.objects.update(shown=Club.Shown.GAMES)
    GameDay.objects.update(rounds=3, current_round=3, date=timezone.localdate())
    day = GameDay.objects.get()
    ids = [player.pk for player in people_named(day.club, ["Ann", "Bob", "Eve", "Fay"])]
    tables = [[ids[:2], ids[2:]], [ids[:2]], [ids[:2]]]
    now = timezone.now()
    plan = Plan.objects.create(game_day=day, tables=tables, made_at=now, taken_at=now)
    tallies_refresh(club=day.club)
    assert not day_result_of(day).over
    text = Page(client.get(reverse("league:day-result", args=[day.pk]))).text
    assert "In the lead Bob" in text
    assert "Without a result from an earlier game: Game 1, table 2" in text
    Plan.objects.filter(pk=plan.pk).update(tables=[tables[1]] * 3)
    assert day_result_of(day).over


@pytest.mark.parametrize("guests", ["apart", "left_out"])
def test_a_guest_without_a_place_on_the_leaderboard_wins_no_day(day: GameDay, guests: str) -> None:
    season = SeasonFactory(club=day.club, guests=guests)
    statuses_set(season=season, kinds={Player.objects.get(name="Bob").pk: "guest"})
    assert shown(day)[0] == (1, "Ann", "11.67")
    assert (None, "Bob", "7.50") in shown(day)
    assert winners_of(day.club, [day]) == {day.pk: ("Ann",)}


def test_a_winner_who_is_not_on_the_public_leaderboard_is_said_to_be_missing(
    day: GameDay, client: Client
) -> None:
    Club.objects.update(shown=Club.Shown.FRONT)
    season = SeasonFactory(club=day.club, public=True)
    tallies_refresh(club=day.club)
    board = board_refresh(season=season)
    season_close(season=season, author=ANN)
    board.standings.filter(player__name="Bob").delete()
    words = "The winner of the day is not on the public leaderboard"
    address = reverse("league:day-result", args=[day.pk])
    text = Page(client.get(address)).text
    assert text.index(words) < text.index("2 Ann")
    assert "2 Ann 3" not in text
    picture = client.get(reverse("league:day-result-picture", args=[day.pk]))
    assert "The winner of the day is" in picture.content.decode()
    front = Page(client.get(reverse("league:front", args=[day.club_id]))).text
    assert "The winner is not on the public leaderboard." in front
    records = Page(client.get(reverse("league:season-records", args=[season.pk]))).text
    assert "Bob" not in records
    assert "somebody not on the leaderboard" in records


def test_the_page_shows_winner_games_tables_and_records(
    day: GameDay, client: Client, django_assert_max_num_queries: object
) -> None:
    Club.objects.update(shown=Club.Shown.GAMES)
    address = reverse("league:day-result", args=[day.pk])
    client.get(address)
    with django_assert_max_num_queries(14):  # type: ignore[operator]
        page = Page(client.get(address))
    assert "Winner of the day Bob 2 Ann" in page.text
    shown = client.get(address).content.decode()
    assert '<meta property="og:title" content="Winner of the day: Bob">' in shown
    assert "<title>Winner of the day: Bob · The day’s result" in shown
    assert "Points a round: all points, divided by the rounds. A missed round counts" in page.text
    assert PLACES in page.text
    assert "Dot played 1 of 3 60.00 120 – – 120 0 0" in page.text
    assert "Game 3 of 3" in page.text
    assert "1 · Bob 5" in page.text
    assert "Lowest game of 2 rounds or more 5 points Bob" in page.text
    game = day.table_games.get(seating_round=2).game
    assert reverse("scoring:sheet", args=[game.code]) in page.links


def test_a_place_that_two_share_is_marked_at_its_table(client: Client) -> None:
    day = GameDayFactory(club__shown=Club.Shown.GAMES)
    day_game(day, {"Ann": (0, 10), "Bob": (10, 0), "Cal": (30, 40)})
    text = Page(client.get(reverse("league:day-result", args=[day.pk]))).text
    assert "1= 1 shared · Ann 10" in text
    assert "3 · Cal 70" in text


def test_a_table_that_lacks_only_its_end_is_said_to_on_every_page(client: Client) -> None:
    rules = {"base": "family", "fill": "defaults", "rounds": 2}
    day = GameDayFactory(rounds=1, date=timezone.localdate(), rules=rules)
    Club.objects.update(shown=Club.Shown.GAMES)
    day_game(day, {"Ann": (0, 10), "Bob": (20, 0)}, finished=False)
    day_game(day, {"Cal": (0,), "Dot": (9,)}, table_number=2, finished=False)
    missing = "1 table has all rounds in. Only “Finish the game” is missing."
    text = Page(client.get(reverse("league:day-result", args=[day.pk]))).text
    assert f"1 table still plays. {missing}" in text
    page = page_of(day, door=False)
    assert (page.in_rounds, page.unended) == (1, 1)
    (line,) = [line for on in game_days_on(day.club) for line in on.tables if line.number == 1]
    assert line.state == "all 2 rounds are in, not finished"


def test_the_page_says_what_parted_two_of_one_value(client: Client) -> None:
    day = GameDayFactory(rounds=1)
    Club.objects.update(shown=Club.Shown.GAMES)
    SeasonFactory(club=day.club, tie_breaks=["outs"])
    day_game(day, {"Ann": (0, 20), "Bob": (5, 15), "Cal": (30, 0)})
    html = client.get(reverse("league:day-result", args=[day.pk])).content.decode()
    # The class "why" is of the round's page, and hidden on every other.
    assert 'Bob <small class="note">tie · rounds won: 0</small>' in html


def test_who_has_the_link_sees_no_sheets(day: GameDay, client: Client) -> None:
    key = {"key": link_key("wall", day.pk)}
    for name in ("day-result", "day-result-now", "day-result-picture"):
        address = reverse(f"league:{name}", args=[day.pk])
        assert client.get(address).status_code == 404
        assert client.get(address, key).status_code == 200
    page = Page(client.get(reverse("league:day-result", args=[day.pk]), key))
    assert "Winner of the day Bob" in page.text
    assert not [link for link in page.links if link.startswith("/games/")]


def test_a_day_to_come_has_nothing_to_share(client: Client) -> None:
    day = GameDayFactory(date=datetime.date(2099, 1, 1))
    key = {"key": link_key("wall", day.pk)}
    page = Page(client.get(reverse("league:day-result", args=[day.pk]), key))
    assert "Nothing has been played yet." in page.text
    assert "picture" not in page.text


def test_the_part_that_changes_comes_once(day: GameDay, client: Client) -> None:
    GameDay.objects.update(rounds=4, date=datetime.date(2099, 1, 1))
    key = {"key": link_key("wall", day.pk)}
    html = client.get(reverse("league:day-result", args=[day.pk]), key).content.decode()
    now = html.partition('hx-get="')[2].partition('"')[0].replace("&amp;", "&")
    assert client.get(now).status_code == 204
    assert client.get(now.replace("seen=", "seen=x")).status_code == 200


def test_the_picture_has_its_sentences_whole(day: GameDay, client: Client) -> None:
    SeasonFactory(club=day.club)
    Club.objects.update(shown=Club.Shown.GAMES)
    answer = client.get(reverse("league:day-result-picture", args=[day.pk]))
    picture = ElementTree.fromstring(answer.content)  # noqa: S314  # of our own making
    texts = picture.findall("{http://www.w3.org/2000/svg}text")
    words = " ".join(text.text or "" for text in texts)
    assert f"{PLACES} In the season 1 game is enough for a place." in words
    assert "…" not in words


def test_the_picture_says_what_parted_two_of_one_value(client: Client) -> None:
    tie = GameDayFactory(rounds=1)
    SeasonFactory(club=tie.club, tie_breaks=["outs"])
    day_game(tie, {"Ann": (0, 20), "Bob": (5, 15), "Cal": (30, 0)})
    Club.objects.update(shown=Club.Shown.GAMES)
    picture = client.get(reverse("league:day-result-picture", args=[tie.pk])).content.decode()
    words = re.sub(r"<[^>]+>", " ", picture).split()
    assert " ".join(words[words.index("1") :]).startswith("1 Ann tie · rounds won: 1 10 2 Bob")


@pytest.mark.parametrize(("people", "columns"), [(4, 1), (42, 2)])
def test_the_picture_holds_everybody_inside_its_frame(
    client: Client, people: int, columns: int
) -> None:
    day = GameDayFactory(title="A & B <day>", rounds=1)
    names = [f"{'Ann' * 12} {number}" for number in range(people)]
    for table, first in enumerate(range(0, people, 2), 1):
        rounds = {names[first]: (0,), names[first + 1]: (98,)}
        day_game(day, rounds, table_number=table)
    Club.objects.update(shown=Club.Shown.GAMES)
    answer = client.get(reverse("league:day-result-picture", args=[day.pk]))
    assert answer["Content-Type"] == "image/svg+xml"
    # Its letters are inside it, and nothing in it may run.
    assert answer["Content-Security-Policy"] == PICTURE_POLICY
    assert "default-src 'none'" in PICTURE_POLICY
    assert "script-src" not in PICTURE_POLICY
    picture = ElementTree.fromstring(answer.content)  # noqa: S314  # of our own making
    _x, _y, width, height = (int(part) for part in picture.get("viewBox", "").split())
    head = [text.text for text in picture.findall("{http://www.w3.org/2000/svg}text")]
    assert head[2].startswith("Winner")
    rows = picture.findall("{http://www.w3.org/2000/svg}g")
    assert len(rows) == people
    names_at = {row[1].get("x") for row in rows}
    assert len(names_at) == columns
    # In the widest letters of the fonts that it names, a name ends before its number begins.
    for _place, name, value in rows:
        letters = len(name.text or "") * int(rows[0].get("font-size", "0"))
        letters += len(value.text or "") * int(value.get("font-size", "0"))
        assert 0.69 * letters < int(value.get("x", "0")) - int(name.get("x", "0"))
    for text in picture.iter("{http://www.w3.org/2000/svg}text"):
        assert 0 < int(text.get("x", "0")) < width
        assert 0 < int(text.get("y", "0")) < height
