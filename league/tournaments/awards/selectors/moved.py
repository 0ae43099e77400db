"""Whose place or medal moved after the end, or by a change of seats, from the director's log.

A line of the log that moved one keeps what somebody had and has, with people by their ids: so each
reader reads the names, and the language, that are theirs. Of whom a correction leaves open what
they win no page says it until the director has decided; what they had before is kept apart
(`unread`), and told only where the decision left it so.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.tournaments.brackets.ranking import places
from league.tournaments.courses import Loaded
from league.tournaments.entrants.selectors.divisions import in_division
from league.tournaments.models import Tournament, TournamentEntry
from league.tournaments.stages.selectors.seat_log import LATE, REPLACED
from league.tournaments.stages.selectors.undecided import undecided_drifts
from league.tournaments.wording import at_time, left_publicly
from scoring.lists import listed
from scoring.names import one_stop
from scoring.sheets.selectors.consequences import place_in_words

from .medals import Medals

STANDINGS = "standings"
"""In a line about the last stage opened again: what everybody had."""
UNREAD = "unread"
"""In a line of the log: what those had and have of whom no page says what they win now."""
TOGETHER = "together"
"""In a line of the log: the same of the whole field."""
CAUSE = "cause"
"""In a line about a stage closed again: what alone can have moved places, one of the next three."""
CORRECTED, PLAYED_OFF, LEFT = "corrected", "play_off", "left"
SURE = "sure"
"""In a line about a change of seats: what people had, in divisions and in all, and have no more."""
UNDOES = "undoes"
"""In a line that takes such a change back: the id of its line."""
MOST = 20
"""How many changes a page tells, the newest first: more is the log's."""
RIBBON = "ribbon"


@dataclass(frozen=True)
class DivisionPlace:
    """Somebody's place in a division (None: none) and what it wins: "gold", ... or "".

    `group` is the division's name, "" where there are none.
    Whether it is a place that goes to the state is None while that is not known. Who is `level` for
    what it wins does not have that yet: a play-off may decide, or the end of the stage.
    """

    group: str
    place: int | None
    shared: bool
    award: str
    qualified: bool | None = None
    level: bool = field(default=False, compare=False)


Standings = Mapping[int, DivisionPlace]


def moved_people(before: Standings, after: Standings) -> list[int]:
    """Return whose standing is another one: whose medal moved first, then by place."""
    moved = [pk for pk, now in after.items() if _differs(before.get(pk, now), now)]
    return sorted(
        moved,
        key=lambda pk: (
            after[pk].award == before[pk].award,
            not after[pk].award,
            after[pk].group,
            after[pk].place or len(after) + 1,
            pk,
        ),
    )


def _differs(was: DivisionPlace, now: DivisionPlace) -> bool:
    return replace(was, qualified=now.qualified) != now or _qualifies_otherwise(was, now)


def _qualifies_otherwise(was: DivisionPlace, now: DivisionPlace) -> bool:
    return None not in (was.qualified, now.qualified) and was.qualified != now.qualified


def moved_details(
    before: Standings, after: Standings, hidden: Set[int] = frozenset()
) -> dict[str, Any]:
    """Return what a line of the log keeps of a change: whether medals moved, and who did.

    Ribbons count as medals only where there are no others.
    """
    awards = [{pk: at.award for pk, at in those.items() if at.award} for those in (before, after)]
    if any(award != RIBBON for those in awards for award in those.values()):
        awards = [{pk: won for pk, won in those.items() if won != RIBBON} for those in awards]
    return {"medals": awards[0] != awards[1], **moved_rows(before, after, hidden)}


def moved_rows(before: Standings, after: Standings, hidden: Set[int]) -> dict[str, Any]:
    """Return who moved, with what they had and have; of the `hidden` no page says that now."""
    people = moved_people(before, after)
    rows = [[pk, _row(before[pk]), _row(after[pk])] for pk in people if pk not in hidden]
    unread = [
        [pk, _row(before[pk]), _row(after[pk])] for pk in hidden & before.keys() & after.keys()
    ]
    return {"moved": rows, UNREAD: sorted(unread)} if unread else {"moved": rows}


def last_read(
    tournament: Tournament, standings: Standings, hidden: Set[int], *, together: bool = False
) -> Standings:
    """Return standings as pages said them last, where they say nothing of the `hidden` now."""
    read = dict(standings)
    key = "details__together__has_key" if together else "details__has_key"
    entries = tournament.log.filter(**{key: UNREAD}).order_by("pk") if hidden else ()
    for entry in entries:
        for pk, was, _now in (entry.details[TOGETHER] if together else entry.details)[UNREAD]:
            if pk in hidden and pk in read:
                read[pk] = DivisionPlace(read[pk].group, *was)
    return read


