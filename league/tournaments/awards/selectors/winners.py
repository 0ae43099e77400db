"""Who won, for the television: when all is over, since until then medals may change."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from league.standings.results import Key
from league.standings.tie_breaks import TieBreak
from league.tournaments.brackets.awards import MEDALS, Award, Prize
from league.tournaments.brackets.ranking import places, won_by
from league.tournaments.brackets.values import Kind, Place
from league.tournaments.courses import Loaded
from league.tournaments.display.selectors.screens import (
    MedalLine,
    Podium,
    Screen,
    podium_screens,
)
from league.tournaments.display.selectors.shapes import WIDE, Shape
from league.tournaments.entrants.selectors.divisions import award_in_division
from league.tournaments.models import Tournament, TournamentEntry
from league.tournaments.stages.selectors.progress import closing_of
from league.tournaments.stages.selectors.undecided import undecided_drifts, undecided_people
from league.tournaments.wording import at_time, award_name, left_publicly
from scoring.lists import all_of
from scoring.names import one_stop

from .medals import GroupMedals, Medals, medals_of
from .moved import UNREAD
from .open_places import open_places
from .place_ties import ties_on

# How many places of the whole tournament stand beside its first one.
PLACES = 3
# How many names fit there; of more, only who is first is shown.
MOST = 8


@dataclass(frozen=True)
class LevelForMedal:
    """People who would share a medal if the last stage were closed now, and that in words."""

    keys: tuple[int, ...]
    words: str
    prize: Prize


def level_for_medals(
    snapshot: Loaded, medals: Medals | None = None, *, to_director: bool = False
) -> tuple[LevelForMedal, ...]:
    """Who is level for a medal between the last result and the end; two queries.

    Nobody is said to be while the director decides after a correction, nor to others than the
    director while the medals are held.
    """
    stage = snapshot.current
    if stage is None or snapshot.following(stage) is not None or undecided_drifts(snapshot):
        return ()
    if snapshot.tournament.medals_held and not to_director:
        return ()
    if not closing_of(snapshot, stage).complete:
        return ()
    play_off = TieBreak.PLAY_OFF.value in snapshot.tournament.tie_breaks
    return tuple(
        LevelForMedal(
            keys,
            _level_sentence(len(keys), play_off=play_off)
            % {
                "medal": award_in_division(group.division, award_name(prize.value)),
                "stage": stage.name,
                "names": all_of(snapshot.entrants[key].name for key in keys),
            },
            prize,
        )
        for group in (medals or medals_of(snapshot)).groups
        for prize in MEDALS
        if (keys := group.sharing(prize))
    )


def _level_sentence(people: int, *, play_off: bool) -> str:
    """What becomes of so many people who are level for a medal, with its details to fill in."""
    if people == 2:
        return (
            _("%(medal)s: %(names)s are level. Without a play-off both win it.")
            if play_off
            else _("%(medal)s: %(names)s are level. Both win it once %(stage)s is closed.")
        )
    return (
        _("%(medal)s: %(names)s are level. Without a play-off they all win it.")
        if play_off
        else _("%(medal)s: %(names)s are level. All win it once %(stage)s is closed.")
    )


def medals_corrected_at(tournament: Tournament) -> datetime | None:
    """Return when a medal last moved after the end; one query then."""
    entry = _moving(tournament, Q(details__medals=True)).first()
    return entry.made_at if entry else None


def moved_after_end(tournament: Tournament) -> frozenset[int]:
    """Return whose place or medal corrections after the end moved, by entrants' ids; one query."""
    lines = tournament.log.filter(made_at__gte=tournament.ended_at, details__has_key="moved")
    rows = (row for entry in lines for row in entry.details["moved"])
    return frozenset(pk for pk, was, now in rows if was[:3] != now[:3])


def medals_moved(tournament: Tournament, screen: Screen) -> str:
    """Say when and by what it last changed after the end what a screen says of who wins; one query.

    "" where nothing changed it.
    """
    entries = _moving(tournament, Q(details__medals=True) | Q(details__winner=True))
    entry = next((entry for entry in entries if _changes(entry, screen)), None)
    if entry is None:
        return ""
    if entry.kind == "close" and entry.details.get("entrants"):
        # Nothing else happened while the last stage was open again, see `_moved_by`.
        sentence = _(
            "Somebody has been out of the tournament since %(time)s: that changed who wins what."
        )
    elif entry.kind == "close":
        sentence = _("Opened again, and closed at %(time)s: that changed who wins what.")
    else:
        sentence = _("A correction at %(time)s changed who wins what.")
    return one_stop(sentence % {"time": at_time(entry.made_at)})


def _moving(tournament: Tournament, what: Q) -> QuerySet[TournamentEntry]:
    """Return what moved medals or places after the end, the newest first; nothing before it."""
    if tournament.ended_at is None:
        return tournament.log.none()
    return tournament.log.filter(what, made_at__gte=tournament.ended_at).order_by("-made_at")


def _changes(entry: TournamentEntry, screen: Screen) -> bool:
    """Whether a line of the log changed who wins what among those whom a screen is about."""
    if screen.champion and entry.details.get("winner"):
        return True
    people = screen.people
    return any(
        pk in people and (was[2] != now[2] or (was[0] == 1) != (now[0] == 1))
        for pk, was, now in (*entry.details["moved"], *entry.details.get(UNREAD, ()))
    )


class EndScreens(NamedTuple):
    """What a television shows after the end: who won, then all places."""

    winners: tuple[Screen, ...] = ()
    places: tuple[Screen, ...] = ()


