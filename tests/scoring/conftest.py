"""The people whose rights the tests speak of, told once.

The organizer runs the club and the scorekeeper scores its games; the tablet is paired with it. The
stranger organizes another club. Nobody is not signed in.
"""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.core import signing
from django.test import Client

from scoring.models import Club, Game, Membership, Tablet
from scoring.models.people import secret_hash
from scoring.selectors.access import TABLET_COOKIE, TABLET_SALT
from tests.factories import ClubFactory, MembershipFactory, make_game


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
    signer = signing.get_cookie_signer(salt=TABLET_COOKIE + TABLET_SALT)
    client.cookies[TABLET_COOKIE] = signer.sign(f"{tablet.pk}:secret")
    return client
