"""A tournament's list of entrants as pages show it: everybody's division and state, and how many.

Two queries, however many there are. Dates of birth, gender and contact are for directors alone.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from league.tournaments.brackets.divisions import (
    MAN,
    WOMAN,
    AgeGroup,
    AgeOn,
    Division,
    Group,
    Outside,
)
from league.tournaments.models import Entrant, Tournament
from league.tournaments.wording import left_short
from scoring.collation import surname_order
from scoring.names import name_plain

from .age_groups import age_group_text
from .births import year_alone
from .divisions import (
    Grouped,
    ages_name,
    division_at,
    division_name,
    divisions_of,
    entrants_by_group,
    group_name,
    has_entered,
)

WITHDREW = ("", Entrant.Leaving.WITHDREW)
STATES = ("here", "entered", "absent", "withdrawn")


@dataclass(frozen=True)
class RegisterLine:
    """One entrant: `group` is the name of the division, or "" and `why` says why there is none.

    `state` is here, entered (and not come yet), absent (the tournament began without) or withdrawn.
    """

    entrant: Entrant
    group: str
    why: str
    state: str

    @property
    def state_name(self) -> str:
        """The state for people."""
        if self.state == "withdrawn" and self.entrant.withdrawn_how not in WITHDREW:
            return left_short(self.entrant)
        return {
            "here": _("here"),
            "entered": _("entered"),
            "absent": _("did not come"),
            "withdrawn": _("has withdrawn"),
        }[self.state]


@dataclass(frozen=True)
class GroupCount:
    """How many win in one group: `entered` without who withdrew before, `here` of these.

    `flag` is a sentence where nobody is in it, or one alone.
    """

    key: str
    name: str
    entered: int
    here: int
    merged: bool
    flag: str = ""
    alone: bool = False


@dataclass(frozen=True)
class Register:
    """The list: all who were accepted, by family name, and the entries that wait to be."""

    tournament: Tournament
    lines: tuple[RegisterLine, ...]
    waiting: tuple[Entrant, ...]
    groups: tuple[GroupCount, ...]

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many are in each state."""
        states = Counter(line.state for line in self.lines)
        return {state: states[state] for state in STATES}

    @property
    def playing(self) -> int:
        """How many have entered, also those who left once they were in a stage."""
        return sum(has_entered(self.tournament, line.entrant) for line in self.lines)

    @property
    def alone(self) -> tuple[GroupCount, ...]:
        """The groups in which one wins alone though there are others to be combined with."""
        return tuple(group for group in self.groups if group.alone and len(self.groups) > 1)

    @cached_property
    def outside(self) -> tuple[RegisterLine, ...]:
        """Those who have not withdrawn and fall in no division."""
        return tuple(line for line in self.lines if line.why and line.state != "withdrawn")

    def found(self, text: str, states: Sequence[str] = STATES) -> tuple[RegisterLine, ...]:
        """The lines in these states with all these words in the name, or that number."""
        words = name_plain(text).split()
        return tuple(
            line
            for line in self.lines
            if line.state in states
            and (
                all(word in name_plain(line.entrant.name) for word in words)
                or text.strip() == str(line.entrant.number)
            )
        )


def register_of(tournament: Tournament) -> Register:
    """The list as it stands."""
    rows = list(Entrant.objects.filter(tournament=tournament))
    accepted = [row for row in rows if row.number is not None]
    grouped = entrants_by_group(tournament, accepted)
    names = {group.key: group_name(group) for group in grouped.groups}
    keys = grouped.key_of()
    reasons = {
        entrant.pk: why_outside(tournament, why)
        for why, listed in grouped.outside.items()
        for entrant in listed
    }
    return Register(
        tournament=tournament,
        lines=tuple(
            RegisterLine(
                entrant=entrant,
                group=names.get(keys[entrant.pk], ""),
                why=reasons.get(entrant.pk, ""),
                state=state_of(tournament, entrant),
            )
            for entrant in sorted(accepted, key=lambda row: surname_order(row.name))
        ),
        waiting=tuple(sorted((row for row in rows if row.number is None), key=lambda row: row.pk)),
        groups=tuple(_group_counts(tournament, grouped, names)),
    )


def state_of(tournament: Tournament, entrant: Entrant) -> str:
    """The state of an accepted entrant: here, entered, absent or withdrawn."""
    if entrant.withdrawn_at is not None:
        return "withdrawn"
    if entrant.checked_in_at is not None:
        return "here"
    return "entered" if tournament.began_at is None else "absent"