def kept_standings(standings: Standings) -> list[list[Any]]:
    """Return standings as a line of the log keeps them."""
    return [[pk, at.group, *_row(at)] for pk, at in standings.items()]


def read_standings(rows: Iterable[Collection[Any]]) -> dict[int, DivisionPlace]:
    """Return standings from a line of the log."""
    return {pk: DivisionPlace(*at) for pk, *at in rows}


def _row(at: DivisionPlace) -> list[Any]:
    return [at.place, at.shared, at.award, at.qualified]


def unsettled_rows(before: Standings, after: Standings) -> list[list[Any]]:
    """Return who had another place or medal before a change of seats, and what; medals first."""
    lost = [
        (pk, was)
        for pk, was in before.items()
        if was.place and (pk not in after or _row(was)[:3] != _row(after[pk])[:3])
    ]
    lost.sort(key=lambda line: (not line[1].award, line[1].group, line[1].place, line[0]))
    return [[pk, _row(was)] for pk, was in lost]


def award_in_words(award: str) -> str:
    """What is won, in a word or two."""
    return {
        "gold": _("gold"),
        "silver": _("silver"),
        "bronze": _("bronze"),
        "ribbon": _("a ribbon"),
    }.get(award, _("nothing"))


def standing_change(name: str, was: DivisionPlace, now: DivisionPlace) -> str:
    """Say what somebody has now instead of what, and who qualifies or does so no longer."""
    details: dict[str, Any] = {
        "name": name,
        "won": award_in_words(now.award),
        "had": award_in_words(was.award),
        "now": place_in_words(now.place, shared=now.shared),
        "was": place_in_words(was.place, shared=was.shared),
    }
    same_place = details["now"] == details["was"]
    if not _qualifies_otherwise(was, now):
        qualifies = ""
    elif same_place and was.award == now.award:
        return in_division(now.group, _qualifies_now(now) % details)
    else:
        qualifies = _qualifies_now(now)
    if was.award == now.award and was.place == now.place and not same_place:
        # "Shared place 3 instead of place 3" reads like a slip.
        details["place"] = now.place
        change = (
            _("%(name)s shares place %(place)d now.")
            if now.shared
            else _("%(name)s no longer shares place %(place)d.")
        )
    elif now.award and was.level and not now.level and not same_place:
        change = _("%(name)s has %(now)s instead of %(was)s, and wins %(won)s.")
    elif was.award == now.award or ((was.level or now.level) and not same_place):
        change = _("%(name)s has %(now)s instead of %(was)s.")
    elif same_place:
        change = _("%(name)s wins %(won)s instead of %(had)s.")
    else:
        change = _("%(name)s wins %(won)s instead of %(had)s, with %(now)s instead of %(was)s.")
    return in_division(now.group, " ".join(filter(None, (change, qualifies))) % details)


def _qualifies_now(now: DivisionPlace) -> str:
    return _("%(name)s now qualifies.") if now.qualified else _("%(name)s no longer qualifies.")


def standing_so_far(name: str, was: DivisionPlace, now: DivisionPlace) -> str:
    """Say what place somebody has now instead of what, while results are still to come."""
    details: dict[str, Any] = {
        "group": now.group or _("Open"),
        "name": name,
        "now": place_in_words(now.place, shared=now.shared),
        "was": place_in_words(was.place, shared=was.shared),
        "place": now.place,
    }
    if was.place != now.place:
        sentence = _("%(group)s, by the results so far: %(name)s has %(now)s instead of %(was)s.")
    elif now.shared:
        sentence = _("%(group)s, by the results so far: %(name)s shares place %(place)d now.")
    else:
        sentence = _("%(group)s, by the results so far: %(name)s no longer shares place %(place)d.")
    return sentence % details


def new_standing(name: str, now: DivisionPlace) -> str:
    """Say what somebody has of whom no page said a place before."""
    details = {
        "name": name,
        "won": award_in_words(now.award),
        "now": place_in_words(now.place, shared=now.shared),
    }
    if now.award and not now.level:
        return in_division(now.group, _("%(name)s now has %(now)s and wins %(won)s.") % details)
    return in_division(now.group, _("%(name)s now has %(now)s.") % details)


@dataclass(frozen=True)
class Moved:
    """A change after the end: when, in words what it was, and of each one what moved.

    `people` has a sentence for each one, by entrant's id; whose medal moved come first. A change
    of seats is one before the end.
    """

    at: datetime
    words: str
    people: Mapping[int, str]
    after_end: bool = True

    @property
    def lines(self) -> list[str]:
        """The sentences of all, for a page."""
        return list(self.people.values())


