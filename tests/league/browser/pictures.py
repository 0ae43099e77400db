"""The README's pictures of a game day, of the season and of a tournament, made anew.

    python3 manage.py test tests/league/browser/pictures.py

Not among the tests by itself, since its name does not begin with test_. Writes docs/pictures.
"""

import datetime
from random import Random

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page

from league.models import Season, TableGame
from league.seasons.services.samples import Sample, season_sample
from scoring.models import Club
from tests.factories import play
from tests.league.factories import GameDayFactory, begin, seat
from tests.league.tournaments.played import three_stages
from tests.scoring.browser.pictures import PICTURES

pytestmark = pytest.mark.django_db(transaction=True)


def test_pictures_for_the_readme(signed_in_page: Page, live_server, club: Club) -> None:
    page, today = signed_in_page, timezone.localdate()
    first = today - datetime.timedelta(days=7 * 6)
    season = season_sample(club=club, sample=Sample(players=12, days=6, rounds=13, first=first))
    Season.objects.filter(pk=season.pk).update(name="Autumn", last=today)
    day = GameDayFactory(club=club, date=today)
    seat(day, 23)
    assert begin(day)
    points = Random(3)
    for number, row in enumerate(TableGame.objects.filter(game_day=day)):
        seats = row.game.seats.count()
        for _round in range(3 + number % 3):
            line = [points.randrange(4, 60) for _seat in range(seats)]
            line[points.randrange(seats)] = 0
            play(row.game, *line)

    page.goto(live_server.url + reverse("league:day", args=[day.pk]))
    page.screenshot(path=PICTURES / "day.png")

    page.set_viewport_size({"width": 390, "height": 1000})
    page.goto(live_server.url + reverse("league:leaderboard", args=[season.pk]))
    page.screenshot(path=PICTURES / "leaderboard.png")


def test_pictures_of_a_tournament(signed_in_page: Page, live_server, club: Club) -> None:
    page = signed_in_page
    page.set_viewport_size({"width": 1024, "height": 1000})
    tournament = three_stages(club, 37, until=1)
    page.goto(live_server.url + reverse("league:direct", args=[tournament.pk]))
    page.screenshot(path=PICTURES / "director.png")
    page.set_viewport_size({"width": 1366, "height": 900})
    page.goto(live_server.url + reverse("league:bracket", args=[tournament.pk]))
    page.screenshot(path=PICTURES / "bracket.png")