def why_outside(tournament: Tournament, why: Outside) -> str:
    """Why somebody falls in no division, in a few words."""
    if why is Outside.YOUNG:
        youngest = divisions_of(tournament)[0].lowest
        return _("too young: the youngest division begins at %d") % youngest
    if why is Outside.NO_AGE:
        return _("neither a date of birth nor an age group is given")
    if why is Outside.SPANS:
        return _("the age group is wider than one division")
    return _("neither woman nor man is given")


def _group_counts(
    tournament: Tournament, grouped: Grouped, names: Mapping[str, str]
) -> Iterator[GroupCount]:
    for group in grouped.groups:
        members = [row for row in grouped.members[group.key] if has_entered(tournament, row)]
        came = [member for member in members if member.checked_in_at is not None]
        here = [member for member in came if member.withdrawn_at is None]
        # Once it has begun, who did not come, or lost the place, wins nothing.
        begun = tournament.began_at is not None
        counted = [row for row in came if row in here or row.keeps_place] if begun else members
        yield GroupCount(
            key=group.key,
            name=names[group.key],
            entered=len(members),
            here=len(here),
            merged=len(group.divisions) > 1,
            alone=len(counted) == 1,
            flag=_flag(group, names[group.key], len(counted)),
        )


def _flag(group: Group, name: str, counted: int) -> str:
    """What a director should know of a group without competition."""
    if counted > 1:
        return ""
    if counted == 0:
        return _("Nobody is in it.")
    genders = {division.gender for division in group.divisions}
    if genders == {WOMAN}:
        text = _(
            "%s has only one entrant: combine it with another division, or she wins without an "
            "opponent."
        )
    elif genders == {MAN}:
        text = _(
            "%s has only one entrant: combine it with another division, or he wins without an "
            "opponent."
        )
    else:
        text = _(
            "%s has only one entrant: combine it with another division, or that person wins "
            "without an opponent."
        )
    return text % name


@dataclass(frozen=True)
class Unsure:
    """Somebody of whom only the year of birth may be known, where the day would decide."""

    entrant: Entrant
    now: str
    later: str


def unsure_of(tournament: Tournament, entrants: Iterable[Entrant]) -> tuple[Unsure, ...]:
    """An entrant who may be in a division other than `now`: that of a birthday late in the year.

    A year alone is kept as its 1 January, so that age on the event's day may be a year too high.
    On 31 December of the year it never is. No query.
    """
    if AgeOn(tournament.age_on) is AgeOn.YEAR_END:
        return ()
    divisions, unsure = divisions_of(tournament), []
    for entrant in entrants:
        if entrant.born is None or not year_alone(entrant.born):
            continue
        born = entrant.born
        now, later = (
            division_at(tournament, day, entrant.gender, divisions)
            for day in (born, born.replace(month=12, day=31))
        )
        if now != later:
            unsure.append(Unsure(entrant, _named(now), _named(later)))
    return tuple(unsure)


def _named(division: Division | Outside) -> str:
    return division_name(division) if isinstance(division, Division) else _("no division")


@dataclass(frozen=True)
class WideAges:
    """Somebody whose age group is wider than one division: `ages` in words, and what it can be.

    `narrower` are parts of the group, as `age_group_text` and in words, each within one division or
    too young for all.
    """

    entrant: Entrant
    ages: str
    narrower: tuple[tuple[str, str], ...]


def wide_ages_of(register: Register) -> tuple[WideAges, ...]:
    """Everybody whose age group has to be narrowed, in the order of the list; no query."""
    tournament, wide = register.tournament, []
    divisions = divisions_of(tournament)
    for entrant in (line.entrant for line in register.outside):
        ages = entrant.age_group
        if ages is None or entrant.born is not None:
            continue
        own = [row for row in divisions if row.gender in ("", entrant.gender)]
        bands = [AgeGroup(row.lowest, row.highest) for row in own]
        if bands and bands[0].lowest:
            bands.insert(0, AgeGroup(0, bands[0].lowest - 1))
        parts = [part for band in bands if (part := ages.common(band.lowest, band.highest))]
        if len(parts) > 1:
            narrower = tuple((age_group_text(part), ages_name(part)) for part in parts)
            wide.append(WideAges(entrant, ages_name(ages), narrower))
    return tuple(wide)
