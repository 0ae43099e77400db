"""Where a club's rows may say somebody's name, and finding it there.

Every text of every model of a club's archive is looked at, unless it is named here as one that the
site itself chooses; so a text that is added one day is looked at too.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, reduce
from operator import or_
from typing import Any, Final

from django.db import models
from django.db.models import Q, QuerySet

from league.archives.shape import ROWS, Model
from league.leagues.models import League
from league.people.models import Merge, PeopleImport, Profile
from league.tournaments.models import Entrant, EntrantImport, TournamentEntry
from scoring.accounts.models import Club, Invitation, PairingCode, Player
from scoring.disputes.models import Dispute
from scoring.disputes.questions import seat_word
from scoring.sheets.models import SheetEntry
from scoring.tablets.sync.models import SetAside

# Who wrote something: an account, or a tablet.
AUTHORS: Final = frozenset({"author", "started_by", "closed_by", "left_by", "entered_by"})
# Texts that the site chooses, by field; those with choices are known as such anyway.
CHOSEN: Final = frozenset(
    {
        *("key", "code", "watch_key", "secret_hash", "kind", "fingerprint", "basis", "group"),
        *("carried", "parameter", "format", "name_key", "shown", "unranked", "how", "tiles"),
        "language",
    }
)
# Names of people, which are theirs and no mention of anybody else; and what the club is called.
NAMES_OF_ROWS: Final = frozenset({(Player, "name"), (Entrant, "name"), (Club, "name")})
# Fields of JSON with sentences or names in them; the others hold numbers and rules.
JSON_TEXTS: Final[Mapping[Model, tuple[str, ...]]] = {
    SheetEntry: ("details",),
    SetAside: ("sending",),
    Dispute: ("ask", "told", "unknown", "ruling"),
    Merge: ("profile",),
    TournamentEntry: ("details",),
}
# Texts outside the archive.
BESIDES: Final[Mapping[Model, str]] = {
    PairingCode: "club",
    Invitation: "club",
    League: "club",
    PeopleImport: "club",
    EntrantImport: "tournament__club",
}
SHORTEST_CONTACT: Final = 5
NAMESAKE: Final = re.compile(r" \([2-9]\)$")


def club_path(model: Model) -> str:
    """The lookup that leads from a row of the model to its club."""
    return next(name for name, path in ROWS[model].items() if path == "club")


def rows_of(model: Model, club: Club) -> "QuerySet[Any]":
    """All rows of the model that are the club's."""
    path = BESIDES.get(model) or club_path(model)
    return model._default_manager.filter(**{path: club.pk}).order_by("pk")


@cache
def texts_of(model: Model) -> tuple[str, ...]:
    """The fields of the model in which people typed something, authors left out."""
    return tuple(
        field.name
        for field in model._meta.concrete_fields
        if isinstance(field, models.CharField | models.TextField)
        and not field.choices
        and field.name not in CHOSEN | AUTHORS
        and (model, field.name) not in NAMES_OF_ROWS
    )


@cache
def authors_of(model: Model) -> tuple[str, ...]:
    """The fields of the model that say who wrote something."""
    return tuple(field.name for field in model._meta.concrete_fields if field.name in AUTHORS)


