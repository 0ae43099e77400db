"""Which records of a directory are likely to be one person, for somebody to look at."""

import itertools
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.people.models import Profile
from scoring.accounts.models import Club
from scoring.accounts.selectors.people import players_of
from scoring.names import digits, first_name, is_first_name_alone, letters_apart
from scoring.sheets.models import Seat

MOST = 40
# A name that this many share says nothing, and letters of this many names are not compared.
MOST_ALIKE = 12
MOST_COMPARED = 5000
SHORTEST = 4


@dataclass(frozen=True)
class NamedRecord:
    """One record, with its name and nickname as names are compared."""

    id: int
    name: str
    nickname: str = ""


@dataclass(frozen=True)
class Likeness:
    """Two records that may be one person, and why one thinks so; the first by name comes first."""

    first: int
    other: int
    reason: str


def reasons() -> dict[str, str]:
    """What each reason says to people."""
    return {
        "nickname": _("one's nickname is the other's name"),
        "letter": _("their names differ by one letter"),
        "initial": _("same last name and same first letter"),
        "first": _("only a first name, and one person with that first name"),
    }


def alike(people: Iterable[NamedRecord]) -> Iterator[Likeness]:
    """Pairs that may be one person, the likeliest reason first, each pair once.

    Compares no more than records that share something, so that thousands take well under a second.
    """
    everybody = sorted(people, key=lambda person: (person.name, person.id))
    seen = set()
    for reason, pairs in (
        ("nickname", _by_nickname(everybody)),
        ("letter", _by_letter(everybody)),
        ("initial", _by_initial(everybody)),
        ("first", _by_first_name(everybody)),
    ):
        for person, other in pairs:
            pair = (
                (person.id, other.id)
                if (person.name, person.id) < (other.name, other.id)
                else (other.id, person.id)
            )
            if person.id != other.id and pair not in seen:
                seen.add(pair)
                yield Likeness(*pair, reason)


Pairs = Iterator[tuple[NamedRecord, NamedRecord]]


def _by_nickname(everybody: list[NamedRecord]) -> Pairs:
    """Peggy is Margaret Lee whom they call Peggy; so is Peggy Lee."""
    named = {person.name: person for person in everybody}
    for person in everybody:
        if person.nickname:
            _first, _space, rest = person.name.partition(" ")
            for name in (person.nickname, f"{person.nickname} {rest}".strip()):
                if name in named:
                    yield person, named[name]


def _by_letter(everybody: list[NamedRecord]) -> Pairs:
    """One letter too many, too few, another one, or two that changed places."""
    if len(everybody) > MOST_COMPARED:
        return
    # Two such names have a name in common once a letter is taken out of each.
    shorter: dict[str, list[NamedRecord]] = defaultdict(list)
    for person in everybody:
        if len(person.name) >= SHORTEST:
            for form in {
                person.name,
                *(_without(person.name, at) for at in range(len(person.name))),
            }:
                shorter[form].append(person)
    for group in shorter.values():
        if 1 < len(group) <= MOST_ALIKE:
            for person, other in itertools.combinations(group, 2):
                if _one_letter_apart(person.name, other.name):
                    yield person, other


def _without(name: str, at: int) -> str:
    return name[:at] + name[at + 1 :]


def _one_letter_apart(name: str, other: str) -> bool:
    """Whether one slip of the finger makes one of the other; a digit or an initial is no slip."""
    if digits(name) != digits(other) or _initials(name) != _initials(other):
        return False
    return letters_apart(name, other) == 1


def _initials(name: str) -> list[str]:
    """The parts that are one letter, as in "Ann L": these tell people apart."""
    return [part for part in re.split(r"[\s.]+", name) if len(part) == 1]


def _by_initial(everybody: list[NamedRecord]) -> Pairs:
    groups: dict[tuple[str, str], list[NamedRecord]] = defaultdict(list)
    for person in everybody:
        first, _space, last = person.name.rpartition(" ")
        if first and len(last.rstrip(".")) > 1:
            groups[first[0], last].append(person)
    yield from _in_groups(groups.values())


def _by_first_name(everybody: list[NamedRecord]) -> Pairs:
    groups: dict[str, list[NamedRecord]] = defaultdict(list)
    for person in everybody:
        groups[first_name(person.name)].append(person)
    for group in groups.values():
        if len(group) == 2 and any(is_first_name_alone(person.name) for person in group):
            yield group[0], group[1]


def _in_groups(groups: Iterable[list[NamedRecord]]) -> Pairs:
    for group in groups:
        if 1 < len(group) <= MOST_ALIKE:
            yield from itertools.combinations(group, 2)


@dataclass(frozen=True)
class Suggestion:
    """Two records to look at, by id and name, with the reason in words."""

    first: int
    first_name: str
    other: int
    other_name: str
    reason: str


def suggestions(club: Club) -> list[Suggestion]:
    """The club's likely duplicates, at most `MOST`; three queries.

    Two that have sat at one table are two people.
    """
    nicknames = dict(
        Profile.objects.filter(player__club=club)
        .exclude(nickname="")
        .values_list("player", "nickname")
    )
    rows = list(players_of(club).order_by("name_key").values_list("pk", "name", "name_key"))
    names = {pk: name for pk, name, _key in rows}
    people = [NamedRecord(pk, key, nicknames.get(pk, "").casefold()) for pk, _name, key in rows]
    likenesses = list(itertools.islice(alike(people), 2 * MOST))
    met = set(
        Seat.objects.filter(
            player__in={pair.first for pair in likenesses},
            game__seats__player__in={pair.other for pair in likenesses},
        ).values_list("player", "game__seats__player")
    )
    words = reasons()
    return [
        Suggestion(
            likeness.first,
            names[likeness.first],
            likeness.other,
            names[likeness.other],
            words[likeness.reason],
        )
        for likeness in likenesses
        if (likeness.first, likeness.other) not in met
    ][:MOST]
