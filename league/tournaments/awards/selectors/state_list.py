"""The list for the state: everybody who played, in the columns that a director chose.

Who was disqualified is in it only where a column says so: a state would take the place for one that
was won.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from league.spreadsheets.writing import Value
from league.standings.scores import written
from league.tournaments.brackets.divisions import AgeGroup, Division
from league.tournaments.courses import Loaded
from league.tournaments.entrants.selectors.births import year_alone
from league.tournaments.entrants.selectors.divisions import (
    age_at,
    ages_name,
    division_name,
    division_of,
    divisions_can_be_filled,
    divisions_of,
    late_fields,
)
from league.tournaments.entrants.selectors.state_facts import LEFT, facts_lacking
from league.tournaments.models import Entrant, StateList, Tournament
from league.tournaments.wording import award_name
from scoring.accounts.models import Club
from scoring.names import family_and_first

from .medals import Medals
from .places import StateLine, counts_averages, state_lines

# What can stand in the list, as its head; and what it is made of where nobody has chosen.
COLUMNS: Final[dict[str, Promise]] = {
    "event": gettext_lazy("event"),
    "date": gettext_lazy("date"),
    "name": gettext_lazy("name"),
    "first": gettext_lazy("first name"),
    "family": gettext_lazy("last name"),
    "born": gettext_lazy("date of birth"),
    "age": gettext_lazy("age"),
    "age_group": gettext_lazy("age group"),
    "sex": gettext_lazy("sex"),
    "residence": gettext_lazy("residence"),
    "own_division": gettext_lazy("division before merging"),
    "division": gettext_lazy("division"),
    "place": pgettext_lazy("a rank", "place"),
    "medal": gettext_lazy("medal"),
    "points": gettext_lazy("points in the last stage played"),
    "stage": gettext_lazy("last stage played"),
    "qualified": gettext_lazy("qualified"),
    "left": gettext_lazy("left early"),
}
SAME: Final = ("event", "date")
"""The columns in which everybody has the same: a print says it once, above the table."""
USUAL: Final = ("event", "division", "place", "name", "residence", "medal", "qualified")
MOST_LISTS: Final = 20


def usual_columns(tournament: Tournament) -> list[str]:
    """The columns where nobody has chosen: of what there is to win in this tournament."""
    left_out = {"medal": not tournament.medals, "qualified": not tournament.qualifiers}
    return [name for name in USUAL if not left_out.get(name)]


def known_columns(names: Iterable[object]) -> list[str]:
    """Those of the names that are columns, each once, in their order."""
    return [str(name) for name in dict.fromkeys(map(str, names)) if name in COLUMNS]


def state_lists_of(club: Club) -> list[StateList]:
    """The lists that the club has saved, by name."""
    return list(StateList.objects.filter(club=club))


def labels_of(loaded: Loaded) -> dict[str, str]:
    """What the columns are called in this tournament, in the page's language."""
    labels = {name: str(label) for name, label in COLUMNS.items()}
    if any(map(counts_averages, loaded.begun)):
        labels["points"] = _("points or averages of a round, last stage played")
    return labels


def state_rows(loaded: Loaded, medals: Medals, columns: Sequence[str]) -> list[tuple[Value, ...]]:
    """Everybody who is listed, division by division and best first, in these columns."""
    facts = _Facts(loaded.tournament, divisions_of(loaded.tournament), apart="residence" in columns)
    readers = [facts.readers()[name] for name in columns]
    return [tuple(read(line) for read in readers) for line in _listed(loaded, medals, columns)]


def _listed(loaded: Loaded, medals: Medals, columns: Sequence[str]) -> list[StateLine]:
    """Return the lines of all who played, without who is disqualified where no column says so."""
    return [line for line in state_lines(loaded, medals) if not _unsaid(line, columns)]


def _unsaid(line: StateLine, columns: Sequence[str]) -> bool:
    return line.entrant.is_disqualified and LEFT not in columns


def left_out_of(loaded: Loaded, medals: Medals, columns: Sequence[str]) -> list[StateLine]:
    """Return the lines of those who are not listed, since they are disqualified."""
    return [line for line in state_lines(loaded, medals) if _unsaid(line, columns)]


@dataclass(frozen=True)
class Missing:
    """Somebody of whom the list lacks something: what, in words.

    `what` can be typed in now, `locked` only once the last stage is open again.
    """

    entrant: Entrant
    what: tuple[str, ...]
    locked: tuple[str, ...]


def missing_in(loaded: Loaded, medals: Medals, columns: Sequence[str]) -> list[Missing]:
    """Who lacks what these columns ask for, in the order of the list."""
    tournament = loaded.tournament
    fills = divisions_can_be_filled(tournament)
    missing = []
    for line in _listed(loaded, medals, columns):
        lacking = list(facts_lacking(tournament, line.entrant, columns))
        late = late_fields(line.entrant, fills=fills)
        locked = [
            words for name, words in lacking if tournament.ended_at is not None and name not in late
        ]
        what = [words for _name, words in lacking if words not in locked]
        if lacking:
            missing.append(Missing(line.entrant, tuple(what), tuple(locked)))
    return missing


@dataclass(frozen=True)
class _Facts:
    """What is read of a line, column by column.

    `apart` says that residences have a column of their own: then a name such as "Mary (Dunmore)"
    stands without the residence that tells her from another Mary.
    """

    tournament: Tournament
    divisions: tuple[Division, ...]
    apart: bool = False

    def readers(self) -> dict[str, Callable[[StateLine], Value]]:
        return {
            "event": lambda _line: self.tournament.event or self.tournament.name,
            "date": lambda _line: self.tournament.date.isoformat(),
            "name": self._name,
            "first": lambda line: family_and_first(self._name(line))[1],
            "family": lambda line: family_and_first(self._name(line))[0],
            "born": lambda line: _born(line.entrant.born),
            "age": lambda line: age_at(self.tournament, line.entrant.born),
            "age_group": self._age_group,
            "sex": lambda line: str(line.entrant.get_gender_display()),
            "residence": lambda line: line.residence,
            "own_division": self._own_division,
            "division": lambda line: line.division,
            "place": lambda line: line.place,
            "medal": lambda line: award_name(line.award) if line.award else "",
            "points": lambda line: _number(line.points),
            "stage": lambda line: line.stage,
            "qualified": self._qualified,
            "left": lambda line: line.left,
        }

    def _name(self, line: StateLine) -> str:
        return line.name.removesuffix(f" ({line.residence})") if self.apart else line.name

    def _age_group(self, line: StateLine) -> str:
        """The age group that was given; of who gave a date of birth, the ages of the division."""
        ages = line.entrant.age_group
        if ages is not None:
            return ages_name(ages)
        division = division_of(self.tournament, line.entrant, self.divisions)
        if line.entrant.born is None or not isinstance(division, Division):
            return ""
        return ages_name(AgeGroup(division.lowest, division.highest))

    def _qualified(self, line: StateLine) -> str:
        """Whether the place qualifies; nothing where none does, or while it is not known."""
        if not self.tournament.qualifiers or line.qualified is None:
            return ""
        return _("yes") if line.qualified else _("no")

    def _own_division(self, line: StateLine) -> str:
        division = division_of(self.tournament, line.entrant, self.divisions)
        return division_name(division) if isinstance(division, Division) else ""


def _born(born: date | None) -> str:
    """A date as every program reads it; the year alone where no more may be known."""
    if born is None:
        return ""
    return str(born.year) if year_alone(born) else born.isoformat()


def _number(value: Fraction | None) -> float | None:
    return None if value is None else float(written(value))
