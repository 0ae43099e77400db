"""What an organizer does for somebody who cannot sign in."""

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from axes.models import AccessFailureLog
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Game, Membership
from tests.confirming import Sensitive
from tests.factories import ClubFactory, MembershipFactory
from tests.keys import give_codes, give_passkey
from tests.litany import BOTH, ORGANIZERS, ClientOf, OfRow, Shows, Writes, rows
from tests.page import Page

OLD, NEW = "train-station-42", "dining-car-77"


class OfPat(Sensitive, OfRow, Writes):
    """Something about the account of Pat, a scorekeeper of the club."""

    may = ORGANIZERS

    @pytest.fixture(autouse=True)
    def _pat(self, club: Club) -> None:
        self.pat: User = MembershipFactory(
            club=club, user__username="pat", user__first_name="Pat", role="scorekeeper"
        ).user

    def args(self, game: Game) -> list[object]:
        return [Membership.objects.get(user=self.pat, club=game.club).pk]

    def sign_in(self, password: str = OLD) -> Any:
        return Client().post(reverse("scoring:sign-in"), {"login": "pat", "password": password})

    def test_another_clubs_people_are_not_there(self, client_of: ClientOf, stranger: User) -> None:
        url = reverse(f"scoring:{self.name}", args=[stranger.memberships.get().pk])
        client, before = client_of("organizer"), rows()
        assert client.post(url, {"password": NEW}).status_code == 404
        assert rows() == before


class TestMemberAccount(Shows, OfPat):
    name = "member-account"
    methods = BOTH
    most_queries = 6

    def data(self, game: Game) -> dict[str, Any]:
        return {"password": NEW}

    def test_a_new_password_opens_and_all_sessions_end(
        self, client_of: ClientOf, game: Game, as_user: Any
    ) -> None:
        signed_in = as_user(self.pat)
        for _guess in range(5):
            self.sign_in("wrong")
        page = self.followed(client_of("organizer"), game)
        assert "Pat has a new password." in page.trouble
        assert signed_in.get(reverse("mfa_index")).status_code == 302
        assert self.sign_in(NEW).status_code == 302, "the wrong guesses of before are forgotten"
        assert self.sign_in(OLD).status_code == 200

    @pytest.mark.parametrize(
        ("password", "said"),
        [("short", "too short"), ("password123", "too common"), ("", "Something is missing")],
    )
    def test_a_weak_one_is_refused(
        self, client_of: ClientOf, game: Game, password: str, said: str
    ) -> None:
        client, before = client_of("organizer"), rows()
        assert said in self.followed(client, game, password=password).trouble
        assert rows() == before

    def test_an_account_of_two_clubs_belongs_to_neither(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """Its password would open the other club."""
        Membership.objects.create(club=ClubFactory(), user=self.pat, role="organizer")
        page = self.followed(client_of("organizer"), game)
        assert "This account is in another club as well" in page.trouble
        assert self.sign_in(OLD).status_code == 302

    def test_ones_own_new_password_is_typed_at_once(
        self, client_of: ClientOf, organizer: User
    ) -> None:
        url = reverse("scoring:member-account", args=[organizer.memberships.get().pk])
        answer = client_of("organizer").post(url, {"password": NEW})
        assert answer["Location"] == reverse("scoring:sign-in")


class TestMemberKeysRemove(OfPat):
    name = "member-keys-remove"

    def test_the_password_alone_opens(self, client_of: ClientOf, game: Game) -> None:
        give_codes(self.pat)
        give_passkey(self.pat)
        other = give_passkey(MembershipFactory(club=game.club).user)
        client = client_of("organizer")
        page = Page(client.get(reverse("scoring:member-account", args=self.args(game))))
        assert "A code is asked for after the password. There is one passkey." in page.text
        page = self.followed(client, game)
        assert "Pat can sign in with just the password." in page.trouble
        assert "Nothing to do" in page.text
        assert list(Authenticator.objects.all()) == [other]
        assert self.sign_in()["Location"] == reverse("scoring:home")

    def test_an_account_of_two_clubs_keeps_its_own(self, client_of: ClientOf, game: Game) -> None:
        give_codes(self.pat)
        Membership.objects.create(club=ClubFactory(), user=self.pat, role="organizer")
        page = self.followed(client_of("organizer"), game)
        assert "This account is in another club as well" in page.trouble
        assert Authenticator.objects.exists()


class TestMemberSignOut(OfPat):
    name = "member-sign-out"

    def test_all_sessions_end_and_the_password_stays(
        self, client_of: ClientOf, game: Game, as_user: Any
    ) -> None:
        signed_in, client = as_user(self.pat), client_of("organizer")
        assert "Pat is signed out everywhere." in self.followed(client, game).trouble
        assert signed_in.get(reverse("mfa_index")).status_code == 302
        assert client.get(reverse("scoring:club")).status_code == 200
        assert self.sign_in().status_code == 302
        assert not AccessFailureLog.objects.exists()

    def test_oneself_as_well(self, client_of: ClientOf, organizer: User) -> None:
        client = client_of("organizer")
        url = reverse("scoring:member-sign-out", args=[organizer.memberships.get().pk])
        assert client.post(url)["Location"] == reverse("scoring:home")
        assert client.get(reverse("scoring:club")).status_code == 404
