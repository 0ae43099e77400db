"""What it does that somebody goes away, in sentences, before it is done."""

import copy
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.tournaments.awards.selectors.medals import GroupMedals, medals_of
from league.tournaments.awards.selectors.moved import Standings, award_in_words
from league.tournaments.brackets.byes import byes_a_game
from league.tournaments.brackets.knockout import State, brackets
from league.tournaments.brackets.ranking import FINISHED, kept_games
from league.tournaments.brackets.values import How, Kind, Onward, StageCourse
from league.tournaments.bye_words import bye_rule
from league.tournaments.courses import Loaded, TableState, with_entrant
from league.tournaments.display.selectors.onwards import onwards_of
from league.tournaments.entrants.selectors.leaving import (
    has_earned,
    keeps_choices,
    stages_of,
    what_stops_return,
    when_left,
)
from league.tournaments.models import Entrant, Stage
from league.tournaments.stages.selectors.progress import gone, round_now, table_done
from league.tournaments.stages.selectors.stale_seats import drifts_of
from league.tournaments.wording import free_seat_words
from scoring.lists import listed
from scoring.referee import round_count
from scoring.sheets.models import Game
from scoring.sheets.selectors.consequences import place_in_words
from scoring.sheets.selectors.sheet import Sheet, sheet_of

from .another_winner import AnotherWinner, another_winner
from .free_seat_offers import swaps_for_free
from .mark_changes import OnwardMark
from .outcome import TournamentOutcome, changes, outcome_of
from .walkovers import walkover_tables


@dataclass(frozen=True)
class LeavingChoice:
    """One of the things that may count: `keeps` the place earned, and what it does.

    Of places and medals it says what is certain, and of the others that they depend on what is
    still to come. `moved` are those of others that change by it. `mark` is equal for equal
    sentences.
    """

    keeps: bool
    sentences: tuple[str, ...]
    moved: tuple[str, ...]
    mark: str


@dataclass(frozen=True)
class LeavingPlan:
    """What can count where somebody leaves in a way, the usual first; what it does to tables."""

    how: str
    choices: tuple[LeavingChoice, ...]
    tables: tuple[str, ...]

    def mark_of(self, *, keeps: bool) -> str:
        """The mark of a choice, "" where there is no such choice."""
        return next((choice.mark for choice in self.choices if choice.keeps == keeps), "")


def leaving_plan(snapshot: Loaded, entrant: Entrant, how: str) -> LeavingPlan:
    """What it would do if this one left now; a few queries for each choice."""
    before, tables = outcome_of(snapshot), tuple(_tables(snapshot, entrant))
    current = snapshot.current
    went_on = current is not None and entrant.pk in onwards_of(snapshot, current).certain
    lefts, seat = [], seat_to_leave(entrant)
    for keeps in keeps_choices(snapshot, entrant, how):
        left = as_left(snapshot, entrant, how, keeps=keeps)
        after = with_entrant(snapshot, left)
        after = _without_total(after, left, seat.sheet.game) if seat else after
        if keeps and has_earned(after, left) is False:
            # No place is there to keep, and none can come: there is nothing to choose.
            continue
        lefts.append((left, after, tuple(_next_in_line(after, left))))
    offers = {offer for _left, _after, offer in lefts}
    if len(offers) == 1:
        tables += offers.pop()
    choices = []
    for left, after, offer in lefts:
        outcome = outcome_of(after)
        # The place of who leaves is said already.
        others = replace(
            before,
            standings=_but_own(before.standings, outcome.standings, entrant),
            together=_but_own(before.together, outcome.together, entrant),
            marks=_but_own_marks(before, outcome, entrant),
            unshown=before.unshown - {entrant.pk},
            unshown_together=before.unshown_together - {entrant.pk},
            games={},
        )
        moved = [
            sentence
            for consequence in changes(after, others, outcome)
            for sentence in consequence.sentences
        ]
        if not outcome.waits and _hidden_by_it(others, outcome):
            moved.append(
                _("Until you decide, no page shows places and medals that this may change.")
            )
        goes = _goes_on_instead(snapshot, after, left) if went_on else ""
        sentences = (*_place(after, left), *_closed(after, left, goes))
        sentences += offer if offers else ()
        content = json.dumps([entrant.pk, how, left.keeps_place, sentences, moved, tables])
        mark = hashlib.sha256(content.encode()).hexdigest()[:32]
        choices.append(LeavingChoice(left.keeps_place, sentences, tuple(moved), mark))
    return LeavingPlan(how, tuple(choices), tables)


@dataclass(frozen=True)
class SeatToLeave:
    """The seat on a tablet's sheet, by its `id`, of somebody who leaves while the game is on."""

    sheet: Sheet
    id: int


