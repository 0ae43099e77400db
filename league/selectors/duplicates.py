"""Which records of a directory are likely to be one person, for somebody to look at."""

import itertools
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.models import Profile
from scoring.models import Club, Seat
from scoring.selectors.people import players_of

MOST = 40
# A name that so many share says nothing, and letters of so many names are not compared.
MOST_ALIKE = 12
MOST_COMPARED = 5000
SHORTEST = 4


@dataclass(frozen=True)
class Person:
    """One record, with its name and nickname as names are compared."""

    id: int
    name: str
    nickname: str = ""


@dataclass(frozen=True)
class Likeness:
    """Two records that may be one person, and why one thinks so; the first by name comes first."""

    one: int
    other: int
    reason: str


def reasons() -> dict[str, str]:
    """What each reason says to people."""
    return {
        "nickname": _("one's nickname is the other's name"),
        "letter": _("their names differ by one letter"),
        "initial": _("same last name and same first letter"),
        "first": _("a first name alone, and one person with that first name"),
    }


def alike(people: Iterable[Person]) -> Iterator[Likeness]:
    """Pairs that may be one person, the likeliest reason first, each pair once.

    Compares no more than records that share something, so that thousands take well under a second.
    """
    everybody = sorted(people, key=lambda one: (one.name, one.id))
    seen = set()
    for reason, pairs in (
        ("nickname", _by_nickname(everybody)),
        ("letter", _by_letter(everybody)),
        ("initial", _by_initial(everybody)),
        ("first", _by_first_name(everybody)),
    ):
        for one, other in pairs:
            pair = (
                (one.id, other.id)
                if (one.name, one.id) < (other.name, other.id)
                else (other.id, one.id)
            )
            if one.id != other.id and pair not in seen:
                seen.add(pair)
                yield Likeness(*pair, reason)


Pairs = Iterator[tuple[Person, Person]]


def _by_nickname(everybody: list[Person]) -> Pairs:
    """Peggy is Margaret Lee whom they call Peggy; so is Peggy Lee."""
    named = {one.name: one for one in everybody}
    for one in everybody:
        if one.nickname:
            _first, _space, rest = one.name.partition(" ")
            for name in (one.nickname, f"{one.nickname} {rest}".strip()):
                if name in named:
                    yield one, named[name]


def _by_letter(everybody: list[Person]) -> Pairs:
    """One letter too many, too few, another one, or two that changed places."""
    if len(everybody) > MOST_COMPARED:
        return
    # Two such names have a name in common once a letter is taken out of each.
    shorter: dict[str, list[Person]] = defaultdict(list)
    for one in everybody:
        if len(one.name) >= SHORTEST:
            for form in {one.name, *(_without(one.name, at) for at in range(len(one.name)))}:
                shorter[form].append(one)
    for group in shorter.values():
        if 1 < len(group) <= MOST_ALIKE:
            for one, other in itertools.combinations(group, 2):
                if _one_letter_apart(one.name, other.name):
                    yield one, other


def _without(name: str, at: int) -> str:
    return name[:at] + name[at + 1 :]


def _one_letter_apart(one: str, other: str) -> bool:
    """Whether one slip of the finger makes one of the other; a digit or an initial is no slip."""
    at = next((k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    if at is None:
        at = min(len(one), len(other))
    changed = one[at : at + 2] + other[at : at + 2]
    if re.search(r"\d", changed) or _initials(one) != _initials(other):
        return False
    return (
        one[at + 1 :] == other[at + 1 :]
        or one[at:] == other[at + 1 :]
        or one[at + 1 :] == other[at:]
        or (one[at : at + 2] == other[at : at + 2][::-1] and one[at + 2 :] == other[at + 2 :])
    )


def _initials(name: str) -> list[str]:
    """The parts that are one letter, as in "Ann L": these tell people apart."""
    return [part for part in re.split(r"[\s.]+", name) if len(part) == 1]


def _by_initial(everybody: list[Person]) -> Pairs:
    groups: dict[tuple[str, str], list[Person]] = defaultdict(list)
    for one in everybody:
        first, _space, last = one.name.rpartition(" ")
        if first and len(last.rstrip(".")) > 1:
            groups[first[0], last].append(one)
    yield from _in_groups(groups.values())


def _by_first_name(everybody: list[Person]) -> Pairs:
    groups: dict[str, list[Person]] = defaultdict(list)
    for one in everybody:
        groups[one.name.split(" ")[0]].append(one)
    for group in groups.values():
        if len(group) == 2 and any(" " not in one.name for one in group):
            yield group[0], group[1]


def _in_groups(groups: Iterable[list[Person]]) -> Pairs:
    for group in groups:
        if 1 < len(group) <= MOST_ALIKE:
            yield from itertools.combinations(group, 2)


@dataclass(frozen=True)
class Suggestion:
    """Two records to look at, by id and name, with the reason in words."""

    one: int
    one_name: str
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
    people = [Person(pk, key, nicknames.get(pk, "").casefold()) for pk, _name, key in rows]
    found = list(itertools.islice(alike(people), 2 * MOST))
    met = set(
        Seat.objects.filter(
            player__in={pair.one for pair in found},
            game__seats__player__in={pair.other for pair in found},
        ).values_list("player", "game__seats__player")
    )
    words = reasons()
    return [
        Suggestion(one.one, names[one.one], one.other, names[one.other], words[one.reason])
        for one in found
        if (one.one, one.other) not in met
    ][:MOST]
