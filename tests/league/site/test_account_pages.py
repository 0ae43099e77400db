"""The pages of one's own account, each with the litany, and what each is for."""

import json
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from axes.models import AccessFailureLog
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from scoring.models import Game
from tests.doors import at_secure_door
from tests.keys import code_of, give_codes, give_passkey, recovery_codes_of
from tests.litany import BOTH, GET, ClientOf, Shows, Writes, rows
from tests.page import Page

from .account_pages import PASSWORD, Confirmed, OwnPage, confirm

NEW = "dining-car-77"


def sign_in(client: Client, user: User, password: str = PASSWORD, **more: str) -> Any:
    """Send the form for signing in."""
    told = {"login": user.username, "password": password, **more}
    return client.post(reverse("scoring:sign-in"), told)


class TestAccount(OwnPage, Shows):
    name = "mfa_index"
    methods = GET
    most_queries = 6

    def test_it_says_what_opens_the_account(
        self, client_of: ClientOf, game: Game, organizer: User
    ) -> None:
        client = client_of("organizer")
        page = self.get(client, game)
        assert "You have none." in page.text
        assert "Switched off: your password is enough." in page.text
        give_codes(organizer)
        give_passkey(organizer)
        page = self.get(client, game)
        assert "You have one passkey." in page.text
        assert reverse("mfa_view_recovery_codes") in page.links


class TestPassword(OwnPage, Writes):
    name = "account_change_password"
    methods = BOTH

    def data(self, game: Game) -> dict[str, Any]:
        return {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}

    def test_it_holds_and_ends_all_other_sessions(
        self, client_of: ClientOf, game: Game, organizer: User, as_user: Any
    ) -> None:
        client, other, stranger = client_of("organizer"), as_user(organizer), client_of("stranger")
        assert "Your password is changed." in self.followed(client, game).trouble
        assert client.get(reverse("mfa_index")).status_code == 200
        assert other.get(reverse("mfa_index")).status_code == 302
        assert stranger.get(reverse("mfa_index")).status_code == 200
        assert sign_in(Client(), organizer).status_code == 200
        assert sign_in(Client(), organizer, NEW).status_code == 302
        listed = Page(client.get(reverse("account-sessions")))
        assert listed.text.count("this one") == 1

    @pytest.mark.parametrize(
        ("changed", "said"),
        [
            ({"oldpassword": "wrong"}, "That is not your password."),
            ({"password1": "short", "password2": "short"}, "too short"),
            ({"password2": "other"}, "same password"),
            ({"oldpassword": None}, "Something is missing"),
        ],
    )
    def test_what_is_wrong_is_said(
        self, client_of: ClientOf, game: Game, changed: dict[str, Any], said: str
    ) -> None:
        client, before = client_of("organizer"), rows()
        assert said in self.followed(client, game, **changed).trouble
        assert rows() == before

    def test_the_old_one_cannot_be_guessed_here(self, client_of: ClientOf, game: Game) -> None:
        client = client_of("organizer")
        for _guess in range(4):
            assert self.send(client, game, oldpassword="wrong").status_code == 200
        assert self.send(client, game, oldpassword="wrong").status_code == 429
        assert self.send(client, game).status_code == 429

    def test_who_has_none_is_told_whom_to_ask(
        self, client_of: ClientOf, game: Game, organizer: User
    ) -> None:
        client = client_of("organizer")
        organizer.set_unusable_password()
        organizer.save()
        client.force_login(organizer)
        page = Page(client.get(self.url(game), follow=True))
        assert "Ask an organizer to give you one." in page.trouble


class TestConfirm(OwnPage, Writes):
    name = "account_reauthenticate"
    methods = BOTH

    def data(self, game: Game) -> dict[str, Any]:
        return {"password": PASSWORD}

    @pytest.mark.parametrize(
        ("to", "goes"), [("/account/passkeys/", "/account/passkeys/"), ("//evil.example/", "/")]
    )
    def test_it_leads_to_this_site_only(
        self, client_of: ClientOf, game: Game, to: str, goes: str
    ) -> None:
        assert self.send(client_of("organizer"), game, next=to)["Location"] == goes

    def test_a_wrong_password_opens_nothing_and_counts(
        self, client_of: ClientOf, game: Game
    ) -> None:
        client = client_of("organizer")
        page = Page(self.send(client, game, password="wrong"))
        assert "That is not your password." in page.trouble
        assert client.get(reverse("mfa_add_webauthn")).status_code == 302
        assert AccessFailureLog.objects.count() == 1

    def test_it_holds_for_a_quarter_of_an_hour(
        self, client_of: ClientOf, game: Game, time_machine: Any
    ) -> None:
        time_machine.move_to("2026-03-07 12:00:00+00:00", tick=False)
        client = confirm(client_of("organizer"))
        time_machine.shift(14 * 60)
        assert client.get(reverse("mfa_add_webauthn")).status_code == 200
        time_machine.shift(2 * 60)
        assert client.get(reverse("mfa_add_webauthn")).status_code == 302


