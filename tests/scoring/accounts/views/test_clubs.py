"""One account in several clubs: what it sees and writes is always of the one it has switched to."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scoring.models import Club, LogEntry, Membership, Player, SheetEntry
from tests.confirming import confirm
from tests.factories import ClubFactory, MembershipFactory, make_game
from tests.litany import rows
from tests.page import Page

pytestmark = pytest.mark.django_db

SWITCH, LEAVE, OWN = "/account/clubs/switch/", "/account/clubs/leave/", "/account/clubs/"
ADD_PERSON = "/people/add/"


@pytest.fixture
def hillside(club: Club, organizer: User) -> Club:
    """The club that the organizer has been in for longest."""
    return club


@pytest.fixture
def sun_valley(organizer: User) -> Club:
    """Another club, in which the same person scores games and no more."""
    other = ClubFactory(name="Sun Valley")
    MembershipFactory(club=other, user=organizer, role=Membership.Role.SCOREKEEPER)
    MembershipFactory(club=other)
    return other


@pytest.fixture
def ann(hillside: Club, sun_valley: Club, organizer: User) -> Client:
    client = Client(enforce_csrf_checks=True)
    client.force_login(organizer)
    return client


def sent(client: Client, url: str, page: Page, **typed: Any) -> Any:
    """The answer to a form of that page, with its hidden fields."""
    hidden = {name: page.fields[name] for name in ("csrfmiddlewaretoken", "of-club")}
    return client.post(url, {**hidden, **typed})


def switch(client: Client, club: Club, **typed: Any) -> Any:
    return sent(client, SWITCH, Page(client.get(OWN)), club=club.pk, **typed)


def test_each_club_has_its_own_role(ann: Client, hillside: Club, sun_valley: Club) -> None:
    assert ann.get(reverse("scoring:club")).status_code == 200
    switch(ann, sun_valley)
    page = Page(ann.get("/"))
    assert "Sun Valley Switch" in page.text
    assert reverse("scoring:club") not in page.links
    assert ann.get(reverse("scoring:club")).status_code == 404


def test_switching_in_one_browser_switches_no_other(
    ann: Client, sun_valley: Club, organizer: User
) -> None:
    laptop = Client()
    laptop.force_login(organizer)
    switch(ann, sun_valley)
    assert "You are in Sun Valley now." in Page(ann.get("/")).trouble
    assert "Hillside Dominoes Switch" in Page(laptop.get("/")).text


def test_nobody_switches_to_a_club_that_is_not_theirs(ann: Client, stranger: User) -> None:
    foreign = stranger.memberships.get().club
    for club in (foreign.pk, 0, "x"):
        page = Page(ann.get(OWN))
        assert sent(ann, SWITCH, page, club=club).status_code == 404
        assert sent(ann, LEAVE, page, club=club).status_code == 404
    assert "Hillside Dominoes" in Page(ann.get("/")).text


def test_a_form_that_was_opened_in_one_club_writes_nothing_in_another(
    ann: Client, hillside: Club, sun_valley: Club, organizer: User
) -> None:
    Membership.objects.filter(club=sun_valley, user=organizer).update(role="organizer")
    page = Page(ann.get(ADD_PERSON))
    switch(ann, sun_valley)
    before = rows()
    answer = sent(ann, ADD_PERSON, page, name="Dot")
    assert answer.status_code == 409
    refusal = Page(answer)
    assert "You are in Sun Valley now. Nothing was saved." in refusal.text
    part = ann.post(
        ADD_PERSON,
        {"name": "Dot", "csrfmiddlewaretoken": page.fields["csrfmiddlewaretoken"]},
        headers={"HX-Request": "true", "X-Of-Club": str(hillside.pk)},
    )
    assert part.status_code == 409
    assert rows() == before
    # Switched back, the same form is taken.
    sent(ann, SWITCH, refusal, club=refusal.fields["club"])
    assert sent(ann, ADD_PERSON, page, name="Dot").status_code == 302
    assert Player.objects.get(name="Dot").club == hillside


def test_a_form_without_its_club_is_taken_from_people_of_one_club_alone(
    ann: Client, organizer: User, stranger: User
) -> None:
    other = Client()
    other.force_login(stranger)
    assert other.post(ADD_PERSON, {"name": "Dot"}).status_code == 302
    several = Client()
    several.force_login(organizer)
    assert several.post(ADD_PERSON, {"name": "Cal"}).status_code == 409
    assert not Player.objects.filter(name="Cal").exists()


def test_every_form_says_of_which_club_it_is(ann: Client, hillside: Club) -> None:
    page = ann.get("/")
    assert f'"X-Of-Club": "{hillside.pk}"' in page.content.decode()
    assert all(fields["of-club"] == str(hillside.pk) for _action, fields in Page(page).forms)
    assert "of-club" not in Page(Client().get("/sign-in/")).fields


def test_a_page_of_another_club_of_ones_own_is_not_there_but_says_how_to_come_to_it(
    ann: Client, hillside: Club, sun_valley: Club
) -> None:
    url = reverse("scoring:sheet", args=[make_game(sun_valley).code])
    answer = ann.get(url)
    assert answer.status_code == 404
    page = Page(answer)
    assert "You are in Hillside Dominoes now." in page.text
    assert "Hillside Dominoes Switch" in Page(ann.get("/")).text
    answer = sent(ann, SWITCH, page, club=page.fields["club"], next=page.fields["next"])
    assert answer["Location"] == url
    assert ann.get(url).status_code == 200


def test_switching_leads_to_no_other_site(ann: Client, sun_valley: Club) -> None:
    assert switch(ann, sun_valley, next="https://example.org/")["Location"] == "/"


def test_what_a_tablet_recorded_goes_to_the_club_of_its_game(
    ann: Client, hillside: Club, sun_valley: Club, stranger: User
) -> None:
    game = make_game(hillside)
    seats = list(game.seats.values_list("pk", flat=True))
    fields = {f"seat-{seat}-total": str(10 * at) for at, seat in enumerate(seats)}
    sending = {
        "key": "round-one",
        "kind": "round",
        "round": 1,
        "author": "",
        "fields": {"starting_double": "12", "ending": f"out-{seats[0]}", **fields},
    }
    switch(ann, sun_valley)
    token = ann.get("/tablet/hello/").json()["csrf"]
    other = Client()
    other.force_login(stranger)
    for client, status in ((ann, 200), (other, 404)):
        answer = client.post(
            reverse("scoring:hand-over", args=[game.code]),
            {"sendings": [sending], "sent_at": "2026-03-02T10:00:00Z"},
            content_type="application/json",
            headers={"X-CSRFToken": token},
        )
        assert answer.status_code == status
    entry = SheetEntry.objects.get(key="round-one")
    assert entry.game == game
    assert LogEntry.objects.get(what="scoring:hand-over", outcome="done").club == hillside
    # For that alone: the next page is Sun Valley's.
    assert "Sun Valley Switch" in Page(ann.get("/")).text


def test_who_leaves_a_club_sees_and_does_nothing_there_any_more(
    ann: Client, hillside: Club, sun_valley: Club, organizer: User
) -> None:
    game = make_game(sun_valley)
    switch(ann, sun_valley)
    confirm(ann)
    answer = sent(ann, LEAVE, Page(ann.get(OWN)), club=sun_valley.pk)
    assert answer["Location"] == OWN
    assert "You have left Sun Valley." in Page(ann.get(OWN)).trouble
    assert ann.get(reverse("scoring:sheet", args=[game.code])).status_code == 404
    assert list(organizer.memberships.values_list("club", flat=True)) == [hillside.pk]


def test_the_last_organizer_of_a_club_stays(ann: Client, hillside: Club, organizer: User) -> None:
    confirm(ann)
    sent(ann, LEAVE, Page(ann.get(OWN)), club=hillside.pk)
    assert "A club needs an organizer." in Page(ann.get(OWN)).trouble
    assert organizer.memberships.filter(club=hillside).exists()


def test_leaving_asks_for_the_password_again(ann: Client, sun_valley: Club) -> None:
    session = ann.session
    session.pop("account_authentication_methods", None)
    session.save()
    answer = sent(ann, LEAVE, Page(ann.get(OWN)), club=sun_valley.pk)
    assert answer.status_code == 401
