"""Divisions: who competes with whom for medals, by age and by gender.

Age counts on 31 December of the event's year, or on its day. Bands span a number of years, or begin
at the ages that a director types; the last has no end. Directors may combine divisions, so that
medals are won in competition.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import pairwise
from typing import Final

from league.seating.errors import CaseError, name_list

OPEN: Final = "open"
WOMAN: Final = "woman"
MAN: Final = "man"
_GENDERS: Final = ((WOMAN, "women"), (MAN, "men"))


class AgeOn(StrEnum):
    """The day on which age is counted."""

    YEAR_END = "year_end"
    EVENT = "event"


class Outside(StrEnum):
    """Why somebody is in no division: too young, or something required is unknown.

    An age group that SPANS several divisions does not say in which of them somebody is.
    """

    YOUNG = "young"
    NO_AGE = "no_age"
    NO_GENDER = "no_gender"
    SPANS = "spans"


@dataclass(frozen=True)
class AgeGroup:
    """Ages from `lowest` to `highest` (None: no end), of somebody whose exact age nobody wrote."""

    lowest: int
    highest: int | None = None

    def __post_init__(self) -> None:
        """Refuse a group that ends before it begins."""
        if self.highest is not None and self.highest < self.lowest:
            raise ValueError(f"{self.highest} is below {self.lowest}")

    def common(self, lowest: int, highest: int | None) -> "AgeGroup | None":
        """Return the ages that are in the group and from `lowest` to `highest`; None for none."""
        begins = max(self.lowest, lowest)
        ends = [end for end in (self.highest, highest) if end is not None]
        if ends and min(ends) < begins:
            return None
        return AgeGroup(begins, min(ends) if ends else None)


@dataclass(frozen=True)
class Bands:
    """Ages that compete together: `width` years each from `first`, the last from `last` and older.

    With a width of 0 there are no bands, and any age will do. Where `last` comes before a band
    would be full, that band is shorter. `begins` are the ages at which bands begin, the youngest
    first, in place of these even ones.
    """

    first: int = 50
    last: int = 90
    width: int = 5
    begins: tuple[int, ...] = ()


@dataclass(frozen=True)
class Division:
    """Ages `lowest` to `highest` (None: no end), of one gender or of all ("").

    `key` is stable text: "50-54", "90+", "women 50-54", "men 90+", "open", "women".
    """

    key: str
    lowest: int
    highest: int | None
    gender: str = ""


@dataclass(frozen=True)
class Group:
    """Divisions that win medals together: one, or those of a merge; `key` joins theirs by " + "."""

    key: str
    divisions: tuple[Division, ...]

    @property
    def is_everybody(self) -> bool:
        """Whether there are no divisions: it is simply everybody."""
        return self.key == OPEN


def age(born: date, event: date, on: AgeOn) -> int:
    """Full years at the day that counts, which for YEAR_END is 31 December of the event's year.

    People born on 29 February are a year older from 1 March in other years. Raises `CaseError`
    where somebody was born after the event.
    """
    if born > event:
        raise CaseError(
            "A date of birth of {born} is after the event, {event}.",
            born=born.isoformat(),
            event=event.isoformat(),
        )
    years = event.year - born.year
    before = (event.month, event.day) < (born.month, born.day)
    return years - 1 if on is AgeOn.EVENT and before else years


def divisions_of(bands: Bands, by_gender: bool) -> tuple[Division, ...]:
    """All divisions, the youngest first; by gender, those of the women before those of the men.

    Raises `CaseError` where the last band begins before the first, or a width is below 0.
    """
    if bands.width < 0 or (bands.width and bands.last < bands.first):
        raise CaseError(
            "Bands of {width} years cannot begin at {first} and end at {last}: let the last begin "
            "at {first} or later.",
            width=bands.width,
            first=bands.first,
            last=bands.last,
        )
    ages = list(_ages(bands))
    if not by_gender:
        return tuple(Division(text or OPEN, low, high) for text, low, high in ages)
    return tuple(
        Division(f"{word} {text}".strip(), low, high, gender)
        for gender, word in _GENDERS
        for text, low, high in ages
    )


def _ages(bands: Bands) -> Iterator[tuple[str, int, int | None]]:
    begins = bands.begins
    if not begins and not bands.width:
        yield "", 0, None
        return
    if not begins:
        begins = (*range(bands.first, bands.last, bands.width), bands.last)
    for low, following in pairwise(begins):
        high = following - 1
        yield f"{low}-{high}" if high > low else str(low), low, high
    yield f"{begins[-1]}+", begins[-1], None


def division_of(
    years: int | None, gender: str, divisions: Sequence[Division]
) -> Division | Outside:
    """Return the division of somebody of that age and gender, or why there is none.

    `years` is None and `gender` "" if they are unknown. Where nothing depends on an age, none
    is asked for; a gender is asked for first.
    """
    ages = None if years is None else AgeGroup(years, years)
    possible = divisions_possible(ages, gender, divisions)
    return possible if isinstance(possible, Outside) else possible[0]


def divisions_possible(
    ages: AgeGroup | None, gender: str, divisions: Sequence[Division]
) -> tuple[Division, ...] | Outside:
    """Return the divisions in which somebody of that age group may be, or why there is none.

    Several are possible where the group is wider than one of them. One that is partly too young
    for all of them SPANS, since it does not say whether there is a division at all.
    """
    if all(division.gender for division in divisions) and gender not in (WOMAN, MAN):
        return Outside.NO_GENDER
    mine = [division for division in divisions if division.gender in ("", gender)]
    if ages is None:
        if any(division.lowest or division.highest is not None for division in mine):
            return Outside.NO_AGE
        return tuple(mine)
    possible = tuple(
        division for division in mine if ages.common(division.lowest, division.highest)
    )
    if not possible:
        return Outside.YOUNG
    youngest = min(division.lowest for division in mine)
    return Outside.SPANS if ages.lowest < youngest else possible


def divisions_open(
    ages: AgeGroup | None, gender: str, divisions: Sequence[Division]
) -> tuple[Division, ...]:
    """Return where somebody may turn out to be of whom age or gender is unknown, or too wide."""
    return tuple(
        division
        for division in divisions
        if gender not in (WOMAN, MAN) or division.gender in ("", gender)
        if ages is None or ages.common(division.lowest, division.highest)
    )


def combined(divisions: Sequence[Division], merges: Iterable[Sequence[str]]) -> tuple[Group, ...]:
    """The divisions as groups, those of each merge (keys of divisions) as one.

    A group stands where its first division does, and lists its divisions in their order. Raises
    `CaseError` for a merge of fewer than two, an unknown key, and a division in two merges.
    """
    known = {division.key for division in divisions}
    merge_of: dict[str, frozenset[str]] = {}
    for merge in merges:
        keys = frozenset(merge)
        if len(keys) < 2:
            raise CaseError("To combine divisions takes at least two of them.")
        for key in sorted(keys):
            if key not in known:
                raise CaseError("There is no division {key} to combine.", key=name_list([key]))
            if key in merge_of:
                raise CaseError(
                    "{key} is combined twice: undo one of the two.", key=name_list([key])
                )
            merge_of[key] = keys
    groups: dict[frozenset[str], list[Division]] = {}
    for division in divisions:
        groups.setdefault(merge_of.get(division.key, frozenset({division.key})), []).append(
            division
        )
    return tuple(
        Group(" + ".join(member.key for member in members), tuple(members))
        for members in groups.values()
    )


def group_of(division: Division, groups: Iterable[Group]) -> Group:
    """The group that a division is in. Raises ValueError where it is in none."""
    for group in groups:
        if division in group.divisions:
            return group
    raise ValueError(f"{division.key} is in none of the groups")
