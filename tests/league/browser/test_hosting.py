"""The pages of a site with several clubs in a real browser: by axe, in both colors."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from league.hosting.selectors.founding import founding_key
from league.hosting.services.operating import club_suspend
from league.leagues.selectors import invitation_key
from league.leagues.services import club_invite
from league.models import League, LeagueClub
from league.privacy.services.erase_club import club_erase_later
from league.tournaments.entrants.services.sign_ups import club_enter
from scoring.accounts.services.addresses import address_give
from scoring.models import AbuseReport, Club, FoundingLink, Operator
from tests.factories import ClubFactory, MembershipFactory, UserFactory
from tests.league.factories import (
    GameDayFactory,
    LeagueFactory,
    SeasonFactory,
    TournamentFactory,
    day_game,
    person,
)

pytestmark = pytest.mark.django_db(transaction=True)


def league_of(club: Club, other: Club) -> League:
    """A league of both clubs, with people level and one without a place; a link is open."""
    league: League = LeagueFactory(club=club, people=2, least_games=2)
    for part, names in ((club, ("Ann", "Bob", "Cal")), (other, ("Wilhelmina-Josephine", "Ann"))):
        day = GameDayFactory(club=part)
        for number, seated in enumerate((names, names[:2]), start=1):
            rounds = {name: (7 * at, 9) for at, name in enumerate(seated)}
            day_game(day, rounds, table_number=number)
        season = SeasonFactory(club=part, public=True)
        LeagueClub.objects.create(league=league, club=part, season=season)
    return league


def test_axe_finds_nothing_in_light_or_dark(
    new_context: Callable[..., BrowserContext],
    sign_in: Callable[..., None],
    live_server: Any,
    axe_at: Callable[..., None],
    shots: Callable[..., None],
    settings: Any,
    page_errors: Any,
    club: Club,
) -> None:
    settings.FOUNDING, settings.SITE_ADDRESSES = "anybody", [live_server.url]
    now = timezone.now()
    link = FoundingLink.objects.create(
        name="Dot",
        club_name="Sun Valley Dominoes of the Upper Valley",
        email="dot@example.org",
        made_at=now,
        expires_at=now + timedelta(days=1),
    )
    invited = FoundingLink.objects.create(name="Cal", made_at=now, expires_at=link.expires_at)
    address_give(club=club, short_name="hillside")
    other = ClubFactory(name="Wilhelmina-Josephine Lee’s Dominoes and Cards")
    address_give(club=other)
    league = league_of(club, other)
    AbuseReport.objects.create(
        club=club, kind="spam", text="Buy this.", path="/clubs/1/", made_at=now
    )
    operator = UserFactory(username="op")
    Operator.objects.create(user=operator)

    def look(page: Page, name: str, *args: Any) -> None:
        page.goto(live_server.url + reverse(name, args=args))
        axe_at(page, 390, 1366)
        shots(page, "page-" + name.partition(":")[2])

    stranger = new_context().new_page()
    look(stranger, "scoring:home")
    look(stranger, "league:club-find")
    look(stranger, "league:club-at", "hillside")
    look(stranger, "league:found-ask")
    look(stranger, "league:found-sent")
    look(stranger, "league:found", founding_key(link))
    look(stranger, "league:report", club.pk)
    look(stranger, "league:report-sent")
    look(stranger, "league:league", league.pk)
    look(stranger, "league:league-place", league.pk, club.players.get(name="Ann").pk)
    look(stranger, "league:league-clubs", league.pk)
    context = new_context()
    sign_in(context, operator)
    runs = context.new_page()
    look(runs, "league:operator")
    look(runs, "league:operator-club", club.pk)
    look(runs, "league:operator-leagues")
    look(runs, "league:operator-links")
    look(runs, "league:operator-link", invited.pk)
    context = new_context()
    sign_in(context, MembershipFactory(club=club).user)
    organizer = context.new_page()
    look(organizer, "league:club-address")
    for name in ("leagues", "league-new"):
        look(organizer, f"league:{name}")
    for name in ("league-edit", "league-part"):
        look(organizer, f"league:{name}", league.pk)
    third = MembershipFactory(club__name="Sun Valley")
    SeasonFactory(club=third.club, public=True)
    context = new_context()
    sign_in(context, third.user)
    theirs = context.new_page()
    look(theirs, "league:league-join", invitation_key(club_invite(league=league)))
    tournament = TournamentFactory(club=club, sign_up=True, public=True)
    people = [person(third.club, name) for name in ("Ann", "Bob", "Wilhelmina-Josephine Carter")]
    club_enter(tournament=tournament, club=third.club, players=people[1:])
    look(theirs, "league:sign-up-club", tournament.sign_up_key)
    club_erase_later(club=club)
    look(organizer, "league:club-erase")
    look(organizer, "scoring:club")
    page_errors.allow("status of 404")
    club_suspend(club=club, reason="A page of yours shows people who did not agree to it.")
    organizer.goto(live_server.url)
    expect(organizer.get_by_text("who did not agree")).to_be_visible()
    axe_at(organizer, 390, 1366)
    shots(organizer, "page-club-paused")
