"""The outcome of a tournament as things stand: advancers and medals; and changes in it."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.seating.errors import CaseError
from league.standings.results import Key
from league.tournaments.awards.selectors.medals import Medals, medals_of
from league.tournaments.awards.selectors.moved import (
    SURE,
    TOGETHER,
    DivisionPlace,
    Standings,
    award_in_words,
    kept_standings,
    last_read,
    moved_details,
    moved_people,
    moved_rows,
    new_standing,
    read_standings,
    standing_change,
    standing_so_far,
    unsettled_rows,
)
from league.tournaments.awards.selectors.open_places import open_places
from league.tournaments.awards.selectors.places import waiting_stage
from league.tournaments.awards.selectors.winners import (
    LevelForMedal,
    level_for_medals,
    winners_of_all,
)
from league.tournaments.brackets.advance import advance
from league.tournaments.brackets.knockout import Match, State, brackets
from league.tournaments.brackets.ranking import places
from league.tournaments.brackets.values import Place
from league.tournaments.courses import Loaded, plan_of
from league.tournaments.display.selectors.onwards import onwards_of
from league.tournaments.entrants.selectors.divisions import in_division
from league.tournaments.models import Stage, Tournament
from league.tournaments.stages.selectors.stale_seats import (
    as_kept,
    drift_words,
    drifts_of,
    keep_choice,
)
from league.tournaments.stages.selectors.undecided import (
    is_too_late,
    not_anew_words,
    played_after,
    too_late_words,
    undecided_drifts,
    undecided_people,
)
from scoring.values import Consequence

from .mark_changes import OnwardMark, mark_changes, marks_of, named

# The most changes of places that are said one by one.
MOST_CHANGES = 8


@dataclass(frozen=True)
class TournamentOutcome:
    """Who would go on from each stage that has begun, by its id, and everybody's standing.

    Keys are entrants' ids. A stage whose advancers are not known yet has no line. Of those who
    are in one that is still played, `standings` has only whose place is certain. Before the end it
    has no medal that is not. `marks` are what pages say of who goes on from a stage that is
    not closed, or could; of the `unfinished` results are still to come.
    `level` are groups of people who are level for places in the stage after, and for how many;
    `shared` says who would share a medal. The director is `asked` about stages after a correction,
    and can still decide about those in `waits`. `together` are the standings in the whole field,
    where it is not one division; `games` the games of eliminations that were seated, by stage, game
    and table. Of the `hidden` the director has still to decide what they win, of the
    `hidden_together` which place in the whole field they have. Of the `unshown` no page says a
    place now, in a division or
    (`unshown_together`) in the whole field. `winners` have won the whole tournament. While the
    places of a stage at tables wait, `so_far` are those by the results so far, in divisions and in
    the whole field. Of who went on, or did not, pages say that the director `decides`.
    """

    going: Mapping[int, frozenset[int]]
    standings: Mapping[int, DivisionPlace]
    marks: Mapping[int, Mapping[int, OnwardMark]] = field(default_factory=dict)
    unfinished: frozenset[int] = frozenset()
    level: Mapping[int, Mapping[frozenset[int], int]] = field(default_factory=dict)
    shared: tuple[str, ...] = ()
    waits: frozenset[int] = frozenset()
    together: Mapping[int, DivisionPlace] = field(default_factory=dict)
    games: Mapping[tuple[int, int, int], Match] = field(default_factory=dict)
    hidden: frozenset[int] = frozenset()
    hidden_together: frozenset[int] = frozenset()
    unshown: frozenset[int] = frozenset()
    unshown_together: frozenset[int] = frozenset()
    winners: frozenset[int] = frozenset()
    asked: frozenset[int] = frozenset()
    so_far: tuple[Standings, Standings] = ({}, {})
    decides: frozenset[int] = frozenset()

    @property
    def readable(self) -> tuple[Standings, Standings]:
        """The standings that pages say now, in divisions and in the whole field."""
        return (
            {pk: at for pk, at in self.standings.items() if pk not in self.unshown},
            {pk: at for pk, at in self.together.items() if pk not in self.unshown_together},
        )


def outcome_of(snapshot: Loaded) -> TournamentOutcome:
    """What follows now from sheets, paper and what was decided; at most three queries."""
    medals = medals_of(snapshot)
    going, marks, unfinished, level = _going_on(snapshot)
    level_now = level_for_medals(snapshot, medals, to_director=True)
    shared = tuple(tie.words for tie in level_now)
    asked = frozenset(drift.stage.pk for drift in drifts_of(snapshot))
    waits = frozenset(drift.stage.pk for drift in undecided_drifts(snapshot))
    standing = places(snapshot.begun_courses()) if snapshot.begun else ()
    hidden = frozenset(pk for group in medals.groups for pk in group.undecided | group.unsure)
    open_together = _ids(open_places(snapshot, standing))
    hidden_together = hidden | (open_together if snapshot.is_over else frozenset())
    lists = [open_places(snapshot, group.places) for group in medals.groups]
    standings, so_far = _standings(snapshot, medals, level_now)
    together, so_far_together = _together(snapshot, medals, standing)
    return TournamentOutcome(
        going,
        standings,
        marks,
        unfinished,
        level,
        shared,
        waits,
        together,
        _games(snapshot),
        hidden,
        hidden_together,
        hidden.union(*map(_ids, lists)),
        open_together | _ids(undecided_people(snapshot)),
        winners_of_all(snapshot, standing),
        asked,
        (so_far, so_far_together),
        frozenset(pk for drift in undecided_drifts(snapshot) for pk in _ids(drift.people)),
    )


def _going_on(
    snapshot: Loaded,
) -> tuple[
    dict[int, frozenset[int]],
    dict[int, dict[int, OnwardMark]],
    frozenset[int],
    dict[int, dict[frozenset[int], int]],
]:
    """Return who goes on from each stage, the marks, what is unfinished, and who is level."""
    going: dict[int, frozenset[int]] = {}
    marks: dict[int, dict[int, OnwardMark]] = {}
    unfinished = set[int]()
    level: dict[int, dict[frozenset[int], int]] = {}
    for stage in snapshot.begun:
        following = snapshot.following(stage)
        if following is None:
            continue
        plan, visitors = plan_of(following), snapshot.tournament.visitors_go_on
        try:
            goes = advance(snapshot.courses[stage.pk], plan, visitors)
        except CaseError:
            continue
        ties = goes.level
        if stage.closed_at is None:
            onwards = onwards_of(snapshot, stage)
            marks[stage.pk], ties = marks_of(snapshot, stage, onwards), onwards.level
            unfinished |= set() if onwards.complete else {stage.pk}
        going[stage.pk] = _ids(member.key for member in goes.going)
        level[stage.pk] = {_ids(tie.keys): tie.places for tie in ties}
    return going, marks, frozenset(unfinished), level


def _games(snapshot: Loaded) -> dict[tuple[int, int, int], Match]:
    """The games of all brackets, by stage, round and table."""
    return {
        (stage.pk, match.round, match.table): match
        for stage in snapshot.begun
        if stage.kind != Stage.Kind.TABLES
        for bracket in brackets(snapshot.courses[stage.pk]).values()
        for matches in bracket.matches
        for match in matches
        if match.round
    }


def moved_between(
    tournament: Tournament, before: TournamentOutcome, after: TournamentOutcome
) -> dict[str, Any]:
    """Return what the log keeps of whose place moved, beside what pages said last; one query."""
    return moved_since(said_last(tournament, before), after)


def said_last(tournament: Tournament, outcome: TournamentOutcome) -> dict[str, Any]:
    """Return what pages said last of everybody's standing, as a line of the log keeps it."""
    together = last_read(tournament, outcome.together, outcome.hidden_together, together=True)
    return {
        "standings": kept_standings(last_read(tournament, outcome.standings, outcome.hidden)),
        TOGETHER: {"standings": kept_standings(together)},
        "winners": sorted(outcome.winners),
    }


