"""Changing what the directory says of somebody."""

from typing import Any

from league.models import Profile
from league.people.services.merging import merge_make
from scoring.models import Game, Player
from scoring.sheets.selectors.sheet import sheet_of
from tests.factories import ANN, play
from tests.league.factories import person
from tests.litany import BOTH, ClientOf, OfRow, Shows, Writes, rows


class TestPersonEdit(OfRow, Shows, Writes):
    app = "league"
    name = "person-edit"
    methods = BOTH
    may = frozenset({"organizer"})
    most_queries = 5

    def ann(self) -> Player:
        return Player.objects.get(name_key="ann")

    def args(self, game: Game) -> list[object]:
        return [game.seats.get(place=0).player_id]

    def data(self, game: Game) -> dict[str, Any]:
        return {"name": "Anna", "nickname": "", "birth_year": "1944", "notes": "by the door"}

    def test_a_new_name_keeps_all_games(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        page = self.followed(client_of("organizer"), game)
        assert "Saved: Anna." in page.trouble
        assert "1944" in page.text
        assert sheet_of(game).seats[0].name == "Anna"
        page = self.get(client_of("organizer"), game)
        assert (page.fields["name"], page.fields["birth_year"]) == ("Anna", "1944")
        self.followed(client_of("organizer"), game, birth_year="", notes="")
        profile = Profile.objects.get()
        assert (profile.birth_year, profile.notes) == (None, "")

    def test_a_name_can_be_spelled_otherwise(self, client_of: ClientOf, game: Game) -> None:
        self.send(client_of("organizer"), game, name="ANN")
        assert self.ann().name == "ANN"

    def test_a_name_that_another_has_leads_to_merging(
        self, client_of: ClientOf, game: Game
    ) -> None:
        client, before, ann = client_of("organizer"), rows(), self.ann()
        bob = Player.objects.get(name_key="bob")
        page = self.followed(client, game, name=" bob ")
        assert "Another record is called “Bob”." in page.trouble
        assert "If the two are one person, merge them." in page.trouble
        assert f"/people/merge/{bob.pk}/{ann.pk}/" in page.links
        assert rows() == before

    def test_the_name_of_a_merged_record_is_explained(
        self, client_of: ClientOf, game: Game
    ) -> None:
        gus, bob = person(game.club, "Gus"), Player.objects.get(name_key="bob")
        merge_make(kept=self.ann(), gone=person(game.club, "Annie"), author=ANN)
        merge_make(kept=bob, gone=gus, author=ANN)
        page = self.followed(client_of("organizer"), game, name="annie")
        assert "“Annie” was another record of this person" in page.trouble
        page = self.followed(client_of("organizer"), game, name="gus")
        assert "“Gus” means Bob, since the two were merged." in page.trouble

    def test_who_is_merged_has_no_page_of_their_own(self, client_of: ClientOf, game: Game) -> None:
        gus = person(game.club, "Gus")
        merge_make(kept=self.ann(), gone=gus, author=ANN)
        client = client_of("organizer")
        assert client.get(f"/people/{gus.pk}/edit/").status_code == 404

    def test_a_stranger_does_not_change_it(self, client_of: ClientOf, game: Game) -> None:
        self.send(client_of("stranger"), game)
        assert not Profile.objects.exists()
