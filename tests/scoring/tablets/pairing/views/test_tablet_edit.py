"""What a tablet is called, and whether it is one table's."""

from typing import Any

import pytest
from django.urls import reverse

from scoring.models import Game, Tablet
from scoring.tablets.pairing.services import tablet_unpair
from tests.litany import BOTH, ORGANIZERS, ClientOf, OfRow, Shows, Writes, rows


class TestTabletEdit(OfRow, Shows, Writes):
    name = "tablet-edit"
    methods = BOTH
    may = ORGANIZERS
    most_queries = 5

    def tablet(self, game: Game) -> Tablet:
        return Tablet.objects.get(club=game.club)

    def args(self, game: Game) -> list[object]:
        return [Tablet.objects.filter(club=game.club).earliest("pk").pk]

    def data(self, game: Game) -> dict[str, Any]:
        return {"name": "The fourth", "scope": "table", "table": "4"}

    def test_a_tablet_becomes_one_tables_and_the_clubs_again(
        self, client_of: ClientOf, game: Game
    ) -> None:
        client, tablet = client_of("organizer"), client_of("tablet")
        sheet = reverse("scoring:sheet", args=[game.code])
        assert tablet.get(sheet).status_code == 200
        page = self.followed(client, game)
        assert "Saved: The fourth." in page.trouble
        assert "The fourth table 4 only" in page.text
        # At once: the game is of no table.
        assert tablet.get(sheet).status_code == 404
        assert self.get(client, game).fields["table"] == "4"
        page = self.followed(client, game, scope="club")
        assert "The fourth the whole club" in page.text
        assert tablet.get(sheet).status_code == 200
        assert Tablet.objects.get(name="The fourth").table_number is None

    def test_an_unpaired_one_is_not_there(self, client_of: ClientOf, game: Game) -> None:
        tablet_unpair(tablet=self.tablet(game))
        assert self.send(client_of("organizer"), game).status_code == 404

    @pytest.mark.parametrize(
        ("changed", "said"),
        [
            ({"name": ""}, "Something is missing"),
            ({"table": ""}, "Type the table's number, such as 4."),
        ],
    )
    def test_what_is_wrong_is_said(
        self, client_of: ClientOf, game: Game, changed: dict[str, Any], said: str
    ) -> None:
        client, before = client_of("organizer"), rows()
        assert said in self.followed(client, game, **changed).trouble
        assert rows() == before