def end_screens(snapshot: Loaded, shape: Shape = WIDE) -> EndScreens:
    """The medals of each division and who won the tournament, then all places of each division.

    None before it has ended, or while the director holds the medals. Two queries.
    """
    tournament = snapshot.tournament
    if tournament.ended_at is None or tournament.medals_held or tournament.cancelled_at is not None:
        return EndScreens()
    medals = medals_of(snapshot)
    return EndScreens(_winners(snapshot, medals, shape), _places(snapshot, medals, shape))


def medal_screens(snapshot: Loaded, shape: Shape = WIDE) -> tuple[Screen, ...]:
    """The medals that are certain once all tables of the last stage are in, before it is closed.

    None while the director holds the medals: what places show, a television shows too.
    """
    tournament, stage = snapshot.tournament, snapshot.current
    if stage is None or snapshot.following(stage) is not None or tournament.medals_held:
        return ()
    if tournament.cancelled_at is not None or not closing_of(snapshot, stage).complete:
        return ()
    groups = [group for group in medals_of(snapshot).groups if group.places]
    podiums = [_podium(snapshot, group) for group in groups]
    return podium_screens([podium for podium in podiums if podium.lines], shape)


def _places(snapshot: Loaded, medals: Medals, shape: Shape) -> tuple[Screen, ...]:
    """Everybody's place, division by division; last who left without one.

    Whose place the director has still to decide after a correction is left out.
    """
    podiums = [
        Podium(
            group.name,
            (
                *(
                    MedalLine(snapshot.entrants[int(place.key)].name, place.place, place.shared)
                    for place in group.places
                    if place.place is not None and place.key not in group.undecided | group.unsure
                ),
                *(
                    MedalLine(entrant.name, 0, left=left_publicly(entrant))
                    for place in group.places
                    if place.place is None
                    if (entrant := snapshot.entrants[int(place.key)]).withdrawn_at is not None
                ),
            ),
            note=group.open_words,
            people=_people(group),
        )
        for group in medals.groups
    ]
    return podium_screens([podium for podium in podiums if podium.lines], shape, places=True)


def _winners(snapshot: Loaded, medals: Medals, shape: Shape) -> tuple[Screen, ...]:
    """The medals of each division; then who won the tournament.

    Where divisions play their last stage apart, nobody has won the whole tournament.
    """
    groups = [group for group in medals.groups if group.places]
    podiums = [_podium(snapshot, group) for group in groups]
    podiums = [podium for podium in podiums if podium.lines]
    champion = _champion(snapshot)
    alone = len(groups) == 1 and not medals.outside and bool(podiums)
    if alone and champion is not None and _firsts(podiums[0]) == _firsts(champion):
        # The first of all have the medals: one screen says both.
        champion, podiums = replace(podiums[0], name=""), []
    won_all = () if champion is None else (Screen("champion", champion=champion),)
    return (*podium_screens(podiums, shape), *won_all)


def _firsts(podium: Podium) -> set[str]:
    return {line.name for line in podium.lines if line.place == 1}


def winners_of_all(snapshot: Loaded, standing: Iterable[Place]) -> frozenset[int]:
    """Return who has won the whole tournament, after its end, by their places in it.

    Nobody where divisions play their last stage apart, nor who was disqualified.
    """
    if not (snapshot.is_over and snapshot.begun) or snapshot.begun[-1].by_division:
        return frozenset()
    return frozenset(
        int(place.key)
        for place in standing
        if place.place == 1 and not snapshot.entrants[int(place.key)].is_disqualified
    )


def _champion(snapshot: Loaded) -> Podium | None:
    """The first three of all; None where nobody, or somebody who was disqualified, is first.

    Nor where what the director has still to decide after a correction could change the first one.
    """
    if not snapshot.begun or snapshot.begun[-1].by_division:
        return None
    won, standing = _won_last(snapshot), places(snapshot.begun_courses())
    undecided = undecided_people(snapshot) | open_places(snapshot, standing)
    ties = ties_on(standing)
    lines = tuple(
        MedalLine(
            snapshot.entrants[int(place.key)].name,
            place.place,
            place.shared,
            points=place.value,
            stage=place.stage,
            won_by=won.get(place.key, ""),
            tie=ties.get(place.key, ""),
        )
        for place in standing
        if place.place is not None and place.place <= PLACES
        if not snapshot.entrants[int(place.key)].is_disqualified
        if place.key not in undecided
    )
    if len(lines) > MOST:
        lines = tuple(line for line in lines if line.place == 1)
    return Podium("", lines) if any(line.place == 1 for line in lines) else None


def _won_last(snapshot: Loaded) -> Mapping[Key, str]:
    """By which step those won who came before others in the last stage by a play-off alone."""
    course = snapshot.begun_courses()[-1] if snapshot.begun else None
    return {} if course is None or course.plan.kind is not Kind.TABLES else won_by(course, None)


def _podium(snapshot: Loaded, group: GroupMedals) -> Podium:
    """A division's medals, or its ribbons where there are no medals."""
    given = group.certain_awards
    won = [award for award in given if award.place <= PLACES] or list(given)
    won_last = _won_last(snapshot)
    places_by_key, ties = {place.key: place for place in group.places}, ties_on(group.places)

    def line(award: Award) -> MedalLine:
        name, place = snapshot.entrants[int(award.key)].name, places_by_key[award.key]
        return MedalLine(
            name,
            place.place or award.place,
            place.shared,
            str(award.what),
            place.value,
            place.stage,
            won_last.get(award.key, ""),
            tie=ties.get(award.key, ""),
        )

    lines = tuple(line(award) for award in won)
    return Podium(group.name, lines, group.reason, people=_people(group))


def _people(group: GroupMedals) -> frozenset[int]:
    return frozenset(int(place.key) for place in group.places)