class TestConfirmByCode(OwnPage, Writes):
    name = "mfa_reauthenticate"
    methods = BOTH

    def prepare(self, user: User) -> None:
        self.key = give_codes(user)

    def data(self, game: Game) -> dict[str, Any]:
        return {"code": code_of(self.key)} if hasattr(self, "key") else {"code": "1"}

    def says_locked(self, answer: Any) -> None:
        super().says_locked(answer)
        # A code counts once, also where nothing came of it.
        cache.clear()

    def test_wrong_codes_are_counted(
        self, client_of: ClientOf, game: Game, organizer: User
    ) -> None:
        client = client_of("organizer")
        for _guess in range(5):
            assert "not the right code" in self.followed(client, game, code="abc").trouble
        page = self.followed(client, game)
        assert "Too many wrong codes. Wait 15 minutes, then try again." in page.trouble
        assert client.get(reverse("mfa_activate_totp")).status_code == 302


class TestConfirmByPasskey(OwnPage, Writes):
    name = "mfa_reauthenticate_webauthn"
    methods = BOTH
    # No device answers here, so nothing is written: see the test in a browser.
    done = 200
    writes = False

    def prepare(self, user: User) -> None:
        give_passkey(user)

    def data(self, game: Game) -> dict[str, Any]:
        return {"credential": "{}"}

    def asked(self, client: Client, game: Game, method: str) -> Any:
        # The log cannot read who it was, so the answer comes from around all views.
        client.raise_request_exception = False
        return super().asked(client, game, method)

    def test_a_forged_answer_opens_nothing(self, client_of: ClientOf, game: Game) -> None:
        client = client_of("organizer")
        page = Page(self.send(client, game))
        assert "This passkey did not work here." in page.text
        assert client.get(reverse("mfa_add_webauthn")).status_code == 302


class TestPasskeys(OwnPage, Shows):
    name = "mfa_list_webauthn"
    methods = GET
    most_queries = 5

    def prepare(self, user: User) -> None:
        give_passkey(user)

    def grow(self, game: Game) -> None:
        for number in range(5):
            give_passkey(self.people["organizer"], f"Key {number}")

    def test_it_lists_ones_own_alone(self, client_of: ClientOf, game: Game, stranger: User) -> None:
        give_passkey(stranger, "Another's")
        page = self.get(client_of("organizer"), game)
        assert "My iPad not yet Rename My iPad Remove My iPad" in page.text
        assert "Another's" not in page.text

    @pytest.mark.parametrize(
        ("host", "secure", "offered"),
        [("localhost", False, True), ("127.0.0.1", True, False), ("testserver", False, False)],
    )
    def test_it_says_where_passkeys_cannot_be_used(
        self, client_of: ClientOf, game: Game, host: str, secure: bool, offered: bool
    ) -> None:
        client = client_of("organizer")
        if secure:
            client = at_secure_door(client)
        page = Page(client.get(self.url(game), headers={"host": host}))
        assert ("A passkey cannot be used on this page." in page.text) is not offered
        assert (reverse("mfa_add_webauthn") in page.links) is offered


class TestAddPasskey(Confirmed, Writes):
    name = "mfa_add_webauthn"
    methods = BOTH
    # No device answers here, so nothing is written: see the test in a browser.
    done = 200
    writes = False

    def data(self, game: Game) -> dict[str, Any]:
        return {"name": "My iPad", "credential": "{}"}

    def test_the_device_is_asked_to_keep_it_and_to_ask_who_holds_it(
        self, client_of: ClientOf, game: Game
    ) -> None:
        answer = client_of("organizer").get(self.url(game))
        asked = answer.context["js_data"]["creation_options"]["publicKey"]
        told = json.loads(json.dumps(asked["authenticatorSelection"]))
        assert (told["residentKey"], told["userVerification"]) == (
            "required",
            "required",
        )

    def test_no_forged_answer_is_kept_or_breaks_the_page(
        self, client_of: ClientOf, game: Game
    ) -> None:
        client, url = client_of("organizer"), self.url(game)
        for told in FORGED:
            client.get(url)
            page = Page(client.post(url, {"name": "x", "credential": told}))
            assert "This passkey did not work here." in page.text or "code" in page.trouble, told
        assert not Authenticator.objects.exists()


