"""Invitations into a club: links that let one person in, once."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.accounts.selectors.invitations import invitation_key
from scoring.accounts.services.invitations import club_begin, invitation_make
from scoring.accounts.services.people import member_remove
from scoring.models import AccountNotice, Club, Invitation, LogEntry, Membership
from tests.confirming import confirm
from tests.factories import MembershipFactory
from tests.litany import ClientOf, rows
from tests.page import Page

pytestmark = pytest.mark.django_db
NEW = {"name": "Dot Drew", "username": "dot", "password": "train-station-42"}
DIRECTOR = Membership.Role.DIRECTOR


@pytest.fixture
def invitation(club: Club, organizer: User) -> Invitation:
    return invitation_make(club=club, name="Dot", role=DIRECTOR, made_by=organizer)


@pytest.fixture
def link(invitation: Invitation) -> str:
    return reverse("scoring:join", args=[invitation_key(invitation)])


def test_an_organizer_makes_one_and_reads_its_link(client_of: ClientOf, club: Club) -> None:
    client = confirm(client_of("organizer"))
    form = {"name": "Dot", "role": "organizer"}
    answer = client.post(reverse("scoring:invite"), form, follow=True)
    made = club.invitations.get()
    assert (made.name, made.role) == ("Dot", "organizer")
    assert reverse("scoring:join", args=[invitation_key(made)])[:20] in Page(answer).text
    assert "Show the link for Dot" in Page(client.get(reverse("scoring:members"))).text
    # Another club's organizer has nothing of it.
    for name in ("invitation", "invitation-take-back"):
        url = reverse(f"scoring:{name}", args=[made.pk])
        assert confirm(client_of("stranger")).post(url).status_code in (404, 405)
    assert club.invitations.exists()
    client.post(reverse("scoring:invitation-take-back", args=[made.pk]))
    assert not club.invitations.exists()


def test_a_new_clubs_organizer_is_not_called_like_the_club(client: Client) -> None:
    invitation = club_begin(name="Lakeside Dominoes")
    page = client.get(reverse("scoring:join", args=[invitation_key(invitation)]))
    assert page.context["form"]["name"].value() == ""


def test_who_has_an_account_joins_with_it_and_keeps_the_other_club(
    client_of: ClientOf, club: Club, stranger: User, link: str
) -> None:
    client = client_of("stranger")
    home = stranger.memberships.get().club
    assert "Your other clubs stay as they are." in Page(client.get(link)).text
    page = Page(client.post(link, follow=True))
    assert "You are in Hillside Dominoes now." in page.trouble
    roles = dict(stranger.memberships.values_list("club", "role"))
    assert roles == {home.pk: "organizer", club.pk: "director"}
    # The log of the club that was joined says so.
    assert LogEntry.objects.get(what="scoring:join").club == club
    # Their own list of clubs says of each that it goes.
    Club.objects.filter(pk=home.pk).update(erase_at=datetime(2026, 5, 27, 12, tzinfo=UTC))
    listed = Page(client.get(reverse("scoring:own-clubs"))).text
    assert listed.count("This club is erased on May 27, 2026") == 1


def test_who_has_none_makes_one_and_is_signed_in(club: Club, link: str) -> None:
    client = Client()
    assert Page(client.get(link)).fields["name"] == "Dot"
    page = Page(client.post(link, NEW, follow=True))
    assert "You are in Hillside Dominoes now." in page.trouble
    membership = Membership.objects.get(user__username="dot")
    assert (membership.club, membership.role) == (club, "director")
    assert client.get(reverse("scoring:own-clubs")).status_code == 200


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"username": "taken"}, "Somebody signs in as “taken” already."),
        ({"password": "short"}, "too short"),
        ({"name": ""}, "Something is missing"),
    ],
)
def test_what_is_wrong_is_said_and_the_link_is_still_good(
    link: str, changed: dict[str, str], said: str
) -> None:
    MembershipFactory(user__username="taken")
    before = rows()
    answer = Client().post(link, NEW | changed)
    assert said in Page(answer).trouble
    assert rows() == before


def test_it_works_once(client_of: ClientOf, club: Club, stranger: User, link: str) -> None:
    client_of("stranger").post(link)
    for client in (client_of("stranger"), Client()):
        for answer in (client.get(link), client.post(link, NEW)):
            assert answer.status_code == 404
            assert "An invitation works once" in Page(answer).text
    assert club.memberships.count() == 2


def test_of_two_at_once_one_comes_in(
    monkeypatch: pytest.MonkeyPatch, club: Club, invitation: Invitation, link: str
) -> None:
    """Both have read the row before either is through."""
    url = "scoring.accounts.views.invitations.invitation_of_key"
    monkeypatch.setattr(url, lambda _key: invitation)
    assert Client().post(link, NEW).status_code == 302
    second = Client().post(link, NEW | {"username": "cal"})
    assert "This link was used already" in Page(second).trouble
    assert not User.objects.filter(username="cal").exists()


def test_who_is_in_the_club_already_uses_nothing_up(client_of: ClientOf, link: str) -> None:
    client = client_of("scorekeeper")
    before = rows()
    answer = client.post(link)
    assert "You are in Hillside Dominoes already." in Page(answer).trouble
    assert rows() == before


@pytest.mark.parametrize("how", ["old", "removed", "forged", "taken back"])
def test_it_lets_nobody_in_who_should_not_come(
    club: Club, organizer: User, invitation: Invitation, link: str, how: str
) -> None:
    if how == "old":
        now = timezone.now()
        Invitation.objects.update(expires_at=now - timedelta(seconds=1))
    elif how == "removed":
        # What somebody made who was removed is worth nothing.
        MembershipFactory(club=club)
        member_remove(membership=organizer.memberships.get())
    elif how == "forged":
        link = reverse("scoring:join", args=[f"{invitation_key(invitation)[:-3]}abc"])
    else:
        invitation.delete()
    assert Client().post(link, NEW).status_code == 404
    assert not User.objects.filter(username="dot").exists()


def test_the_other_organizers_are_told_of_a_new_one(
    club: Club, organizer: User, invitation: Invitation, link: str
) -> None:
    Invitation.objects.update(role="organizer")
    other = MembershipFactory(club=club).user
    assert Client().post(link, NEW).status_code == 302
    notice = AccountNotice.objects.get()
    assert (notice.user, notice.by, notice.about.username) == (other, organizer, "dot")
