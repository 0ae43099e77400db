"""How much room a club has on a site that somebody else runs, and how much of it is taken."""

from dataclasses import dataclass

from django.utils import timezone

from league.hosting.selectors.sizes import sizes_of
from scoring.accounts.models import Club, Operator
from scoring.accounts.selectors.people import everybody_of
from scoring.quotas import (
    MEGABYTE,
    NO_LIMIT,
    games_at_most,
    megabytes_at_most,
    people_at_most,
    recent,
)


@dataclass(frozen=True)
class Share:
    """So much is taken of so much; `most` is 0 where there is no limit."""

    taken: int
    most: int

    @property
    def limited(self) -> bool:
        """Whether there is a limit at all."""
        return self.most != NO_LIMIT


@dataclass(frozen=True)
class ClubRoom:
    """People of the club, games of the last year, and megabytes as last counted."""

    people: Share
    games: Share
    megabytes: Share


def club_room(club: Club) -> ClubRoom | None:
    """Return the club's limits and what it has of them; None on a site that nobody operates."""
    if not Operator.objects.exists():
        return None
    games = games_at_most(club.most_games)
    of_a_year = club.games.filter(recent(games, "started_at", timezone.now()))
    return ClubRoom(
        people=Share(everybody_of(club).count(), people_at_most(club.most_people).most),
        games=Share(of_a_year.count(), games.most),
        megabytes=Share(
            sizes_of([club.pk]).get(club.pk, 0) // MEGABYTE,
            megabytes_at_most(club.most_megabytes).most,
        ),
    )
