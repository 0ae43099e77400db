"""Whose place or medal moved after the tournament had ended, from the director's log.

A line of the log that moved one keeps what somebody had and has, with people by their ids: so each
reader reads the names, and the language, that are theirs.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from league.tournaments.courses import Loaded
from league.tournaments.models import TournamentEntry
from league.tournaments.stages.selectors.stale_seats import drifts_of
from league.tournaments.wording import at_time
from scoring.sheets.selectors.consequences import place_in_words

from .medals import Medals

MOST = 3
"""How many changes a page tells, the newest first: more is the log's."""


@dataclass(frozen=True)
class DivisionPlace:
    """Somebody's place in a division (None: none) and what it wins: "gold", ... or ""."""

    group: str
    place: int | None
    shared: bool
    award: str


Standings = Mapping[int, DivisionPlace]


def moved_people(before: Standings, after: Standings) -> list[int]:
    """Return whose standing is another one: whose medal moved first, then by place."""
    moved = [pk for pk, now in after.items() if before.get(pk, now) != now]
    return sorted(
        moved,
        key=lambda pk: (
            after[pk].award == before[pk].award,
            after[pk].group,
            after[pk].place or len(after) + 1,
            pk,
        ),
    )


def moved_details(before: Standings, after: Standings) -> dict[str, Any]:
    """Return what a line of the log keeps of a change: whether medals moved, and who did."""
    people = moved_people(before, after)
    awards = [{pk: at.award for pk, at in those.items() if at.award} for those in (before, after)]
    rows = [[pk, _row(before[pk]), _row(after[pk])] for pk in people]
    return {"medals": awards[0] != awards[1], "moved": rows}


def kept_standings(standings: Standings) -> list[list[Any]]:
    """Return standings as a line of the log keeps them."""
    return [[pk, at.group, *_row(at)] for pk, at in standings.items()]


def read_standings(rows: Iterable[Collection[Any]]) -> dict[int, DivisionPlace]:
    """Return standings from a line of the log."""
    return {pk: DivisionPlace(*at) for pk, *at in rows}


def _row(at: DivisionPlace) -> list[Any]:
    return [at.place, at.shared, at.award]


def award_in_words(award: str) -> str:
    """What is won, in a word or two."""
    return {
        "gold": _("gold"),
        "silver": _("silver"),
        "bronze": _("bronze"),
        "ribbon": _("a ribbon"),
    }.get(award, _("nothing"))


def standing_change(name: str, was: DivisionPlace, now: DivisionPlace) -> str:
    """Say what somebody has now instead of what."""
    details = {
        "group": now.group,
        "name": name,
        "won": award_in_words(now.award),
        "had": award_in_words(was.award),
        "now": place_in_words(now.place, shared=now.shared),
        "was": place_in_words(was.place, shared=was.shared),
    }
    if was.award == now.award:
        return _("%(group)s: %(name)s has %(now)s instead of %(was)s.") % details
    if details["now"] == details["was"]:
        return _("%(group)s: %(name)s wins %(won)s instead of %(had)s.") % details
    return (
        _("%(group)s: %(name)s wins %(won)s instead of %(had)s, with %(now)s instead of %(was)s.")
        % details
    )


@dataclass(frozen=True)
class Moved:
    """A change after the end: when, in words what it was, and of each one what moved.

    `people` has a sentence for each one, by entrant's id; whose medal moved come first.
    """

    at: datetime
    words: str
    people: Mapping[int, str]


def moved_of(loaded: Loaded, medals: Medals) -> tuple[Moved, ...]:
    """Return the changes after the end that moved somebody, the newest first; at most one query.

    Nothing while the director holds the medals or decides after a correction, and nothing before
    the tournament has ended.
    """
    tournament = loaded.tournament
    if tournament.ended_at is None or tournament.medals_held or drifts_of(loaded):
        return ()
    entries = tournament.log.filter(details__has_key="moved").order_by("-pk")
    return tuple(_moved(loaded, medals, entry) for entry in entries if entry.details["moved"])[
        :MOST
    ]


def _moved(loaded: Loaded, medals: Medals, entry: TournamentEntry) -> Moved:
    details = {"time": at_time(entry.made_at)}
    if entry.kind == "close":
        stages = [stage.name for stage in loaded.stages if stage.pk == entry.details["stage"]]
        details["stage"] = "".join(stages)
        words = _("%(stage)s was opened again and closed at %(time)s. That changed places:")
    else:
        words = _("A correction at %(time)s changed places:")
    people = {}
    for pk, was, now in entry.details["moved"]:
        group = medals.group_of(pk)
        if pk in loaded.entrants and group is not None:
            before, after = (DivisionPlace(group.name, *at) for at in (was, now))
            people[pk] = standing_change(loaded.entrants[pk].name, before, after)
    return Moved(entry.made_at, words % details, people)
