"""Signing in where guesses are counted: the page that says wait, codes, and known browsers."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from axes.models import AccessFailureLog
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from league.site.accounts.guessing import KNOWN_COOKIE, MOST_KNOWN
from scoring.accounts.services.introductions import introduction_make
from tests.factories import MembershipFactory
from tests.keys import code_of, give_codes, give_passkey, recovery_codes_of
from tests.litany import ClientOf
from tests.page import Page

PASSWORD, WRONG = "train-station-42", "wrong"
NOON = datetime(2026, 3, 7, 12, tzinfo=UTC)
SIGN_IN = "/sign-in/"
CODE = "/sign-in/code/"


@pytest.fixture
def olive(db: None) -> User:
    return MembershipFactory(user__username="olive").user


@pytest.fixture(autouse=True)
def clock(time_machine: Any) -> Any:
    time_machine.move_to(NOON, tick=False)
    return time_machine


def knock(client: Client, password: str = WRONG, name: str = "olive", **more: str) -> Any:
    return client.post(SIGN_IN, {"login": name, "password": password, **more})


def test_the_fifth_wrong_password_is_told_how_long_to_wait(olive: User, clock: Any) -> None:
    client = Client()
    for _guess in range(4):
        answer = knock(client)
        assert answer.status_code == 200
        assert "The name or the password is wrong." in Page(answer).trouble
    answer = knock(client)
    assert (answer.status_code, answer["Retry-After"]) == (429, "901")
    assert "Wait 15 minutes, until 12:15 p.m., then try again." in Page(answer).text
    # The right one does not help now, and knocking on does not make it longer.
    clock.shift(timedelta(minutes=10))
    answer = knock(client, PASSWORD)
    assert answer.status_code == 429
    assert "Wait 5 minutes" in Page(answer).text
    clock.shift(timedelta(minutes=5))
    assert knock(client, PASSWORD).status_code == 302


def test_a_name_that_nobody_has_is_answered_the_same(olive: User) -> None:
    pages = []
    for name in ("olive", "nobody"):
        answers = [knock(Client(), name=name) for _guess in range(6)]
        pages.append([(one.status_code, Page(one).text) for one in answers])
    assert pages[0] == pages[1]


def test_the_count_survives_a_restart(olive: User) -> None:
    for _guess in range(5):
        knock(Client())
    assert AccessFailureLog.objects.count() == 5


def test_no_password_is_written_down(olive: User) -> None:
    knock(Client(), "my-secret")
    assert "my-secret" not in str(AccessFailureLog.objects.values())


def test_behind_a_proxy_each_browser_has_its_own_address(olive: User, settings: Settings) -> None:
    settings.TRUST_PROXY = True
    for _guess in range(5):
        Client(headers={"x-forwarded-for": "203.0.113.5"}).post(
            SIGN_IN, {"login": "olive", "password": "wrong"}
        )
    forged = Client(headers={"x-forwarded-for": "198.51.100.1, 203.0.113.5"})
    assert knock(forged, PASSWORD).status_code == 429
    other = Client(headers={"x-forwarded-for": "203.0.113.5, 198.51.100.1"})
    assert knock(other, PASSWORD).status_code == 302


def test_who_has_signed_in_before_is_not_kept_out_by_strangers(olive: User) -> None:
    ipad = Client()
    assert knock(ipad, PASSWORD).status_code == 302
    ipad.post(reverse("scoring:sign-out"))
    for number in range(60):
        knock(Client(REMOTE_ADDR=f"203.0.113.{number}"))
    for _guess in range(5):
        knock(Client())
    assert knock(Client(), PASSWORD).status_code == 429
    assert knock(ipad, PASSWORD).status_code == 302


def test_a_known_browser_has_a_limit_of_its_own(olive: User) -> None:
    ipad = Client()
    knock(ipad, PASSWORD)
    ipad.post(reverse("scoring:sign-out"))
    assert [knock(ipad).status_code for _guess in range(5)][-1] == 429
    assert knock(Client(), PASSWORD).status_code == 302


def test_an_introduction_lets_a_new_browser_in_while_strangers_guess(
    olive: User, clock: Any
) -> None:
    """It opens nothing by itself, ends after a day, and gives nobody guesses without end."""

    def besiege() -> None:
        for number in range(60):
            knock(Client(REMOTE_ADDR=f"203.0.113.{number}"))

    token = introduction_make(name="Olive")
    besiege()
    phone, late = Client(REMOTE_ADDR="198.51.100.7"), Client(REMOTE_ADDR="198.51.100.7")
    assert knock(phone, PASSWORD).status_code == 429
    page = Page(phone.get(SIGN_IN, {"known": token}))
    assert "This browser is known now. Sign in with your password." in page.trouble
    assert phone.get(reverse("mfa_index")).status_code == 302
    assert knock(phone, PASSWORD).status_code == 302
    # Opened once more elsewhere it is the same browser, which has five guesses.
    thieves = [Client(REMOTE_ADDR=f"203.0.113.{number}") for number in (1, 2)]
    for thief in thieves:
        thief.get(SIGN_IN, {"known": token})
    assert [knock(thieves[at % 2]).status_code for at in range(5)][-1] == 429
    assert knock(thieves[0], PASSWORD).status_code == 429
    phone.post(reverse("scoring:sign-out"))
    assert knock(phone, PASSWORD).status_code == 302
    for known in (token[:-1], "rubbish", ""):
        assert "known now" not in Page(late.get(SIGN_IN, {"known": known})).text
    clock.shift(timedelta(days=1, seconds=1))
    late.get(SIGN_IN, {"known": token})
    besiege()
    assert knock(late, PASSWORD).status_code == 429


def test_the_machine_itself_is_never_kept_waiting_by_others(olive: User) -> None:
    for number in range(60):
        knock(Client(REMOTE_ADDR=f"10.0.0.{number}"))
    assert knock(Client(REMOTE_ADDR="10.0.1.1"), PASSWORD).status_code == 429
    assert knock(Client(REMOTE_ADDR="127.0.0.1"), PASSWORD).status_code == 302


@pytest.mark.parametrize("told", ["", "rubbish", "a:b:c", "eyJhIjoxfQ:1w:abc"])
def test_a_forged_cookie_makes_no_browser_known(olive: User, told: str) -> None:
    client = Client()
    client.cookies[KNOWN_COOKIE] = told
    assert [knock(client).status_code for _guess in range(5)][-1] == 429
    assert set(AccessFailureLog.objects.values_list("user_agent", flat=True)) == {""}


def test_a_shared_browser_knows_several_people_and_not_for_ever_more(db: None) -> None:
    client = Client(REMOTE_ADDR="198.51.100.7")
    users = [MembershipFactory().user for _each in range(MOST_KNOWN + 2)]
    sizes = []
    for user in users:
        knock(client, PASSWORD, user.username)
        client.post(reverse("scoring:sign-out"))
        sizes.append(len(client.cookies[KNOWN_COOKIE].value))
    assert sizes[-1] == sizes[-2] < 1000
    for user, status in ((users[-1], 302), (users[0], 429)):
        for number in range(60):
            knock(Client(REMOTE_ADDR=f"203.0.113.{number}"), name=user.username)
        assert knock(client, PASSWORD, user.username).status_code == status
        client.post(reverse("scoring:sign-out"))


def test_the_cookie_names_nobody(olive: User) -> None:
    answer = Client().post(SIGN_IN, {"login": "olive", "password": PASSWORD})
    assert "olive" not in answer.cookies[KNOWN_COOKIE].value


class TestSecondStep:
    @pytest.fixture(autouse=True)
    def _codes(self, olive: User) -> None:
        self.key = give_codes(olive)

    @pytest.fixture
    def half_way(self) -> Client:
        """A browser that has sent the right password."""
        client = Client()
        assert knock(client, PASSWORD)["Location"] == CODE
        return client

    def test_nothing_opens_before_it(self, half_way: Client) -> None:
        assert "_auth_user_id" not in half_way.session
        assert half_way.get(reverse("mfa_index")).status_code == 302
        page = Page(half_way.get(CODE))
        assert "type the code that it shows for Roundhouse" in page.text

    @pytest.mark.parametrize("late", [-30, 0, 30])
    def test_a_code_opens_where_one_was_going(self, late: int) -> None:
        client = Client()
        knock(client, PASSWORD, next="/account/")
        answer = client.post(CODE, {"code": code_of(self.key, NOON.timestamp() + late)})
        assert answer["Location"] == "/account/"
        assert client.get("/account/").status_code == 200

    @pytest.mark.parametrize("seconds", [0, 31, 59])
    def test_a_code_of_the_app_opens_once(self, half_way: Client, clock: Any, seconds: int) -> None:
        """Also in another process, and as long as the clocks of phones may differ."""
        code = code_of(self.key, NOON.timestamp() + 30)
        assert half_way.post(CODE, {"code": code})["Location"] == "/"
        cache.clear()
        clock.shift(timedelta(seconds=seconds))
        client = Client()
        knock(client, PASSWORD)
        for older in (code, code_of(self.key, NOON.timestamp())):
            assert "That is not the right code." in Page(client.post(CODE, {"code": older})).trouble
        assert "_auth_user_id" not in client.session
        clock.shift(timedelta(seconds=60))
        assert client.post(CODE, {"code": code_of(self.key)})["Location"] == "/"

    def test_a_clock_that_was_ahead_locks_nobody_out(self, clock: Any) -> None:
        for moment in (NOON + timedelta(days=3650), NOON):
            clock.move_to(moment, tick=False)
            client = Client()
            knock(client, PASSWORD)
            assert client.post(CODE, {"code": code_of(self.key)})["Location"] == "/"

    def test_a_recovery_code_does_as_well_once(self, half_way: Client, olive: User) -> None:
        code = recovery_codes_of(olive)[3]
        assert half_way.post(CODE, {"code": f"{code[:4]} {code[4:]}"}).status_code == 302
        assert code not in recovery_codes_of(olive)
        client = Client()
        knock(client, PASSWORD)
        assert client.post(CODE, {"code": code}).status_code == 200

    def test_wrong_codes_are_counted_over_all_browsers(self, half_way: Client) -> None:
        for _guess in range(5):
            page = Page(half_way.post(CODE, {"code": "000000"}))
            assert "That is not the right code." in page.trouble
        for client in (half_way, Client(REMOTE_ADDR="203.0.113.7")):
            knock(client, PASSWORD)
            page = Page(client.post(CODE, {"code": code_of(self.key)}))
            assert "Too many wrong codes. Wait 15 minutes, then try again." in page.trouble

    @pytest.mark.parametrize("code", ["", "\0", "x" * 5000, "１２３４５６", "12 34"])
    def test_nonsense_is_refused_in_words(self, half_way: Client, code: str) -> None:
        assert Page(half_way.post(CODE, {"code": code})).trouble

    def test_it_waits_for_a_quarter_of_an_hour(self, half_way: Client, clock: Any) -> None:
        clock.shift(timedelta(minutes=16))
        answer = half_way.post(CODE, {"code": code_of(self.key)})
        assert answer["Location"] == SIGN_IN

    def test_nobody_comes_here_without_a_password(self, client_of: ClientOf) -> None:
        for who in ("nobody", "tablet"):
            assert client_of(who).get(CODE)["Location"] == SIGN_IN

    def test_a_forged_passkey_is_refused(self, half_way: Client, olive: User) -> None:
        give_passkey(olive)
        assert (
            "Use a passkey instead" in Page(half_way.get(CODE, headers={"host": "localhost"})).text
        )
        assert half_way.post(CODE, {"credential": "[]"}).status_code == 200
        assert "_auth_user_id" not in half_way.session


def test_a_passkey_alone_asks_for_no_second_step(olive: User) -> None:
    """Who added one on a tablet still signs in with the password elsewhere."""
    give_passkey(olive)
    client = Client()
    assert knock(client, PASSWORD)["Location"] == "/"
    assert "_auth_user_id" in client.session


class TestPasskeySignIn:
    url = "/sign-in/passkey/"

    def test_it_asks_any_device_that_says_who_holds_it(self, olive: User) -> None:
        give_passkey(olive)
        answer = Client().get(self.url, headers={"accept": "application/json"})
        asked = answer.json()["request_options"]["publicKey"]
        assert asked["userVerification"] == "required"
        assert not asked.get("allowCredentials"), "it would tell who has a passkey"

    def test_looked_at_it_leads_to_signing_in(self, db: None) -> None:
        assert Client().get(self.url)["Location"] == SIGN_IN

    @pytest.mark.parametrize("told", ["", "{}", "[]", '{"response": {"userHandle": "MQ"}}'])
    def test_a_forged_answer_signs_nobody_in(self, olive: User, told: str) -> None:
        client = Client()
        client.get(self.url, headers={"accept": "application/json"})
        page = Page(client.post(self.url, {"credential": told}, follow=True))
        assert "This passkey did not work here." in page.trouble
        assert "_auth_user_id" not in client.session

    def test_very_many_tries_a_minute_are_refused(self, db: None) -> None:
        client = Client(REMOTE_ADDR="203.0.113.77")
        asks = {"accept": "application/json"}
        answers = [client.get(self.url, headers=asks) for _try in range(61)]
        assert [one.status_code for one in answers].count(429) == 1
        assert "Wait a minute" in Page(answers[-1]).text


def test_an_account_that_is_switched_off_stays_out(olive: User) -> None:
    olive.is_active = False
    olive.save()
    assert "The name or the password is wrong." in Page(knock(Client(), PASSWORD)).trouble


@pytest.mark.parametrize(
    "path",
    [
        "/accounts/signup/",
        "/account/signup/",
        "/account/email/",
        "/account/login/",
        "/account/logout/",
        "/account/password/reset/",
        "/account/inactive/",
        "/account/recovery-codes/download/",
    ],
)
def test_what_is_not_used_is_not_there(olive: User, client: Client, path: str) -> None:
    client.force_login(olive)
    assert client.get(path).status_code == 404
