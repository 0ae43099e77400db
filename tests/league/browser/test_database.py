"""The page that stands in the site's place while the database is damaged, in a real browser."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pytest_django import Settings

from league.site.health import trouble

pytestmark = pytest.mark.django_db(transaction=True)


def test_axe_finds_nothing_and_the_command_fits_a_phone(
    page: Page,
    live_server,
    axe_at: Callable[..., None],
    shots: Callable[..., None],
    page_errors,
    tmp_path: Path,
    settings: Settings,
) -> None:
    # The page itself is one, and so is the manifest, which is a page of the site.
    page_errors.allow("status of 503")
    settings.DATA_DIR = tmp_path
    copy = "/srv/hillside/roundhouse/var/backups/20260520-140000-auto.roundhouse"
    trouble.note(trouble.Trouble("missing", "", copy, "2026-05-20T14:00:00+00:00"))
    page.goto(f"{live_server.url}/club/")
    expect(page.get_by_text(f"python3 manage.py restore {copy}")).to_be_visible()
    axe_at(page)
    shots(page, "page-database")
