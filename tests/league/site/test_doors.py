"""The three doors: https, this machine itself, and plain http where others may listen."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from pytest_django import Settings

from league.site import doors
from scoring.accounts.access import TABLET_COOKIE
from scoring.models import Club, Game, Tablet
from scoring.tablets.pairing import cookie as tablet_cookie
from scoring.tablets.pairing.services import code_make, tablet_unpair
from scoring.web import connection
from tests.actors import cookie_of
from tests.doors import LAPTOP, TABLET, SecureClient, at_plain_door, at_secure_door
from tests.page import Page

PASSWORD = "train-station-42"
SESSION, CSRF = "sessionid", "csrftoken"


@pytest.fixture(autouse=True)
def _laptop(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """As `manage.py serve` starts it, without any setting."""
    settings.PLAIN_SIGN_IN = False
    settings.PLAIN_PORT, settings.SECURE_PORT = 8000, 8443
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setattr(connection, "lan_addresses", lambda: [LAPTOP])


def asked(host: str = "localhost:8000", peer: str = "127.0.0.1", **more: Any) -> HttpRequest:
    told: dict[str, Any] = {"wsgi.url_scheme": more.pop("scheme", "http"), **more}
    return RequestFactory().get("/", REMOTE_ADDR=peer, HTTP_HOST=host, **told)


@pytest.mark.parametrize(
    ("request_", "entrance"),
    [
        (asked(), "machine"),
        (asked("[::1]:8000", "::1"), "machine"),
        (asked("127.0.0.1", "::ffff:127.0.0.1"), "machine"),
        (asked(scheme="https", peer=TABLET, host=LAPTOP), "secure"),
        (asked(LAPTOP, TABLET), "plain"),
        # Whoever asks from elsewhere can say anything in a header.
        (asked("localhost", TABLET), "plain"),
        (asked(LAPTOP, TABLET, HTTP_X_FORWARDED_PROTO="https"), "plain"),
        (asked("localhost", TABLET, HTTP_X_FORWARDED_FOR="127.0.0.1"), "plain"),
        # A program on this machine that passes on what others ask.
        (asked(LAPTOP), "plain"),
        (asked(HTTP_X_FORWARDED_FOR=TABLET), "plain"),
        (asked(HTTP_FORWARDED=f"for={TABLET}"), "plain"),
        # A socket in a folder has no address; a name of no site's own is refused later.
        (asked(peer=""), "plain"),
        (asked("a b"), "plain"),
    ],
)
def test_the_door_is_told_by_the_socket(request_: HttpRequest, entrance: str) -> None:
    assert doors.entrance_of(request_) == entrance


@pytest.mark.parametrize(
    ("set_", "request_", "entrance"),
    [
        ({"TRUST_PROXY": True}, asked(), "plain"),
        (
            {"TRUST_PROXY": True, "SECURE_PROXY_SSL_HEADER": ("HTTP_X_FORWARDED_PROTO", "https")},
            asked("scores.example.org", HTTP_X_FORWARDED_PROTO="https"),
            "secure",
        ),
        # A proxy that does not say how it was asked, for a site that has https addresses alone.
        ({"HTTPS_ONLY": True}, asked("scores.example.org"), "secure"),
        ({"DEBUG": True}, asked(LAPTOP, TABLET), "plain"),
    ],
)
def test_behind_a_proxy_the_settings_say_what_comes(
    settings: Settings, set_: dict[str, Any], request_: HttpRequest, entrance: str
) -> None:
    for name, value in set_.items():
        setattr(settings, name, value)
    assert doors.entrance_of(request_) == entrance


def forms(client: Client, club: Club, user: User) -> Iterator[Any]:
    """The answers in which the site gives its cookies: to a tablet, and to who signs in and out."""
    yield client.get("/pair/")
    code = code_make(club=club, tablet_name="Table 4", made_by=None).code
    yield client.post("/pair/", {"code": code})
    yield client.get("/sign-in/")
    yield client.post("/sign-in/", {"login": user.username, "password": PASSWORD})
    yield client.post("/club/", {"name": "Hillside", "shown": "nothing", "numerals": "words"})
    yield client.post("/sign-out/")


@pytest.mark.parametrize(
    ("client", "wanted"),
    [
        (SecureClient(REMOTE_ADDR=TABLET), {SESSION, CSRF, "messages", TABLET_COOKIE, "known"}),
        (
            Client(HTTP_HOST="localhost:8000"),
            {SESSION, CSRF, "messages", TABLET_COOKIE, "known"},
        ),
        (Client(HTTP_HOST=LAPTOP, REMOTE_ADDR=TABLET), {CSRF, "messages", TABLET_COOKIE}),
    ],
    ids=["secure", "machine", "plain"],
)
def test_each_cookie_is_its_doors_own(
    club: Club, organizer: User, client: Client, wanted: set[str]
) -> None:
    """Every cookie that any answer sets, with all that it says of itself."""
    client.cookies.clear()
    secure = isinstance(client, SecureClient)
    given = set()
    for answer in forms(client, club, organizer):
        for name, cookie in answer.cookies.items():
            own = name.removeprefix("__Host-")
            assert (own != name) == secure, name
            assert bool(cookie["secure"]) == secure, name
            assert (cookie["path"], cookie["domain"]) == ("/", ""), name
            assert cookie["samesite"] == "Lax", name
            gone = cookie["max-age"] == 0
            assert cookie["httponly"] or gone, name
            given.add(own.removeprefix("roundhouse-") if "known" in own else own)
    assert given == wanted


def test_the_site_works_at_the_secure_door(club: Club, organizer: User) -> None:
    """With the cookies that it gave itself: signed in, and a form with its token."""
    client = SecureClient(enforce_csrf_checks=True, REMOTE_ADDR=TABLET, HTTP_HOST=f"{LAPTOP}:8443")
    client.get("/sign-in/")
    token = Page(client.get("/sign-in/")).fields["csrfmiddlewaretoken"]
    form = {"login": organizer.username, "password": PASSWORD, "csrfmiddlewaretoken": token}
    answer = client.post("/sign-in/", form, HTTP_ORIGIN=f"https://{LAPTOP}:8443")
    assert answer.status_code == 302
    assert client.get("/club/").status_code == 200
    assert client.session["_auth_user_id"] == str(organizer.pk)
    # From the plain door beside, which has the same host's name.
    token = Page(client.get("/club/")).fields["csrfmiddlewaretoken"]
    answer = client.post(
        "/club/", {"csrfmiddlewaretoken": token}, HTTP_ORIGIN=f"http://{LAPTOP}:8000"
    )
    assert answer.status_code == 403


# How a cookie of plain http may look when it is sent to the secure door. A browser lets http set
# none that begins with the prefix; Python takes all of these for white space around the name.
FORGED = [
    "{name}",
    "\u2000__Host-{name}",
    "\xa0__Host-{name}",
    "\x85__Host-{name}",
    "__host-{name}",
]


def header_of(name: str, value: str) -> str:
    """A Cookie header as WSGI has it: each byte of UTF-8 as a letter."""
    return f"{name}={value}".encode().decode("latin-1")


@pytest.mark.parametrize("form", [*FORGED, "__Host-{name}"])
@pytest.mark.parametrize("written", ["raw", "signed"])
def test_no_cookie_of_the_plain_door_is_taken_at_the_secure_one(
    organizer: User, tablet: Tablet, form: str, written: str
) -> None:
    """Nor under the right name, if it was heard at the plain door: it is not signed for this one.

    What is signed for this one is refused under every name but its own.
    """
    client = Client()
    client.force_login(organizer)
    values = {SESSION: client.cookies[SESSION].value, TABLET_COOKIE: cookie_of(tablet, "secret")}
    values[CSRF] = "c" * 32
    if written == "signed":
        values = {name: doors.secure_value(name, value) for name, value in values.items()}
    for name, value in values.items():
        header = header_of(form.format(name=name), value)
        taken = dict(doors.read_secure(header))
        assert bool(taken) == (form == "__Host-{name}" and written == "signed"), name
    browser = SecureClient(REMOTE_ADDR=TABLET)
    session = header_of(form.format(name=SESSION), values[SESSION])
    known = browser.get("/club/", HTTP_COOKIE=session).status_code == 200
    assert known == (form == "__Host-{name}" and written == "signed")


def test_of_two_cookies_of_a_name_the_first_counts() -> None:
    one, other = (doors.secure_value(CSRF, value) for value in ("one", "other"))
    header = f"__Host-{CSRF}={one}; \u2000__Host-{CSRF}={other}; __Host-{CSRF}={other}"
    assert dict(doors.read_secure(header)) == {CSRF: "one"}
    # A value is good under its own name alone.
    assert not dict(doors.read_secure(f"__Host-{SESSION}={one}"))


@pytest.mark.parametrize("path", ["/sign-in/", "/account/", "/setup/", "/sign-in/passkey/"])
def test_nobody_signs_in_where_others_may_listen(
    organizer: User, path: str, settings: Settings
) -> None:
    client = Client(REMOTE_ADDR=TABLET, HTTP_HOST=f"{LAPTOP}:8000")
    client.force_login(organizer)
    for answer in (client.get(path), client.post(path, {"login": "x", "password": PASSWORD})):
        page = Page(answer)
        assert answer.status_code == 403
        assert "password" not in page.fields
        assert {"/trust/", f"https://{LAPTOP}:8443{path}"} <= set(page.links)
        assert "http://localhost:8000" in page.text
    settings.PLAIN_SIGN_IN = True
    assert client.get("/account/").status_code == 200


def test_a_right_password_in_the_clear_opens_nothing(organizer: User) -> None:
    client = Client(REMOTE_ADDR=TABLET, HTTP_HOST=LAPTOP)
    answer = client.post("/sign-in/", {"login": organizer.username, "password": PASSWORD})
    assert answer.status_code == 403
    assert SESSION not in client.cookies
    assert User.objects.get(pk=organizer.pk).last_login is None


@pytest.mark.parametrize(
    ("set_", "link", "said"),
    [
        ({"SECURE_PORT": None}, "/trust/", "PLAIN_SIGN_IN"),
        (
            {"SECURE_PORT": None, "SITE_ADDRESSES": ["https://scores.example.org"]},
            "https://scores.example.org/sign-in/?next=/club/",
            "TRUST_PROXY",
        ),
    ],
)
def test_without_a_door_of_its_own_the_page_says_what_to_do(
    db: None, settings: Settings, set_: dict[str, Any], link: str, said: str
) -> None:
    for name, value in set_.items():
        setattr(settings, name, value)
    page = Page(Client(REMOTE_ADDR=TABLET).get("/sign-in/?next=/club/"))
    assert link in page.links
    assert said in page.text


def test_at_the_plain_door_an_account_is_nobody_and_its_tablet_scores(
    organizer: User, tablet: Tablet, game: Game
) -> None:
    """A session of before, which the browser still sends in the clear, opens nothing."""
    client = Client()
    client.force_login(organizer)
    sheet = reverse("scoring:sheet", args=[game.code])
    plain = at_plain_door(client)
    for path in ("/club/", "/people/", sheet):
        answer = plain.get(path)
        assert answer.status_code == 404
        assert "/sign-in/" in Page(answer).links
    assert at_secure_door(client).get("/club/").status_code == 200
    plain.cookies[TABLET_COOKIE] = cookie_of(tablet, "secret")
    assert plain.get(sheet).status_code == 200
    assert plain.get("/people/").status_code == 404


class TestMoving:
    """A tablet that was paired over plain http comes to the secure door."""

    @pytest.fixture
    def browser(self, tablet: Tablet) -> SecureClient:
        client = SecureClient(REMOTE_ADDR=TABLET, HTTP_HOST=f"{LAPTOP}:8443")
        paired = HttpResponse()
        tablet_cookie.tablet_cookie_set(paired, f"{tablet.pk}:secret")
        client.cookies[TABLET_COOKIE] = paired.cookies[TABLET_COOKIE].value
        return client

    def test_it_goes_on_as_the_same_by_one_tap(
        self, browser: SecureClient, tablet: Tablet, game: Game
    ) -> None:
        sheet = reverse("scoring:sheet", args=[game.code])
        assert browser.get(sheet).status_code == 404, "nothing moves by itself"
        for path in ("/", "/pair/"):
            assert "Yes, go on as Table 3" in Page(browser.get(path)).text
        browser.post("/pair/", {"move": "yes"})
        assert browser.get(sheet).status_code == 200
        assert Tablet.objects.get() == tablet
        # At the plain door it stays what it was: what waits there can be handed over.
        assert at_plain_door(browser).get(sheet).status_code == 200
        assert "go on as" not in Page(browser.get("/pair/")).text

    @pytest.mark.parametrize("value", ["", "1:secret", "1:secret:x:y", "²:x:y:z"])
    def test_a_cookie_of_ones_own_making_moves_nothing(
        self, browser: SecureClient, game: Game, value: str
    ) -> None:
        browser.cookies[TABLET_COOKIE] = value
        assert "go on as" not in Page(browser.get("/")).text
        assert browser.post("/pair/", {"move": "yes"}).status_code == 200
        assert browser.get(reverse("scoring:sheet", args=[game.code])).status_code == 404

    def test_an_unpaired_tablet_moves_nowhere(self, browser: SecureClient, tablet: Tablet) -> None:
        tablet_unpair(tablet=tablet)
        assert "go on as" not in Page(browser.get("/")).text

    def test_who_is_signed_in_is_not_asked(self, browser: SecureClient, organizer: User) -> None:
        client = Client()
        client.force_login(organizer)
        signed_in = at_secure_door(client)
        signed_in.cookies[TABLET_COOKIE] = browser.cookies[TABLET_COOKIE].value
        assert "go on as" not in Page(signed_in.get("/pair/")).text


@pytest.mark.parametrize(
    ("days", "renewed"), [(0, False), (29, False), (31, True), (399, True), (-4000, True)]
)
def test_a_tablet_in_use_is_never_forgotten(
    tablet: Tablet, monkeypatch: pytest.MonkeyPatch, days: int, *, renewed: bool
) -> None:
    """Browsers keep a cookie for 400 days at most; also one that a clock ahead has dated."""
    client, now = Client(), time.time()
    with monkeypatch.context() as patch:
        patch.setattr(time, "time", lambda: now - days * 86400)
        client.cookies[TABLET_COOKIE] = cookie_of(tablet, "secret")
    answer = client.get("/")
    assert (TABLET_COOKIE in answer.cookies) == renewed
    if renewed:
        assert int(answer.cookies[TABLET_COOKIE]["max-age"]) == 400 * 86400
        again = client.get("/")
        assert "Table 3" in again.content.decode()
        assert TABLET_COOKIE not in again.cookies


def test_every_page_for_accounts_lies_where_the_plain_door_is_closed() -> None:
    """Allauth's views may be asked for under no other address."""
    from league.site.accounts.urls import urlpatterns

    for pattern in urlpatterns:
        assert f"/{pattern.pattern}".startswith(doors.CLOSED)


@pytest.mark.parametrize(
    ("method", "headers", "status"),
    [
        ("get", {"HTTP_ACCEPT": "text/html,*/*"}, 301),
        ("get", {"HTTP_ACCEPT": "text/html,*/*", "HTTP_HX_REQUEST": "true"}, 403),
        # A calendar program, and a form.
        ("get", {"HTTP_ACCEPT": "*/*"}, 403),
        ("get", {}, 403),
        ("post", {"HTTP_ACCEPT": "text/html,*/*"}, 403),
    ],
)
def test_a_site_of_https_alone_sends_on_only_people_who_ask_for_a_page(
    settings: Settings, db: None, method: str, headers: dict[str, str], status: int
) -> None:
    settings.TRUST_PROXY = settings.HTTPS_ONLY = settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    client = Client(HTTP_HOST="localhost", HTTP_X_FORWARDED_PROTO="http")
    answer = getattr(client, method)("/", **headers)
    assert answer.status_code == status
    if status == 403:
        assert b"https" in answer.content
    secure = Client(HTTP_HOST="localhost", HTTP_X_FORWARDED_PROTO="https")
    assert getattr(secure, method)("/rules/", **headers).status_code != status
