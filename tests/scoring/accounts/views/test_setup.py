"""The first page of a new installation: the club and its organizer."""

import re
import stat
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from scoring.accounts.services.guesses import BY_SETUP_ADDRESS
from scoring.accounts.services.setup_code import FILE, setup_code
from scoring.models import Club, Membership
from tests.factories import ClubFactory, UserFactory
from tests.litany import (
    ALL_METHODS,
    BOTH,
    CANNOT_SAVE,
    NOTHING_HERE,
    TOO_OLD,
    WRITES,
    database_refuses,
)
from tests.page import Page

pytestmark = pytest.mark.django_db

URL = "/setup/"
RIGHT = {
    "club": "Hillside Dominoes",
    "name": "Olive Oak",
    "username": "olive",
    "password": "train-station-42",
}


@pytest.fixture(autouse=True)
def data(tmp_path: Path, settings: Settings) -> Path:
    """A data folder of its own, for the code is kept there."""
    settings.DATA_DIR = tmp_path
    return tmp_path


def send(**changed: Any) -> Any:
    return Client().post(URL, RIGHT | changed)


def test_the_page_asks_for_club_and_organizer() -> None:
    page = Page(Client().get(URL))
    assert set(RIGHT) <= set(page.fields)
    assert "Once, and you are ready to score." in page.text
    assert not page.faults


def test_it_makes_the_club_and_signs_in() -> None:
    client = Client()
    page = Page(client.post(URL, RIGHT, follow=True))
    assert "Your club is set up. Start a game whenever you like." in page.trouble
    assert "Hillside Dominoes" in page.text
    membership = Membership.objects.get()
    assert (membership.user.username, membership.role) == ("olive", "organizer")
    assert membership.club.shown == Club.Shown.NOTHING
    assert membership.user.check_password("train-station-42")
    assert not membership.user.is_superuser
    # The password was chosen just now: nothing asks for it again at once.
    assert client.get("/people/people.csv").status_code == 200


def test_the_time_zone_is_asked_with_the_sites_own_chosen(settings: Settings) -> None:
    answer = Client().get(URL)
    page = Page(answer)
    assert page.fields["time_zone"] == ""
    assert f"This site’s: {settings.TIME_ZONE}" in answer.content.decode()
    assert "If it is yours, leave it as it is." in page.text
    send(time_zone="Moon/Base")
    assert not Club.objects.exists()
    send(time_zone="America/Denver")
    assert Club.objects.get().time_zone == "America/Denver"


def test_it_is_not_there_once_there_is_a_club() -> None:
    ClubFactory()
    for answer in (Client().get(URL), send()):
        assert answer.status_code == 404
        assert NOTHING_HERE in Page(answer).text
    assert Club.objects.count() == 1
    assert not User.objects.exists()


def test_other_methods_are_refused() -> None:
    for method in set(ALL_METHODS) - set(BOTH):
        assert Client().generic(method, URL).status_code == 405


def test_a_form_without_its_token_is_not_taken() -> None:
    answer = Client(enforce_csrf_checks=True).post(URL, RIGHT)
    assert answer.status_code == 403
    assert TOO_OLD in Page(answer).text
    assert not Club.objects.exists()


def test_a_locked_database_is_said_and_nothing_is_half_written() -> None:
    with database_refuses(*WRITES):
        answer = send()
    assert answer.status_code == 503
    assert CANNOT_SAVE in Page(answer).text
    assert not Club.objects.exists()
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"club": ""}, "Something is missing"),
        ({"club": "x" * 81}, "80"),
        ({"name": " "}, "Something is missing"),
        ({"username": "olive oak"}, "and no spaces"),
        ({"username": ""}, "Something is missing"),
        ({"username": "x" * 61}, "60"),
        ({"username": "\0"}, "This cannot be read"),
        ({"password": ""}, "Something is missing"),
        ({"password": "short"}, "too short"),
        ({"password": "24121951"}, "could be a date"),
        ({"password": "mexicantrain2026"}, "Anybody here could guess"),
        ({"password": "password"}, "too common"),
        ({"password": "Olive Oak1"}, "too similar"),
    ],
)
def test_what_is_wrong_is_said(changed: dict[str, str], said: str) -> None:
    answer = send(**changed)
    page = Page(answer)
    assert answer.status_code == 200
    assert said in page.trouble
    for name in ("club", "name", "username"):
        assert page.fields[name] == changed.get(name, RIGHT[name])
    # Nobody reads a password over somebody's shoulder.
    assert page.fields["password"] == ""
    assert not Club.objects.exists()
    assert not User.objects.exists()


