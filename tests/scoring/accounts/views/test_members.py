"""The accounts of a club."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scoring.models import Game, Membership
from tests.confirming import Sensitive
from tests.factories import UserFactory
from tests.litany import BOTH, ClientOf, Shows, Writes, rows


class TestMembers(Sensitive, Shows, Writes):
    name = "members"
    methods = BOTH
    may = frozenset({"organizer", "stranger"})
    most_queries = 6

    def data(self, game: Game) -> dict[str, Any]:
        return {
            "name": "Pat Pine",
            "username": "pat",
            "password": "train-station-42",
            "role": "scorekeeper",
        }

    def test_it_lists_the_clubs_people_alone(
        self, client_of: ClientOf, game: Game, stranger: User, scorekeeper: User
    ) -> None:
        page = self.get(client_of("organizer"), game)
        helped = f"Sam {scorekeeper.username} scorekeeper Help Sam sign in Remove Sam"
        assert helped in page.text
        assert stranger.username not in page.text
        remove = reverse("scoring:member-remove", args=[scorekeeper.memberships.get().pk])
        assert remove in page.actions

    @pytest.mark.parametrize("role", ["scorekeeper", "director", "organizer"])
    def test_a_new_one_can_sign_in(self, client_of: ClientOf, game: Game, role: str) -> None:
        page = self.followed(client_of("organizer"), game, role=role)
        assert "Pat Pine can sign in now." in page.trouble
        membership = Membership.objects.get(user__username="pat")
        assert (membership.club, membership.role) == (game.club, role)
        client = Client()
        told = {"login": "pat", "password": "train-station-42"}
        assert client.post(reverse("scoring:sign-in"), told).status_code == 302
        runs = client.get(reverse("scoring:club")).status_code == 200
        assert runs is (role == "organizer")

    def test_organizers_stand_first(
        self, client_of: ClientOf, game: Game, scorekeeper: User, director: User
    ) -> None:
        text = self.get(client_of("organizer"), game).text
        assert f"Dora {director.username} director Help Dora sign in Remove Dora" in text
        assert text.index(" organizer Help") < text.index(" director Help")
        assert text.index(" director Help") < text.index(" scorekeeper Help")

    @pytest.mark.parametrize(
        ("changed", "said"),
        [
            ({"name": ""}, "Something is missing"),
            ({"name": "x" * 61}, "60"),
            ({"username": "pat pine"}, "and no spaces"),
            ({"username": "\0"}, "This cannot be read"),
            ({"username": "taken"}, "Somebody signs in as “taken” already. Choose another name."),
            ({"password": "short"}, "too short"),
            ({"password": "pat-pine-pat"}, "too similar"),
            ({"role": "king"}, "Choose one from the list"),
            ({"role": None}, "Something is missing"),
        ],
    )
    def test_what_is_wrong_is_said(
        self, client_of: ClientOf, game: Game, changed: dict[str, Any], said: str
    ) -> None:
        UserFactory(username="taken")
        client, before = client_of("organizer"), rows()
        page = self.followed(client, game, **changed)
        assert said in page.trouble
        for name in ("name", "username"):
            assert page.fields[name] == changed.get(name, self.data(game)[name])
        assert page.fields["password"] == ""
        assert rows() == before

    def test_names_are_text(self, client_of: ClientOf, game: Game) -> None:
        page = self.followed(client_of("organizer"), game, name="<b>%s שרה</b>")
        assert "<b>%s שרה</b> can sign in now." in page.trouble
        assert "Remove <b>%s שרה</b>" in page.text
        assert "b" not in page.tags
