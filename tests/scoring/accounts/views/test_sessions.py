"""A session is of use only to the person who began it, and only until it is ended."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from scoring.accounts.services.people import member_remove
from scoring.models import Club, PairingCode, Tablet
from scoring.tablets.pairing.services import code_make, tablet_pair
from tests.confirming import confirm, unconfirm
from tests.factories import MembershipFactory
from tests.keys import code_of, give_codes
from tests.page import Page

pytestmark = pytest.mark.django_db

PASSWORD, NEW = "train-station-42", "dining-car-77"
COOKIE = settings.SESSION_COOKIE_NAME


def sign_in(client: Client, user: User) -> Any:
    form = {"login": user.username, "password": PASSWORD}
    answer = client.post(reverse("scoring:sign-in"), form)
    assert answer.status_code == 302
    return answer


def key_of(client: Client) -> str:
    return str(client.cookies[COOKIE].value)


def is_in(key: str) -> bool:
    """Whether somebody with that session's key, and nothing else, is signed in."""
    thief = Client()
    thief.cookies[COOKIE] = key
    return bool(thief.get(reverse("mfa_index")).status_code == 200)


def test_a_session_that_was_planted_is_not_the_one_that_is_signed_in(organizer: User) -> None:
    client = Client()
    headers = {"accept": "application/json", "host": "localhost"}
    client.get(reverse("mfa_login_webauthn"), headers=headers)
    planted = key_of(client)
    sign_in(client, organizer)
    assert key_of(client) != planted
    assert not is_in(planted)
    assert is_in(key_of(client))


def test_a_new_password_makes_a_new_session_and_ends_a_copied_one(organizer: User) -> None:
    client = Client()
    sign_in(client, organizer)
    copied = key_of(client)
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    client.post(reverse("account_change_password"), form)
    assert key_of(client) != copied
    assert not is_in(copied)
    assert is_in(key_of(client))


@pytest.mark.parametrize("way", ["account_reauthenticate", "mfa_reauthenticate", "deed"])
def test_who_shows_again_who_they_are_gets_a_new_session(
    organizer: User, scorekeeper: User, way: str
) -> None:
    """Else a copied one would be confirmed with it, and open what asks for the password."""
    client = Client()
    sign_in(client, organizer)
    copied, url = key_of(client), reverse("account-sessions")
    member = reverse("scoring:member-account", args=[scorekeeper.memberships.get().pk])
    if way == "deed":
        unconfirm(client)
        answer = client.post(member, {"password": NEW, "confirm-password": PASSWORD})
    elif way == "mfa_reauthenticate":
        answer = client.post(reverse(way), {"code": code_of(give_codes(organizer))})
    else:
        answer = client.post(reverse(way), {"password": PASSWORD})
    assert answer.status_code == 302
    assert key_of(client) != copied
    assert not is_in(copied)
    page = Page(client.get(url))
    assert page.text.count("this one") == 1
    assert UserSession.objects.get().session_key == key_of(client)


def test_what_a_script_asked_meanwhile_takes_no_cookie_away(organizer: User) -> None:
    """A page that asks every few seconds may have sent the old key just before the new one came."""
    thief = Client()
    thief.cookies[COOKIE] = "of a session that is gone"
    asks = {"sec-fetch-mode": "cors", "hx-request": "true"}
    assert COOKIE not in thief.get(reverse("mfa_index"), headers=asks).cookies
    looks = {"sec-fetch-mode": "navigate"}
    assert COOKIE in thief.get(reverse("mfa_index"), headers=looks).cookies


@pytest.mark.parametrize("way", ["password", "code", "setup"])
def test_a_session_ends_after_half_a_year_however_it_is_used(
    way: str, time_machine: Any, db: None
) -> None:
    time_machine.move_to("2026-03-07 12:00:00+00:00", tick=False)
    client = Client()
    if way == "setup":
        form = {"club": "Hillside", "name": "Olive", "username": "olive", "password": PASSWORD}
        assert client.post(reverse("scoring:setup"), form).status_code == 302
    else:
        olive = MembershipFactory().user
        key = give_codes(olive) if way == "code" else ""
        sign_in(client, olive)
        if key:
            client.post(reverse("mfa_authenticate"), {"code": code_of(key)})
    for _month in range(5):
        time_machine.shift(timedelta(days=30))
        client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
        client.post(reverse("scoring:notices-put-away"), {"last": "1"})
    time_machine.shift(timedelta(days=29))
    assert client.get(reverse("mfa_index")).status_code == 200
    time_machine.shift(timedelta(days=2))
    assert client.get(reverse("mfa_index")).status_code == 302


def test_signing_out_ends_a_copied_session_and_its_confirmation(organizer: User) -> None:
    client = Client()
    sign_in(client, organizer)
    confirm(client)
    copied = key_of(client)
    client.post(reverse("scoring:sign-out"))
    assert not is_in(copied)
    assert not Session.objects.exists()
    sign_in(client, organizer)
    assert "reauthenticated" not in str(client.session.items())


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(
    organizer: User, settings: Any
) -> None:
    settings.SESSION_COOKIE_SECURE = True  # as where the site is https alone
    cookie = sign_in(Client(), organizer).cookies[COOKIE]
    assert (cookie["samesite"], cookie["path"]) == ("Lax", "/")
    assert cookie["httponly"]
    assert cookie["secure"]


def test_who_is_removed_is_out_at_once_and_what_they_paired_is_named(
    club: Club, organizer: User
) -> None:
    """Their codes pair nothing any more; tablets are the club's, and somebody has to look."""
    pat = MembershipFactory(club=club, user__first_name="Pat")
    client, theirs = Client(), Client()
    sign_in(theirs, pat.user)
    key = key_of(theirs)
    code = code_make(club=club, tablet_name="Pat's phone", made_by=pat.user).code
    tablet_pair(code=code, address=None)
    code_make(club=club, tablet_name="Another", made_by=pat.user)
    code_make(club=club, tablet_name="Olive's", made_by=organizer)
    sign_in(client, organizer)
    answer = (
        confirm(client)
        .post(reverse("scoring:member-remove", args=[pat.pk]), follow=True)
        .content.decode()
    )
    assert not is_in(key)
    assert "Pat paired these tablets, and they go on scoring: Pat&#x27;s phone." in answer
    assert [code.tablet_name for code in PairingCode.objects.all()] == ["Olive's"]


def test_tablets_that_were_unpaired_are_not_named(club: Club, organizer: User) -> None:
    pat = MembershipFactory(club=club)
    Tablet.objects.create(
        club=club,
        name="Old",
        secret_hash="x",
        paired_by=pat.user,
        unpaired_at="2026-01-01T12:00Z",
    )
    assert member_remove(membership=pat) == []
