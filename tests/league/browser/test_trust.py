"""Trusting the laptop, in a real browser: the steps, the check, what the browser makes of it."""

import base64
import ssl
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from django.urls import reverse
from playwright.sync_api import BrowserType, Error, Locator, Page, Route, expect
from pytest_django import Settings

from league.site import doors
from league.site.certificates import authority as certificates
from league.site.certificates import views as trust
from scoring.models import Club
from scoring.web import connection
from tests.browsers import FLAGS, find_browser
from tests.factories import make_game

pytestmark = pytest.mark.django_db(transaction=True)

DOOR = "https://192.168.1.20:8443"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("certificates")
    certificates.make_ready(folder, ["localhost"], datetime.now(UTC))
    return folder


@pytest.fixture
def from_a_tablet(folder: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A laptop with both doors open, and a browser that is not on it."""
    settings.CERTIFICATES_DIR = folder
    settings.PLAIN_PORT, settings.SECURE_PORT = 8000, 8443
    monkeypatch.setattr(connection, "lan_addresses", lambda: ["192.168.1.20"])
    for module in (connection, trust):
        monkeypatch.setattr(module, "is_secure", lambda request: request.is_secure())


@pytest.mark.usefixtures("from_a_tablet")
def test_axe_finds_nothing_in_the_steps(
    page: Page,
    live_server,
    axe_at: Callable[..., None],
    shots: Callable[..., None],
    page_errors,
) -> None:
    page_errors.allow("Failed to load resource")
    for kind in ("", "ipad", "windows"):
        page.goto(f"{live_server.url}/trust/?device={kind}")
        expect(page.locator("[data-secure=no]")).to_be_visible()
        axe_at(page)
        shots(page, f"trust-{kind or 'which'}")


@pytest.mark.usefixtures("from_a_tablet")
def test_who_wants_to_sign_in_over_plain_http_is_led_there(
    page: Page,
    live_server,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    axe_at: Callable[..., None],
    shots: Callable[..., None],
    page_errors,
) -> None:
    page_errors.allow("status of 403|Failed to load resource")
    settings.PLAIN_SIGN_IN = False
    monkeypatch.setattr(doors, "entrance_of", lambda request: "plain")
    page.goto(f"{live_server.url}/sign-in/")
    axe_at(page)
    shots(page, "secure-first")
    page.get_by_role("link", name="Make it secure").click()
    expect(page.get_by_role("heading", name="A secure connection")).to_be_visible()


@pytest.mark.usefixtures("from_a_tablet")
def test_the_check_tells_when_it_is_done(page: Page, live_server, page_errors) -> None:
    page_errors.allow("Failed to load resource")
    page.goto(f"{live_server.url}/trust/")
    expect(page.get_by_text("Not yet: this device does not trust")).to_be_visible()

    def shown(route: Route) -> None:
        route.fulfill(path="league/static/league/secure.svg", content_type="image/svg+xml")

    page.route(f"{DOOR}/static/league/secure.svg?*", shown)
    page.get_by_role("button", name="Check again").click()
    expect(page.get_by_text("This device trusts the club's computer now.")).to_be_visible()
    expect(page.get_by_text("Not yet")).to_be_hidden()


def top(part: Locator) -> float:
    """How far down the page a part begins."""
    box = part.bounding_box()
    assert box is not None
    return box["y"]


@pytest.mark.usefixtures("from_a_tablet")
def test_the_notice_stands_in_no_ones_way(
    signed_in_page: Page, live_server, club: Club, axe: Callable[[Page], None], page_errors
) -> None:
    page_errors.allow("Failed to load resource")
    page = signed_in_page
    page.goto(live_server.url + reverse("scoring:round-record", args=[make_game(club).code, 1]))
    expect(page.get_by_text("Not a secure connection")).to_be_visible()
    axe(page)
    record, notice = page.locator("button.main:visible"), page.locator(".insecure")
    # The keypad is where it would be without it.
    assert top(record) < top(notice)
    page.goto(live_server.url)
    assert top(notice) < top(page.locator("h1"))
    page.get_by_role("link", name="Make it secure").click()
    expect(page.get_by_role("heading", name="A secure connection")).to_be_visible()


class Pages(BaseHTTPRequestHandler):
    """A page, and a service worker for it."""

    protocol_version = "HTTP/1.0"

    def do_GET(self) -> None:
        worker = self.path == "/worker.js"
        self.send_response(200)
        self.send_header("Content-Type", "text/javascript" if worker else "text/html")
        self.end_headers()
        self.wfile.write(b"" if worker else b"<!doctype html><title>Roundhouse</title>")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def under_the_certificate(folder: Path) -> Iterator[str]:
    """The address of a page that is served with a laptop's certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / certificates.SERVER)
    # A browser opens connections on which it asks nothing: none may stand before another.
    with ThreadingHTTPServer(("127.0.0.1", 0), Pages) as server:
        server.socket = context.wrap_socket(
            server.socket, server_side=True, do_handshake_on_connect=False
        )
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"https://localhost:{server.server_port}/"
        server.shutdown()
        thread.join()


def test_a_browser_that_trusts_it_holds_the_page_for_secure(
    browser_type: BrowserType, folder: Path, under_the_certificate: str
) -> None:
    """It is a secure context, in which a service worker can be registered.

    Trust is given on the command line here; that browsers also find the chain, the names and the
    limits right is what tests/test_ground_certificates.py says with OpenSSL.
    """
    server = x509.load_pem_x509_certificates((folder / certificates.SERVER).read_bytes())[0]
    digest = hashes.Hash(hashes.SHA256())
    digest.update(
        server.public_key().public_bytes(
            serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
        )
    )
    trusted = base64.b64encode(digest.finalize()).decode()
    flags = [*FLAGS, f"--ignore-certificate-errors-spki-list={trusted}"]
    for args, trusts in ((FLAGS, False), (flags, True)):
        with browser_type.launch(executable_path=find_browser(), args=args) as browser:
            page = browser.new_page()
            if not trusts:
                with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
                    page.goto(under_the_certificate)
                continue
            page.goto(under_the_certificate)
            assert page.evaluate("isSecureContext")
            state = (
                "navigator.serviceWorker.register('/worker.js')"
                ".then(() => navigator.serviceWorker.ready).then(({active}) => active.scriptURL)"
            )
            assert page.evaluate(state) == f"{under_the_certificate}worker.js"