def test_the_page_stands_at_the_first_field_that_is_wrong() -> None:
    html = send(password="12345").content.decode()
    fields = re.findall(r'<input[^>]*name="(\w+)"[^>]*\bautofocus', html)
    assert fields == ["password"]
    # One thing is mended at a time: it is too common as well.
    assert "too short" in html
    assert "too common" not in html


def test_an_empty_form_is_told_all_that_it_lacks() -> None:
    assert Page(Client().post(URL, {})).trouble.count("Something is missing") == 4


def test_a_name_that_is_taken_is_said() -> None:
    UserFactory(username="olive")
    page = Page(send())
    assert "Somebody signs in as “olive” already. Choose another name." in page.trouble
    assert not Club.objects.exists()


def test_names_are_text() -> None:
    page = Page(send(club="<b>Hill</b>", name="<b>Olive</b>", password="x"))
    assert page.fields["club"] == "<b>Hill</b>"
    assert "b" not in page.tags
    client = Client()
    client.post(URL, RIGHT | {"club": "<b>Hill</b> \u202e"})
    page = Page(client.get(reverse("scoring:home")))
    assert "<b>Hill</b>" in page.text
    assert "b" not in page.tags
    assert "\u202e" not in page.text


TABLET = "192.168.1.77"


class TestFromAnotherDevice:
    """People at another device type the code that the computer's window shows."""

    def send(self, address: str = TABLET, **changed: str) -> Any:
        return Client(REMOTE_ADDR=address).post(URL, RIGHT | changed)

    def test_the_page_asks_for_the_code_there_alone(self) -> None:
        for address, asked in ((TABLET, True), ("127.0.0.1", False), ("::1", False), ("", True)):
            page = Page(Client(REMOTE_ADDR=address).get(URL))
            assert ("code" in page.fields) is asked, address
            assert not page.faults

    @pytest.mark.parametrize(
        "header", ["x-forwarded-for", "forwarded", "x-real-ip", "via", "x-forwarded-proto"]
    )
    def test_behind_a_proxy_everybody_is_asked(self, settings: Settings, header: str) -> None:
        """All come from this computer's own address there."""
        assert "code" in Page(Client(headers={header: "127.0.0.1"}).get(URL)).fields
        settings.TRUST_PROXY = True
        assert "code" in Page(Client().get(URL)).fields

    def test_without_the_code_nothing_is_made(self) -> None:
        for code in ("", "K7QM-3XPD", "x" * 40, "²", "\0", "' OR 1=1"):
            page = Page(self.send(code=code))
            assert page.trouble, code
            assert page.fields["club"] == RIGHT["club"]
        assert not Club.objects.exists()
        assert not User.objects.exists()

    def test_the_code_opens_once_however_it_is_typed(self, data: Path) -> None:
        code = setup_code()
        assert stat.S_IMODE((data / FILE).stat().st_mode) == 0o600
        assert setup_code() == code
        typed = f" {code[:2]} {code[2:].lower()} "
        assert self.send(code=typed)["Location"] == reverse("scoring:home")
        assert not (data / FILE).exists()
        assert self.send(code=code).status_code == 404

    def test_codes_cannot_be_tried_out_nor_others_kept_out(self) -> None:
        code = setup_code()
        for _guess in range(BY_SETUP_ADDRESS.most):
            assert "That is not the code." in Page(self.send(code="AAAA-AAAA")).trouble
        assert "Wait 15 minutes" in Page(self.send(code=code)).trouble
        assert not Club.objects.exists()
        assert self.send("192.168.1.78", code=code).status_code == 302

    def test_a_folder_that_cannot_be_read_is_said(self, data: Path) -> None:
        (data / FILE).mkdir()
        page = Page(self.send(code="AAAA-AAAA"))
        assert "Set the club up on the computer that serves it." in page.trouble
