"""The wall page."""

import re
from datetime import timedelta
from typing import Any

import pytest
import segno
from django.utils import timezone

from league.days.selectors.links import link_key, television_path
from league.days.services.calendar import day_cancel
from league.models import GameDay
from scoring.dates import weekday
from scoring.models import Club, Game
from scoring.templatetags import qr
from tests.league.factories import GameDayFactory, begin, come, end, seat
from tests.litany import EVERYBODY, SCORERS, ClientOf
from tests.page import Page, turns_to

from .of_day import ShowsDay


class TestWall(ShowsDay):
    name = "wall"
    # As soon as a game is over the ranking is there too, from tallies that are brought up to date.
    most_queries = 20

    def test_everybody_by_name_with_the_table(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        come(self.day(game), "Zoe")
        page = self.get(client_of("tablet"), game)
        assert "Game 1 of 3" in page.text
        tables = self.day(game).plans.get().tables[0]
        ann = game.club.players.get(name="Ann").pk
        at = next(number for number, table in enumerate(tables, 1) if ann in table)
        assert f"Ann table {at} Bob" in page.text
        assert page.text.index("Ann") < page.text.index("Bob") < page.text.index("Hal")
        assert "Zoe – no table yet" in page.text

    def test_a_day_with_a_name_is_called_by_it(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        GameDay.objects.update(title="Harvest games")
        assert (
            f"Harvest games · {weekday(self.day(game).date)}"
            in self.get(client_of("tablet"), game).text
        )

    @pytest.mark.parametrize("who", sorted(EVERYBODY - SCORERS))
    def test_whoever_has_the_link_may_look(self, client_of: ClientOf, game: Game, who: str) -> None:
        self.ready(game)
        client, key = client_of(who), link_key("wall", self.day(game).pk)
        page = self.get(client, game, key=key)
        assert "Ann table" in page.text
        assert page.fields["key"] == key
        for wrong in ("", "x", link_key("wall", 0), link_key("calendar", self.day(game).pk)):
            assert client.get(self.url(game), {"key": wrong}).status_code == 404

    def test_the_link_for_phones_has_the_key_for_who_may_give_it(
        self, client_of: ClientOf, game: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.ready(game)
        drawn: list[str] = []
        make = segno.make

        def seen(text: str, **given: Any) -> Any:
            drawn.append(text)
            return make(text, **given)

        monkeypatch.setattr(segno, "make", seen)
        monkeypatch.setattr(qr, "_drawn", qr._drawn.__wrapped__)
        key = link_key("wall", self.day(game).pk)
        self.get(client_of("organizer"), game)
        self.get(client_of("nobody"), game, key=key)
        Club.objects.update(shown=Club.Shown.GAMES)
        # Who sits where is not part of the games that a club shows.
        assert client_of("nobody").get(self.url(game)).status_code == 404
        assert [f"key={key}" in link for link in drawn] == [True, True]

    def test_a_short_address_is_typed_at_a_television(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        GameDay.objects.update(date=timezone.localdate())
        day = self.day(game)
        path = television_path(day)
        assert path.strip("/") in Page(client_of("organizer").get(f"/days/{day.pk}/")).text
        shouted = path[:4] + path[4:].upper()
        page = Page(client_of("nobody").get(shouted, follow=True))
        assert "Find your table" in page.text
        wrong = client_of("nobody").get(f"/tv/{day.pk}-bcdfghj/")
        GameDay.objects.update(date=timezone.localdate() - timedelta(days=2))
        old = client_of("nobody").get(path)
        assert [answer.status_code for answer in (wrong, old)] == [404, 404]

    def test_ones_own_name_is_found(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("tablet")
        page = self.get(client, game, name=" DO")
        assert "Dot Table" in page.text
        assert page.fields["name"] == " DO"
        assert "Nobody called “xyz” is seated." in self.get(client, game, name="xyz").text

    @pytest.mark.parametrize(
        ("told", "shown"), [("2", 2), ("0", 1), ("4", 1), ("x", 1), ("9" * 5000, 1), ("²", 1)]
    )
    def test_another_round_is_shown_where_there_is_one(
        self, client_of: ClientOf, game: Game, told: str, shown: int
    ) -> None:
        self.ready(game)
        page = self.get(client_of("tablet"), game, round=told)
        assert f"Game {shown} of 3" in page.text

    def test_it_follows_the_round_that_is_on(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        GameDay.objects.update(current_round=2)
        assert "Game 2 of 3" in self.get(client_of("tablet"), game).text

    def test_a_day_that_is_seated_game_by_game_has_all_its_games(
        self, client_of: ClientOf, game: Game
    ) -> None:
        day = GameDayFactory(
            club=game.club,
            date=timezone.localdate(),
            rounds=3,
            movement=GameDay.Movement.LOWEST,
        )
        seat(day)
        client = client_of("tablet")
        assert "Game 1 of 3" in self.get(client, game).text
        for running in begin(day):
            end(running)
        assert "Game 1 of 3 is over" in self.get(client, game).text

    def test_it_says_what_holds_people_up(self, client_of: ClientOf, game: Game) -> None:
        day = GameDayFactory(club=game.club)
        client = client_of("tablet")
        assert "as soon as everybody is seated" in self.get(client, game).text
        day_cancel(day=day)
        assert "This game day is cancelled." in self.get(client, game).text

    def test_more_people_than_a_screen_holds_come_page_by_page(
        self, client_of: ClientOf, game: Game
    ) -> None:
        day = GameDayFactory(club=game.club)
        come(day, *(f"{letter}{number}" for letter in "abcdefgh" for number in range(10)))
        client = client_of("tablet")
        page = self.get(client, game)
        assert "Page 1 of 2 Hold" in page.text
        assert "Find your table: A to D" in page.text
        assert "Find your table: E to H" in page.text
        html = client.get(self.url(game)).content.decode()
        second = client.get(turns_to(html)).content.decode()
        # It turns on its own, and back to the first page.
        assert turns_to(second).endswith("?page=1")
        assert html.count(' off"') == 1
        held = self.get(client, game, page="2", hold="1")
        assert "Page 2 of 2 Go on" in held.text

    def test_between_games_and_at_the_end_it_shows_the_ranking(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        GameDay.objects.update(date=timezone.localdate())
        day, client = self.day(game), client_of("tablet")
        first, second = begin(day)
        end(first)
        page = self.get(client, game)
        assert (
            "Find your table The number is your table. The sign is your place at it." in page.text
        )
        assert "Ranking so far" in page.text
        assert "1 table still plays." in page.text
        end(second)
        page = self.get(client, game)
        assert "Game 1 of 3 is over" in page.text
        assert "Ranking so far" in page.text
        # Where to go next is there before the organizer goes on.
        assert "Find your table in game 2 Wait until the organizer goes on" in page.text
        assert page.text.find("Find your table in game 2") < page.text.find("Ranking so far")
        # Whoever looks for a name then finds a place, and the table; at another game, seats.
        page = self.get(client, game, name="ann")
        assert "Ann Place " in page.text
        assert "Ann Game 2: table " in page.text
        assert "Game 2 of 3" in self.get(client, game, round="2").text
        GameDay.objects.update(current_round=2)
        page = self.get(client, game)
        assert "Game 2 of 3" in page.text
        # While people look for their tables, these come first, and the places stay findable.
        assert -1 < page.text.find("Find your table") < page.text.find("Ranking so far")
        assert "Ann Place " in self.get(client, game, name="ann").text
        GameDay.objects.update(rounds=1, current_round=1)
        page = self.get(client, game)
        assert "The day’s result" in page.text
        assert "Winners of the day" in page.text
        assert re.search(r"\b1= 1 shared ", page.text)
        assert "Next game day" not in page.text
        address, later = self.url(game), timezone.localdate() + timedelta(days=400)
        GameDayFactory(club=game.club, date=later, cancelled_at=timezone.now())
        GameDayFactory(club=game.club, date=later + timedelta(days=7))
        words = f"Next game day: {weekday(later + timedelta(days=7))}, "
        assert words in Page(client.get(address)).text

    def test_with_the_ranking_its_queries_are_bounded(
        self, client_of: ClientOf, game: Game, django_assert_max_num_queries: Any
    ) -> None:
        self.ready(game)
        for running in begin(self.day(game)):
            end(running)
        client = client_of("tablet")
        self.get(client, game)
        with django_assert_max_num_queries(20):
            self.get(client, game)
