"""The outcome of a tournament as things stand: advancers and medals; and changes in it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.seating.errors import CaseError
from league.standings.results import Key
from league.tournaments.awards.selectors.medals import Medals, medals_of
from league.tournaments.awards.selectors.moved import (
    DivisionPlace,
    Standings,
    moved_people,
    standing_change,
)
from league.tournaments.awards.selectors.places import waiting_stage
from league.tournaments.awards.selectors.winners import level_for_medals
from league.tournaments.brackets.advance import advance
from league.tournaments.brackets.certainty import onwards
from league.tournaments.brackets.knockout import Match, State, brackets
from league.tournaments.brackets.ranking import places
from league.tournaments.courses import Loaded, plan_of
from league.tournaments.models import Stage
from league.tournaments.stages.selectors.stale_seats import (
    certain_course,
    drift_words,
    drifts_of,
)
from scoring.collation import name_order
from scoring.lists import listed
from scoring.values import Consequence

# The most changes of places that are said one by one.
MOST_CHANGES = 8


@dataclass(frozen=True)
class Sure:
    """Who goes on whatever still comes, and who cannot any more, as the television shows them.

    While it is `open` who plays in the stage, nobody can say who else could.
    """

    going: frozenset[int]
    cannot: frozenset[int]
    open: bool = False


@dataclass(frozen=True)
class TournamentOutcome:
    """Who would go on from each stage that has begun, by its id, and everybody's standing.

    Keys are entrants' ids. A stage whose advancers are not known yet has no line. Of one from which
    something is still to come, `sure` says what that cannot change; and of those who are in it,
    `standings` has only whose place is certain. Before the end it has no medal that is not.
    `level` are groups of people who are level for a place in the stage after, and `shared` says who
    would share a medal. The director decides about the stages in `waits` after a correction.
    `together` are the standings in the whole field, where it is not one division; `games` the games
    of eliminations that were seated, by stage, game and table.
    """

    going: Mapping[int, frozenset[int]]
    standings: Mapping[int, DivisionPlace]
    sure: Mapping[int, Sure] = field(default_factory=dict)
    level: Mapping[int, frozenset[frozenset[int]]] = field(default_factory=dict)
    shared: tuple[str, ...] = ()
    waits: frozenset[int] = frozenset()
    together: Mapping[int, DivisionPlace] = field(default_factory=dict)
    games: Mapping[tuple[int, int, int], Match] = field(default_factory=dict)


def outcome_of(snapshot: Loaded) -> TournamentOutcome:
    """What follows now from sheets, paper and what was decided; at most three queries."""
    going, sure, level = {}, {}, {}
    medals = medals_of(snapshot)
    for stage in snapshot.begun:
        following = snapshot.following(stage)
        if following is None:
            continue
        plan, visitors = plan_of(following), snapshot.tournament.visitors_go_on
        try:
            goes = advance(snapshot.courses[stage.pk], plan, visitors)
            ties = goes.level
            if stage.closed_at is None:
                certain = onwards(certain_course(snapshot, stage), plan, visitors)
                if not certain.complete:
                    going_on, cannot = _ids(certain.going), _ids(certain.cannot)
                    sure[stage.pk] = Sure(going_on, cannot, certain.open)
                ties = certain.level
        except CaseError:
            continue
        going[stage.pk] = _ids(member.key for member in goes.going)
        level[stage.pk] = frozenset(_ids(tie.keys) for tie in ties)
    shared = tuple(tie.words for tie in level_for_medals(snapshot, medals))
    waits = frozenset(drift.stage.pk for drift in drifts_of(snapshot))
    standings, together = _standings(snapshot, medals), _together(snapshot, medals)
    games = {
        (stage.pk, match.round, match.table): match
        for stage in snapshot.begun
        if stage.kind != Stage.Kind.TABLES
        for bracket in brackets(snapshot.courses[stage.pk]).values()
        for matches in bracket.matches
        for match in matches
        if match.round
    }
    return TournamentOutcome(going, standings, sure, level, shared, waits, together, games)


def _standings(snapshot: Loaded, medals: Medals) -> dict[int, DivisionPlace]:
    """Return everybody's standing; of those in a stage that waits, only certain places."""
    waiting, standings = waiting_stage(snapshot), {}
    for group in medals.groups:
        won = group.award_of if snapshot.is_over else group.certain_award_of
        for place in group.places:
            waits = waiting > 0 and place.stage in (0, waiting)
            if waits and place.key not in group.certain_places:
                continue
            award = won.get(place.key)
            standings[int(place.key)] = DivisionPlace(
                group.name,
                group.certain_places[place.key] if waits else place.place,
                place.shared and not waits,
                str(award.what) if award else "",
            )
    return standings


