"""Signing in."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Game, Membership
from tests.factories import UserFactory
from tests.litany import (
    BOTH,
    CANNOT_SAVE,
    EVERYBODY,
    READS,
    WRITES,
    ClientOf,
    Writes,
    database_refuses,
)
from tests.page import Page


class TestSignIn(Writes):
    name = "sign-in"
    methods = BOTH
    # Who is signed in already is sent on to the games.
    may = EVERYBODY - {"organizer", "scorekeeper", "stranger"}

    @pytest.fixture(autouse=True)
    def _olive(self, game: Game) -> None:
        user = UserFactory(username="olive")
        Membership.objects.create(club=game.club, user=user, role=Membership.Role.SCOREKEEPER)

    def data(self, game: Game) -> dict[str, Any]:
        return {"login": "olive", "password": "train-station-42"}

    def is_refused(self, answer: Any) -> None:
        assert answer["Location"] == reverse("scoring:home")

    @pytest.mark.parametrize("who", ["organizer", "scorekeeper", "stranger"])
    def test_who_is_signed_in_goes_on(self, client_of: ClientOf, game: Game, who: str) -> None:
        answer = client_of(who).get(self.url(game))
        assert answer["Location"] == reverse("scoring:home")

    def test_a_locked_database_signs_nobody_in(self, client_of: ClientOf, game: Game) -> None:
        client = client_of("nobody")
        with database_refuses(*READS, *WRITES):
            answer = self.send(client, game)
        assert answer.status_code == 503
        assert CANNOT_SAVE in Page(answer).text
        with database_refuses(*WRITES):
            assert self.send(client, game).status_code == 503
        assert "_auth_user_id" not in client.session

    def test_it_opens_the_clubs_games(self, client_of: ClientOf, game: Game) -> None:
        page = self.followed(client_of("nobody"), game)
        assert "Hillside Dominoes" in page.text
        assert "Ann, Bob, Cal and Dot" in page.text

    @pytest.mark.parametrize(
        "changed",
        [
            {"password": "wrong"},
            {"login": "nobody"},
            {"login": "OLIVE"},
            {"login": "x" * 5000},
            {"password": "\0"},
            {"login": "' OR 1=1 --"},
        ],
    )
    def test_what_is_wrong_is_said(
        self, client_of: ClientOf, game: Game, changed: dict[str, str]
    ) -> None:
        client = client_of("nobody")
        answer = self.send(client, game, **changed)
        page = Page(answer)
        assert answer.status_code == 200
        assert page.trouble
        assert page.fields["login"] == changed.get("login", "olive")
        assert page.fields["password"] == ""
        assert "_auth_user_id" not in client.session

    def test_an_empty_form_is_told_what_it_lacks(self, client_of: ClientOf, game: Game) -> None:
        page = Page(client_of("nobody").post(self.url(game), {}))
        assert page.trouble.count("Something is missing") == 2

    @pytest.mark.parametrize(
        ("to", "goes"),
        [
            ("/tablets/", "/tablets/"),
            ("https://evil.example/", "/"),
            ("//evil.example/", "/"),
            ("javascript:alert(1)", "/"),
        ],
    )
    def test_it_leads_to_this_site_only(
        self, client_of: ClientOf, game: Game, to: str, goes: str
    ) -> None:
        assert self.send(client_of("nobody"), game, next=to)["Location"] == goes

    def test_who_is_in_no_club_sees_none(self, game: Game) -> None:
        UserFactory(username="una")
        client = Client()
        page = Page(
            client.post(
                self.url(game), {"login": "una", "password": "train-station-42"}, follow=True
            )
        )
        assert "Hillside" not in page.text
        assert "Ann" not in page.text
        assert reverse("scoring:sign-out") in page.actions
