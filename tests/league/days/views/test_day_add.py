"""Putting game days into the calendar."""

import datetime
from typing import Any

import pytest
from django.utils import timezone

from league.models import GameDay
from scoring.models import Game
from tests.league.factories import MONDAY, GameDayFactory, SeasonFactory
from tests.litany import BOTH, ClientOf, Shows, Writes, rows
from tests.page import Page


def typed(**changed: Any) -> dict[str, Any]:
    """A right form."""
    return {
        "date": "2026-03-02",
        "starts": "13:00",
        "ends": "16:00",
        "place": "Hall",
        "counts": "on",
        "rounds": "3",
        "movement": "plan",
        "movers": "1",
        "size": "4",
        "least": "3",
        "most": "5",
        "rules": "family",
        "set": "12",
        **changed,
    }


WRONG = [
    ({"date": ""}, "Something is missing"),
    ({"date": "soon"}, "That is not a date"),
    ({"ends": "13:00"}, "The day has to end after it starts."),
    ({"rounds": "0"}, "Type a number from 1 up."),
    ({"rounds": "61"}, "That number is too big."),
    ({"rounds": "x"}, "Type a number, such as 27."),
    ({"least": "1"}, "Type a number from 2 up."),
    ({"size": "6"}, "6 does not lie between at least 3 and at most 5."),
    ({"least": "5", "most": "4"}, "4 does not lie between"),
    ({"tables": "4", "places": "23"}, "23 people do not fit at 4 tables of at most 5."),
    ({"tables": "0"}, "Type a number from 1 up."),
    ({"most": "14"}, "for 2 to 8 players, and 9 are named."),
    ({"house-hand_size": "40"}, "3 hands of 40 tiles are more than a double-12 set has."),
    ({"house-first_starting_double": "18"}, "A double-12 set has no double 18."),
    ({"place": "x" * 121}, "room for 120 letters"),
    ({"movement": "fly"}, "Choose one from the list"),
]


