"""Where a request comes from, as guesses are counted."""

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from scoring.selectors.addresses import client_address

PROXY = "10.0.0.1"


def address(remote: str, forwarded: str | None = None) -> str | None:
    request = RequestFactory().get("/")
    request.META["REMOTE_ADDR"] = remote
    if forwarded is not None:
        request.META["HTTP_X_FORWARDED_FOR"] = forwarded
    return client_address(request)


@pytest.mark.parametrize(
    ("remote", "counted"),
    [
        ("192.168.1.20", "192.168.1.20"),
        ("::ffff:192.168.1.20", "192.168.1.20"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("2001:db8:1:3::1", "2001:db8:1:3::"),
        ("fe80::1%eth0", "fe80::"),
        ("", None),
        ("unix:", None),
        ("no address", None),
    ],
)
def test_a_machine_has_one_address(remote: str, counted: str | None) -> None:
    assert address(remote) == counted


def test_what_a_sender_says_of_itself_is_not_believed(settings: Settings) -> None:
    settings.TRUST_PROXY = False
    assert address("192.168.1.20", "1.2.3.4") == "192.168.1.20"


@pytest.mark.parametrize(
    ("forwarded", "counted"),
    [
        ("1.2.3.4", "1.2.3.4"),
        # Only the last one is the proxy's own word.
        ("9.9.9.9, 1.2.3.4", "1.2.3.4"),
        ("9.9.9.9,8.8.8.8 , 2001:db8::7", "2001:db8::"),
        # Nonsense, or nothing: the proxy itself.
        ("1.2.3.4, unknown", PROXY),
        ("", PROXY),
        (None, PROXY),
    ],
)
def test_a_trusted_proxy_says_who_asks(
    settings: Settings, forwarded: str | None, counted: str
) -> None:
    settings.TRUST_PROXY = True
    assert address(PROXY, forwarded) == counted
