"""What the operator sees of the clubs on the site: their sizes, and none of their people."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, F, Max, OuterRef, Q, QuerySet, Subquery, Sum, TextChoices
from django.db.models.functions import Coalesce, Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.hosting.selectors.sizes import sizes_of
from league.leagues.models import League, LeagueClub, LeagueStanding
from scoring.accounts.models import AbuseReport, Club, ClubAddress, ClubSize, Player
from scoring.log.models import LogEntry
from scoring.sheets.models import Game, SheetEntry

BUSY_DAYS = 7


@dataclass(frozen=True)
class ClubLine:
    """One club in figures. `deeds` are what was done in it within the last days.

    `bytes` are what it keeps, as last counted; None before the first time.
    """

    club: Club
    short_name: str
    people: int
    games: int
    entries: int
    deeds: int
    last_used: datetime | None
    reports: int
    bytes: int | None


class ClubOrder(TextChoices):
    """By what the list of clubs is ordered."""

    NEWEST = "newest", _("Newest first")
    NAME = "name", _("By name")
    SIZE = "size", _("Largest first")
    USED = "used", _("Most recently used first")
    IDLE = "idle", _("Longest unused first")
    REPORTS = "reports", _("Reported or paused first")


@dataclass(frozen=True)
class SiteSums:
    """All clubs of the site together. `bytes` are what they keep, as last counted."""

    clubs: int
    paused: int
    people: int
    games: int
    bytes: int
    reports: int


def site_sums() -> SiteSums:
    """Return the figures of all clubs together; five queries."""
    clubs = Club.objects.aggregate(
        clubs=Count("pk"), paused=Count("pk", filter=Q(suspended_at__isnull=False))
    )
    return SiteSums(
        **clubs,
        people=Player.objects.filter(same_as=None, erased_at=None).count(),
        games=Game.objects.count(),
        bytes=ClubSize.objects.aggregate(bytes=Coalesce(Sum("bytes"), 0))["bytes"],
        reports=AbuseReport.objects.filter(done_at=None).count(),
    )


def clubs_listed(query: str, order: str = ClubOrder.NEWEST) -> QuerySet[Club]:
    """Return all clubs in an order (`ClubOrder`; of equals the newest first).

    With `query` those of that name or short name.
    """
    clubs = Club.objects.all()
    if query:
        short = ClubAddress.objects.filter(short_name__startswith=query.lower()).values("club")
        clubs = clubs.filter(Q(name__icontains=query) | Q(pk__in=short))
    done = LogEntry.objects.filter(club=OuterRef("pk"), outcome=LogEntry.Outcome.DONE)
    used = Subquery(done.order_by("-moment").values("moment")[:1])
    reports = _number_of(AbuseReport.objects.filter(club=OuterRef("pk"), done_at=None), "club")
    by: dict[str, list[Any]] = {
        ClubOrder.NAME: [Lower("name")],
        ClubOrder.SIZE: [F("size__bytes").desc(nulls_last=True)],
        ClubOrder.USED: [used.desc(nulls_last=True)],
        ClubOrder.IDLE: [used.asc(nulls_first=True)],
        ClubOrder.REPORTS: [reports.desc(), F("suspended_at").desc(nulls_last=True)],
    }
    return clubs.order_by(*by.get(order, []), "-pk")


def club_lines(clubs: Sequence[Club]) -> list[ClubLine]:
    """Return the figures of these clubs; eight queries, however many there are."""
    ids = [club.pk for club in clubs]
    since = timezone.now() - timedelta(days=BUSY_DAYS)
    log = LogEntry.objects.filter(club__in=ids, outcome=LogEntry.Outcome.DONE).order_by()
    names = ClubAddress.objects.filter(club__in=ids, current=True)
    short_names = dict(names.values_list("club", "short_name"))
    last = dict(log.values("club").annotate(last=Max("moment")).values_list("club", "last"))
    people = _counted(Player.objects.filter(club__in=ids, same_as=None, erased_at=None))
    games = _counted(Game.objects.filter(club__in=ids))
    entries = _counted(SheetEntry.objects.filter(game__club__in=ids), "game__club")
    deeds = _counted(log.filter(moment__gt=since))
    reports = _counted(AbuseReport.objects.filter(club__in=ids, done_at=None))
    sizes = sizes_of(ids)
    return [
        ClubLine(
            club=club,
            short_name=short_names.get(club.pk, ""),
            people=people.get(club.pk, 0),
            games=games.get(club.pk, 0),
            entries=entries.get(club.pk, 0),
            deeds=deeds.get(club.pk, 0),
            last_used=last.get(club.pk),
            reports=reports.get(club.pk, 0),
            bytes=sizes.get(club.pk),
        )
        for club in clubs
    ]


def _counted(rows: "QuerySet[Any]", by: str = "club") -> dict[int, int]:
    """Return how many of the rows each club has."""
    return dict(rows.order_by().values(by).annotate(number=Count("pk")).values_list(by, "number"))


def reports_open(club: Club) -> QuerySet[AbuseReport]:
    """Return what was reported of the club's pages and is not dealt with yet, oldest first."""
    return AbuseReport.objects.filter(club=club, done_at=None).order_by("pk")


def leagues_listed(query: str) -> QuerySet[League]:
    """Return all leagues, the newest first, each with how many clubs and people it has.

    With `query` those of that name, and those that a club of that name founded.
    """
    leagues = League.objects.select_related("club").order_by("-pk")
    if query:
        leagues = leagues.filter(Q(name__icontains=query) | Q(club__name__icontains=query))
    parts = LeagueClub.objects.filter(league=OuterRef("pk"), club__isnull=False).order_by()
    lines = LeagueStanding.objects.filter(board__league=OuterRef("pk")).order_by()
    return leagues.annotate(
        clubs_in_it=_number_of(parts, "league"), people_in_it=_number_of(lines, "board__league")
    )


def leagues_of(club: Club) -> QuerySet[League]:
    """Return the leagues in which the club takes part, its own among them."""
    return League.objects.filter(clubs__club=club)


def _number_of(rows: "QuerySet[Any]", by: str) -> Coalesce:
    """Return how many of these rows of an outer query's row there are."""
    counted = rows.order_by().values(by).annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counted), 0)
