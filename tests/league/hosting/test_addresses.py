"""A club's own address: what it leads to for whom, choosing it, and what the first page shows."""

from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from scoring.accounts.selectors.addresses import short_name_free, short_name_of
from scoring.accounts.services.addresses import OLDER_KEPT, address_give
from scoring.models import Club, ClubAddress, Membership
from tests.factories import ClubFactory, MembershipFactory
from tests.league.site.account_pages import PASSWORD
from tests.litany import ClientOf
from tests.page import Page

pytestmark = pytest.mark.django_db


@pytest.fixture
def hillside(club: Club) -> Club:
    Club.objects.filter(pk=club.pk).update(name="Hillside")
    address_give(club=club, short_name="hillside")
    return Club.objects.get(pk=club.pk)


def at(client: Client, short_name: str = "hillside") -> Page:
    return Page(client.get(f"/c/{short_name}/", follow=True))


def test_it_is_the_page_for_everybody_where_the_club_has_one(hillside: Club) -> None:
    page = at(Client())
    assert "shows its pages only to its own people" in page.text
    assert "Hillside" not in page.text
    assert f"{reverse('scoring:sign-in')}?next=%2Fc%2Fhillside%2F" in page.links
    Club.objects.update(shown=Club.Shown.FRONT)
    assert "Next game days" in at(Client()).text
    assert "Allow: /c/hillside/$" in Client().get("/robots.txt").content.decode()
    assert Client().get("/c/nowhere/").status_code == 404


def test_its_people_see_it_and_those_who_act_elsewhere_can_switch(
    client_of: ClientOf, hillside: Club
) -> None:
    assert "Next game days" in at(client_of("scorekeeper")).text
    other = MembershipFactory()
    Membership.objects.create(club=hillside, user=other.user, role="scorekeeper")
    client = Client()
    client.force_login(other.user)
    page = at(client)
    assert "Switch to Hillside" in page.text
    assert "Next game days" not in page.text


def test_who_signs_in_at_the_address_of_a_club_acts_in_it(hillside: Club) -> None:
    """Not in the first of their clubs; and who is no member of it stays where they were."""
    member = MembershipFactory()
    told = {"login": member.user.get_username(), "password": PASSWORD, "next": "/c/hillside/"}
    sign_in = reverse("scoring:sign-in")
    client = Client()
    assert client.post(sign_in, told)["Location"] == "/c/hillside/"
    assert "its own people" in at(client).text
    Membership.objects.create(club=hillside, user=member.user, role="scorekeeper")
    client = Client()
    client.post(sign_in, told)
    assert "Next game days" in at(client).text
    Club.objects.update(shown=Club.Shown.FRONT)
    assert f"{sign_in}?next=%2Fc%2Fhillside%2F" in at(Client()).links


def test_an_organizer_changes_it_and_the_old_one_leads_on(
    client_of: ClientOf, hillside: Club
) -> None:
    client, url = client_of("organizer"), reverse("league:club-address")
    assert Page(client.get(url)).fields["short_name"] == "hillside"
    ClubFactory(name="Other")
    address_give(club=Club.objects.get(name="Other"), short_name="other")
    for typed in ("other", "admin", "Ü", "a", "-x-", "12345", "x" * 31, ""):
        assert client.post(url, {"short_name": typed}).status_code == 200
    client.post(url, {"short_name": "Hill-Top"})
    assert short_name_of(hillside) == "hill-top"
    answer = Client().get("/c/HILLSIDE/")
    assert answer["Location"] == "/c/hill-top/"
    # Back again, and no end of old names.
    client.post(url, {"short_name": "hillside"})
    assert short_name_of(hillside) == "hillside"
    for number in range(OLDER_KEPT + 3):
        address_give(club=hillside, short_name=f"hill-{number}")
    assert ClubAddress.objects.filter(club=hillside).count() == OLDER_KEPT + 1


def test_names_are_made_of_the_clubs() -> None:
    names = ("Sun Valley", "Sun Valley", "Admin", "12", "駅", "x" * 80)
    made = [address_give(club=ClubFactory(name=name)).short_name for name in names]
    assert made == ["sun-valley", "sun-valley-2", "club-admin", "club-12", "club-1", "x" * 25]
    assert short_name_free("Sun Valley") == "sun-valley-3"


def test_clubs_of_an_older_version_get_one() -> None:
    names = ("Sun Valley", "Sun_Valley", "Admin", "駅", "Hill")
    clubs = [ClubFactory(name=name) for name in names]
    ClubFactory(name="Made up", made_up=True)
    address_give(club=clubs[-1], short_name="own")
    import_module("scoring.migrations.0028_short_names").give_short_names(apps, None)
    made = [short_name_of(club) for club in clubs]
    assert made == ["sun-valley", "sun-valley-2", "club-admin", f"club-{clubs[3].pk}", "own"]
    assert ClubAddress.objects.count() == 5


def test_the_first_page_asks_for_the_club_where_there_are_several(hillside: Club) -> None:
    Club.objects.update(shown=Club.Shown.FRONT)
    assert "Hillside" in Page(Client().get("/")).text
    ClubFactory(name="Other", shown=Club.Shown.FRONT)
    page = Page(Client().get("/"))
    assert "Short name of your club" in page.text
    assert "Hillside" not in page.text
    for typed in ("hillside", " /c/Hillside/ ", "https://scores.example.org/c/hillside/"):
        answer = Client().get("/c/", {"short_name": typed})
        assert answer["Location"] == "/c/hillside/"
    page = Page(Client().get("/c/", {"short_name": "<b>"}))
    assert "No club has the short name “<b>”." in page.text


def test_a_host_name_leads_to_its_club(hillside: Club) -> None:
    ClubFactory()
    Club.objects.filter(pk=hillside.pk).update(host_name="testserver")
    assert Client().get("/")["Location"] == "/c/hillside/"
    assert "Short name of your club" in Page(Client(HTTP_HOST="localhost").get("/")).text
