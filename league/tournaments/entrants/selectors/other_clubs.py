"""People of another club of the site in a tournament: whom that club entered, and whom it can."""

import re
from collections.abc import Iterable

from django.db.models import QuerySet

from league.tournaments.models import Entrant, Tournament
from scoring.accounts.models import Club, Player
from scoring.accounts.selectors.people import players_of
from scoring.names import name_key

# What is put behind a name that is on the list already.
NAMESAKE = re.compile(r" \([2-9]\)$")


def entries_of_club(tournament: Tournament, club: Club) -> list[Entrant]:
    """Return the entries that a club sent, by name, with those that still wait."""
    return list(Entrant.objects.filter(tournament=tournament, from_club=club))


def people_to_enter(club: Club, entries: Iterable[Entrant]) -> QuerySet[Player]:
    """Return the club's people but those of its own `entries`, by name."""
    entered = {name_key(NAMESAKE.sub("", entrant.name)) for entrant in entries}
    return players_of(club).exclude(name_key__in=entered)