def open_sheet(entrant: Entrant) -> Sheet | None:
    """Return the sheet of the game that somebody's table plays on a tablet; None without one."""
    game = Game.objects.filter(
        stage_table__seats__entrant=entrant,
        stage_table__round__stage__closed_at=None,
        finished_at=None,
        taken_back_at=None,
    ).first()
    return sheet_of(game) if game else None


def seat_to_leave(entrant: Entrant) -> SeatToLeave | None:
    """Return the seat that the sheet is told of, which then has no total; None for none.

    Of two alone none is, nor of a game that is played to its end and only has to be finished.
    """
    sheet = open_sheet(entrant)
    if sheet is None:
        return None
    rounds, playing = round_count(sheet.game), sheet.playing(sheet.next_round)
    if (rounds is not None and len(sheet.rounds) >= rounds) or len(playing) <= 2:
        return None
    own = (line.id for line in playing if line.player_id == entrant.player_id)
    return next((SeatToLeave(sheet, seat) for seat in own), None)


def _without_total(snapshot: Loaded, entrant: Entrant, game: Game) -> Loaded:
    """Return the tournament as it is once the sheet says that this one left its game."""
    key = next(key for key, state in snapshot.tables.items() if state.row.game_id == game.pk)
    state, (stage, number, _table) = snapshot.tables[key], key
    lines = tuple(
        replace(line, total=None, running=(), running_outs=(), running_lowest=())
        if line.key == entrant.pk
        else line
        for line in state.lines
    )
    course = snapshot.courses[stage]
    changed = {(number, line.key): line for line in lines}
    courses = {**snapshot.courses, stage: replace(course, lines={**course.lines, **changed})}
    tables = {**snapshot.tables, key: replace(state, lines=lines)}
    return replace(snapshot, courses=courses, tables=tables)


def as_left(snapshot: Loaded, entrant: Entrant, how: str, *, keeps: bool) -> Entrant:
    """Return somebody as this one would be if he or she left now."""
    left = copy.copy(entrant)
    left.withdrawn_at, left.withdrawn_how, left.keeps_place = timezone.now(), how, keeps
    left.withdrawn_stage, left.withdrawn_games = when_left(snapshot, entrant)
    return left


def own_words(after: Loaded, left: Entrant) -> tuple[str, ...]:
    """Say of somebody who has left what becomes of the place, and in which stages."""
    return (*_place(after, left), *_closed(after, left, ""))


def _but_own(before: Standings, after: Standings, entrant: Entrant) -> Standings:
    """Return the standings before, with the one of who leaves as it is after, if there is one."""
    others = {pk: was for pk, was in before.items() if pk != entrant.pk}
    return others | {pk: now for pk, now in after.items() if pk == entrant.pk}


def _but_own_marks(
    before: TournamentOutcome, after: TournamentOutcome, entrant: Entrant
) -> dict[int, dict[int, OnwardMark]]:
    """Return the marks before, with those of who leaves as they are after."""
    return {
        stage: {pk: mark for pk, mark in marks.items() if pk != entrant.pk}
        | {pk: mark for pk, mark in after.marks.get(stage, {}).items() if pk == entrant.pk}
        for stage, marks in before.marks.items()
    }


def _hidden_by_it(before: TournamentOutcome, after: TournamentOutcome) -> bool:
    """Whether pages say no place any more of somebody, as the director may give a seat away."""
    return any(
        was.keys() - now.keys() for was, now in zip(before.readable, after.readable, strict=True)
    )


@dataclass(frozen=True)
class ReturnPlan:
    """What it would change that somebody is back in; `mark` is equal for equal sentences.

    `stop` says why that cannot be now, "" where it can. Then `closed` is the stage to open again
    first, or `way` is what stands in the way in an elimination whose next game is seated.
    """

    sentences: tuple[str, ...]
    mark: str
    stop: str = ""
    closed: Stage | None = None
    way: AnotherWinner | None = None


def return_plan(snapshot: Loaded, entrant: Entrant) -> ReturnPlan:
    """What it would do if this one, who has left, were back in; a few queries."""
    back = copy.copy(entrant)
    back.withdrawn_at, back.withdrawn_how, back.keeps_place = None, "", False
    back.withdrawn_stage, back.withdrawn_games = None, 0
    if stopped := what_stops_return(snapshot, entrant):
        stage, refusal = stopped
        if stage.closed_at is not None:
            return ReturnPlan((), "", refusal.message, closed=stage)
        return ReturnPlan((), "", refusal.message, way=another_winner(snapshot))
    moved = []
    if snapshot.begun:
        after = with_entrant(snapshot, back)
        moved = list(_no_walkover(snapshot, entrant))
        moved += [
            sentence
            for consequence in changes(after, outcome_of(snapshot), outcome_of(after))
            for sentence in consequence.sentences
        ]
    mark = hashlib.sha256(json.dumps([entrant.pk, moved]).encode()).hexdigest()[:32]
    return ReturnPlan(tuple(moved), mark)


