"""What a file of entrants would do to a tournament's list, line by line; it writes nothing."""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from django.utils import formats
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.imports.columns import CLUB, RESIDENCE, WORDS, Columns, FileRow, PeopleFile, read_yes_no
from league.imports.plans import (
    Fault,
    FieldChange,
    ImportPlan,
    RowPlan,
    Value,
    listed_twice,
    row_faults,
    row_remarks,
)
from league.people.models import Profile
from league.tournaments.brackets.divisions import AgeGroup, Outside
from league.tournaments.models import Entrant, Tournament
from scoring.accounts.models import Player
from scoring.names import NAME_LENGTH, name_key
from scoring.refusals import Refusal

from .age_groups import (
    age_group_read,
    age_group_text,
    born_disagrees,
    directory_born,
    drop_group,
)
from .births import born_read, day_comes_first, is_unclear, order_of, year_alone
from .divisions import divisions_matter, entrants_by_group
from .register import why_outside

LABELS: Mapping[str, Promise] = {
    "name": gettext_lazy("Name"),
    "born": gettext_lazy("Date of birth"),
    "age_group": gettext_lazy("Age group"),
    "gender": gettext_lazy("Woman or man"),
    "community": gettext_lazy("Residence"),
    "home_club": gettext_lazy("Club"),
    "contact": gettext_lazy("Telephone or mail"),
    "visitor": gettext_lazy("From out of the area"),
    "seed_by_hand": gettext_lazy("Seed"),
}
COLUMNS = Columns(
    LABELS,
    {
        **{field: WORDS[field] for field in ("name", "first", "last")},
        "community": RESIDENCE,
        "home_club": CLUB,
        "born": WORDS["birth_year"],
        "age_group": "agegroup agegroups agedivision agecategory ageclass ageband agebracket "
        "agerange age ages altersgruppe altersklasse alter leeftijdsgroep leeftijd aldersgruppe "
        "aldersklasse alder grupodeedad edad groupedage trancheedage trancheage",
        "gender": "gender sex womanorman womanman mw wm mf fm geschlecht geslacht kjonn sexo sexe",
        "contact": f"telephoneormail contact {WORDS['phone']} {WORDS['email']}",
        "visitor": "fromoutofthearea visitor outofarea outofthearea outofstate guest",
        "seed_by_hand": "seed seeding seednumber",
    },
)
# In every language of the site, whichever the page is in: the list comes from elsewhere. A letter
# that means both in two of them, such as v, is left out.
GENDERS = {
    "woman": "woman women w f female lady ladies frau weiblich mujer femme vrouw kvinne",
    "man": "man men m male gentleman gentlemen mann männlich hombre varón homme",
}
# Letters that a field has room for.
ROOM = {"name": NAME_LENGTH, "community": 60, "home_club": 60, "contact": 120}
MOST_SEED = 500


@dataclass(frozen=True)
class EntrantRow(RowPlan):
    """What one line does; `values` are the entry's fields as they are to be kept.

    `entrant_id` is the entry that it changes; `player_id` the person of a new one, if known.
    """

    values: Mapping[str, Any] = field(default_factory=dict)
    entrant_id: int | None = None


@dataclass(frozen=True)
class OutsideLines:
    """Lines (number, name) of people who fall in no division: why, and what can be done."""

    why: str
    remedy: str
    lines: tuple[tuple[int, str], ...]


REMEDIES: Mapping[Outside, Promise] = {
    Outside.NO_AGE: gettext_lazy(
        "Add a date of birth or an age group to the list, or ask them at the door."
    ),
    Outside.NO_GENDER: gettext_lazy("Add woman or man to the list, or ask them at the door."),
    Outside.YOUNG: gettext_lazy(
        "Check the date of birth. If it is right, they play and can win no medal."
    ),
}


@dataclass(frozen=True)
class EntrantsPlan(ImportPlan):
    """What the file does; `unclear` is a date of it that can be read in two ways, as both days.

    `day_first` says in which of them it is read, None where somebody has still to say so. Of those
    who are `wide` the age group is wider than one division: (name, age group). Others fall in no
    division and are `outside`.
    """

    unclear: tuple[date, date] | None = None
    day_first: bool | None = None
    wide: tuple[tuple[str, str], ...] = ()
    outside: tuple[OutsideLines, ...] = ()

    @property
    def outside_count(self) -> int:
        """How many fall in no division."""
        return sum(len(group.lines) for group in self.outside)


@dataclass
class _List:
    """The tournament's list and the club's people, as an import looks them up."""

    tournament: Tournament
    by_name: dict[str, Entrant]
    by_player: dict[int, Entrant]
    players: dict[str, tuple[int, str]]
    profiles: dict[int, Profile]
    places: int
    day_first: bool | None
    seen: dict[int | str, int] = field(default_factory=dict)