@dataclass(frozen=True)
class Wanted:
    """What is looked for: whole names, and ways to reach somebody; `others` are longer names.

    A name of one word is found as it is written, or in capitals: so that Will is no "will". One of
    several words, or an address, is found however it is written. Where the name is part of somebody
    else's longer name, such as Ann in "Ann Miller", it is that person's.
    """

    names: tuple[str, ...]
    others: tuple[str, ...] = ()
    pattern: re.Pattern[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Put the pattern together, longer names first."""
        own = "|".join(_form(name) for name in _longest_first(self.names))
        others = "|".join(re.escape(name) for name in _longest_first(self.others))
        parts = [f"(?P<other>{others})"] if others else []
        parts += [f"(?P<own>{own})"] if own else ["(?P<own>(?!))"]
        # Others' names first: each has one of these in it and is longer.
        pattern = re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)")
        object.__setattr__(self, "pattern", pattern)

    def replaced(self, text: str, neutral: str) -> str:
        """The text with the neutral name in each place."""
        return self.pattern.sub(lambda match: match[0] if match["own"] is None else neutral, text)

    def is_in(self, text: str) -> bool:
        """Whether the text names this person."""
        return any(match["own"] is not None for match in self.pattern.finditer(text))


def _longest_first(names: Iterable[str]) -> list[str]:
    return sorted({name for name in names if name}, key=lambda name: (-len(name), name))


def _form(name: str) -> str:
    if " " in name or not name.isalpha():
        words = r"\s+".join(re.escape(word) for word in name.split())
        return f"(?i:{words})"
    return "|".join(re.escape(word) for word in dict.fromkeys((name, name.upper())))


def wanted_of(club: Club, people: Iterable[Player], entries: Iterable[Entrant]) -> Wanted:
    """What to look for where these records and entries of one person are to be found."""
    people, entries = list(people), list(entries)
    contacts = {entry.contact for entry in entries}
    for reached in Profile.objects.filter(player__in=people).values_list("email", "phone"):
        contacts |= {*reached}
    names = {person.name for person in people}
    # A namesake's entry waits under a number in brackets.
    names |= {NAMESAKE.sub("", entry.name) for entry in entries}
    nicknames = Profile.objects.filter(player__in=people).exclude(nickname="")
    names |= set(nicknames.values_list("nickname", flat=True))
    names |= {seat_word(name) for name in names}
    names |= {text for text in contacts if len(text) >= SHORTEST_CONTACT}
    return Wanted(tuple(sorted(names)), longer_names(club, names, but=people))


def longer_names(
    club: Club, names: Iterable[str], *, but: Iterable[Player] = ()
) -> tuple[str, ...]:
    """Names of other people of the club that have one of these in them."""
    within = [Q(name_key__contains=name.casefold()) for name in names]
    if not within:
        return ()
    rows = Player.objects.filter(reduce(or_, within), club=club)
    longer = rows.exclude(pk__in=[row.pk for row in but]).values_list("name", flat=True)
    return tuple(sorted({*longer} - {*names}))


@dataclass(frozen=True)
class Mention:
    """A text in which somebody is named: of which row and field, and what it says."""

    row: Any
    field: str
    text: str


def mentions(club: Club, wanted: Wanted) -> Iterator[Mention]:
    """Every text of the club's rows that names this person."""
    for model in (*ROWS, *BESIDES):
        for row, names in candidates(model, club, wanted):
            for name in names:
                for text in strings(getattr(row, name)):
                    if wanted.is_in(text):
                        yield Mention(row, name, text)


def candidates(model: Model, club: Club, wanted: Wanted) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """Rows that may name this person, with the fields to look into.

    The database looks through the plain texts; fields of JSON are read, since databases write their
    letters in different ways.
    """
    texts, rows = texts_of(model), rows_of(model, club)
    if texts and wanted.names:
        # The first word alone: how many spaces follow is not known.
        words = {name.split()[0] for name in wanted.names if name.split()}
        hits = [Q(**{f"{name}__icontains": word}) for name in texts for word in words]
        # Not every database knows the capitals of letters outside ASCII: then all rows are read.
        known = all(word.isascii() for word in words)
        for row in rows.filter(reduce(or_, hits)) if known else rows:
            yield row, texts
    if names := JSON_TEXTS.get(model):
        # Of what stands on a sheet, only the wording of faults is a sentence.
        wanted_rows = rows.filter(details__has_key="faults") if model is SheetEntry else rows
        for row in wanted_rows:
            yield row, names


def strings(value: object) -> Iterator[str]:
    """Every text in a value as JSON gives it, names of fields too."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            yield part
        elif isinstance(part, list):
            waiting += part
        elif isinstance(part, dict):
            waiting += [*part, *part.values()]


def rewritten(value: Any, change: Callable[[str], str]) -> Any:
    """The value with each text in it changed, names of fields too.

    Raises `RecursionError` for one that is nested deeper than anybody writes.
    """
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [rewritten(item, change) for item in value]
    if isinstance(value, dict):
        return {change(name): rewritten(item, change) for name, item in value.items()}
    return value