FORGED = (
    "",
    "{}",
    "[]",
    "null",
    "7",
    "not json",
    "[" * 40_000,
    '{"id": "\\u0000"}',
    '{"id": 1, "rawId": 2, "type": 3, "response": 4}',
    '{"id": "AA", "rawId": "AA", "type": "public-key", "response": {}}',
    json.dumps(
        {
            "id": "AA",
            "rawId": "AA",
            "type": "public-key",
            "response": {
                "clientDataJSON": "e30",
                "attestationObject": "oA",
                "authenticatorData": "AA",
                "signature": "AA",
                "userHandle": "AA",
            },
        }
    ),
)


class OnePasskey(Confirmed, Writes):
    methods = BOTH

    def prepare(self, user: User) -> None:
        self.passkey = give_passkey(user)

    def args(self, game: Game) -> list[object]:
        return [self.passkey.pk]

    def test_anothers_is_not_there(self, client_of: ClientOf, game: Game, stranger: User) -> None:
        client, theirs = client_of("organizer"), give_passkey(stranger)
        for pk in (theirs.pk, 0, 10**30):
            url = reverse(self.name, args=[pk])
            assert client.get(url).status_code == 404
            assert client.post(url, self.data(game)).status_code == 404
        theirs.refresh_from_db()
        assert theirs.wrap().name == "My iPad"


class TestNamePasskey(OnePasskey):
    name = "mfa_edit_webauthn"

    def data(self, game: Game) -> dict[str, Any]:
        return {"name": " Blue  iPad "}

    def test_it_has_the_new_name(self, client_of: ClientOf, game: Game) -> None:
        assert "Blue iPad" in self.followed(client_of("organizer"), game).text

    @pytest.mark.parametrize("name", ["", "\u200b", "x" * 41, "\0"])
    def test_it_needs_one_that_fits(self, client_of: ClientOf, game: Game, name: str) -> None:
        page = self.followed(client_of("organizer"), game, name=name)
        assert page.trouble
        self.passkey.refresh_from_db()
        assert self.passkey.wrap().name == "My iPad"


class TestRemovePasskey(OnePasskey):
    name = "mfa_remove_webauthn"

    def test_it_is_gone(self, client_of: ClientOf, game: Game, organizer: User) -> None:
        page = self.followed(client_of("organizer"), game)
        assert "The passkey is removed." in page.trouble
        assert not Authenticator.objects.filter(user=organizer).exists()


class TestSwitchOnCodes(Confirmed, Writes):
    name = "mfa_activate_totp"
    methods = BOTH

    def asked(self, client: Client, game: Game, method: str) -> Any:
        """The page shows a key, and the form has the code of that key."""
        if method == "POST":
            answer = client.get(self.url(game))
            context = answer.context or {}
            key = context["form"].secret if "form" in context else ""
            form = {"code": code_of(key) if key and "secret_in_fours" in context else "000000"}
            return lambda: client.post(self.url(game), form)
        return super().asked(client, game, method)

    def data(self, game: Game) -> dict[str, Any]:
        return {"code": "000000"}

    def test_codes_are_asked_for_from_then_on(
        self, client_of: ClientOf, game: Game, organizer: User
    ) -> None:
        client = client_of("organizer")
        answer = self.asked(client, game, "POST")()
        assert answer["Location"] == reverse("mfa_view_recovery_codes")
        page = Page(client.get(answer["Location"]))
        first = recovery_codes_of(organizer)[0]
        assert f"{first[:4]} {first[4:]}" in page.text
        assert sign_in(Client(), organizer)["Location"] == reverse("mfa_authenticate")

    def test_a_wrong_code_switches_nothing_on(self, client_of: ClientOf, game: Game) -> None:
        client = client_of("organizer")
        client.get(self.url(game))
        for _guess in range(5):
            assert "not the right code" in self.followed(client, game, code="x").trouble
        assert "Too many wrong codes." in self.followed(client, game).trouble
        assert not Authenticator.objects.exists()


