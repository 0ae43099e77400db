"""The list of tournaments: for the club's people, without anybody's name."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.models import Game
from tests.league.factories import EntrantFactory, TournamentFactory
from tests.litany import ClientOf, Shows

pytestmark = pytest.mark.usefixtures("one_day")


class TestTournaments(Shows):
    app = "league"
    name = "tournaments"
    most_queries = 5

    def ready(self, game: Game) -> None:
        today = timezone.localdate()
        for name, days, more in (
            ("Later", 30, {}),
            ("Next", 3, {"place": "Gym"}),
            ("Called off", 9, {"cancelled_at": timezone.now()}),
            ("Over", -30, {"began_at": timezone.now(), "ended_at": timezone.now()}),
            ("Forgotten", -9, {}),
            ("Long", -1, {"began_at": timezone.now()}),
        ):
            date = today + timedelta(days=days)
            tournament = TournamentFactory(club=game.club, name=name, date=date, **more)
            EntrantFactory.create_batch(2, tournament=tournament)
        EntrantFactory(tournament=tournament, withdrawn_at=timezone.now())
        EntrantFactory(tournament=tournament, name="Zoe", number=None, player=None)
        TournamentFactory(name="Theirs")

    def grow(self, game: Game) -> None:
        self.ready(game)

    def test_what_comes_goes_before_what_was(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        text = self.get(client_of("scorekeeper"), game).text
        names = ["Long", "Next", "Called off", "Later", "Past", "Forgotten", "Over"]
        places = [text.index(name) for name in names]
        assert places == sorted(places)
        assert "Theirs" not in text
        assert "Long" in text
        assert "2 have entered · going on" in text
        assert "Cancelled" in text

    def test_who_waits_is_told_to_organizers(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        assert "1 entry waits for you" in self.get(client_of("organizer"), game).text
        assert "waits for you" not in self.get(client_of("scorekeeper"), game).text

    def test_a_club_without_tournaments_is_told_so(self, client_of: ClientOf, game: Game) -> None:
        page = self.get(client_of("organizer"), game)
        assert "No tournament is coming." in page.text
        assert "Past" not in page.text
