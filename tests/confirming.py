"""Browsers in which the password was typed again just now, for deeds that ask for it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

import pytest
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.test import Client, override_settings

from .litany import ClientOf, Litany


def confirm(client: Client) -> Client:
    """Let the signed-in person have confirmed just now that it is they."""
    if settings.SESSION_COOKIE_NAME in client.cookies:
        session = client.session
        record = {"method": "password", "at": time.time(), "reauthenticated": True}
        session["account_authentication_methods"] = [record]
        session["account_authentication_methods_user"] = session[SESSION_KEY]
        session.save()
    return client


def unconfirm(client: Client) -> Client:
    """Let the person have signed in longer ago than a confirmation lasts."""
    session = client.session
    for record in session["account_authentication_methods"]:
        record["at"] -= 301
    session.save()
    return client


class Sensitive(Litany):
    """A view whose deed asks for the password again; here it was typed already."""

    @pytest.fixture
    def client_of(self, client_of: ClientOf) -> ClientOf:
        def browser(who: str, *, csrf: bool = False) -> Client:
            return confirm(client_of(who, csrf=csrf))

        return browser


@contextmanager
def confirmed_for_long() -> Iterator[None]:
    """Let what was confirmed hold, however long a walk over all pages takes on a busy machine."""
    long = 10**9
    ours = mock.patch("scoring.accounts.views.confirming.CONFIRMED_SECONDS", long)
    with ours, override_settings(ACCOUNT_REAUTHENTICATION_TIMEOUT=long):
        yield
