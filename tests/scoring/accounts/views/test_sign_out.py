"""Signing out."""

from scoring.models import Game
from tests.litany import EVERYBODY, ClientOf, Writes


class TestSignOut(Writes):
    name = "sign-out"
    may = EVERYBODY

    def test_it_ends_the_session(self, client_of: ClientOf, game: Game) -> None:
        client = client_of("organizer")
        page = self.followed(client, game)
        assert "Sign in" in page.text
        assert "Hillside" not in page.text
        assert "_auth_user_id" not in client.session

    def test_a_tablet_stays_paired(self, client_of: ClientOf, game: Game) -> None:
        assert "Hillside Dominoes" in self.followed(client_of("tablet"), game).text