def unsettled(before: TournamentOutcome, after: TournamentOutcome) -> dict[str, Any]:
    """Return what the log keeps of whose place a change of seats moved; {} for nobody's."""
    lists = zip(before.readable, after.readable, strict=True)
    rows = [unsettled_rows(was, now) for was, now in lists]
    return {SURE: rows} if any(rows) else {}


def moved_since(kept: Mapping[str, Any], outcome: TournamentOutcome) -> dict[str, Any]:
    """Return what the log keeps of whose place moved since pages said this (`said_last`)."""
    now = outcome.standings
    # Who had no place in the division before has one now.
    without = {pk: DivisionPlace(at.group, None, shared=False, award="") for pk, at in now.items()}
    before = {**without, **_named_as(now, kept["standings"])}
    together = _named_as(outcome.together, kept.get(TOGETHER, {"standings": ()})["standings"])
    return {
        **moved_details(before, now, outcome.hidden),
        TOGETHER: moved_rows(together, outcome.together, outcome.hidden_together),
        "winner": sorted(outcome.winners) != kept.get("winners", sorted(outcome.winners)),
    }


def _named_as(now: Standings, rows: Iterable[Collection[Any]]) -> Standings:
    """Return kept standings; a division is called as its reader speaks, so that is no change."""
    kept = read_standings(rows)
    return {pk: replace(at, group=now[pk].group) for pk, at in kept.items() if pk in now}