def _no_walkover(snapshot: Loaded, entrant: Entrant) -> Iterator[str]:
    """Whose walkover in the game that is on ends as this one is back in."""
    stage = snapshot.current
    for table in walkover_tables(snapshot, stage) if stage is not None else ():
        if entrant in table.left:
            sentence = _("Table %(table)d is then no walkover for %(other)s. It waits for a game.")
            yield sentence % {"table": table.state.row.number, "other": table.winner.name}


def _place(after: Loaded, entrant: Entrant) -> Iterator[str]:
    """The place that is left, and that medals go to others."""
    names = {"name": entrant.name}
    if not after.begun or not stages_of(after, entrant):
        yield _("%(name)s has not played, so there is no place to keep.") % names
        return
    group = medals_of(after).group_of(entrant.pk)
    place = next((row for row in group.places if row.key == entrant.pk), None) if group else None
    awards = after.tournament.medals or after.tournament.ribbons
    earned = has_earned(after, entrant)
    if earned is False:
        yield _("%(name)s has finished no game, so there is no place to keep.") % names
        return
    if not entrant.keeps_place:
        yield (
            _("%(name)s has no place, and wins no medal.")
            if awards
            else _("%(name)s has no place.")
        ) % names
        return
    if group is None:
        yield _("%(name)s is in no division.") % names
    elif place is None or place.place is None:
        sentence = (
            _(
                "%(name)s has finished no game, so there is no place to keep. Only a total that is "
                "still entered for this game would give one."
            )
            if earned is None
            else _("%(name)s has finished no game, so there is no place to keep.")
        )
        yield sentence % names
    else:
        yield _kept_place(group, entrant, place.place if after.is_over else None)
    if entrant.is_disqualified and awards:
        yield _("%(name)s wins no medal.") % names


def _kept_place(group: GroupMedals, entrant: Entrant, final: int | None) -> str:
    """Which place is kept and what it wins, where that is certain; after the end it is `final`."""
    names = {"name": entrant.name, "group": group.name}
    place = final or group.certain_places.get(entrant.pk)
    if place is None:
        return (
            _(
                "%(name)s keeps the place earned so far. Which place that is depends on what is "
                "still to come."
            )
            % names
        )
    names["place"] = place_in_words(place, shared=False)
    award = group.certain_award_of.get(entrant.pk)
    if award is None:
        return _("%(name)s keeps %(place)s in %(group)s.") % names
    names["what"] = award_in_words(str(award.what))
    return _("%(name)s keeps %(place)s in %(group)s and wins %(what)s.") % names


def _goes_on_instead(before: Loaded, after: Loaded, left: Entrant) -> str:
    """Say who goes on from tables that are on instead of somebody who was certain to, and why.

    Where that is not known yet, by which rule it will be.
    """
    stage = before.current
    if stage is None or stage.onward != Onward.TABLES:
        return ""
    was, now = (onwards_of(snapshot, stage) for snapshot in (before, after))
    gained = sorted(map(int, now.certain - was.certain))
    if len(gained) != 1:
        return free_seat_words(stage) if was.hows.get(left.pk) == How.TABLE.value else ""
    at = {key: t.number for t in after.courses[stage.pk].rounds[0].tables for key in t.seats}
    details = {"table": at[gained[0]], "name": after.entrants[gained[0]].name}
    if now.hows[gained[0]] == How.TABLE.value:
        return _("The place goes to the next at table %(table)d: %(name)s.") % details
    return _("The place goes to the best of the others: %(name)s.") % details


def _closed(snapshot: Loaded, entrant: Entrant, goes: str) -> Iterator[str]:
    """What becomes of stages that are closed, and of the one that is on.

    `goes` says who goes on instead of this one, "" where that changes nothing.
    """
    for stage in stages_of(snapshot, entrant):
        names = {"name": entrant.name, "stage": stage.name}
        if not stage.closed_at:
            course = snapshot.courses[stage.pk]
            if entrant.keeps_place and _plays_longer(course, entrant):
                yield _("Those who go further or finish more games come before %(name)s.") % names
            if snapshot.following(stage) is not None:
                yield _("%(name)s does not go on from %(stage)s.") % names
                if goes:
                    yield goes
        elif entrant.is_disqualified and not entrant.keeps_place:
            yield (
                _("%(stage)s is closed. %(name)s loses the place there too: those behind move up.")
                % names
            )
        else:
            yield _("%(stage)s is closed, and stays as it is.") % names


def _plays_longer(course: StageCourse, entrant: Entrant) -> bool:
    """Whether others may play longer in a stage than who has left it and keeps the place."""
    if course.plan.kind is not Kind.TABLES:
        return not all(bracket.is_over for bracket in brackets(course).values())
    return kept_games(course, course.field).get(entrant.pk) != FINISHED


