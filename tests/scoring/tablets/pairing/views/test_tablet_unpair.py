"""Ending what a tablet may do, at once."""

from django.urls import reverse

from scoring.models import Game, Tablet
from tests.litany import ORGANIZERS, ClientOf, OfRow, Writes


class TestTabletUnpair(OfRow, Writes):
    name = "tablet-unpair"
    may = ORGANIZERS

    def args(self, game: Game) -> list[object]:
        return [Tablet.objects.get(name="Table 3").pk]

    def test_it_can_score_no_more(self, client_of: ClientOf, game: Game) -> None:
        tablet = client_of("tablet")
        sheet = reverse("scoring:sheet", args=[game.code])
        assert tablet.get(sheet).status_code == 200
        page = self.followed(client_of("organizer"), game)
        assert "Table 3 is unpaired. It can score no more games." in page.trouble
        assert "Unpair Table 3" not in page.text
        assert tablet.get(sheet).status_code == 404
        assert "Table 3" not in tablet.get("/").content.decode()

    def test_twice_is_once(self, client_of: ClientOf, game: Game) -> None:
        client = client_of("organizer")
        self.send(client, game)
        first = Tablet.objects.get(name="Table 3").unpaired_at
        self.send(client, game)
        assert Tablet.objects.get(name="Table 3").unpaired_at == first
