"""Founding a club: by whoever the setting allows, once a link, and no more than so often."""

import re
from datetime import timedelta
from smtplib import SMTPException
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.hosting.selectors.founding import founding_key
from league.hosting.services import founding
from scoring.models import Club, ClubAddress, FoundingLink, LogEntry, Membership
from tests.factories import ClubFactory, MembershipFactory
from tests.page import Page

pytestmark = pytest.mark.django_db
ASKED = {
    "club": "Sun Valley",
    "short_name": "Valley",
    "name": "Dot",
    "email": "Dot@Example.org",
}
FOUNDER = {"club": "Sun Valley", "name": "Dot", "username": "dot", "password": "train-station-42"}


@pytest.fixture
def anybody(settings: Any) -> None:
    settings.FOUNDING = "anybody"
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.SITE_ADDRESSES = ["https://scores.example.org"]


@pytest.fixture
def invited(settings: Any, capsys: pytest.CaptureFixture[str]) -> str:
    """The path of a link that the operator's command printed."""
    settings.FOUNDING = "invitation"
    call_command("founding_link", "Dot")
    return printed_path(capsys.readouterr().out)


def printed_path(text: str) -> str:
    return re.search(r"/found/\S+/", text)[0]  # type: ignore[index]


def asked(client: Client, **changed: str) -> Any:
    return client.post(reverse("league:found-ask"), ASKED | changed)


@pytest.mark.parametrize("who", ["nobody", "invitation"])
def test_without_the_setting_nothing_is_there(settings: Any, who: str) -> None:
    settings.FOUNDING = who
    for name in ("found-ask", "found-sent"):
        assert Client().get(reverse(f"league:{name}")).status_code == 404
    now = timezone.now()
    link = FoundingLink.objects.create(
        name="Dot", email="dot@example.org", made_at=now, expires_at=now + timedelta(days=1)
    )
    # A mailed link ends with the setting that let it be mailed.
    url = reverse("league:found", args=[founding_key(link)])
    assert Client().post(url, FOUNDER).status_code == 404
    FoundingLink.objects.update(email="")
    assert Client().get(url).status_code == (404 if who == "nobody" else 200)
    assert not asked(Client()).context.get("form")
    assert not Club.objects.exists()
    if who == "nobody":
        with pytest.raises(CommandError, match="setting FOUNDING"):
            call_command("founding_link", "Dot")


def test_the_operators_link_founds_one_club_with_a_new_account(invited: str) -> None:
    ClubFactory()
    client = Client()
    page = Page(client.post(invited, FOUNDER | {"time_zone": "Europe/Oslo"}, follow=True))
    assert "Your club is set up." in page.trouble
    assert Club.objects.get(name="Sun Valley").time_zone == "Europe/Oslo"
    membership = Membership.objects.get(user__username="dot")
    assert (membership.role, membership.club.name) == ("organizer", "Sun Valley")
    assert ClubAddress.objects.get().short_name == "sun-valley"
    assert client.get("/club/").status_code == 200
    line = LogEntry.objects.filter(what="league:found").latest("pk")
    assert (line.club, line.who) == (membership.club, "Dot")
    assert "…" in line.path
    assert Client().post(invited, FOUNDER | {"username": "eve"}).status_code == 404
    assert Client().get(invited[:-3] + "x/").status_code == 404


def test_somebody_with_an_account_founds_with_it(invited: str) -> None:
    own = MembershipFactory()
    client = Client()
    client.force_login(own.user)
    zone = {"time_zone": "Europe/Oslo"}
    client.post(invited, {"club": "Sun Valley", "short_name": "valley"} | zone)
    assert Club.objects.get(name="Sun Valley").time_zone == "Europe/Oslo"
    assert own.user.memberships.get(club__name="Sun Valley").role == "organizer"
    assert client.get("/c/valley/").status_code == 200


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"short_name": "operator"}, "This one cannot be used."),
        ({"short_name": "hill"}, "Another club has this short name."),
        ({"password": "short"}, "too short"),
        ({"username": "olive"}, "Choose another name."),
        ({"club": ""}, "Something is missing here."),
    ],
)
def test_what_is_wrong_is_said_and_the_link_still_works(
    invited: str, form: dict[str, str], sentence: str
) -> None:
    other = MembershipFactory(user__username="olive").club
    ClubAddress.objects.create(club=other, short_name="hill")
    page = Page(Client().post(invited, FOUNDER | form))
    assert sentence in page.text
    assert Club.objects.get() == other
    assert Client().post(invited, FOUNDER).status_code == 302


@pytest.mark.usefixtures("anybody")
def test_anybody_confirms_the_address_and_chooses_the_password_after_that() -> None:
    client = Client()
    assert asked(client)["Location"] == reverse("league:found-sent")
    assert not Club.objects.exists()
    (message,) = mail.outbox
    assert (message.to, message.subject) == (["dot@example.org"], "Found the club Sun Valley")
    assert "https://scores.example.org/found/" in message.body
    path = printed_path(str(message.body))
    page = Page(client.get(path))
    assert "dot@example.org" in page.text
    assert page.fields["short_name"] == "valley"
    client.post(path, {k: v for k, v in FOUNDER.items() if k != "username"} | ASKED)
    membership = Membership.objects.get()
    assert (membership.user.get_username(), membership.role) == ("dot@example.org", "organizer")
    assert Client().get(path).status_code == 404


@pytest.mark.usefixtures("anybody")
def test_a_link_in_a_mail_works_for_a_day_and_goes_then() -> None:
    asked(Client())
    path = printed_path(str(mail.outbox[0].body))
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1)):
        assert Client().post(path, FOUNDER).status_code == 404
        assert founding.foundings_clear() == 1


@pytest.mark.usefixtures("anybody")
def test_nobody_is_flooded_with_mails(monkeypatch: pytest.MonkeyPatch) -> None:
    for _time in range(3):
        asked(Client())
    assert "Too many clubs" in Page(asked(Client())).text
    asked(Client(), email="eve@example.org")
    asked(Client(), email="cal@example.org")
    # Five from one address; another address goes on.
    assert "Too many clubs" in Page(asked(Client(), email="bob@example.org")).text
    elsewhere = Client(REMOTE_ADDR="203.0.113.9")
    assert asked(elsewhere, email="bob@example.org").status_code == 302
    monkeypatch.setattr(founding, "ASKED_IN_ALL", 6)
    assert "Too many clubs" in Page(asked(elsewhere, email="ann@example.org")).text
    assert len(mail.outbox) == 6


@pytest.mark.usefixtures("anybody")
def test_a_mail_server_that_fails_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_message: object) -> None:
        raise SMTPException("no")

    monkeypatch.setattr("django.core.mail.EmailMessage.send", fail)
    assert "The mail could not be sent." in Page(asked(Client())).text
