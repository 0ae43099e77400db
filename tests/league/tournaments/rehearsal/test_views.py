"""The page of a rehearsal, and the mark on all of its pages."""

from typing import Any

from django.urls import reverse

from league.models import Tournament
from scoring.models import Game
from tests.league.tournaments.directing.views.of_directing import OfTournament
from tests.litany import BOTH, ClientOf, Writes
from tests.page import Page

MARK = "This is a rehearsal. Its results are made up."


class TestRehearsal(OfTournament, Writes):
    name = "rehearsal"
    methods = BOTH
    begun = False
    most_queries = 7

    def tournament(self, game: Game) -> Tournament:
        return Tournament.objects.filter(club=game.club, rehearsal_of=None).latest("pk")

    def data(self, game: Game) -> dict[str, Any]:
        return {"do": "make"}

    def test_from_the_tournament_to_its_medals_and_back(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        real = self.tournament(game)
        client = client_of("organizer")
        page = Page(client.get(reverse("league:tournament", args=[real.pk])))
        assert self.url(game) in page.links
        page = Page(client.post(self.url(game), {"do": "make"}, follow=True))
        copy = real.rehearsals.get()
        assert MARK in page.text
        here = reverse("league:rehearsal", args=[copy.pk])
        page = Page(client.post(here, {"do": "play"}, follow=True))
        assert "2 tables have made-up results." in page.text
        page = Page(client.post(here, {"do": "all"}, follow=True))
        assert "The rehearsal is played to its end." in page.text
        for name in ("direct", "bracket", "television", "places", "awards", "certificates"):
            answer = client.get(reverse(f"league:{name}", args=[copy.pk]))
            assert MARK in answer.content.decode(), name
        assert "Go on with it" in client.get(self.url(game)).content.decode()
        page = Page(client.post(here, {"do": "throw"}, follow=True))
        assert "The rehearsal is deleted." in page.text
        assert MARK not in page.text
        assert not real.rehearsals.exists()

    def test_a_table_begins_so_that_the_director_sees_how_that_looks(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client = client_of("organizer")
        client.post(self.url(game), {"do": "make"})
        copy = self.tournament(game).rehearsals.get()
        at_table = reverse("league:stage-table", args=[copy.pk, 1])
        text = Page(client.get(at_table)).text
        assert "The table begins on paper" in text
        assert "Start the game" not in text
        start = reverse("league:stage-start", args=[copy.pk])
        page = Page(client.post(start, {"table": "1", "on": "paper"}, follow=True))
        assert "begun, on paper" in page.text
        assert "Make up this game’s results" in page.text
        assert "Type in table 1" in page.text
        assert "Begin 1 table on paper" in page.text
        page = Page(client.post(start, {"on": "paper"}, follow=True))
        assert "Make up this game’s results" in page.text
        assert "This table plays on paper." in Page(client.get(at_table)).text
        page = Page(client.post(at_table, {"deed": "back"}, follow=True))
        assert "Table 1 has not begun now." in page.trouble
        page = Page(client.post(start, {"table": "1"}, follow=True))
        assert "No tablet plays in a rehearsal." in page.trouble
        here = reverse("league:rehearsal", args=[copy.pk])
        page = Page(client.post(here, {"do": "play"}, follow=True))
        assert "2 tables have made-up results." in page.text

    def test_one_under_way_is_not_rehearsed(self, client_of: ClientOf, game: Game) -> None:
        self.begun = True
        self.ready(game)
        client = client_of("organizer")
        assert "A rehearsal is for the days before." in client.get(self.url(game)).content.decode()
        page = Page(client.post(self.url(game), {"do": "make"}, follow=True))
        assert "has begun. A rehearsal is for the days before." in page.text
        assert not Tournament.objects.exclude(rehearsal_of=None).exists()