def _listed(tournament: Tournament, places: int, *, day_first: bool | None) -> _List:
    rows = list(Entrant.objects.filter(tournament=tournament))
    people = {
        pk: (name, key, same_as)
        for pk, name, key, same_as in Player.objects.filter(club=tournament.club_id).values_list(
            "pk", "name", "name_key", "same_as"
        )
    }
    return _List(
        tournament=tournament,
        by_name={row.name_key: row for row in rows},
        by_player={row.player_id: row for row in rows if row.player_id},
        players={
            key: (same_as or pk, people[same_as or pk][0])
            for pk, (_name, key, same_as) in people.items()
        },
        profiles={
            profile.player_id: profile
            for profile in Profile.objects.filter(player__club=tournament.club_id)
        },
        places=places,
        day_first=day_first,
    )


def entrants_plan(
    tournament: Tournament, file: PeopleFile, *, places: int, day_first: bool | None = None
) -> EntrantsPlan:
    """Return what the file would do to the list as it is now, with the places left; four queries.

    People on the list are found by name, also by that of a merged record; an empty cell changes
    nothing. What the directory knows of residence and birth fills in for new ones.

    `day_first` is what somebody said of the list's dates. Else a date with a day above 12 shows it,
    or the page's language. Americans alone write the month first, and who reads English may live
    anywhere: there the plan asks, with the first date that can be read in two ways. It names that
    date too where it is read in one of them, which can be changed.
    """
    texts = [row.values.get("born", "") for row in file.rows]
    order = order_of(texts) if day_first is None else day_first
    order = True if order is None and day_comes_first() else order
    known = _listed(tournament, places, day_first=order)
    rows = tuple(_row(row, known) for row in file.rows)
    outside, wide = _outside(rows, known)
    return EntrantsPlan(rows, _unclear(texts, tournament), order, wide, outside)


def _outside(
    rows: Iterable[EntrantRow], known: _List
) -> tuple[tuple[OutsideLines, ...], tuple[tuple[str, str], ...]]:
    """Who falls in no division once the file is taken in, and whose age group is too wide for one.

    The former only where something is won in divisions. At most three queries.
    """
    by_id = {row.pk: row for row in known.by_name.values()}
    entrants = []
    for row in rows:
        if row.kind not in ("new", "changed", "same"):
            continue
        before = by_id.get(row.entrant_id or 0, Entrant())
        planned = Entrant(
            pk=row.number,
            name=row.name,
            born=row.values.get("born") or before.born,
            gender=row.values.get("gender") or before.gender,
        )
        planned.age_group = row.values.get("age_group") or before.age_group
        entrants.append(planned)
    outside = dict(entrants_by_group(known.tournament, entrants).outside) if entrants else {}
    wide = outside.pop(Outside.SPANS, ())
    if not divisions_matter(known.tournament):
        outside = {}
    return (
        tuple(
            OutsideLines(
                why_outside(known.tournament, why),
                str(REMEDIES[why]),
                tuple((row.pk, row.name) for row in people),
            )
            for why, people in outside.items()
        ),
        tuple((entrant.name, str(_shown(entrant.age_group))) for entrant in wide),
    )


def _unclear(texts: Iterable[str], tournament: Tournament) -> tuple[date, date] | None:
    """Both days that the first such date can mean, the day before the month first."""
    for text in filter(is_unclear, texts):
        with suppress(Refusal):
            by_day, by_month = (
                born_read(text, event=tournament.date, day_first=first) for first in (True, False)
            )
            if by_day and by_month:
                return by_day, by_month
    return None


def _row(row: FileRow, known: _List) -> EntrantRow:
    name, asks = row.values["name"], ""
    key = name_key(name)
    player_id, player_name = known.players.get(key, (None, ""))
    entrant = known.by_name.get(key) or known.by_player.get(player_id or 0)
    values, faults = _values(row, known)
    faults = row_faults(row, LABELS) + faults + _contradictions(values, row, known, entrant)
    if name:
        person = (entrant.player_id if entrant else None) or player_id or key
        first = known.seen.setdefault(person, row.number)
        if first != row.number:
            faults.append(listed_twice(name, player_name, first))
            asks = "name"
    if entrant is not None and entrant.number is None:
        words = _("“%s” asks to enter by the public form. Accept or refuse that entry first.")
        faults.append(Fault(words % name))
    if entrant is None and not faults:
        if known.places == 0:
            faults.append(Fault(_("There is no place left for “%s”.") % name))
        else:
            known.places -= 1
    if faults:
        return EntrantRow.bad(row, faults, LABELS, asks=asks)
    if entrant is not None:
        return _changed(row, entrant, values)
    values = {column: value for column, value in values.items() if value}
    drop_group(None, values)
    changes = [
        _change(column, None, value, text=row.values.get(column, ""))
        for column, value in values.items()
    ]
    if profile := known.profiles.get(player_id or 0):
        known_values = _from_directory(known.tournament, profile, values)
        changes += [
            _change(column, None, value, of=_("from the directory"))
            for column, value in known_values
        ]
        values |= dict(known_values)
        drop_group(None, values)
    known_as = player_name if name_key(player_name) != key else ""
    new = EntrantRow(row.number, "new", name, player_id, known_as, tuple(changes), values=values)
    return new if player_id else replace(new, remarks=row_remarks(row))


