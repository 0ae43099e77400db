"""What a list for the state asks of an entrant, and what of it nobody has typed yet."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.tournaments.models import Entrant, StateList, Tournament
from scoring.lists import listed

from .births import year_alone
from .divisions import ages_name

LABELS: Final[dict[str, Promise]] = {
    "born": gettext_lazy("date of birth"),
    "gender": gettext_lazy("woman or man"),
    "community": gettext_lazy("residence"),
}
LEFT: Final = "left"
"""The column that says who was disqualified; without it, nobody who was is in the list."""


def facts_lacking(
    tournament: Tournament, entrant: Entrant, columns: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Yield what these columns ask for and nobody has typed: the field, and it in words."""
    born, ages = entrant.born, entrant.age_group
    asked = set(columns)
    divided = bool(asked & {"division", "own_division"})
    by_age = "age_group" in asked or (divided and tournament.by_age)
    if born is None and ages is None and (asked & {"born", "age"} or by_age):
        yield "born", _("no date of birth")
    elif born is None and ages is not None and asked & {"born", "age"}:
        yield "born", _("only the age group, %s, is known") % ages_name(ages)
    elif born is not None and "born" in asked and year_alone(born):
        yield "born", _("only the year of birth, %d, is sure") % born.year
    if not entrant.gender and ("sex" in asked or (divided and tournament.by_gender)):
        yield "gender", _("not given: woman or man")
    if not entrant.community and "residence" in asked:
        yield "community", _("no residence")


@dataclass(frozen=True)
class StateLack:
    """What lists for the state still lack: of whom which fields, by what `LABELS` calls them."""

    people: tuple[tuple[Entrant, tuple[str, ...]], ...]
    words: str


def state_lack(tournament: Tournament, entrants: Iterable[Entrant]) -> StateLack | None:
    """Return what the lists that the club has saved lack of these people; one query.

    Where none is saved it is what everybody is asked whose place can qualify. None for nothing.
    """
    lists = StateList.objects.filter(club=tournament.club_id).values_list("columns", flat=True)
    columns = {column for saved in lists for column in saved}
    if not columns and tournament.qualifiers:
        columns = {"division", "residence"}
    people = [
        (entrant, [field for field, _words in facts_lacking(tournament, entrant, columns)])
        for entrant in entrants
        if LEFT in columns or not entrant.is_disqualified
    ]
    numbers = Counter(field for _entrant, fields in people for field in fields)
    if not numbers:
        return None
    parts = {
        "born": ngettext("%d date of birth", "%d dates of birth", numbers["born"]),
        "gender": ngettext(
            "woman or man for %d person", "woman or man for %d people", numbers["gender"]
        ),
        "community": ngettext("%d residence", "%d residences", numbers["community"]),
    }
    return StateLack(
        tuple(
            (entrant, tuple(str(LABELS[field]) for field in fields))
            for entrant, fields in people
            if fields
        ),
        listed(part % numbers[field] for field, part in parts.items() if numbers[field]),
    )
