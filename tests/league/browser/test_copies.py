"""The page of copies in a real browser: by axe, in both colors, with copies that fail."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django import Settings

from league.site.backups import making
from scoring.models import Club
from tests.league.site.backups.test_copies import copy_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_axe_finds_nothing_in_light_or_dark(
    signed_in_page: Page,
    live_server,
    club: Club,
    axe_at: Callable[..., None],
    shots: Callable[..., None],
    tmp_path: Path,
    settings: Settings,
) -> None:
    settings.BACKUP_DIR = tmp_path / "backups"
    for minutes, kind in ((3, "auto"), (90, "hand"), (3000, "migration"), (5000, "restore")):
        copy_of(timezone.now() - timedelta(minutes=minutes), kind)
    making.trouble_note(
        "Nothing can be written to the folder of copies, /srv/roundhouse/var/backups: No space "
        "left on device. Free some space, or make the folder writable."
    )
    page = signed_in_page
    page.goto(live_server.url + reverse("league:copies"))
    expect(page.get_by_text("No space left on device")).to_be_visible()
    axe_at(page, 390, 1024)
    shots(page, "page-copies")
    page.get_by_role("link", name="Save the club's archive").click()
    page.get_by_label("Your password").fill("train-station-42")
    page.get_by_role("button", name="Go on").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the club's archive").click()
    assert download.value.suggested_filename.endswith(".club")
