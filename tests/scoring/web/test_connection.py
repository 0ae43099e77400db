"""The address that a QR code or a printed line names is one that a phone can open."""

import pytest
from django.http import HttpRequest
from django.test import RequestFactory
from pytest_django import Settings

from scoring.web import connection

LAN = "192.168.1.20"


@pytest.fixture(autouse=True)
def laptop(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    settings.PLAIN_PORT, settings.SECURE_PORT = 8000, 8443
    monkeypatch.setattr(connection, "lan_addresses", lambda: [LAN])


def asked(host: str, *, secure: bool = False) -> HttpRequest:
    return RequestFactory().get("/", headers={"host": host}, secure=secure)


@pytest.mark.parametrize(
    ("host", "secure"),
    [
        ("localhost:8000", False),
        ("127.0.0.1:8000", False),
        ("[::1]:8000", False),
        ("laptop:8000", False),
        ("laptop.local:8443", True),
        (f"{LAN}:8443", True),
    ],
)
def test_a_laptop_is_named_by_its_number_at_the_door_that_asks_for_no_trust(
    host: str, secure: bool
) -> None:
    request = asked(host, secure=secure)
    assert connection.phone_link(request, "/x/") == f"http://{LAN}:8000/x/"
    assert connection.phone_link(request, "/x/", accounts=True) == f"https://{LAN}:8443/x/"


def test_the_number_that_the_page_was_asked_by_is_taken() -> None:
    assert connection.phone_link(asked("10.0.0.5:8000"), "/") == "http://10.0.0.5:8000/"
    assert connection.phone_link(asked("[fd00::5]:8000"), "/") == "http://[fd00::5]:8000/"


def test_who_signs_in_goes_by_plain_http_where_there_is_no_https(settings: Settings) -> None:
    settings.SECURE_PORT = None
    link = connection.phone_link(asked("localhost:8000"), "/", accounts=True)
    assert link == f"http://{LAN}:8000/"


@pytest.mark.parametrize(
    ("served", "link"),
    [
        ("0.0.0.0", f"http://{LAN}:8000/"),  # noqa: S104
        ("::", f"http://{LAN}:8000/"),
        ("192.168.7.7", "http://192.168.7.7:8000/"),
        ("127.0.0.1", None),
        ("localhost", None),
        ("::1", None),
    ],
)
def test_what_the_server_listens_on_decides(
    settings: Settings, served: str, link: str | None
) -> None:
    settings.SERVED_HOST = served
    assert connection.phone_link(asked("localhost:8000"), "/") == link


@pytest.mark.parametrize(
    ("sites", "host", "link"),
    [
        (["https://scores.example.org"], "localhost:8000", "https://scores.example.org/"),
        (["http://a.example", "https://b.example"], "localhost", "https://b.example/"),
        (["http://a.example", "https://b.example"], "a.example", "http://a.example/"),
        (["http://localhost:8000", "http://a.example"], "localhost:8000", "http://a.example/"),
        (["http://localhost:8000"], "localhost:8000", None),
    ],
)
def test_a_site_with_addresses_is_named_by_one_of_them(
    settings: Settings, sites: list[str], host: str, link: str | None
) -> None:
    settings.SITE_ADDRESSES = sites
    assert connection.phone_link(asked(host), "/") == link


def test_under_another_server_other_devices_keep_the_address_they_use(settings: Settings) -> None:
    settings.PLAIN_PORT = None
    assert connection.phone_link(asked("10.0.0.5:9000"), "/") == "http://10.0.0.5:9000/"
    assert connection.phone_link(asked("localhost:9000"), "/") is None


def test_without_a_network_no_address_is_made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "lan_addresses", list)
    assert connection.phone_link(asked("localhost:8000"), "/") is None
    link = connection.phone_link(asked("laptop.local:8000"), "/")
    assert link == "http://laptop.local:8000/"
