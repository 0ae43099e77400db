"""Links and QR codes that are made on the laptop itself open on other devices."""

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from scoring.web import connection

LAN = "192.168.1.20"


@pytest.fixture(autouse=True)
def laptop(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    settings.PLAIN_PORT, settings.SECURE_PORT = 8000, 8443
    monkeypatch.setattr(connection, "lan_addresses", lambda: [LAN])


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_what_is_asked_for_on_the_laptop_is_linked_by_its_address(host: str) -> None:
    request = RequestFactory().get("/", headers={"host": host})
    assert connection.origin_for_others(request) == f"http://{LAN}:8000"
    assert connection.origin_for_others(request, secure=True) == f"https://{LAN}:8443"


def test_who_signs_in_goes_by_plain_http_where_there_is_no_https(settings: Settings) -> None:
    settings.SECURE_PORT = None
    request = RequestFactory().get("/", headers={"host": "localhost:8000"})
    assert connection.origin_for_others(request, secure=True) == f"http://{LAN}:8000"


@pytest.mark.parametrize("host", ["scores.example.org", "192.168.1.20:8443"])
def test_other_devices_keep_the_address_they_use(host: str) -> None:
    request = RequestFactory().get("/", headers={"host": host}, secure=True)
    assert connection.origin_for_others(request) == f"https://{host}"


def test_without_a_network_the_link_works_on_the_laptop_at_least(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connection, "lan_addresses", list)
    request = RequestFactory().get("/", headers={"host": "localhost:8000"})
    assert connection.origin_for_others(request) == "http://localhost:8000"