def _changed(row: FileRow, entrant: Entrant, values: Mapping[str, Any]) -> EntrantRow:
    name = row.values["name"]
    changed = {
        column: value
        for column, value in values.items()
        if value not in (None, "") and value != getattr(entrant, column)
    }
    drop_group(entrant, changed)
    if (ages := changed.get("age_group")) and (entrant.born or _is_within(entrant, ages)):
        del changed["age_group"]
    return EntrantRow(
        row.number,
        "changed" if changed else "same",
        name,
        entrant.player_id,
        entrant.name if name_key(name) != entrant.name_key else "",
        tuple(
            _change(column, getattr(entrant, column), value, text=row.values.get(column, ""))
            for column, value in changed.items()
        ),
        values=changed,
        entrant_id=entrant.pk,
    )


def _is_within(entrant: Entrant, ages: AgeGroup) -> bool:
    """Whether the entrant's own age group says as much, such as one that a director narrowed."""
    own = entrant.age_group
    return own is not None and ages.common(own.lowest, own.highest) == own


def _from_directory(
    tournament: Tournament, profile: Profile, values: Mapping[str, Any]
) -> list[tuple[str, Any]]:
    known_values: list[tuple[str, Any]] = []
    if profile.community and not values.get("community"):
        known_values.append(("community", profile.community))
    if born := directory_born(tournament, profile.birth_year, values):
        known_values.append(("born", born))
    return known_values


def _change(name: str, old: Any, new: Any, of: str = "", text: str = "") -> FieldChange:
    label = f"{LABELS[name]} ({of})" if of else str(LABELS[name])
    return FieldChange(name, _shown(old), _shown(new, text), label)


def _shown(value: Any, text: str = "") -> Value:
    """A value as pages show it and as a plan's fingerprint knows it; `text` is as a line has it."""
    if isinstance(value, date):
        # A year that came alone is kept as its 1 January; a line that names that day says so.
        as_year = year_alone(value) and (not text or text.strip().isdecimal())
        return str(value.year) if as_year else formats.date_format(value)
    if isinstance(value, AgeGroup):
        return age_group_text(value).replace("-", "–")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value in Entrant.Gender.values:
        return str(Entrant.Gender(value).label)
    return value if isinstance(value, int) else value or ""


def _values(row: FileRow, known: _List) -> tuple[dict[str, Any], list[Fault]]:
    """The fields' values as an entry keeps them, and what cannot be kept."""
    values: dict[str, Any] = {}
    faults = []
    for column, text in row.values.items():
        if column == "name":
            continue
        try:
            values[column] = _value(column, text, known)
        except Refusal as refusal:
            # A date that can be two days is asked about once, for the whole list.
            fields = () if refusal.code == "unclear" else (column,)
            faults.append(Fault(refusal.message, fields))
    return values, faults


def _contradictions(
    values: dict[str, Any], row: FileRow, known: _List, entrant: Entrant | None
) -> list[Fault]:
    """What of a line does not go with its age group.

    A gender that only the age group says, such as "Women 65-69", is taken.
    """
    ages = values.get("age_group")
    if ages is None:
        return []
    faults = []
    born = values.get("born") or (entrant.born if entrant else None)
    if born and (words := born_disagrees(known.tournament, born, ages)):
        fields = ("born", "age_group") if values.get("born") else ("age_group",)
        faults.append(Fault(words, fields))
    _ages, gender = age_group_read(row.values["age_group"])
    if gender and values.get("gender", gender) not in ("", gender):
        words = _("“%s” and the column “Woman or man” contradict each other.")
        faults.append(Fault(words % row.values["age_group"][:40], ("age_group", "gender")))
    elif gender:
        values["gender"] = gender
    return faults


def _born(name: str, text: str, known: _List) -> date | None:
    born = born_read(text, event=known.tournament.date, day_first=known.day_first)
    if known.day_first is None and is_unclear(text):
        raise Refusal("unclear", _("“%s” can be two days. Say above the list which it is.") % text)
    return born


def _value(name: str, text: str, known: _List) -> Any:
    if name == "born":
        return _born(name, text, known)
    if name == "age_group":
        return age_group_read(text)[0]
    word = text.casefold()
    if name == "gender":
        matching = [gender for gender, words in GENDERS.items() if word in words.split()]
        if text and not matching:
            raise Refusal(
                name, _("“%s” is neither. Write woman or man, or leave it empty.") % text[:40]
            )
        return matching[0] if matching else ""
    if name == "visitor":
        answer = True if word == "visitor" else read_yes_no(text)
        if text and answer is None:
            raise Refusal(name, _("“%s” is neither yes nor no.") % text[:40])
        return answer
    if name == "seed_by_hand":
        if text and not (re.fullmatch("[0-9]{1,3}", text) and 1 <= int(text) <= MOST_SEED):
            raise Refusal(name, _("“%s” is not a seed. Write a number from 1 up.") % text[:40])
        return int(text) if text else None
    if len(text) > ROOM[name]:
        raise Refusal(
            name,
            _("“%(field)s” has room for %(room)d letters. Shorten it.")
            % {"field": LABELS[name], "room": ROOM[name]},
        )
    return text
