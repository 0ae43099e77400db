"""Each club's pages go by its own clock."""

from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Club, Game
from tests.factories import ClubFactory
from tests.litany import ClientOf
from tests.page import Page

pytestmark = pytest.mark.django_db
# In Auckland it is the next morning already.
EVENING = datetime(2026, 3, 9, 20, 30, tzinfo=UTC)


@pytest.fixture
def club_far_away(club: Club) -> Club:
    club.time_zone, club.shown = "Pacific/Auckland", Club.Shown.GAMES
    club.save()
    return club


def suggested(client: Client) -> str:
    """The date of a new game day, which is today's."""
    return client.get(reverse("league:day-add")).content.decode().partition('value="2026-')[2][:5]


def test_today_is_the_clubs(club_far_away: Club, client_of: ClientOf) -> None:
    with time_machine.travel(EVENING, tick=False):
        assert suggested(client_of("organizer")) == "03-10"
        assert suggested(client_of("stranger")) == "03-09"
        # The next request begins with the site's own time again.
        assert timezone.get_current_timezone_name() == "UTC"


def test_a_page_for_everybody_goes_by_the_clock_of_its_club(
    club_far_away: Club, client_of: ClientOf, game: Game, settings: Any
) -> None:
    Game.objects.filter(pk=game.pk).update(started_at=EVENING, finished_at=EVENING)
    for who in ("nobody", "stranger", "scorekeeper"):
        text = Page(client_of(who).get(reverse("scoring:sheet-print", args=[game.code]))).text
        assert "March 10, 2026" in text, who


def test_an_organizer_chooses_the_zone_among_those_that_there_are(client_of: ClientOf) -> None:
    client, url = client_of("organizer"), reverse("scoring:club")
    form = {"name": "Hillside", "shown": "nothing", "names": "full"}
    client.post(url, form | {"time_zone": "America/Denver"})
    club = Club.objects.get(name="Hillside")
    assert club.time_zone == "America/Denver"
    client.post(url, form | {"time_zone": "Moon/Base"})
    club.refresh_from_db()
    assert club.time_zone == "America/Denver"


def test_a_zone_that_this_machine_does_not_know_is_the_sites(client_of: ClientOf) -> None:
    Club.objects.update(time_zone="Moon/Base")
    ClubFactory(time_zone="../../etc/passwd")
    assert client_of("organizer").get(reverse("league:calendar")).status_code == 200
