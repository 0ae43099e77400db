"""Browsers at the doors of the site: https, and plain http from another device."""

from copy import copy
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.test import Client

from league.site.doors import PREFIX, read_secure, secure_value

# A tablet in the hall, and the laptop's address as it asks for it.
TABLET, LAPTOP = "192.168.1.77", "192.168.1.20"


class SecureClient(Client):
    """A browser that asks by https."""

    def request(self, **asked: Any) -> Any:
        return super().request(**{**asked, "wsgi.url_scheme": "https", "SERVER_PORT": "443"})

    @property
    def session(self) -> SessionBase:
        """The session that this browser has, as Django's own client answers it."""
        plain = Client()
        name = settings.SESSION_COOKIE_NAME
        for own, value in read_secure(self.cookies.output([], header="", sep=";")):
            if own == name:
                plain.cookies[name] = value
        return plain.session


def at_secure_door(client: Client) -> SecureClient:
    """The same browser by https, with what it has as that door's own cookies."""
    secure = SecureClient(REMOTE_ADDR=TABLET)
    for name, morsel in client.cookies.items():
        secure.cookies[PREFIX + name] = secure_value(name, morsel.value)
    return secure


def at_plain_door(client: Client) -> Client:
    """The same browser on another device, by plain http, with the cookies that it has."""
    plain = Client(REMOTE_ADDR=TABLET)
    plain.cookies = copy(client.cookies)
    return plain
