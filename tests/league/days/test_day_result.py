"""A game day's result: its ranking, its tables, its records, its picture."""

import datetime
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse

from league.days.selectors.day_result import day_result_of, method_of_day
from league.days.selectors.links import link_key
from league.models import GameDay, Season
from league.seasons.public import tallies_refresh
from league.standings.methods import Count
from scoring.models import Club
from tests.league.factories import GameDayFactory, SeasonFactory, day_game
from tests.page import Page

pytestmark = pytest.mark.django_db


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
        (3, "Cal", "25.00"),
        (4, "Dot", "60.00"),
    ]


@pytest.mark.parametrize(
    ("fields", "ranking"),
    [
        ({"count": "sum"}, [(1, "Bob", "45"), (2, "Ann", "70"), (3, "Cal", "100")]),
        ({"measure": "wins", "count": "sum"}, [(1, "Bob", "2"), (2, "Ann", "1")]),
        # For one day there is nothing to choose among, and nobody has to have come before.
        (
            {"count": "best_days", "days": 5, "least_games": 9},
            [(1, "Bob", "45"), (2, "Ann", "70"), (3, "Cal", "100")],
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


def test_the_page_shows_winner_games_tables_and_records(
    day: GameDay, client: Client, django_assert_max_num_queries: object
) -> None:
    Club.objects.update(shown=Club.Shown.GAMES)
    address = reverse("league:day-result", args=[day.pk])
    client.get(address)
    with django_assert_max_num_queries(14):  # type: ignore[operator]
        page = Page(client.get(address))
    assert "Winner of the day Bob" in page.text
    assert "4 Dot 60.00 – – 120 0 0" in page.text
    assert "Game 3 of 3" in page.text
    assert "1 · Bob 5" in page.text
    assert "Lowest game 5 points Bob" in page.text
    game = day.table_games.get(seating_round=2).game
    assert reverse("scoring:sheet", args=[game.code]) in page.links


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


@pytest.mark.parametrize(("people", "columns"), [(4, 1), (26, 2)])
def test_the_picture_holds_everybody_inside_its_frame(
    client: Client, people: int, columns: int
) -> None:
    day = GameDayFactory(title="A & B <day>")
    names = [f"{'Ann' * 12} {number}" for number in range(people)]
    for table, first in enumerate(range(0, people, 2), 1):
        rounds = {names[first]: (0,), names[first + 1]: (98,)}
        day_game(day, rounds, table_number=table)
    Club.objects.update(shown=Club.Shown.GAMES)
    answer = client.get(reverse("league:day-result-picture", args=[day.pk]))
    assert answer["Content-Type"] == "image/svg+xml"
    picture = ElementTree.fromstring(answer.content)  # noqa: S314  # of our own making
    _x, _y, width, height = (int(part) for part in picture.get("viewBox", "").split())
    rows = picture.findall("{http://www.w3.org/2000/svg}g")
    assert len(rows) == people
    names_at = {row[1].get("x") for row in rows}
    assert len(names_at) == columns
    for text in picture.iter("{http://www.w3.org/2000/svg}text"):
        assert 0 < int(text.get("x", "0")) < width
        assert 0 < int(text.get("y", "0")) < height
