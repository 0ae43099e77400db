"""What the square on a table opens."""

import pytest
from django.urls import reverse

from league.models import GameDay
from scoring.models import Club, Game
from scoring.sheets.selectors.guests import names_without_seat
from tests.league.factories import GameDayFactory, begin, come, end, seat
from tests.litany import ClientOf
from tests.page import Page

from .of_day import OfDay


class TestTable(OfDay):
    name = "table"

    def args(self, game: Game) -> list[object]:
        return [*super().args(game), 2]

    def unknown(self, game: Game) -> list[list[object]]:
        return [[0, 1], [10**30, 1]]

    def test_before_the_start_it_says_who_sits_there(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.get(client_of("tablet"), game)
        names = [
            game.club.players.get(pk=pk).name for pk in self.day(game).plans.get().tables[0][1]
        ]
        assert " ".join(names) in page.text
        assert "Start the game" in page.text

    def test_it_follows_the_table_through_the_day(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        first = begin(self.day(game))
        client = client_of("tablet")
        assert client.get(self.url(game))["Location"] == reverse(
            "scoring:sheet", args=[first[1].code]
        )
        for one in first:
            end(one)
        GameDay.objects.update(current_round=2)
        assert "Game 2 of 3: these people sit here." in self.get(client, game).text

    def test_a_table_that_is_not_laid_says_so(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        url = reverse("league:table", args=[self.day(game).pk, 77])
        assert (
            "Nobody sits at this table in game 1." in client_of("tablet").get(url).content.decode()
        )


@pytest.mark.django_db
def test_who_is_here_without_a_seat_joins_a_table_by_one_tap(
    client_of: ClientOf, club: Club
) -> None:
    day = GameDayFactory(club=club)
    seat(day)
    game, other = begin(day)
    come(day, "Zoe", "Yan")
    seats = reverse("scoring:seats", args=[game.code])
    client = client_of("tablet")
    page = Page(client.get(seats))
    assert "Here without a seat. Tap a name: that person plays from round 1" in page.text
    joined = client.post(
        reverse("scoring:seat-join", args=[game.code]), {"key": page.fields["key"], "name": "Zoe"}
    )
    assert joined.status_code == 302
    assert game.seats.filter(player__name="Zoe", late=True).exists()
    assert names_without_seat(other) == ["Yan"]