def _standings(
    snapshot: Loaded, medals: Medals, level_now: Iterable[LevelForMedal]
) -> tuple[Standings, Standings]:
    """Return everybody's standing; of those in a stage that waits, only certain places.

    The others there have a place by the results so far, apart from these. Who is level for a medal
    has it, as every page says, unless a play-off decides.
    """
    waiting, standings = waiting_stage(snapshot), dict[int, DivisionPlace]()
    so_far = dict[int, DivisionPlace]()
    over = snapshot.is_over
    shared = {key: tie.prize for tie in level_now for key in tie.keys}
    for group in medals.groups:
        won = group.award_of if over else group.certain_award_of
        going = group.qualified if over else group.certain_qualified
        for place in group.places:
            waits = waiting > 0 and place.stage in (0, waiting)
            if waits and place.key not in group.certain_places:
                so_far[int(place.key)] = _so_far(group.division, place)
                continue
            award = won.get(place.key)
            prize = award.what if award else shared.get(int(place.key))
            standings[int(place.key)] = DivisionPlace(
                group.division,
                group.certain_places[place.key] if waits else place.place,
                place.shared and not waits,
                str(prize) if prize else "",
                # Who does not for certain may still do so while results are to come.
                None if waiting and place.key not in going else place.key in going,
                level=award is None and bool(prize),
            )
    return standings, so_far


def _so_far(group: str, place: Place) -> DivisionPlace:
    return DivisionPlace(group, place.place, place.shared, "")


def _together(
    snapshot: Loaded, medals: Medals, standing: Iterable[Place]
) -> tuple[Standings, Standings]:
    """Return the standings in the whole field as `_standings` does; none where it is a division."""
    divisions = sum(bool(group.places) for group in medals.groups)
    if not snapshot.begun or (divisions == 1 and not medals.outside):
        return {}, {}
    waiting, certain, name = waiting_stage(snapshot), medals.certain_places, _("All together")
    standings, so_far = dict[int, DivisionPlace](), dict[int, DivisionPlace]()
    for place in standing:
        waits = waiting > 0 and place.stage in (0, waiting)
        if waits and place.key not in certain:
            so_far[int(place.key)] = _so_far(name, place)
            continue
        number = certain[place.key] if waits else place.place
        standings[int(place.key)] = DivisionPlace(name, number, place.shared and not waits, "")
    return standings, so_far


