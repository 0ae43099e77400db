"""Nobody keeps what names people; what is the same for everybody says that it may be kept."""

from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from league.days.selectors.links import link_key
from league.site.settings import MIDDLEWARE
from scoring.models import Club, Game
from scoring.tablets.offline.bundle import bundle
from tests.litany import ClientOf

NOT_KEPT = "private, no-store"


def test_nothing_is_kept_that_does_not_say_so(
    client_of: ClientOf, organizer: User, game: Game
) -> None:
    paths = ["/", "/people/", "/people/people.csv", "/no-such-page/", "/rules/"]
    paths += [reverse(f"scoring:{name}", args=[game.code]) for name in ("sheet", "sheet-now")]
    paths += [reverse("league:club-archive"), reverse("scoring:log-csv")]
    for path in paths:
        assert client_of("organizer").get(path).headers["Cache-Control"] == NOT_KEPT, path


def test_what_is_the_same_for_everybody_may_be_kept(client: Client, club: Club) -> None:
    packed = client.get(reverse("scoring:engine-bundle", args=[bundle().digest]))
    assert packed.headers["Cache-Control"].startswith("public, max-age=31536000")
    manifest = client.get(reverse("scoring:manifest"))
    assert set(manifest.headers["Cache-Control"].split(", ")) == {"public", "max-age=3600"}


def test_asking_again_is_still_answered_shortly(client: Client, club: Club) -> None:
    address = reverse("scoring:tablet-files")
    first = client.get(address)
    assert first.headers["Cache-Control"] == "no-cache"
    again = client.get(address, headers={"if-none-match": first.headers["ETag"]})
    assert again.status_code == 304
    feed = reverse("league:calendar-ics", args=[club.pk])
    answer = client.get(f"{feed}?key={link_key('calendar', club.pk)}")
    assert answer.headers["Cache-Control"] == "private, max-age=900"


def test_static_files_are_left_as_they_are() -> None:
    """Their middleware stands outside, so that a file never comes through this one."""
    files = MIDDLEWARE.index("whitenoise.middleware.WhiteNoiseMiddleware")
    assert files < MIDDLEWARE.index("league.site.caching.NotKeptMiddleware")
    assert "league.site.caching.NotKeptMiddleware" in settings.MIDDLEWARE
