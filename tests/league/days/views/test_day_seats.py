"""The page on which seats are changed by hand, as a browser without scripts meets it."""

import re
from typing import Any

from django.test import Client
from django.urls import reverse

from league.days.selectors.seating import seating_of
from league.days.services.calendar import day_cancel
from league.models import GameDay, Plan
from scoring.models import Game
from tests.league.factories import begin, come
from tests.litany import BOTH, ClientOf, Writes
from tests.page import Page

from .of_day import ShowsDay


class TestDaySeats(ShowsDay, Writes):
    name = "day-seats"
    methods = BOTH
    may = frozenset({"organizer"})
    most_queries = 14

    def args(self, game: Game) -> list[object]:
        return [*super().args(game), self.day(game).current_round]

    def unknown(self, game: Game) -> list[list[object]]:
        return [[0, 1], [10**30, 1]]

    def data(self, game: Game) -> dict[str, Any]:
        return {"deed": "add", "seen": Plan.objects.filter(game_day=self.day(game))[0].pk}

    def seats(self, game: Game, number: int = 1) -> list[list[str]]:
        seating = seating_of(self.day(game))
        return [[seating.names[pk] for pk in ids] for ids in seating.tables(number)]

    def two(self, game: Game) -> tuple[int, int]:
        """Who has the first chair of table 1, and who has that of table 2."""
        first, second = seating_of(self.day(game)).tables(1)
        return first[0], second[0]

    def change(self, client: Client, game: Game, **query: object) -> Page:
        """The page of what a change costs."""
        return self.get(client, game, **{name: str(value) for name, value in query.items()})

    def sent(self, client: Client, game: Game, page: Page, **changed: str) -> Page:
        """What a browser shows after "Do it"."""
        return self.followed(client, game, **{**page.fields, "seen": None, **changed})

    def test_a_name_then_a_name_then_do_it(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        before = self.seats(game)
        one, other = self.two(game)
        page = self.get(client, game)
        assert f"?who={one}#table-1" in page.links
        page = self.get(client, game, who=str(one))
        assert f"?who={one}&with={other}" in page.links
        assert f"?who={one}&to=2" in page.links
        assert f"?who={one}&to=3" in page.links
        page = self.change(client, game, **{"who": one, "with": other})
        assert f"Swap {before[0][0]} and {before[1][0]}?" in page.text
        page = self.sent(client, game, page)
        assert "The seats are changed." in page.trouble
        after = self.seats(game)
        assert [after[1][0], *after[0][1:]] == before[0]
        assert f"{before[0][0]} goes from table 2 back to table 1." in page.text
        # Both are locked by the tick that stands there.
        assert seating_of(self.day(game)).locks.people == {(1, one), (1, other)}
        page = self.followed(client, game, deed="undo")
        assert "is taken back" in page.trouble
        assert self.seats(game) == before

    def test_the_wall_and_the_tables_show_the_change(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        one, _other = self.two(game)
        name = self.seats(game)[0][0]
        self.sent(client, game, self.change(client, game, who=one, to=2), keep="")
        day = self.day(game)
        wall = Page(client.get(reverse("league:wall", args=[day.pk])))
        assert re.search(rf"{name} .*?table 2", wall.text)
        table = Page(client.get(reverse("league:table", args=[day.pk, 2])))
        assert name in table.text
        assert "by hand since" in Page(client.get(reverse("league:plan", args=[day.pk]))).text

    def test_the_costs_stand_there_before_it_is_done(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        one, _other = self.two(game)
        page = self.change(client_of("organizer"), game, who=one, to=2)
        assert "Table 1 has 3 people." in page.text
        assert "Table 2 has 5 people." in page.text
        assert Plan.objects.count() == 1

    def test_after_that_the_day_goes_on_with_the_seats_as_they_are(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """A main button that plans again would take back what was wanted a moment ago."""
        self.ready(game)
        client = client_of("organizer")
        one, _other = self.two(game)
        self.sent(client, game, self.change(client, game, who=one, to=3))
        day = reverse("league:day", args=[self.day(game).pk])
        page = Page(client.get(day))
        assert "Table 3 of game 1 has 1 person." in page.trouble
        assert "Start 3 tables" in page.text
        come(self.day(game), "Zoe")
        assert "Seat who came late" in Page(client.get(day)).text

    def test_a_page_that_is_too_old_says_so_and_shows_the_new_costs(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client = client_of("organizer")
        one, other = self.two(game)
        page = self.change(client, game, **{"who": one, "with": other})
        self.sent(client, game, self.change(client, game, who=one, to=2))
        before = self.seats(game)
        page = self.sent(client, game, page)
        assert "The seats have changed since this page was shown." in page.trouble
        assert "Swap " in page.text
        assert self.seats(game) == before
        for deed in ("lock", "add", "undo"):
            page = self.followed(client, game, deed=deed, seen="1", who=str(other))
            assert "have changed since" in page.trouble

    def test_locks_and_tables_by_their_buttons(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        one, _other = self.two(game)
        assert "leaves that as it is" in self.followed(client, game, deed="lock", who=one).trouble
        page = self.followed(client, game, deed="lock", who=None, table="2")
        assert "2 locked" in page.text
        assert "Unlock table 2" in page.text
        assert "Unlock " in self.get(client, game, who=str(one)).text
        page = self.followed(client, game, deed="unlock", table="2")
        assert "Lock table 2" in page.text
        assert "empty table more" in self.followed(client, game, deed="add").trouble
        assert "Take table 3 away" in self.get(client, game).text
        page = self.followed(client, game, deed="remove", table="3")
        assert "is taken away" in page.trouble
        assert "Choose what to change." in self.followed(client, game, deed="").trouble

    def test_what_has_begun_is_said_and_stays(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        begin(self.day(game), 1)
        come(self.day(game), "Zoe")
        one, other = self.two(game)
        page = self.get(client, game)
        assert "1 has begun" in page.text
        assert f"?who={one}#table-1" not in page.links
        assert "No seat yet Zoe" in page.text
        for query in ({"who": one, "with": other}, {"who": other, "to": 1}):
            answer = client.get(self.url(game), query, follow=True)
            assert "has begun" in Page(answer).trouble
        for odd in (f"who={one}", f"who={10**30}", f"who={other}&to=x", "who=%C2%B2"):
            assert client.get(f"{self.url(game)}?{odd}", follow=True).status_code == 200

    def test_other_games_have_their_own_page(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        day = self.day(game)
        page = client.get(self.url(game)).content.decode()
        assert "being played" not in page  # nothing has begun
        begin(day, 1)
        assert "Game 1, being played" in client.get(self.url(game)).content.decode()
        for number, text in ((3, "Game 3"), (4, "The seats of game 4 cannot be changed by hand.")):
            url = reverse("league:day-seats", args=[day.pk, number])
            assert text in Page(client.get(url, follow=True)).text

    def test_the_day_leads_there_while_there_is_something_to_change(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client = client_of("organizer")
        day = self.day(game)

        def links() -> list[str]:
            return Page(client.get(reverse("league:day", args=[day.pk]))).links

        assert reverse("league:day-seats", args=[day.pk, 1]) in links()
        begin(day)
        assert reverse("league:day-seats", args=[day.pk, 2]) in links()
        GameDay.objects.update(rounds=1)
        day_cancel(day=day)
        assert not any("/seats/" in link for link in links())
        assert "cancelled" in self.followed(client, game).trouble