def _ids(keys: Iterable[Key]) -> frozenset[int]:
    return frozenset(int(key) for key in keys)


def changes(
    snapshot: Loaded, before: TournamentOutcome, after: TournamentOutcome
) -> tuple[Consequence, ...]:
    """What is another in one outcome than in the other, in sentences; nothing for equal ones.

    While the director decides after a correction, it is said of places alone that pages show.
    """
    sentences = [
        sentence
        for stage in snapshot.begun
        for sentence in _going_changes(snapshot, stage, before, after)
    ]
    sentences += _game_changes(snapshot, before, after)
    sentences += [sentence for sentence in after.shared if sentence not in before.shared]
    if not after.waits:
        was, now = before.readable, after.readable
        sentences += _standing_changes(snapshot, was[0], now[0])
        # In the whole field a place may move all behind it.
        sentences += shortened(_standing_changes(snapshot, was[1], now[1], farthest=True))
        sentences += shortened(_new_standings(snapshot, was[0], now[0]))
    else:
        read, together = _read(snapshot, before)
        shown, shown_together = _shown(snapshot, before, after)
        sentences += _standing_changes(snapshot, read, shown)
        sentences += shortened(_standing_changes(snapshot, together, shown_together, farthest=True))
    if not sentences:
        return ()
    return (Consequence(snapshot.tournament.name, tuple(sentences)),)


def result_changes(
    snapshot: Loaded, before: TournamentOutcome, after: TournamentOutcome
) -> tuple[Consequence, ...]:
    """Return the `changes` by other results, also those of places that no page calls certain.

    Pages number these once all tables of a game are in; before, it is said that some change. Of a
    stage that is not the last one it is enough to say who goes on, where that changes.
    """
    consequences, stage = changes(snapshot, before, after), snapshot.current
    if stage is None or stage.kind != Stage.Kind.TABLES:
        return consequences
    if consequences and snapshot.following(stage) is not None:
        return consequences
    sentences: list[str] = []
    if not any(before.so_far) and any(after.so_far):
        over = _("%s is then not over, and the people playing there have no place until it is.")
        sentences = [] if consequences else [over % stage.name]
    elif not snapshot.at_open_tables(stage):
        sentences = list(_so_far_changes(snapshot, before, after))
    elif before.so_far != after.so_far and not consequences:
        some = _("By the results so far some places in %s change. More results are still to come.")
        sentences = [some % stage.name]
    if not sentences:
        return consequences
    sentences[:0] = [sentence for consequence in consequences for sentence in consequence.sentences]
    return (Consequence(snapshot.tournament.name, tuple(sentences)),)


def _so_far_changes(
    snapshot: Loaded, before: TournamentOutcome, after: TournamentOutcome
) -> Iterator[str]:
    """Say whose place by the results so far is another one, who moves farthest first."""
    names = snapshot.entrants
    unshown = before.unshown | after.unshown, before.unshown_together | after.unshown_together
    for was, now, hidden in zip(before.so_far, after.so_far, unshown, strict=True):
        stays = {pk: at for pk, at in now.items() if pk in was and pk not in hidden}
        moved = _farthest_first(was, stays)
        yield from shortened([standing_so_far(names[pk].name, was[pk], stays[pk]) for pk in moved])


def _farthest_first(before: Standings, after: Standings) -> list[int]:
    """Return who moved, so that the first of many are those whose place changes most."""
    last = len(after) + 1

    def way(pk: int) -> int:
        was, now = before[pk].place, after[pk].place
        return abs((was or last) - (now or last))

    return sorted(moved_people(before, after), key=way, reverse=True)


def changes_if_kept(
    snapshot: Loaded, before: TournamentOutcome, after: TournamentOutcome
) -> tuple[Consequence, ...]:
    """Say what a correction that asks the director changes if the stage is left as it was seated.

    Nothing where it asks nothing, or that moves nobody.
    """
    moved = kept_changes(snapshot, before, after) if after.waits else []
    choices = [keep_choice(snapshot, drift) for drift in drifts_of(snapshot)] if moved else []
    heading = (
        _("If you then choose “%s”") % choices[0]
        if len(choices) == 1
        else _("If you then leave all as it was seated")
    )
    return (Consequence(heading, tuple(moved)),) if moved else ()