def moved_of(
    loaded: Loaded, medals: Medals, *, shown: Set[int] = frozenset(), to_director: bool = False
) -> tuple[Moved, ...]:
    """Return the changes after the end that moved somebody, the newest first; at most one query.

    So do changes of seats before the end that left places or medals open again.

    While the director holds the medals, others read only of places that are `shown`, and of nothing
    that is won. Nothing while the director decides after a correction. While the
    last stage is open again, what was read before stays, and says so.
    """
    tournament = loaded.tournament
    if not loaded.begun:
        return ()
    is_held = tournament.medals_held and not to_director
    if undecided_drifts(loaded) or (is_held and not shown):
        return ()
    entries = list(tournament.log.filter(details__has_any_keys=["moved", STANDINGS, SURE]))
    entries.sort(key=lambda entry: -entry.pk)
    seats = [entry for entry in entries if SURE in entry.details]
    ended = [entry for entry in entries if SURE not in entry.details]
    who = shown if is_held else None
    moves = [
        *_moved_after_end(loaded, medals, ended, who),
        *_seats_moved(loaded, medals, seats, who),
    ]
    return tuple(sorted(moves, key=lambda move: move.at, reverse=True)[:MOST])


def _seats_moved(
    loaded: Loaded,
    medals: Medals,
    entries: Sequence[TournamentEntry],
    shown: Set[int] | None,
) -> Iterator[Moved]:
    """Yield the changes of seats that left open what pages said, and were not taken back.

    Where these people alone are `shown`, only places that won nothing.
    """
    undone = {entry.details.get(UNDOES) for entry in entries}
    for entry in (entry for entry in entries if entry.pk not in undone):
        people: dict[int, list[str]] = {}
        for together, rows in enumerate(entry.details[SURE]):
            for pk, was in rows:
                group = medals.group_of(pk)
                hidden = shown is not None and (pk not in shown or was[2])
                if pk not in loaded.entrants or hidden or not (together or group):
                    continue
                name = _("All together") if together or group is None else group.division
                sentence = _was_sure(loaded.entrants[pk].name, DivisionPlace(name, *was))
                people.setdefault(pk, []).append(sentence)
        if people:
            sentences = {pk: " ".join(own) for pk, own in people.items()}
            yield Moved(entry.made_at, _seats_words(loaded, entry), sentences, after_end=False)


def _was_sure(name: str, was: DivisionPlace) -> str:
    had = award_in_words(was.award) if was.award else place_in_words(was.place, shared=was.shared)
    sentence = _("Until then %(name)s was sure of %(had)s.") % {"name": name, "had": had}
    return in_division(was.group, sentence)


def _seats_words(loaded: Loaded, entry: TournamentEntry) -> str:
    """Say who got a seat, in whose place and when; else only that seats were changed."""
    stage = next((s.name for s in loaded.stages if s.pk == entry.details["stage"]), "")
    people = [loaded.entrants[pk].name for pk in entry.details["entrants"] if pk in loaded.entrants]
    details = {"stage": stage, "time": at_time(entry.made_at), "name": "".join(people[:1])}
    if entry.kind == LATE and people:
        words = _("%(name)s was seated in %(stage)s at %(time)s. That changed places:")
    elif entry.kind == REPLACED and len(people) > 1:
        details["other"] = people[1]
        words = _(
            "%(name)s got the seat of %(other)s in %(stage)s at %(time)s. That changed places:"
        )
    else:
        words = _("Seats in %(stage)s were changed at %(time)s. That changed places:")
    return one_stop(words % details)


def _moved_after_end(
    loaded: Loaded,
    medals: Medals,
    entries: Sequence[TournamentEntry],
    shown: Set[int] | None,
) -> list[Moved]:
    """Return what corrections after the end moved, from lines of the log, the newest first.

    Where these people alone are `shown`, only places that won nothing.
    """
    later: dict[int, list[Any]] = {}
    later_first: dict[int, list[Any]] = {}
    moves: list[Moved] = []
    if loaded.tournament.ended_at is None:
        if not entries or STANDINGS not in entries[0].details:
            return []
        later = _kept_rows(entries[0].details)
        later_first = _kept_rows(entries[0].details.get(TOGETHER, {STANDINGS: ()}))
    for entry in (entry for entry in entries if "moved" in entry.details):
        rows = _rows_read(entry.details, later, partial(_now, medals))
        first = entry.details.get(TOGETHER, {"moved": ()})
        firsts = _rows_read(first, later_first, partial(_now_together, loaded))
        if shown is not None:
            rows, firsts = (_while_held(those, shown) for those in (rows, firsts))
        if rows or firsts:
            moves.append(_moved(loaded, medals, entry, rows, firsts))
    return moves