class TestDayAdd(Shows, Writes):
    app = "league"
    name = "day-add"
    methods = BOTH
    may = frozenset({"organizer", "stranger"})
    most_queries = 6

    def data(self, game: Game) -> dict[str, Any]:
        return typed()

    def test_without_a_season_nothing_asks_whether_it_counts(
        self, client_of: ClientOf, game: Game
    ) -> None:
        client = client_of("organizer")
        assert "counts" not in Page(client.get(self.url(game))).fields
        self.followed(client, game, counts=None)
        assert GameDay.objects.get(club=game.club).counts
        SeasonFactory(club=game.club)
        page = Page(client.get(self.url(game)))
        assert "counts" in page.fields
        assert "3 games of 13 rounds are 39 rounds in 3 hours: 4 minutes a round." in page.text

    def test_a_page_from_before_the_first_season_makes_days_that_count(
        self, client_of: ClientOf, game: Game
    ) -> None:
        client = client_of("organizer")
        fields = Page(client.get(self.url(game))).fields
        SeasonFactory(club=game.club)
        self.followed(client, game, counts=None, counts_asked=fields.get("counts_asked"))
        assert GameDay.objects.get(club=game.club).counts

    def test_days_that_count_for_no_season_say_so(self, client_of: ClientOf, game: Game) -> None:
        SeasonFactory(club=game.club)
        client = client_of("organizer")
        page = Page(client.get(self.url(game)))
        assert "Without the tick this day counts for no season." in page.text
        unticked = {"counts": None, "counts_asked": page.fields["counts_asked"]}
        page = self.followed(client, game, **unticked)
        assert "This day counts for no season. Change this" in page.text
        page = self.followed(client, game, until="2026-03-16", **unticked)
        assert "These days count for no season." in page.trouble
        assert page.text.count("This day counts for no season. Change this") == 4
        # The next one counts again, unless somebody takes its tick away.
        assert Page(client.get(self.url(game))).fields["counts"] == "on"

    def test_a_closed_season_is_said_before_and_after(
        self, client_of: ClientOf, game: Game
    ) -> None:
        SeasonFactory(club=game.club, last="2099-12-31", closed_at=timezone.now())
        client = client_of("organizer")
        page = Page(client.get(self.url(game)))
        assert "2026 is closed, so no new day until Dec. 31, 2099 counts for it." in page.text
        page = self.followed(client, game)
        assert "2026 is closed, so games of March 2, 2026 do not count for it." in page.text
        page = self.followed(client, game, until="2026-03-16")
        assert "2026 is closed, so games of 3 game days" in page.trouble

    def test_a_single_day_opens_its_page(self, client_of: ClientOf, game: Game) -> None:
        page = self.followed(client_of("organizer"), game, **{"house-rounds": "4"})
        assert "Monday, March 2" in page.text
        assert "The game day is in the calendar." in page.trouble
        assert "3 games of 4 rounds are 12 rounds in 3 hours: 15 minutes a round." in page.text
        day = GameDay.objects.get(club=game.club)
        assert day.rules == {"base": "family", "fill": "defaults", "rounds": 4}
        assert (day.starts, day.set, day.series) == (datetime.time(13), 12, None)

    def test_a_day_a_week(self, client_of: ClientOf, game: Game) -> None:
        page = self.followed(client_of("organizer"), game, until="2026-03-30")
        assert "5 game days are in the calendar." in page.trouble
        days = GameDay.objects.filter(club=game.club)
        assert [day.date.day for day in days] == [2, 9, 16, 23, 30]
        assert len({day.series for day in days}) == 1

    @pytest.mark.parametrize("until", ["2026-12-28", "2027-01-11"])
    def test_weeks_outside_the_season_are_said(
        self, client_of: ClientOf, game: Game, until: str
    ) -> None:
        SeasonFactory(club=game.club)
        sent = {"date": "2026-12-21", "until": until}
        page = self.followed(client_of("organizer"), game, **sent)
        said = "2 game days from Jan. 4, 2027 to Jan. 11, 2027 are in no season"
        assert (said in page.trouble) == (until == "2027-01-11")

    @pytest.mark.parametrize(
        ("changed", "said"),
        [
            *WRONG,
            ({"until": "2026-03-01"}, "within a year after the first"),
            ({"until": "2027-06-01"}, "within a year after the first"),
        ],
    )
    def test_what_is_wrong_is_said_and_kept(
        self, client_of: ClientOf, game: Game, changed: dict[str, str], said: str
    ) -> None:
        client, before = client_of("organizer"), rows()
        answer = self.send(client, game, **changed)
        page = Page(answer)
        assert answer.status_code == 200
        assert said in page.trouble
        for name, value in changed.items():
            assert name == "movement" or page.fields[name] == value, name
        assert rows() == before

    def test_the_next_day_is_like_the_last(self, client_of: ClientOf, game: Game) -> None:
        GameDayFactory(
            club=game.club,
            place="Library",
            rounds=5,
            rules={"base": "hub", "fill": "defaults", "hand_size": 9},
        )
        page = self.get(client_of("organizer"), game)
        told = {name: page.fields[name] for name in ("place", "rounds", "rules", "starts")}
        assert told == {"place": "Library", "rounds": "5", "rules": "hub", "starts": "13:00"}
        assert page.fields["house-hand_size"] == "9"
        day, today = datetime.date.fromisoformat(page.fields["date"]), timezone.localdate()
        assert day.weekday() == MONDAY.weekday()
        assert 0 <= (day - today).days < 7

    def test_after_a_day_to_come_it_is_a_week_later(self, client_of: ClientOf, game: Game) -> None:
        coming = timezone.localdate() + datetime.timedelta(days=3)
        GameDayFactory(club=game.club, date=coming)
        page = self.get(client_of("organizer"), game)
        assert page.fields["date"] == (coming + datetime.timedelta(weeks=1)).isoformat()