def kept_changes(
    snapshot: Loaded, before: TournamentOutcome, after: TournamentOutcome | None = None
) -> list[str]:
    """Return whose place or medal moves once all that waits is left as it was seated.

    It is compared with what pages said last, or say at once `after` a correction.
    """
    kept = outcome_of(as_kept(snapshot))
    read, together = _read(snapshot, before)
    if after is not None:
        shown, shown_together = _shown(snapshot, before, after)
        read, together = {**read, **shown}, {**together, **shown_together}
    return [
        *_standing_changes(snapshot, read, kept.standings),
        *shortened(_standing_changes(snapshot, together, kept.together, farthest=True)),
    ]


def _read(snapshot: Loaded, before: TournamentOutcome) -> tuple[Standings, Standings]:
    """Return the standings that pages said last, in divisions and in the whole field."""
    tournament = snapshot.tournament
    return (
        last_read(tournament, before.standings, before.hidden),
        last_read(tournament, before.together, before.hidden_together, together=True),
    )


def _shown(
    snapshot: Loaded, before: TournamentOutcome, after: TournamentOutcome
) -> tuple[Standings, Standings]:
    """Return what pages show at once, though the director has still to decide.

    Of whom that decision can move they say nothing, and before the end nothing of what is won.
    """
    read, together = _read(snapshot, before)
    over = snapshot.is_over

    def shown(was: Standings, now: Standings, unshown: Set[int]) -> dict[int, DivisionPlace]:
        return {
            pk: at if over else replace(was[pk], place=at.place, shared=at.shared)
            for pk, at in now.items()
            if pk in was and pk not in unshown
        }

    earlier = (frozenset(), frozenset()) if over else (before.unshown, before.unshown_together)
    return (
        shown(read, after.standings, after.unshown | earlier[0]),
        shown(together, after.together, after.unshown_together | earlier[1]),
    )


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
            yield _("%(was)s is then no longer the winner of this game: the two are level.") % names
        else:
            yield _("%(was)s is then no longer the winner of this game.") % names


def _standing_changes(
    snapshot: Loaded, before: Standings, after: Standings, *, farthest: bool = False
) -> list[str]:
    """Whose place or medal is another one; of whom a medal is not certain any more comes first.

    Then who wins something else, or who moves `farthest` where only the first are said.
    """
    unsure = no_longer_certain(snapshot, before, after)
    people = (_farthest_first if farthest else moved_people)(before, after)
    moved = (pk for pk in people if pk not in unsure)
    return [
        *unsure.values(),
        *(standing_change(snapshot.entrants[pk].name, before[pk], after[pk]) for pk in moved),
    ]


def _new_standings(snapshot: Loaded, before: Standings, after: Standings) -> list[str]:
    """Say what those have of whom pages said no place before, who wins something first."""
    new = [pk for pk, now in after.items() if pk not in before and now.place is not None]
    new.sort(key=lambda pk: (not after[pk].award, after[pk].group, after[pk].place or 0, pk))
    return [new_standing(snapshot.entrants[pk].name, after[pk]) for pk in new]


