"""The card for the hall: what hangs there opens the site on whatever device scans it."""

from scoring.models import Game
from tests.litany import ClientOf, Shows
from tests.page import Page


class TestHallCard(Shows):
    name = "hall-card"
    may = frozenset({"organizer", "stranger"})
    most_queries = 3

    def test_it_has_the_club_the_address_and_three_steps(
        self, client_of: ClientOf, game: Game
    ) -> None:
        page = self.get(client_of("organizer"), game)
        assert "Hillside Dominoes Scan, tap, score" in page.text
        assert "http://testserver/ Scan Point the tablet’s camera at the square." in page.text

    def test_without_an_address_for_phones_there_is_no_card(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """A card that says localhost would hang in the hall and lead nobody anywhere."""
        url = self.url(game)
        page = Page(client_of("organizer").get(url, headers={"host": "localhost"}))
        assert "Phones cannot open this yet" in page.text
        assert "Scan, tap, score" not in page.text
