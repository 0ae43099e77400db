"""The link for watching a game is renewed."""

from django.urls import reverse

from scoring.models import Game
from tests.litany import ORGANIZERS, ClientOf, OfGame, Writes


class TestWatchRenew(OfGame, Writes):
    name = "watch-renew"
    may = ORGANIZERS

    def test_the_old_link_is_gone_and_the_new_one_works(
        self, client_of: ClientOf, game: Game
    ) -> None:
        old, phone = reverse("scoring:watch", args=[game.watch_key]), client_of("nobody")
        share = reverse("scoring:share", args=[game.code])
        assert self.url(game) not in client_of("tablet").get(share).content.decode()
        page = self.followed(client_of("organizer"), game)
        assert "The link is new. The old one no longer works." in page.trouble
        game.refresh_from_db()
        new = reverse("scoring:watch", args=[game.watch_key])
        assert new in page.text
        assert [phone.get(link).status_code for link in (old, new)] == [404, 200]