def no_longer_certain(snapshot: Loaded, before: Standings, after: Standings) -> dict[int, str]:
    """Whose medal was certain and is not while results are still to come, in a sentence each."""
    if not waiting_stage(snapshot):
        return {}
    sentence = _("It is no longer certain that %(name)s wins %(had)s.")
    return {
        pk: in_division(
            was.group,
            sentence % {"name": snapshot.entrants[pk].name, "had": award_in_words(was.award)},
        )
        for pk, was in before.items()
        if was.award and not was.level and not (pk in after and after[pk].award)
    }


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
    # Of who is level it is said below that nothing is decided yet.
    tied = frozenset[int]().union(*after.level[stage.pk])
    gained, lost = now - was, was - now - tied
    if stage.pk in before.unfinished | after.unfinished:
        had, has = (outcome.marks.get(stage.pk, {}) for outcome in (before, after))
        decides = before.decides, after.decides
        yield from mark_changes(snapshot, following, had, has, decides)
    elif stage.closed_at is None:
        # Who was level for a place, and is not any more, does not go on either.
        fell = frozenset[int]().union(*before.level.get(stage.pk, ())) - now - tied
        if gained:
            yield _going_change(snapshot, following, gained, lost, others=bool(now - gained))
            lost = frozenset()
        if lost | fell:
            yield _going_change(snapshot, following, frozenset(), lost | fell, others=False)
    was_level = before.level.get(stage.pk, {})
    ties = {
        keys: places
        for keys, places in after.level[stage.pk].items()
        if was_level.get(keys) != places
    }
    if stage.closed_at is not None:
        if stage.pk in before.asked - after.asked:
            yield _("About %s there is nothing left to decide.") % following.name
        if gained or lost or ties or stage.pk in after.asked - before.asked:
            yield from _closed_change(snapshot, stage, following)
        return
    for keys in sorted(ties, key=sorted):
        yield ngettext(
            "%(names)s are then level for a place in %(next)s. If not all of them go on, the "
            "director decides.",
            "%(names)s are then level for %(places)d places in %(next)s. If not all of them go "
            "on, the director decides.",
            ties[keys],
        ) % {"names": named(snapshot, keys), "next": following.name, "places": ties[keys]}


def _going_change(
    snapshot: Loaded,
    following: Stage,
    gained: frozenset[int],
    lost: frozenset[int],
    *,
    others: bool,
) -> str:
    """What changes of a stage of which all results are in, and that is not closed."""
    details = {
        "gained": named(snapshot, gained),
        "lost": named(snapshot, lost),
        "next": following.name,
    }
    if not gained:
        return _("By the results so far %(lost)s would not go on to %(next)s.") % details
    if not lost and others:
        return _("By the results so far %(gained)s would go on to %(next)s too.") % details
    if not lost:
        return _("By the results so far %(gained)s would go on to %(next)s.") % details
    return (
        _("By the results so far %(gained)s would go on to %(next)s instead of %(lost)s.") % details
    )


def _closed_change(snapshot: Loaded, stage: Stage, following: Stage) -> Iterator[str]:
    """What comes apart after a stage that is closed; nothing where nobody has to choose.

    Nor where the director has chosen about just that before, and is not asked again.
    """
    drift = next((drift for drift in drifts_of(snapshot) if drift.stage == stage), None)
    if drift is None:
        return
    if is_too_late(snapshot, drift):
        yield " ".join([*drift_words(snapshot, drift), too_late_words()])
        return
    stays = _("%s stays as it was seated until the director has chosen what becomes of it.")
    chosen = [stays % following.name]
    if not_anew := not_anew_words(snapshot, drift):
        only = _("The director then has one choice: %s.") % keep_choice(snapshot, drift)
        # A stage after which nothing has begun can be opened again, and people parted in it.
        others = drift.missing or drift.pairs or not played_after(snapshot, stage)
        chosen = [not_anew, *chosen] if others else [not_anew, only]
    hidden = _("Until then no page shows places, medals or winners that this may change.")
    yield " ".join([*drift_words(snapshot, drift), *chosen, hidden])
    if len(drift.missing) == len(drift.extra) == 1 and not drift.level:
        names = {
            "missing": named(snapshot, frozenset(drift.missing)),
            "extra": named(snapshot, frozenset(drift.extra)),
            "next": following.name,
        }
        choice = _("The director then lets %(missing)s play, or leaves %(extra)s in %(next)s.")
        more = _("There can be more choices. Each says first what it does.")
        yield f"{choice % names} {more}"
