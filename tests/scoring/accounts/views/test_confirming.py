"""Deeds that ask for the password again, tried as somebody would who has found a laptop open."""

from typing import Any

import pytest
from axes.models import AccessFailureLog
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scoring.models import Club, LogEntry, Membership
from tests.confirming import confirm, unconfirm
from tests.factories import MembershipFactory
from tests.keys import code_of, give_codes, give_passkey
from tests.litany import rows
from tests.page import Page

PASSWORD, NEW = "train-station-42", "dining-car-77"
ANSWER = "confirm-password"


@pytest.fixture
def url(club: Club) -> str:
    """Where Pat, another organizer of the club, is given a new password."""
    pat = MembershipFactory(club=club, user__username="pat", user__first_name="Pat")
    return reverse("scoring:member-account", args=[pat.pk])


@pytest.fixture
def client(organizer: User) -> Client:
    """A browser in which the organizer has signed in with the password a while ago."""
    return unconfirm(sign_in(organizer))


def sign_in(user: User) -> Client:
    client = Client()
    form = {"login": user.username, "password": PASSWORD}
    assert client.post(reverse("scoring:sign-in"), form).status_code == 302
    return client


def test_who_has_just_signed_in_is_not_asked(organizer: User, url: str) -> None:
    assert sign_in(organizer).post(url, {"password": NEW}).status_code == 302


def opens(password: str) -> bool:
    form = {"login": "pat", "password": password}
    return bool(Client().post(reverse("scoring:sign-in"), form).status_code == 302)


def test_a_session_alone_changes_nobodys_password(client: Client, url: str) -> None:
    before = rows()
    answer = client.post(url, {"password": NEW})
    page = Page(answer)
    assert answer.status_code == 401
    assert answer["Cache-Control"] == "private, no-store"
    assert "Is it you?" in page.text
    assert "Giving somebody a new password" in page.text
    assert rows() == before
    assert opens(PASSWORD)


def test_the_form_goes_on_as_typed_with_the_answer(client: Client, url: str) -> None:
    page = Page(client.post(url, {"password": NEW}))
    assert page.fields["password"] == NEW
    answer = client.post(url, {**page.fields, ANSWER: PASSWORD})
    assert answer["Location"] == reverse("scoring:members")
    assert opens(NEW)
    done = LogEntry.objects.filter(what="scoring:member-account")
    assert [entry.outcome for entry in done] == ["done"]


def test_a_wrong_password_does_nothing_and_is_a_guess(client: Client, url: str) -> None:
    form = {"password": NEW, ANSWER: "wrong"}
    page = Page(client.post(url, form))
    assert "That is not your password. Try again." in page.trouble
    assert page.fields[ANSWER] == ""
    assert LogEntry.objects.latest("pk").outcome == "refused"
    for _guess in range(3):
        assert client.post(url, form).status_code == 401
    assert client.post(url, form).status_code == 429
    assert client.post(url, form | {ANSWER: PASSWORD}).status_code == 429
    assert AccessFailureLog.objects.count() == 5
    assert opens(PASSWORD)


@pytest.mark.parametrize(("seconds", "status"), [(0, 302), (299, 302), (301, 401), (-60, 401)])
def test_one_confirmation_lasts_five_minutes(
    organizer: User, url: str, time_machine: Any, seconds: int, status: int
) -> None:
    """And none where the clock has gone back behind it."""
    time_machine.move_to("2026-03-07 12:00:00+00:00", tick=False)
    client = Client()
    client.force_login(organizer)
    confirm(client)
    time_machine.shift(seconds)
    assert client.post(url, {"password": NEW}).status_code == status


def test_anothers_confirmation_in_the_same_browser_is_worth_nothing(
    organizer: User, club: Club, url: str
) -> None:
    client = Client()
    client.force_login(MembershipFactory(club=club).user)
    confirm(client)
    client.force_login(organizer)
    assert client.post(url, {"password": NEW}).status_code == 401


def test_a_code_alone_is_not_enough(client: Client, organizer: User, url: str) -> None:
    """Nor where it was typed on the page for one's own keys."""
    key = give_codes(organizer)
    answer = client.post(reverse("mfa_reauthenticate"), {"code": code_of(key)})
    assert answer.status_code == 302
    assert client.post(url, {"password": NEW}).status_code == 401
    assert opens(PASSWORD)


def test_who_has_a_passkey_alone_is_asked_for_that(organizer: User, url: str) -> None:
    give_passkey(organizer)
    organizer.set_unusable_password()
    organizer.save()
    client = Client()
    client.force_login(organizer)
    answer = client.post(url, {"password": NEW}, headers={"host": "localhost"})
    page = Page(answer)
    assert ANSWER not in page.fields
    assert page.fields["password"] == NEW
    assert answer.context["js_data"]["request_options"]["publicKey"]["allowCredentials"]
    for forged in ("", "{}", "[" * 40_000, "null"):
        again = client.post(url, {"password": NEW, "confirm-credential": forged})
        assert again.status_code == 401
        assert "This passkey did not work here." in Page(again).text
    assert opens(PASSWORD)


