"""What a club keeps about people, as its page for members says it: from the settings in force."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q

from league.leagues.models import LeagueClub
from league.seasons.models import Season
from league.tournaments.models import Tournament
from scoring.accounts.club_rows import every_club
from scoring.accounts.models import Club, Membership

# A report on a weakness is answered by people: a year is what RFC 9116 says is the longest.
EXPIRES_AFTER = timedelta(days=180)


@dataclass(frozen=True)
class PrivacyPage:
    """What the page says: the club's choices and the server's settings.

    `days` is for how long copies are kept and `log_days` until the log loses names. `minutes` is
    the pause between copies, 0 for none by themselves. `hosted` says that the site has a name on
    the internet, and is no laptop in a hall; `mails`, that it sends mails. `organizers` are whom to
    ask.
    """

    club: Club
    shows_games: bool
    public_seasons: int
    leagues: bool
    public_tournaments: int
    days: int
    log_days: int
    minutes: int
    hosted: bool
    mails: bool
    organizers: tuple[str, ...]


@every_club()
def privacy_page(club: Club, *, insider: bool) -> PrivacyPage:
    """The page of that club; four queries. Names of organizers are for the club's people alone."""
    organizers = Membership.objects.filter(club=club, role=Membership.Role.ORGANIZER)
    users = [membership.user for membership in organizers.select_related("user").order_by("pk")]
    names = [user.get_full_name() or user.get_username() for user in users] if insider else []
    return PrivacyPage(
        club=club,
        shows_games=club.shown == Club.Shown.GAMES,
        public_seasons=Season.objects.filter(club=club, public=True).count(),
        leagues=LeagueClub.objects.filter(club=club, season__public=True).exists(),
        public_tournaments=Tournament.objects.filter(
            Q(public=True) | Q(sign_up=True), club=club, rehearsal_of=None
        ).count(),
        days=settings.BACKUP_DAYS,
        log_days=settings.LOG_DAYS_WITH_NAMES,
        minutes=settings.BACKUP_MINUTES,
        hosted=bool(settings.SITE_ADDRESSES),
        mails=settings.MAIL_GOES,
        organizers=tuple(names),
    )


def security_text(now: datetime, canonical: str) -> str:
    """The text of /.well-known/security.txt, as RFC 9116 writes it; "" without a contact."""
    if not settings.SECURITY_CONTACT:
        return ""
    # At midnight, so that the same day gives the same text.
    expires = (now + EXPIRES_AFTER).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = {
        "Contact": settings.SECURITY_CONTACT,
        "Expires": expires.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "Preferred-Languages": settings.LANGUAGE_CODE,
        "Canonical": canonical,
    }
    return "".join(
        f"{name}: {value}\r\n"
        for name, value in lines.items()
        # A canonical address has to be a secure one.
        if name != "Canonical" or value.startswith("https://")
    )
