"""Where a request comes from."""

import pytest
from django.test import RequestFactory
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from scoring.web.addresses import client_address, passkeys_work

ask = RequestFactory()


@pytest.mark.parametrize(
    ("remote", "forwarded", "trusted", "counted"),
    [
        ("192.168.1.20", "", False, "192.168.1.20"),
        ("192.168.1.20", "203.0.113.5", False, "192.168.1.20"),
        ("127.0.0.1", "203.0.113.5", True, "203.0.113.5"),
        # What stands before the last hop is whatever the sender wrote.
        ("127.0.0.1", "10.0.0.1, 198.51.100.7,203.0.113.5", True, "203.0.113.5"),
        ("127.0.0.1", "203.0.113.5, rubbish", True, "127.0.0.1"),
        ("127.0.0.1", "", True, "127.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "", False, "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "", False, "2001:db8:1:2::"),
        ("::ffff:192.168.1.20", "", False, "192.168.1.20"),
        ("2001:db8:1:3::1", "", False, "2001:db8:1:3::"),
        ("fe80::1%eth0", "", False, "fe80::"),
        ("127.0.0.1", "9.9.9.9,8.8.8.8 , 2001:db8::7", True, "2001:db8::"),
        ("unix:", "", False, None),
        ("", "", False, None),
        ("", "", True, None),
    ],
)
def test_an_address_is_the_one_that_cannot_be_made_up(
    settings: Settings, remote: str, forwarded: str, trusted: bool, counted: str | None
) -> None:
    settings.TRUST_PROXY = trusted
    request = ask.get("/", REMOTE_ADDR=remote, HTTP_X_FORWARDED_FOR=forwarded)
    assert client_address(request) == counted


@given(st.text(max_size=60))
def test_no_header_breaks_it(told: str) -> None:
    request = ask.get("/", REMOTE_ADDR=told, HTTP_X_FORWARDED_FOR=told)
    client_address(request)


@pytest.mark.parametrize(
    ("host", "secure", "work"),
    [
        ("localhost:8000", False, True),
        ("scores.example.org", True, True),
        ("scores.example.org", False, False),
        ("laptop.local:8443", True, True),
        ("laptop", True, True),
        ("127.0.0.1:8000", False, False),
        ("192.168.1.20:8443", True, False),
        ("[fd00::1]:8443", True, False),
        ("[fd00::1]", True, False),
    ],
)
def test_passkeys_need_a_secure_page_with_a_name(
    settings: Settings, host: str, secure: bool, work: bool
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    assert passkeys_work(ask.get("/", HTTP_HOST=host, secure=secure)) is work
