"""The browsers of all whose rights the litany asks about."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.core import signing
from django.test import Client

from scoring.models import Club, Tablet
from scoring.models.people import secret_hash
from scoring.selectors.access import TABLET_COOKIE, TABLET_SALT
from scoring.services.tablets import tablet_unpair

from .litany import ClientOf


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
        if who in ("organizer", "scorekeeper", "stranger"):
            client.force_login(request.getfixturevalue(who))
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
