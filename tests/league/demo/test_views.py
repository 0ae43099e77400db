"""Looking around first: made and removed from the browser, and marked on every page."""

from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, Settings

from league.demo.services import making
from league.models import Season, Tournament
from league.site.access import runs_host
from scoring.accounts.services.setup_code import FILE, setup_code
from scoring.models import Club, Membership
from tests.factories import ClubFactory, MembershipFactory, make_game
from tests.page import Page

pytestmark = pytest.mark.django_db

URL = "/setup/look-around/"
REMOVE = "/club/made-up/remove/"
BAND = "This is a made-up club to look around in."
NO_INDEX = 'name="robots" content="noindex, nofollow"'
TABLET = "192.168.1.77"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own, for the code is kept there; and a short season."""
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(making, "PAST_DAYS", 1)
    return tmp_path


def test_the_page_of_a_new_installation_offers_it() -> None:
    assert URL in Page(Client().get(reverse("scoring:setup"))).links
    page = Page(Client().get(URL))
    assert "One tap removes it." in page.text
    assert not page.faults


def test_who_makes_it_is_its_organizer_and_removing_it_brings_the_set_up_back() -> None:
    client = Client()
    page = Page(client.post(URL))
    membership = Membership.objects.get()
    assert (membership.role, membership.club.made_up) == ("organizer", True)
    assert client.session["_auth_user_id"] == str(membership.user.pk)
    password = page.text.split("Password")[-1].split()[0]
    assert membership.user.check_password(password)
    for link in page.links:
        answer = client.get(link)
        assert answer.status_code in (200, 302), link
        assert BAND in Page(client.get(link, follow=True)).text or link == REMOVE
    assert REMOVE in page.links
    asked = Page(client.get(REMOVE))
    assert "cannot be undone" in asked.text
    assert Club.objects.exists()
    gone = Page(client.post(REMOVE, follow=True))
    assert "The made-up club is removed." in gone.trouble
    assert "Set up your club" in gone.text
    assert not Club.objects.exists()
    assert not User.objects.exists()


def test_where_a_round_is_scored_the_band_is_below_and_leaves_room_for_the_keypad() -> None:
    member = MembershipFactory(club__made_up=True)
    game = make_game(member.club)
    client = Client()
    client.force_login(member.user)
    text = Page(client.get(reverse("scoring:round-record", args=[game.code, 1]))).text
    assert text.index("Who went out?") < text.index(BAND)


def test_looking_at_them_asks_the_database_seldom(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_max_num_queries(5):
        assert Client().get(URL).status_code == 200
    member = MembershipFactory(club__made_up=True)
    make_game(member.club)
    client = Client()
    client.force_login(member.user)
    with django_assert_max_num_queries(12):
        assert client.get(REMOVE).status_code == 200


def test_it_is_not_there_once_there_is_a_club() -> None:
    ClubFactory()
    assert Client().get(URL).status_code == Client().post(URL).status_code == 404
    assert Club.objects.count() == 1


class TestFromAnotherDevice:
    """The code of the computer's window opens this as it opens setting up, and stays good."""

    def send(self, code: str) -> Page:
        return Page(Client(REMOTE_ADDR=TABLET).post(URL, {"code": code}))

    def test_without_the_code_nothing_is_made(self) -> None:
        for code in ("", "AAAA-AAAA"):
            assert self.send(code).trouble
        assert not Club.objects.exists()
        assert not User.objects.exists()

    def test_the_code_makes_it_and_then_sets_the_club_up(self, data: Path) -> None:
        code = setup_code()
        assert "Your made-up club is ready" in self.send(code).text
        assert (data / FILE).read_text().strip() == code

    def test_guesses_count_together_with_those_of_setting_up(self) -> None:
        for _guess in range(20):
            Client(REMOTE_ADDR=TABLET).post("/setup/", {"code": "AAAA-AAAA"} | TYPED)
        assert "Wait 15 minutes" in self.send(setup_code()).trouble


TYPED = {
    "club": "Hillside Dominoes",
    "name": "Olive Oak",
    "username": "olive",
    "password": "train-station-42",
}


class TestARealClub:
    """What a made-up club may not do to a real one on the same site."""

    def test_its_own_organizer_cannot_remove_it_so(self) -> None:
        member = MembershipFactory()
        client = Client()
        client.force_login(member.user)
        assert client.get(REMOVE).status_code == client.post(REMOVE).status_code == 404
        assert BAND not in Page(client.get("/")).text
        assert Club.objects.exists()

    def test_a_scorekeeper_of_a_made_up_club_only_reads_that_it_is(self) -> None:
        member = MembershipFactory(role="scorekeeper", club__made_up=True)
        client = Client()
        client.force_login(member.user)
        page = Page(client.get("/"))
        assert BAND in page.text
        assert REMOVE not in page.links
        assert client.post(REMOVE).status_code == 404

    def test_a_made_up_club_neither_has_nor_takes_the_care_of_the_whole_site(
        self, rf: object
    ) -> None:
        for made_up, runs in ((True, False), (False, True)):
            member = MembershipFactory(club__made_up=made_up)
            request = rf.get("/")  # type: ignore[attr-defined]
            request.user, request.session = member.user, {}
            assert runs_host(request) is runs

    def test_strangers_are_not_led_to_a_made_up_club(self) -> None:
        ClubFactory(name="Real", shown=Club.Shown.GAMES)
        ClubFactory(name="Made up", shown=Club.Shown.GAMES, made_up=True)
        page = Page(Client().get("/"))
        assert "Real" in page.text
        assert "Made up" not in page.text

    def test_a_made_up_club_alone_is_found_from_the_first_page(self) -> None:
        club = ClubFactory(name="Made up", shown=Club.Shown.GAMES, made_up=True)
        assert f"/clubs/{club.pk}/" in Page(Client().get("/")).links


def test_pages_that_strangers_may_see_say_it_too_and_are_not_indexed() -> None:
    club = ClubFactory(shown=Club.Shown.GAMES, made_up=True)
    game = make_game(club)
    season = Season.objects.create(
        club=club, name="S", first="2026-01-01", last="2026-12-31", public=True
    )
    tournament = Tournament.objects.create(club=club, name="T", date="2026-05-01", public=True)
    for address in (
        f"/clubs/{club.pk}/",
        f"/watch/{game.watch_key}/",
        f"/games/{game.code}/",
        f"/seasons/{season.pk}/",
        f"/tournaments/{tournament.pk}/bracket/",
        f"/tournaments/{tournament.pk}/television/",
    ):
        answer = Client().get(address)
        assert answer.status_code == 200, address
        assert BAND in answer.content.decode(), address
        assert NO_INDEX in answer.content.decode(), address