def _tables(snapshot: Loaded, entrant: Entrant) -> Iterator[str]:
    """What becomes of the table in the game that is on, and of games to come."""
    stage = snapshot.current
    if stage is None or all(row.entrant_id != entrant.pk for row in snapshot.fields[stage.pk]):
        return
    number = round_now(snapshot, stage)
    for state in snapshot.tables_of(stage, number):
        if entrant.pk in state.seats and not table_done(snapshot, stage, state):
            if stage.kind != Kind.TABLES:
                yield from _walkover(snapshot, entrant, state)
            else:
                yield from _seat(snapshot, stage, entrant, state)
            break
    else:
        if stage.kind != Kind.TABLES:
            yield from _next_game(snapshot, stage, entrant)
    if stage.kind == Kind.TABLES and number < stage.rounds:
        yield _("Games to come are seated without %s.") % entrant.name
        yield from _byes(snapshot, stage, entrant)


def _byes(snapshot: Loaded, stage: Stage, entrant: Entrant) -> Iterator[str]:
    """How many sit out each game to come, where tables cannot seat those who are left."""
    course = snapshot.courses[stage.pk]
    groups = [member.group for member in course.field if member.key == entrant.pk]
    staying = [
        member.key
        for member in course.field
        if member.key != entrant.pk and not member.out and member.group in groups
    ]
    if number := byes_a_game(course.plan, len(staying)):
        sentence = ngettext(
            "Then %d person has a bye in each game.",
            "Then %d people have a bye in each game.",
            number,
        )
        yield f"{sentence % number} {bye_rule(course.plan)}"


def _next_game(snapshot: Loaded, stage: Stage, entrant: Entrant) -> Iterator[str]:
    """Who goes on because this one does not play the next game of an elimination."""
    for bracket in brackets(snapshot.courses[stage.pk]).values():
        if entrant.pk not in bracket.still_in or bracket.is_over:
            continue
        to_seat = [match.sides for match in bracket.waiting if match.state is State.TO_SEAT]
        games = [sides for sides in to_seat if entrant.pk in sides]
        others = [key for sides in games for key in sides if key not in (None, entrant.pk)]
        if others:
            names = {"other": snapshot.entrants[int(others[0])].name, "name": entrant.name}
            yield _("%(other)s would play %(name)s next, and goes on by walkover.") % names
        else:
            yield _("Whoever would play %s next goes on by walkover.") % entrant.name


def _walkover(snapshot: Loaded, entrant: Entrant, state: TableState) -> Iterator[str]:
    others = [snapshot.entrants[pk].name for pk in state.seats if pk != entrant.pk]
    names = {"name": entrant.name, "table": state.row.number, "others": listed(others)}
    if state.begun:
        yield (
            _("%(others)s goes on by walkover at table %(table)d, unless a result comes in.")
            % names
        )
    else:
        yield _("%(others)s goes on by walkover at table %(table)d.") % names


def _seat(snapshot: Loaded, stage: Stage, entrant: Entrant, state: TableState) -> Iterator[str]:
    away = gone(snapshot, stage)
    staying = [pk for pk in state.seats if pk != entrant.pk and pk not in away]
    names = {"name": entrant.name, "table": state.row.number, "people": len(staying)}
    if state.game is not None and len(staying) > 1:
        yield (
            _(
                "Table %(table)d plays on without %(name)s. Its sheet asks for no more points of "
                "%(name)s, and this game counts nothing for %(name)s."
            )
            % names
        )
    elif state.begun:
        yield (
            _(
                "Table %(table)d is being played, and plays on with the others. Its game counts "
                "for %(name)s only if its sheet gives %(name)s a total."
            )
            % names
        )
    else:
        yield _("The seat of %(name)s at table %(table)d is free.") % names
    if len(staying) == 1:
        names["other"] = snapshot.entrants[staying[0]].name
        if stage.rounds > 1 and not state.begun:
            yield (
                _(
                    "Only %(other)s is left at table %(table)d. Seat somebody else there, or give "
                    "%(other)s a bye, under “Change seats”."
                )
                % names
            )
            return
        yield (
            _("Only %(other)s is left at table %(table)d: seat somebody else there, or move on.")
            % names
        )
    elif staying and not state.begun:
        yield _("%(people)d people are left there.") % names


def _next_in_line(after: Loaded, entrant: Entrant) -> Iterator[str]:
    """To whom the seat is offered once this one has left, as the director's page will ask.

    Nobody where the director is asked who plays instead of this one, which the changes say.
    """
    if any(entrant.pk in drift.extra for drift in drifts_of(after)):
        return
    for free in swaps_for_free(after):
        if entrant.name in free.left:
            yield from free.words_before()