def _rows_read(
    details: Mapping[str, Any], later: dict[int, list[Any]], now: Callable[[int], list[Any]]
) -> list[Sequence[Any]]:
    """Return what pages said of who moved; `later` is with what each later change began."""
    unread = details.get(UNREAD, ())
    # Pages said it later if the next change began there, or it is so now.
    read = [row for row in unread if row[1] != row[2] == (later.get(row[0]) or now(row[0]))]
    later |= {pk: was for pk, was, _then in (*details["moved"], *unread)}
    return sorted([*details["moved"], *read], key=_medals_first)


def _kept_rows(kept: Mapping[str, Any]) -> dict[int, list[Any]]:
    """Return what people had when the last stage was opened again, by entrant's id."""
    return {pk: list(at) for pk, _group, *at in kept[STANDINGS]}


def _while_held(rows: Iterable[Sequence[Any]], shown: Set[int]) -> list[Sequence[Any]]:
    """Return the places of these people alone that changed; none with which something is won."""
    places_alone = (
        (pk, [*was[:3], None], [*now[:3], None])
        for pk, was, now in rows
        if pk in shown and not was[2] and not now[2]
    )
    return [row for row in places_alone if row[1] != row[2]]


def _medals_first(row: Sequence[Any]) -> tuple[bool, bool]:
    """Sort whose medal moved first, then those who win something; the others stay as they are."""
    _pk, was, now = row
    return was[2] == now[2], not now[2]


def _now(medals: Medals, pk: int) -> list[Any]:
    """Return what somebody has now, as a line of the log keeps it."""
    group = medals.group_of(pk)
    place = next((place for place in group.places if place.key == pk), None) if group else None
    if group is None or place is None:
        return []
    award, qualified = group.award_of.get(pk), pk in group.qualified
    what = str(award.what) if award else ""
    return _row(DivisionPlace(group.division, place.place, place.shared, what, qualified))


def _now_together(loaded: Loaded, pk: int) -> list[Any]:
    """Return the same of the whole field."""
    for place in places(loaded.begun_courses()):
        if place.key == pk:
            return _row(DivisionPlace("", place.place, place.shared, ""))
    return []


def _closed_again(loaded: Loaded, kept: Mapping[str, Any], details: dict[str, str]) -> str:
    """Return the words for a stage that was closed again, by what moved places if that is known."""
    # An older line says only whether a result was corrected.
    cause = kept.get(CAUSE, CORRECTED if kept.get(CORRECTED) else "")
    left = [loaded.entrants[pk] for pk in kept.get("entrants", ()) if pk in loaded.entrants]
    if cause == CORRECTED:
        return _(
            "Results were corrected, and %(stage)s was closed again at %(time)s. Places changed:"
        )
    if cause == PLAYED_OFF:
        return _("After a play-off %(stage)s was closed again at %(time)s. Places changed:")
    if cause == LEFT and left:
        details["names"] = listed(f"{entrant.name} ({left_publicly(entrant)})" for entrant in left)
        return ngettext(
            "%(names)s is out, and %(stage)s was closed again at %(time)s. Places changed:",
            "%(names)s are out, and %(stage)s was closed again at %(time)s. Places changed:",
            len(left),
        )
    return _("%(stage)s was opened again and closed at %(time)s. That changed places:")


def _moved(
    loaded: Loaded,
    medals: Medals,
    entry: TournamentEntry,
    rows: Iterable[Sequence[Any]],
    firsts: Iterable[Sequence[Any]],
) -> Moved:
    details = {"time": at_time(entry.made_at)}
    if entry.kind == "close":
        stages = [stage.name for stage in loaded.stages if stage.pk == entry.details["stage"]]
        details["stage"] = "".join(stages)
        words = _closed_again(loaded, entry.details, details)
    else:
        words = _("A correction at %(time)s changed places:")
    if loaded.current is not None:
        details["open"] = loaded.current.name
        again = _("%(open)s is open again, so this may be different by now.")
        words = f"{again} {words}"
    changes: dict[int, list[str]] = {}
    named = [(medals.group_of(row[0]), row) for row in rows]
    lists = [(group.division, row) for group, row in named if group is not None]
    for name, (pk, was, now) in (*lists, *((_("All together"), row) for row in firsts)):
        if pk in loaded.entrants:
            before, after = (DivisionPlace(name, *at) for at in (was, now))
            change = standing_change(loaded.entrants[pk].name, before, after)
            changes.setdefault(pk, []).append(change)
    people = {pk: " ".join(sentences) for pk, sentences in changes.items()}
    return Moved(entry.made_at, one_stop(words % details), people)
