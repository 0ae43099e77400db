"""Opening a season, and changing how it counts: what is typed is kept or said to be wrong."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Season
from scoring.models import Club, Game
from tests.league.factories import MONDAY, GameDayFactory, SeasonFactory, day_game
from tests.litany import BOTH, ClientOf, OfRow, Shows, Writes, rows
from tests.page import Page

RIGHT = {
    "name": "Winter",
    "first": "2026-10-01",
    "last": "2027-03-31",
    "measure": "places",
    "count": "best_days",
    "days": "10",
    "place_points": "7, 5 4 3 2 1",
    "least_games": "3",
    "tie-0": "outs",
    "tie-1": "",
    "tie-2": "best_game",
    "public": "on",
}
WRONG = [
    ({"name": ""}, "Something is missing"),
    ({"name": "x" * 61}, "60"),
    ({"first": "31.12."}, "That is not a date"),
    ({"last": "2026-09-30"}, "The last day is before the first. Exchange the two."),
    ({"measure": "luck"}, "Choose one from the list"),
    ({"days": ""}, "Say how many days: 1 or more."),
    ({"days": "0"}, "Say how many days: 1 or more."),
    ({"days": "-2"}, "Type a number from 0 up."),
    ({"days": "1000"}, "366"),
    ({"place_points": ""}, "Say what each place gives."),
    ({"place_points": "seven"}, "Write whole numbers, such as 7 5 4 3 2 1."),
    ({"place_points": "1 2 3"}, "A better place must give at least as much."),
    ({"place_points": " ".join("9" * 15)}, "No table has more than 14 places."),
    ({"count": "per_round"}, "Only points and rounds won have an average of rounds."),
    ({"least_games": "0"}, "Type a number from 1 up."),
    ({"tie-2": "outs"}, "This one is asked already, further up."),
    ({"tie-2": "dice"}, "Choose one from the list"),
]


class Seasons(Shows, Writes):
    app = "league"
    methods = BOTH
    most_queries = 8

    def data(self, game: Game) -> dict[str, Any]:
        return dict(RIGHT)

    @pytest.mark.parametrize(("changed", "said"), WRONG)
    def test_what_is_wrong_is_said(
        self, client_of: ClientOf, game: Game, changed: dict[str, str], said: str
    ) -> None:
        self.ready(game)
        client = client_of("organizer")
        before = rows()
        page = self.followed(client, game, **changed)
        assert said in page.trouble
        assert page.fields["place_points"] == {**RIGHT, **changed}["place_points"]
        assert rows() == before

    def kept(self, client: Client, game: Game, **changed: Any) -> Season:
        """The season after the right form, with these fields changed, was sent."""
        page = self.followed(client, game, **changed)
        assert "Something is missing" not in page.trouble
        return Season.objects.get(club=game.club, name="Winter")

    def test_all_that_was_typed_is_kept(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        season = self.kept(client_of("organizer"), game)
        assert (str(season.first), str(season.last)) == ("2026-10-01", "2027-03-31")
        assert (season.measure, season.count, season.days) == ("places", "best_days", 10)
        assert season.place_points == [7, 5, 4, 3, 2, 1]
        assert (season.least_games, season.public) == (3, True)
        assert season.tie_breaks == ["outs", "best_game"]

    def test_what_does_not_matter_is_not_kept(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        changed = {"measure": "points", "count": "sum", "tie-0": None, "tie-2": ""}
        season = self.kept(client_of("organizer"), game, **changed)
        assert (season.days, season.place_points, season.tie_breaks) == (0, [], [])

    def test_a_ready_made_way_stands_for_its_fields(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        season = self.kept(client_of("organizer"), game, way="average", measure="luck", days="x")
        assert (season.measure, season.count, season.days) == ("points", "per_round", 0)
        assert season.place_points == []

    def test_a_way_that_favors_who_comes_seldom_is_warned_of(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client = client_of("organizer")
        page = self.get(client, game)
        assert "Ann has 900 points in 10 games, Bob 95 in one. Bob leads." in page.text
        page = self.followed(client, game, way="sum")
        assert "People who seldom come have fewer points, and lead." in page.trouble
        assert Season.objects.get(name="Winter").count == "sum"

    def test_two_seasons_on_one_day_are_refused(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        SeasonFactory(club=game.club, name="Next", first="2027-03-31", last="2027-04-01")
        page = self.followed(client_of("organizer"), game)
        assert "Let this one end on March 30, 2027." in page.trouble


class TestSeasonNew(Seasons):
    name = "season-new"
    # The stranger organizes a club too, and opens a season there.
    may = frozenset({"organizer", "stranger"})

    def test_it_is_as_public_as_the_last_one_until_that_is_changed(
        self, client_of: ClientOf, game: Game
    ) -> None:
        client = client_of("organizer")
        assert "public" not in self.get(client, game).fields
        SeasonFactory(club=game.club, public=True)
        assert self.get(client, game).fields["public"] == "on"


class TestSeasonEdit(Seasons, OfRow):
    name = "season-edit"
    may = frozenset({"organizer"})

    def ready(self, game: Game) -> None:
        SeasonFactory(club=game.club)

    def args(self, game: Game) -> list[object]:
        return [Season.objects.earliest("pk").pk]

    def test_another_way_of_counting_is_shown_before_it_is_saved(
        self, client_of: ClientOf, game: Game
    ) -> None:
        season = SeasonFactory(club=game.club)
        # Bob wins one long game of two; by the average of all rounds Ann leads.
        for number, rounds in enumerate(
            ({"Ann": (0, 1), "Bob": (9, 9)}, {"Ann": (30, 30), "Bob": (29, 29)})
        ):
            day = GameDayFactory(club=game.club, date=MONDAY + number * timedelta(weeks=1))
            day_game(day, rounds)
        client = client_of("organizer")
        dates = {"first": "2026-01-01", "last": "2026-12-31", "least_games": "1"}
        places = dates | {"measure": "places", "count": "sum", "days": "", "name": "2026"}
        places |= {"tie-0": "", "tie-2": ""}
        before = rows()
        page = self.followed(client, game, **places)
        assert "In the lead now: Ann (15.25). What counts: Points a round." in page.text
        assert "In the lead afterwards: Ann and Bob (12). What counts: Place points." in page.text
        assert "2 of 2 people get another place." in page.text
        assert "Bob: shared place 1 instead of place 2, with 12.00 instead of 19.00." in page.text
        assert rows()["Season"] == before["Season"]
        # What is chosen otherwise now was not shown yet.
        other = self.followed(
            client, game, **places, agreed=page.buttons["agreed"], place_points="3"
        )
        assert "This would change" in other.text
        page = self.followed(client, game, **places, agreed=page.buttons["agreed"])
        assert "Saved." in page.trouble
        season.refresh_from_db()
        assert season.measure == "places"
        # A change that moves nobody is saved at once.
        page = self.followed(client, game, **places, public=None)
        assert "Saved." in page.trouble

    def test_it_shows_what_holds(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        self.send(client, game)
        fields = self.get(client, game).fields
        told = {name: fields[name] for name in RIGHT if name in fields}
        # Tie-breaks move up to where nothing was chosen.
        moved = {"place_points": "7 5 4 3 2 1", "tie-1": "best_game", "tie-2": ""}
        assert told == RIGHT | moved
        words = "Your 10 best days count. The most place points lead. You need 3 games for a place."
        page = self.get(client, game)
        assert page.text.index(words) < page.text.index("Average points a round")
        # What few change is folded, unless something is wrong in it.
        folded = '<details class="more-rules">'
        assert folded in client.get(self.url(game)).content.decode()
        assert folded not in self.send(client, game, least_games="0").content.decode()

    @pytest.mark.parametrize(
        ("shown", "more"),
        [
            (Club.Shown.GAMES, "Days and games stay open to everybody. Change that"),
            (
                Club.Shown.NOTHING,
                "Strangers see no page of the club, and no day or game. Make a page of the club",
            ),
        ],
    )
    def test_it_says_what_strangers_see_from_now_on(
        self, client_of: ClientOf, game: Game, shown: Club.Shown, more: str
    ) -> None:
        self.ready(game)
        Club.objects.update(shown=shown)
        client = client_of("organizer")
        page = self.followed(client, game)
        assert f"Saved. Everybody can see this leaderboard now. {more}" in page.trouble
        assert "/club/" in page.links
        assert "results of all its days count that way now" in self.followed(client, game).trouble
        page = self.followed(client, game, public=None)
        assert f"Saved. Strangers no longer see this leaderboard. {more}" in page.trouble


@pytest.mark.django_db
def test_a_closed_season_is_not_changed(client_of: ClientOf, game: Game) -> None:
    season = SeasonFactory(club=game.club)
    client = client_of("organizer")
    client.post(reverse("league:season-close", args=[season.pk]))
    answer = client.post(reverse("league:season-edit", args=[season.pk]), RIGHT)
    assert "2026 is closed and stays as it was. Open it again first." in answer.content.decode()


@pytest.mark.django_db
def test_who_sees_a_closed_season_can_change(client_of: ClientOf, game: Game) -> None:
    closed = "2026-12-31T12:00Z"
    season = SeasonFactory(club=game.club, public=True, closed_at=closed, closed_by="Ann")
    revision = season.revision
    client = client_of("organizer")
    url = reverse("league:season-edit", args=[season.pk])
    page = Page(client.get(url))
    assert "You can only change who sees it." in page.text
    assert "public" in page.fields
    assert not {"name", "first", "measure"} & set(page.fields)
    saved = Page(client.post(url, {}, follow=True))
    assert "Saved. Strangers no longer see this leaderboard." in saved.trouble
    assert Page(client.post(url, {}, follow=True)).trouble == "Done. Saved."
    season.refresh_from_db()
    assert (season.public, season.revision, season.closed_by) == (False, revision, "Ann")
