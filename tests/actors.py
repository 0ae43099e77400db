"""The people whose rights the tests speak of, in one place, and their browsers.

The organizer runs the club, the director its tournaments, and the scorekeeper scores its games; the
tablet is paired with it, and so is table4, for the games of table 4 alone. The stranger organizes
another club. Nobody is not signed in.
"""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.core import signing
from django.test import Client

from scoring.accounts.access import TABLET_COOKIE, TABLET_SALT
from scoring.accounts.models.people import secret_hash
from scoring.models import Club, Game, Membership, Tablet
from scoring.tablets.pairing.services import tablet_unpair
from tests.factories import ClubFactory, MembershipFactory, make_game
from tests.litany import ClientOf


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory(name="Hillside Dominoes")


@pytest.fixture
def organizer(club: Club) -> User:
    return MembershipFactory(club=club, role=Membership.Role.ORGANIZER).user


@pytest.fixture
def scorekeeper(club: Club) -> User:
    return MembershipFactory(
        club=club, user__first_name="Sam", role=Membership.Role.SCOREKEEPER
    ).user


@pytest.fixture
def director(club: Club) -> User:
    return MembershipFactory(club=club, user__first_name="Dora", role=Membership.Role.DIRECTOR).user


@pytest.fixture
def stranger(db: None) -> User:
    return MembershipFactory().user


@pytest.fixture
def tablet(club: Club) -> Tablet:
    return Tablet.objects.create(club=club, name="Table 3", secret_hash=secret_hash("secret"))


@pytest.fixture
def game(club: Club) -> Game:
    return make_game(club)


@pytest.fixture
def as_user() -> Callable[[User], Client]:
    """`as_user(organizer)` is a browser in which that person is signed in."""

    def signed_in(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return signed_in


@pytest.fixture
def on_tablet(tablet: Tablet) -> Client:
    """The browser of a paired tablet."""
    client = Client()
    client.cookies[TABLET_COOKIE] = cookie_of(tablet, "secret")
    return client


@pytest.fixture
def client_of(
    club: Club,
    tablet: Tablet,
    as_user: Callable[[User], Client],
    request: pytest.FixtureRequest,
) -> ClientOf:
    """`client_of("tablet")` is that one's browser; "unpaired" is a tablet that was let go."""

    def browser(who: str, *, csrf: bool = False) -> Client:
        client = Client(enforce_csrf_checks=csrf)
        if who in ("organizer", "director", "scorekeeper", "stranger"):
            client.force_login(request.getfixturevalue(who))
        elif who == "table4":
            own = Tablet.objects.get_or_create(
                club=club,
                table_number=4,
                defaults={"name": "Fourth", "secret_hash": secret_hash("fourth")},
            )[0]
            client.cookies[TABLET_COOKIE] = cookie_of(own, "fourth")
        elif who == "tablet":
            client.cookies[TABLET_COOKIE] = cookie_of(tablet, "secret")
        elif who == "unpaired":
            gone = Tablet.objects.create(club=club, name="Gone", secret_hash=secret_hash("gone"))
            client.cookies[TABLET_COOKIE] = cookie_of(tablet_unpair(tablet=gone), "gone")
        return client

    return browser


def cookie_of(tablet: Tablet, secret: str) -> str:
    signer = signing.get_cookie_signer(salt=TABLET_COOKIE + TABLET_SALT)
    return signer.sign(f"{tablet.pk}:{secret}")
