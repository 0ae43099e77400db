"""The page that walks a device through trusting this laptop, and the file it is to trust."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from league.site.certificates import authority as certificates
from league.site.certificates import walkthrough as trusting
from league.site.security import HEADER, POLICY
from scoring.models import Game
from scoring.web import connection
from tests.litany import ALL_METHODS, EVERYBODY, GET, ClientOf, Shows
from tests.page import Page

FILE = "/trust/roundhouse-ca.crt"
# Apple's devices take a file of this type for a profile, Android's keep it for their settings.
KIND = "application/x-x509-ca-cert"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("certificates")
    certificates.make_ready(folder, ["localhost"], datetime.now(UTC))
    return folder


@pytest.fixture
def root(folder: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> certificates.Root:
    """A laptop at 192.168.1.20 with both doors open."""
    settings.CERTIFICATES_DIR = folder
    settings.PLAIN_PORT, settings.SECURE_PORT = 8000, 8443
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setattr(connection, "lan_addresses", lambda: ["192.168.1.20"])
    found = certificates.read_root(folder)
    assert found is not None
    return found


def page_at(host: str, path: str = "/trust/", *, secure: bool = False) -> Page:
    answer = Client().get(path, headers={"host": host}, secure=secure)
    assert answer.status_code == 200
    return Page(answer)


@pytest.mark.usefixtures("root")
class TestTrust(Shows):
    app = "league"
    name = "trust"
    methods = GET
    most_queries = 4

    @pytest.mark.parametrize("device", sorted(trusting.MAKERS))
    def test_each_device_has_steps_and_the_file(
        self, client_of: ClientOf, game: Game, root: certificates.Root, device: str
    ) -> None:
        page = self.get(client_of("nobody"), game, device=device)
        told = trusting.MAKERS[device](root.name)
        for step in told.steps:
            assert step.text in page.text
            assert step.picture.title in page.text
        assert FILE in page.links
        assert told.compare in page.text
        assert told.undo in page.text
        assert (root.sha1 in page.text) == (device == "windows")
        assert (root.sha256 in page.text) == (device != "windows")
        # As the console says it, and as the number on the device begins.
        short = root.short_sha1 if device == "windows" else root.short
        assert short in page.text
        whole = root.sha1 if device == "windows" else root.sha256
        assert whole.replace(":", "").startswith(short.replace(" ", ""))
        assert [len(group) for group in short.split()] == [4] * 5

    @pytest.mark.parametrize("device", ["", "toaster", "\0", "ipad'"])
    def test_without_a_device_it_asks_for_one(
        self, client_of: ClientOf, game: Game, root: certificates.Root, device: str
    ) -> None:
        page = self.get(client_of("nobody"), game, device=device)
        assert "Which device is it?" in page.text
        assert FILE not in page.links
        assert {f"?device={key}#steps" for key in trusting.MAKERS} <= set(page.links)
        assert root.sha256 in page.text

    def test_it_tells_nothing_of_the_club(self, client_of: ClientOf, game: Game) -> None:
        page = self.get(client_of("nobody"), game)
        assert "Hillside" not in page.text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("host", "door"),
    [
        ("192.168.1.77:8000", "https://192.168.1.77:8443"),
        ("laptop.local:8000", "https://laptop.local:8443"),
        # No certificate holds a name alone, and no other device reaches this one's localhost.
        ("laptop:8000", "https://192.168.1.20:8443"),
        ("localhost:8000", "https://192.168.1.20:8443"),
        ("127.0.0.1:8000", "https://192.168.1.20:8443"),
        ("[fd00::7]:8000", "https://[fd00::7]:8443"),
    ],
)
@pytest.mark.usefixtures("root")
def test_the_secure_door_is_the_one_beside(host: str, door: str) -> None:
    page = page_at(host)
    assert f"{door}/" in page.links
    # A phone may not know the laptop's name: what it is to open begins with a number.
    plain = (
        door.replace("https", "http")
        .replace("8443", "8000")
        .replace("laptop.local", "192.168.1.20")
    )
    assert f"{plain}/trust/" in page.text


@pytest.mark.django_db
@pytest.mark.usefixtures("root")
def test_without_a_network_there_is_no_door_to_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "lan_addresses", list)
    page = page_at("localhost:8000")
    assert "Which device is it?" in page.text
    assert not [link for link in page.links if link.startswith("http")]
    assert "Phones cannot open this yet" in page.text


@pytest.mark.django_db
@pytest.mark.usefixtures("root")
def test_only_the_check_may_look_at_the_secure_door() -> None:
    answer = Client().get("/trust/", headers={"host": "192.168.1.20:8000"})
    wanted = POLICY.replace("img-src 'self'", "img-src 'self' https://192.168.1.20:8443")
    assert answer[HEADER] == wanted
    assert 'data-secure-picture="https://192.168.1.20:8443/' in answer.content.decode()
    elsewhere = Client().get("/pair/", headers={"host": "192.168.1.20:8000"})
    assert elsewhere[HEADER] == POLICY


@pytest.mark.django_db
@pytest.mark.usefixtures("root")
def test_it_knows_a_device_that_is_done() -> None:
    done = page_at("192.168.1.20:8443", secure=True)
    assert "This device has a secure connection already." in done.text
    assert "Check again" not in done.text
    assert "Each device has to trust" in page_at("192.168.1.20:8000").text
    assert "This is the club's own computer" in page_at("localhost:8000").text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sites", "port", "said"),
    [
        ([], None, "without --no-secure"),
        ([], 8443, "without --no-secure"),  # no certificate was made
        (
            ["http://192.168.1.20:8000"],
            None,
            "Ask the person who looks after it to put https in front",
        ),
        (["https://scores.example.org"], None, "This site has a secure address."),
    ],
)
def test_without_a_door_of_its_own_it_says_whom_to_ask(
    settings: Settings, tmp_path: Path, sites: list[str], port: int | None, said: str
) -> None:
    settings.CERTIFICATES_DIR = tmp_path
    settings.SITE_ADDRESSES, settings.SECURE_PORT = sites, port
    page = page_at("testserver")
    assert said in page.text
    assert "Which device is it?" not in page.text
    assert Client().get(FILE).status_code == 404
    if sites and sites[0].startswith("https"):
        assert "https://scores.example.org/" in page.links
        done = page_at("testserver", secure=True).text
        assert "This device has a secure connection already." in done
        assert said not in done


def test_the_file_is_the_root_alone(root: certificates.Root) -> None:
    answer = Client().get(FILE)
    assert (answer.status_code, answer["Content-Type"], answer.content) == (200, KIND, root.der)
    assert b"PRIVATE" not in answer.content
    assert answer["Cache-Control"] == "no-store"
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_other_methods_get_no_file(root: certificates.Root) -> None:
    for method in set(ALL_METHODS) - set(GET):
        assert Client().generic(method, FILE).status_code == 405


@pytest.mark.parametrize("name", ["Roundhouse of vm", "Roundhouse of " + "l" * 50])
def test_every_line_of_a_picture_fits(name: str) -> None:
    for device in trusting.devices(name):
        assert device.steps[0].loads
        for step in device.steps:
            lines = step.picture.lines
            assert any(line.marked for line in lines)
            assert "%" not in step.picture.description
            wide = [line.text for line in lines if len(line.text) > trusting.LONGEST_LINE]
            assert not wide
            assert not [
                line.text for line in lines if line.kind == "button" and len(line.text) > 22
            ]


NOTICE = "Not a secure connection"


@pytest.mark.parametrize("who", sorted(EVERYBODY))
def test_who_scores_is_told_of_an_insecure_connection(
    client_of: ClientOf, game: Game, who: str
) -> None:
    client = client_of(who)
    page = Page(client.get(reverse("scoring:home"), follow=True))
    scores = who in {"organizer", "scorekeeper", "tablet", "stranger"}
    assert (NOTICE in page.text) == scores
    if scores:
        assert "/trust/" in page.links
    assert NOTICE in Page(client.get(reverse("scoring:pair"))).text


@pytest.mark.parametrize(
    ("host", "secure", "told"),
    [
        ("192.168.1.20:8000", False, True),
        ("laptop.local", False, True),
        ("localhost.example.org", False, True),
        ("10.127.0.1", False, True),
        ("192.168.1.20:8443", True, False),
        ("localhost:8000", False, False),
        ("club.localhost", False, False),
        ("127.0.0.1:8000", False, False),
        ("127.9.9.9", False, False),
        ("[::1]:8000", False, False),
    ],
)
def test_a_secure_context_is_not_told(
    client_of: ClientOf, settings: Settings, host: str, *, secure: bool, told: bool
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    answer = client_of("tablet").get("/", headers={"host": host}, secure=secure)
    assert (NOTICE in Page(answer).text) == told


def test_the_page_that_mends_it_does_not_say_it_again(client_of: ClientOf) -> None:
    assert NOTICE not in Page(client_of("tablet").get(reverse("league:trust"))).text
