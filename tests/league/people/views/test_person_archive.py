"""Archived people are on no list and in all results; who never played can be deleted."""

from typing import Any

import pytest
from django.urls import reverse

from league.models import Profile
from league.people.services.directory import player_archive
from league.people.services.merging import merge_make
from scoring.accounts.selectors.people import regulars_of
from scoring.accounts.services.people import player_for_name
from scoring.models import Game, Player
from tests.confirming import Sensitive
from tests.factories import ANN
from tests.league.factories import person
from tests.litany import ClientOf, OfRow, Writes
from tests.page import Page


class OfZoe(OfRow, Writes):
    """A form about Zoë, who is in the directory and never played."""

    app = "league"
    may = frozenset({"organizer"})

    @pytest.fixture(autouse=True)
    def zoe(self, game: Game) -> Player:
        return person(game.club, "Zoë")

    def args(self, game: Game) -> list[object]:
        return [Player.objects.get(name="Zoë").pk if self.zoe_is_there() else 0]

    def zoe_is_there(self) -> bool:
        return Player.objects.filter(name="Zoë").exists()

    def data(self, game: Game) -> dict[str, Any]:
        return {}


class TestPersonArchive(OfZoe):
    name = "person-archive"

    def test_who_is_archived_is_on_no_list_and_in_results(
        self, client_of: ClientOf, game: Game
    ) -> None:
        client, ann = client_of("organizer"), Player.objects.get(name="Ann")
        client.post(reverse("league:person-archive", args=[ann.pk]), follow=True)
        listed = Page(client.get(reverse("league:people")))
        assert "Ann" not in listed.text.split()
        assert "1 archived person" in listed.text
        assert "Ann" in Page(client.get(reverse("league:people"), {"archived": "1"})).text
        assert "Ann" not in regulars_of(game.club)
        assert "Ann" in Page(client.get(reverse("scoring:sheet", args=[game.code]))).text
        seen = Page(client_of("scorekeeper").get(reverse("league:people"), {"archived": "1"}))
        assert "Ann" not in seen.text.split()

    def test_who_plays_again_is_back(self, game: Game) -> None:
        ann = Player.objects.get(name="Ann")
        player_archive(player=ann)
        assert player_for_name(club=game.club, name="ann").archived_at is None


class TestPersonRestore(OfZoe):
    name = "person-restore"

    def ready(self, game: Game) -> None:
        player_archive(player=Player.objects.get(name="Zoë"))

    def test_an_archived_person_comes_back(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        self.send(client_of("organizer"), game)
        assert "Zoë" in Page(client_of("organizer").get(reverse("league:people"))).text


class TestPersonDelete(Sensitive, OfZoe):
    name = "person-delete"

    def test_who_never_played_goes_with_all_that_is_known(
        self, client_of: ClientOf, game: Game
    ) -> None:
        zoe = Player.objects.get(name="Zoë")
        merge_make(kept=zoe, gone=person(game.club, "Zoe", phone="555-0100"), author=ANN)
        page = self.followed(client_of("organizer"), game)
        assert "Zoë is deleted." in page.trouble
        assert not Player.objects.filter(name__in=["Zoë", "Zoe"]).exists()
        assert not Profile.objects.exists()

    def test_who_sat_at_a_table_stays(self, client_of: ClientOf, game: Game) -> None:
        client, ann = client_of("organizer"), Player.objects.get(name="Ann")
        shown = Page(client.get(reverse("league:player", args=[ann.pk])))
        assert "never played" not in shown.text
        answer = client.post(reverse("league:person-delete", args=[ann.pk]), follow=True)
        assert "Ann is in results or on a list of a day." in Page(answer).trouble
        assert Player.objects.filter(pk=ann.pk).exists()
