"""A passkey in a real browser, with an authenticator that Chromium plays; and the pages around."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from scoring.models import Club
from tests.factories import MembershipFactory
from tests.keys import give_codes, give_passkey

pytestmark = pytest.mark.django_db(transaction=True)

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def test_a_passkey_is_added_and_signs_in(
    page: Page, live_server, organizer: User, axe: Callable[[Page], None]
) -> None:
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    device.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    page.goto(live_server.url + "/sign-in/?next=/account/passkeys/add/")
    page.get_by_label("User name").fill(organizer.username)
    page.get_by_label("Password").fill("train-station-42")
    page.get_by_role("button", name="Sign in", exact=True).click()
    # Who decides how the account is opened is asked once more.
    expect(page.get_by_role("heading", name="Is it you?")).to_be_visible()
    axe(page)
    page.get_by_label("Your password").fill("train-station-42")
    page.get_by_role("button", name="Go on").click()
    page.get_by_label("What do you call it?").fill("My iPad")
    axe(page)
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("“My iPad” is added.")).to_be_visible()
    axe(page)
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.goto(live_server.url + "/sign-in/?next=/account/sessions/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("heading", name="Where you are signed in")).to_be_visible()
    # In place of the password once more, and in place of a code.
    page.goto(live_server.url + "/account/confirm/passkey/?next=/account/password/")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("heading", name="Change your password")).to_be_visible()
    page.get_by_role("button", name="Sign out", exact=True).click()
    give_codes(organizer)
    page.goto(live_server.url + "/sign-in/?next=/account/sessions/")
    page.get_by_label("User name").fill(organizer.username)
    page.get_by_label("Password").fill("train-station-42")
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("button", name="Use a passkey instead").click()
    expect(page.get_by_role("heading", name="Where you are signed in")).to_be_visible()


def test_a_deed_is_confirmed_by_passkey_and_its_owner_reads_of_it(
    page: Page,
    live_server,
    organizer: User,
    club: Club,
    look: Callable[[Page, str], None],
    page_errors,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What was typed goes on by itself, and the other organizer reads of it."""
    # As if signing in were a while ago.
    monkeypatch.setattr("scoring.accounts.views.confirming.CONFIRMED_SECONDS", 0)
    page_errors.allow("status of 401")
    pat = MembershipFactory(club=club, user__username="pat", user__first_name="Pat")
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    device.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    page.goto(live_server.url + "/sign-in/?next=/account/passkeys/add/")
    page.get_by_label("User name").fill(organizer.username)
    page.get_by_label("Password").fill("train-station-42")
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_label("Your password").fill("train-station-42")
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("is added.")).to_be_visible()
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.goto(live_server.url + "/sign-in/?next=/club/people/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("heading", name="People who sign in")).to_be_visible()
    # A session that began with a passkey is as long as any other.
    living = Session.objects.latest("expire_date")
    assert living.expire_date > timezone.now() + timedelta(days=170)
    page.get_by_role("link", name="Help Pat sign in").click()
    page.get_by_label("New password").fill("dining-car-77")
    page.get_by_role("button", name="Give the new password").click()
    expect(page.get_by_role("heading", name="Is it you?")).to_be_visible()
    look(page, "confirm-deed")
    page.get_by_role("button", name="Use a passkey instead").click()
    expect(page.get_by_text("Pat has a new password.")).to_be_visible()
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.goto(live_server.url + "/sign-in/")
    page.get_by_label("User name").fill(pat.user.username)
    page.get_by_label("Password").fill("dining-car-77")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_text("Olive gave you a new password.")).to_be_visible()
    look(page, "notices")
    page.get_by_role("button", name="I have read this").click()
    expect(page.get_by_text("Olive gave you a new password.")).to_have_count(0)


def test_who_has_no_passkey_is_told_so(page: Page, live_server, club: Club) -> None:
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    device.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    page.goto(live_server.url + "/sign-in/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("That did not work.")
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_enabled()


PAGES = (
    "account/",
    "account/password/",
    "account/confirm/code/",
    "account/confirm/passkey/",
    "account/passkeys/",
    "account/passkeys/add/",
    "account/passkeys/{passkey}/name/",
    "account/passkeys/{passkey}/remove/",
    "account/codes/off/",
    "account/recovery-codes/",
    "account/recovery-codes/new/",
    "account/sessions/",
    "club/people/{member}/account/",
)


@pytest.fixture
def confirmed(page: Page, live_server, organizer: User) -> Client:
    """A client of the organizer who has just typed the password again, and the browser with it."""
    client = Client()
    client.force_login(organizer)
    client.post(reverse("account_reauthenticate"), {"password": "train-station-42"})
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    page.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": live_server.url}])
    return client


OWN_LOOK = (
    "confirm-deed",
    "notices",
    "codes-on",
    "account-recovery-codes",
    "account-passkeys",
    "too-many",
)


@pytest.fixture
def look(
    axe: Callable[[Page], None], axe_at: Callable[..., None], shots: Callable[..., None]
) -> Callable[[Page, str], None]:
    """Look at a page at all widths, and in the dark where it has something of its own."""

    def see(page: Page, name: str) -> None:
        (axe_at if name in OWN_LOOK else axe)(page)
        shots(page, f"account-{name}")

    return see


def test_the_pages_of_an_account_can_be_read_by_all(
    page: Page,
    live_server,
    organizer: User,
    confirmed: Client,
    look: Callable[[Page, str], None],
) -> None:
    page.goto(live_server.url + "/account/codes/on/")
    look(page, "codes-on")
    give_codes(organizer)
    numbers = {
        "passkey": give_passkey(organizer).pk,
        "member": organizer.memberships.get().pk,
    }
    for path in PAGES:
        page.goto(live_server.url + "/" + path.format(**numbers))
        expect(page).to_have_url(live_server.url + "/" + path.format(**numbers))
        look(page, path.replace("/", "-").format(**numbers).strip("-"))


def test_the_second_step_and_the_wait_can_be_read_by_all(
    page: Page,
    live_server,
    organizer: User,
    look: Callable[[Page, str], None],
    page_errors,
) -> None:
    page_errors.allow("status of 429")
    give_codes(organizer)
    give_passkey(organizer)
    page.goto(live_server.url + "/sign-in/")
    look(page, "sign-in")
    page.get_by_label("User name").fill(organizer.username)
    page.get_by_label("Password").fill("train-station-42")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("heading", name="One more step")).to_be_visible()
    expect(page.get_by_role("button", name="Use a passkey instead")).to_be_visible()
    look(page, "second-step")
    for _guess in range(5):
        page.get_by_label("Code").fill("000000")
        page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_label("Code").fill("000000")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_text("Too many wrong codes. Wait 15 minutes")).to_be_visible()
    other = page.context.browser.new_context()
    page = other.new_page()
    page.goto(live_server.url + "/sign-in/")
    for _guess in range(5):
        page.get_by_label("User name").fill("olive")
        page.get_by_label("Password").fill("wrong")
        page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("heading", name="Too many wrong passwords")).to_be_visible()
    look(page, "too-many")
    other.close()
