"""Certificates to print."""

from scoring.models import Game
from tests.league.factories import TournamentFactory
from tests.league.tournaments.display.of_bracket import ShowsTournament
from tests.league.tournaments.played import three_stages
from tests.litany import ClientOf


class TestCertificates(ShowsTournament):
    name = "certificates"
    most_queries = 22

    def test_a_page_for_each_medal(self, client_of: ClientOf, game: Game) -> None:
        three_stages(game.club, 37, until=4, event="Dominoes")
        client = client_of("organizer")
        page = self.get(client, game)
        assert page.tags.count("article") == 12
        assert "Gold · first place Division 75–79 · Dominoes March 2, 2026 · Gym" in page.text
        # Who holds the tournament is named too.
        assert f"· Gym · {game.club.name} Tournament director" in page.text
        assert "Tournament director" in page.text
        assert "Ribbon ·" not in page.text
        page = self.get(client, game, ribbons="1")
        assert page.tags.count("article") == 20
        assert "Ribbon · place 4" in page.text

    def test_without_divisions_none_is_named(self, client_of: ClientOf, game: Game) -> None:
        three_stages(game.club, 10, until=4, band_width=0, event="Dominoes")
        page = self.get(client_of("organizer"), game)
        assert "Gold · first place Dominoes March 2" in page.text

    def test_before_the_end_they_are_provisional(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        assert "Provisional." in self.get(client_of("organizer"), game).text

    def test_before_anything_is_won(self, client_of: ClientOf, game: Game) -> None:
        TournamentFactory(club=game.club)
        assert "No medal is certain yet." in self.get(client_of("organizer"), game).text
