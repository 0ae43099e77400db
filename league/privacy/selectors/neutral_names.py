"""What replaces the name of an erased person, so that results stay as they are."""

import datetime

from django.utils.translation import gettext as _

from league.tournaments.brackets.divisions import Division
from league.tournaments.entrants.selectors.divisions import division_of, divisions_of
from league.tournaments.models import Entrant, Tournament
from scoring.accounts.models import Club, Player
from scoring.names import name_key


def neutral_names(club: Club, count: int) -> list[str]:
    """Return names such as “Player 12” that nobody has in the club or on a tournament's list."""
    taken = set(Player.objects.filter(club=club).values_list("name_key", flat=True))
    taken |= set(Entrant.objects.filter(tournament__club=club).values_list("name_key", flat=True))
    names: list[str] = []
    number = 0
    while len(names) < count:
        number += 1
        name = _("Player %d") % number
        if name_key(name) not in taken:
            names.append(name)
    return names


def former_name(pk: int) -> str:
    """Return what replaces the name of an erased account, by its number."""
    return _("Former member %d") % pk


def coarse_birth(tournament: Tournament, entrant: Entrant) -> datetime.date | None:
    """A date of birth that puts the entrant into the same division, and tells nothing else.

    It is a 1 January: that of the youngest in the division. None where no date decides.
    """
    if entrant.born is None or not tournament.by_age or entrant.born > tournament.date:
        return None
    division = division_of(tournament, entrant, divisions_of(tournament))
    years = division.lowest if isinstance(division, Division) else 0
    return datetime.date(tournament.date.year - years, 1, 1)


def coarse_ages(tournament: Tournament, entrant: Entrant) -> dict[str, int | None]:
    """The fields of an age group that puts the entrant into the same division; its own if none."""
    ages = entrant.age_group
    if ages is None or entrant.born is not None or not tournament.by_age:
        return {"age_from": None, "age_to": None}
    division = division_of(tournament, entrant, divisions_of(tournament))
    if not isinstance(division, Division):
        return {"age_from": ages.lowest, "age_to": ages.highest}
    return {"age_from": division.lowest, "age_to": division.highest}