class TestSwitchOffCodes(Confirmed, Writes):
    name = "mfa_deactivate_totp"
    methods = BOTH

    def prepare(self, user: User) -> None:
        give_codes(user)

    def test_the_password_alone_is_enough_again(
        self, client_of: ClientOf, game: Game, organizer: User
    ) -> None:
        assert "is enough again" in self.followed(client_of("organizer"), game).trouble
        assert not Authenticator.objects.filter(user=organizer).exists()
        assert sign_in(Client(), organizer)["Location"] == reverse("scoring:home")

    def test_who_has_none_has_nothing_to_switch_off(self, game: Game, as_user: Any) -> None:
        client = as_user(self.people["organizer"])
        assert client.get(self.url(game)).status_code == 404


class TestRecoveryCodes(Confirmed, Shows):
    name = "mfa_view_recovery_codes"
    methods = GET
    most_queries = 7

    def prepare(self, user: User) -> None:
        give_codes(user)
        # The first look is written down.
        Authenticator.objects.get(user=user, type="recovery_codes").wrap().mark_as_viewed()


class TestNewRecoveryCodes(Confirmed, Writes):
    name = "mfa_generate_recovery_codes"
    methods = BOTH

    def prepare(self, user: User) -> None:
        give_codes(user)

    def test_the_old_ones_are_worth_nothing(
        self, client_of: ClientOf, game: Game, organizer: User
    ) -> None:
        client = client_of("organizer")
        old = recovery_codes_of(organizer)
        self.followed(client, game)
        new = recovery_codes_of(organizer)
        assert len(new) == 10
        assert not set(old) & set(new)


class TestSessions(OwnPage, Shows):
    name = "account-sessions"
    methods = GET
    most_queries = 6

    def grow(self, game: Game) -> None:
        for _number in range(3):
            sign_in(Client(), self.people["organizer"])

    def test_it_lists_where_one_is_signed_in(
        self, client_of: ClientOf, game: Game, organizer: User, stranger: User
    ) -> None:
        ipad = "Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) Version/17.4 Mobile Safari/604.1"
        sign_in(Client(headers={"user-agent": ipad}, REMOTE_ADDR="192.168.1.20"), organizer)
        sign_in(Client(REMOTE_ADDR="203.0.113.9"), stranger)
        page = self.get(client_of("organizer"), game)
        assert "Safari on iPad 192.168.1.20" in page.text
        assert "203.0.113.9" not in page.text
        assert page.text.index("this one") < page.text.index("iPad")


class TestSessionEnd(OwnPage, Writes):
    name = "account-session-end"

    def prepare(self, user: User) -> None:
        self.other = Client()
        sign_in(self.other, user)

    def args(self, game: Game) -> list[object]:
        return [UserSession.objects.order_by("pk").last().pk]

    def test_it_ends_that_one_at_once(self, client_of: ClientOf, game: Game) -> None:
        client = client_of("organizer")
        assert self.other.get(reverse("mfa_index")).status_code == 200
        assert "That one is signed out." in self.followed(client, game).trouble
        assert self.other.get(reverse("mfa_index")).status_code == 302
        assert client.get(reverse("mfa_index")).status_code == 200

    def test_anothers_is_not_there(self, client_of: ClientOf, game: Game, stranger: User) -> None:
        client, other = client_of("organizer"), Client()
        sign_in(other, stranger)
        for pk in (UserSession.objects.get(user=stranger).pk, 0, 10**18):
            assert client.post(reverse(self.name, args=[pk])).status_code == 404
        assert other.get(reverse("mfa_index")).status_code == 200


class TestSessionsEnd(OwnPage, Writes):
    name = "account-sessions-end"

    def test_it_ends_all_others_those_too_that_were_never_listed(
        self, client_of: ClientOf, game: Game, organizer: User, as_user: Any
    ) -> None:
        listed, unlisted, theirs = Client(), as_user(organizer), client_of("stranger")
        sign_in(listed, organizer)
        assert not UserSession.objects.filter(session_key=unlisted.session.session_key).exists()
        client = client_of("organizer")
        page = self.followed(client, game)
        assert "You are signed out everywhere else." in page.trouble
        for ended in (listed, unlisted):
            assert ended.get(reverse("mfa_index")).status_code == 302
        assert theirs.get(reverse("mfa_index")).status_code == 200
        assert Session.objects.count() == 2