def _together(snapshot: Loaded, medals: Medals) -> dict[int, DivisionPlace]:
    """Return the standings in the whole field as `_standings` does; none where it is a division."""
    parts = sum(bool(group.places) for group in medals.groups) + bool(medals.outside)
    if not snapshot.begun or parts == 1:
        return {}
    waiting, certain, name = waiting_stage(snapshot), medals.certain_places, _("All together")
    standings = {}
    for place in places(snapshot.begun_courses()):
        waits = waiting > 0 and place.stage in (0, waiting)
        if waits and place.key not in certain:
            continue
        number = certain[place.key] if waits else place.place
        standings[int(place.key)] = DivisionPlace(name, number, place.shared and not waits, "")
    return standings


def _ids(keys: Iterable[Key]) -> frozenset[int]:
    return frozenset(int(key) for key in keys)


def changes(
    snapshot: Loaded, before: TournamentOutcome, after: TournamentOutcome
) -> tuple[Consequence, ...]:
    """What is another in one outcome than in the other, in sentences; nothing for equal ones.

    While the director decides after a correction, nothing is said of places and medals.
    """
    sentences = [
        sentence
        for stage in snapshot.begun
        for sentence in _going_changes(snapshot, stage, before, after)
    ]
    sentences += _game_changes(snapshot, before, after)
    sentences += [sentence for sentence in after.shared if sentence not in before.shared]
    if not (before.waits or after.waits):
        sentences += _standing_changes(snapshot, before.standings, after.standings)
        # In the whole field a place may move all behind it.
        sentences += shortened(_standing_changes(snapshot, before.together, after.together))
    if not sentences:
        return ()
    return (Consequence(snapshot.tournament.name, tuple(sentences)),)


def _game_changes(
    snapshot: Loaded, before: TournamentOutcome, after: TournamentOutcome
) -> Iterator[str]:
    """Who wins a game of an elimination instead of whom, or that both are level in it now."""
    for at, now in after.games.items():
        was = before.games.get(at)
        if was is None or was.winner is None or was.winner == now.winner or now.sides != was.sides:
            continue
        names = {"was": snapshot.entrants[int(was.winner)].name}
        if now.winner is not None:
            names["now"] = snapshot.entrants[int(now.winner)].name
            yield _("%(now)s wins this game instead of %(was)s.") % names
        elif now.state is State.LEVEL:
            yield _("%(was)s has not won this game any more: the two are level.") % names
        else:
            yield _("%(was)s has not won this game any more.") % names


def _standing_changes(snapshot: Loaded, before: Standings, after: Standings) -> list[str]:
    return [
        standing_change(snapshot.entrants[pk].name, before[pk], after[pk])
        for pk in moved_people(before, after)
    ]


def shortened(sentences: list[str]) -> Iterator[str]:
    """The first of many changes, and how many more there are."""
    yield from sentences[:MOST_CHANGES]
    rest = len(sentences) - MOST_CHANGES
    if rest > 0:
        yield ngettext("%d more place changes.", "%d more places change.", rest) % rest