def test_who_has_neither_is_told_whom_to_ask(organizer: User, url: str) -> None:
    organizer.set_unusable_password()
    organizer.save()
    client = Client()
    client.force_login(organizer)
    page = Page(client.post(url, {"password": NEW, ANSWER: ""}))
    assert "Another organizer can give you a password." in page.text
    assert opens(PASSWORD)


def test_a_file_of_everybody_comes_after_the_password(client: Client) -> None:
    answer = client.get(reverse("league:people-csv"))
    assert answer["Location"] == f"{reverse('account_reauthenticate')}?next=/people/"
    page = Page(client.get(answer["Location"]))
    assert "After that, press the button for the file once more." in page.text
    answer = client.post(reverse("account_reauthenticate"), {**page.fields, "password": PASSWORD})
    assert answer["Location"] == "/people/"
    assert client.get(reverse("league:people-csv")).status_code == 200


class TestNotices:
    """The people concerned hear what others did to an account."""

    TOLD = "Olive gave you a new password."

    @pytest.fixture
    def pat(self, url: str) -> User:
        return User.objects.get(username="pat")

    @pytest.fixture
    def third(self, url: str, club: Club) -> User:
        return MembershipFactory(club=club, user__username="quinn").user

    def seen(self, client: Client) -> str:
        return Page(client.get(reverse("scoring:home"))).text

    def sign_in(self, password: str = NEW) -> Client:
        client = Client()
        client.post(reverse("scoring:sign-in"), {"login": "pat", "password": password})
        return client

    def put_away(self, client: Client, **changed: Any) -> Any:
        page = Page(client.get(reverse("scoring:rule-sets")))
        return client.post(reverse("scoring:notices-put-away"), page.fields | changed)

    def test_nobody_takes_over_an_account_silently(
        self, client: Client, url: str, pat: User, third: User
    ) -> None:
        """The one who did it signs in as Pat and puts the notice away; Pat still sees it."""
        client.post(url, {"password": NEW, ANSWER: PASSWORD})
        thief = self.sign_in()
        assert self.TOLD in self.seen(thief)
        assert "If you did not ask for that, change your password now" in self.seen(thief)
        assert self.put_away(thief)["Location"] == reverse("scoring:rule-sets")
        assert self.TOLD not in self.seen(thief)
        assert self.TOLD in self.seen(self.sign_in())
        assert self.TOLD in Page(thief.get(reverse("mfa_index"))).text
        # Who did it is told nothing; every other organizer is.
        assert "gave" not in self.seen(client)
        other = Client()
        other.force_login(third)
        assert "Olive gave Pat a new password." in self.seen(other)

    def test_what_is_newer_than_the_page_stays(self, client: Client, url: str, pat: User) -> None:
        own = self.sign_in(PASSWORD)
        client.post(reverse("scoring:member-sign-out", args=[pat.memberships.get().pk]))
        own = self.sign_in(PASSWORD)
        page = Page(own.get(reverse("scoring:home")))
        give_passkey(pat)
        keys = reverse("scoring:member-keys-remove", args=[pat.memberships.get().pk])
        client.post(keys, {ANSWER: PASSWORD})
        own.post(reverse("scoring:notices-put-away"), page.fields)
        assert "signed you out everywhere" not in self.seen(own)
        assert "Olive removed your passkeys and switched your codes off" in self.seen(own)
        own.post(reverse("scoring:notices-put-away"), {"last": "9" * 17, "next": "//evil.example"})
        assert "Olive removed your passkeys" not in self.seen(own)
        client.post(url, {"password": NEW})
        assert self.TOLD in self.seen(self.sign_in())

    def test_a_new_organizer_and_one_who_is_gone_are_told_to_the_others(
        self, client: Client, url: str, club: Club, third: User
    ) -> None:
        other = Client()
        other.force_login(third)
        form = {"name": "Mal", "username": "mal", "password": NEW, "role": "organizer"}
        client.post(reverse("scoring:members"), {**form, ANSWER: PASSWORD})
        assert "Olive made Mal an organizer." in self.seen(other)
        mal = Membership.objects.get(user__username="mal")
        client.post(reverse("scoring:member-remove", args=[mal.pk]))
        assert "Olive removed Mal as an organizer." in self.seen(other)

    def test_a_scorekeepers_trouble_is_nobody_elses(
        self, client: Client, club: Club, third: User
    ) -> None:
        sam = MembershipFactory(club=club, role=Membership.Role.SCOREKEEPER)
        url = reverse("scoring:member-account", args=[sam.pk])
        client.post(url, {"password": NEW, ANSWER: PASSWORD})
        other = Client()
        other.force_login(third)
        assert "gave" not in self.seen(other)
        assert sam.user.account_notices.count() == 1

    @pytest.mark.parametrize(
        ("to", "goes"), [("/rules/", "/rules/"), ("//evil.example/", "/"), ("javascript:x", "/")]
    )
    def test_it_leads_to_this_site_only(self, client: Client, to: str, goes: str) -> None:
        url = reverse("scoring:notices-put-away")
        assert client.post(url, {"last": "x", "next": to})["Location"] == goes
