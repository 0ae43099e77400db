"""The list of seasons."""

from scoring.models import Game
from tests.league.factories import SeasonFactory
from tests.litany import ClientOf, Shows
from tests.page import Page


class TestSeasons(Shows):
    app = "league"
    name = "seasons"
    most_queries = 5

    def grow(self, game: Game) -> None:
        super().grow(game)
        for year in range(2000, 2010):
            SeasonFactory(club=game.club, first=f"{year}-01-01", last=f"{year}-12-31")

    def test_newest_first_and_only_the_clubs_own(self, client_of: ClientOf, game: Game) -> None:
        for year in (2024, 2026, 2025):
            SeasonFactory(
                club=game.club, name=str(year), first=f"{year}-01-01", last=f"{year}-12-31"
            )
        SeasonFactory(name="Theirs")
        page = self.get(client_of("tablet"), game)
        assert page.text.index("2026") < page.text.index("2025") < page.text.index("2024")
        assert "Theirs" not in page.text
        assert "Open a season" not in page.text

    def test_without_one_it_says_what_a_season_is(self, client_of: ClientOf, game: Game) -> None:
        page = Page(client_of("organizer").get(self.url(game)))
        assert "There is no season yet." in page.text
        assert "Open a season" in page.text