def _going_changes(
    snapshot: Loaded, stage: Stage, before: TournamentOutcome, after: TournamentOutcome
) -> Iterator[str]:
    was, now = before.going.get(stage.pk), after.going.get(stage.pk)
    following = snapshot.following(stage)
    if was is None or now is None or following is None:
        return
    gained, lost = now - was, was - now
    if stage.pk in after.sure:
        yield from _open_changes(
            snapshot, following, gained, lost, _sure_changes(stage, before, after)
        )
    elif stage.closed_at is None and (gained or lost):
        yield _going_change(snapshot, following, gained, lost)
    ties = after.level[stage.pk] - before.level.get(stage.pk, frozenset())
    if stage.closed_at is not None:
        if stage.pk in before.waits - after.waits:
            yield _("About %s there is nothing left to decide.") % following.name
        if gained or lost or ties or stage.pk in after.waits - before.waits:
            yield from _closed_change(snapshot, stage, following)
        return
    for keys in sorted(ties, key=sorted):
        yield _(
            "%(names)s are then level for a place in %(next)s. If not all of them go on, the "
            "director decides."
        ) % {"names": _named(snapshot, keys), "next": following.name}


def _sure_changes(
    stage: Stage, before: TournamentOutcome, after: TournamentOutcome
) -> tuple[frozenset[int], Sure]:
    """Return who goes on for certain only now, and what is certain now."""
    sure = after.sure[stage.pk]
    was = before.sure[stage.pk].going if stage.pk in before.sure else before.going[stage.pk]
    return sure.going - was, sure


def _open_changes(
    snapshot: Loaded,
    following: Stage,
    gained: frozenset[int],
    lost: frozenset[int],
    certain: tuple[frozenset[int], Sure],
) -> Iterator[str]:
    """What changes of a stage from which results are still to come: certain, or perhaps."""
    surely, sure = certain
    could = frozenset[int]() if sure.open else gained - sure.going - sure.cannot
    details = {
        "surely": _named(snapshot, surely),
        "could": _named(snapshot, could),
        "lost": _named(snapshot, lost),
        "next": following.name,
    }
    if surely:
        yield _("Whatever still comes, %(surely)s will go on to %(next)s.") % details
    if could and lost:
        yield _("As it stands, %(could)s could go on to %(next)s instead of %(lost)s.") % details
    elif could:
        yield _("%(could)s could go on to %(next)s.") % details
    elif lost & sure.cannot and not surely:
        details["lost"] = _named(snapshot, lost & sure.cannot)
        yield _("%(lost)s can no longer go on to %(next)s.") % details


def _going_change(
    snapshot: Loaded, following: Stage, gained: frozenset[int], lost: frozenset[int]
) -> str:
    """What changes of a stage of which all results are in, and that is not closed."""
    details = {
        "gained": _named(snapshot, gained),
        "lost": _named(snapshot, lost),
        "next": following.name,
    }
    if not lost:
        return _("As it stands, %(gained)s would go on to %(next)s too.") % details
    if not gained:
        return _("As it stands, %(lost)s would not go on to %(next)s.") % details
    return _("As it stands, %(gained)s would go on to %(next)s instead of %(lost)s.") % details


def _closed_change(snapshot: Loaded, stage: Stage, following: Stage) -> Iterator[str]:
    """What comes apart after a stage that is closed; nothing where nobody has to choose.

    Nor where the director has chosen about just that before, and is not asked again.
    """
    drift = next((drift for drift in drifts_of(snapshot) if drift.stage == stage), None)
    if drift is None:
        return
    stays = _("%s stays as it was seated until the director has chosen what becomes of it.")
    yield " ".join([*drift_words(snapshot, drift), stays % following.name])


def _named(snapshot: Loaded, keys: frozenset[int]) -> str:
    names = sorted((snapshot.entrants[key].name for key in keys), key=name_order)
    return listed(names) if names else ""
