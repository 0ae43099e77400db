"""Seats that are changed by hand: which can be, and what a change would make of them."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from django.utils.translation import gettext as _

from league.days.models import GameDay, Plan, Wish
from league.people.models import MOST_TABLES
from scoring.refusals import Refusal
from scoring.sheets.models import Game

from .game_days import Attendee
from .planning import Inputs
from .seat_costs import (
    GameSetting,
    SeatIssue,
    added,
    cost_words,
    issues_of,
    mend_words,
    mended,
)
from .seating import DaySeating, Round, moves, repeats_in, wished_pair
from .tables import Card, tables_of


@dataclass(frozen=True)
class SeatChange:
    """`player` changes places with `other`, or goes to `table`; players are ids, 0 is nobody."""

    player: int
    other: int = 0
    table: int = 0


def seats_after(tables: Round, change: SeatChange) -> Round:
    """Return the tables after a change; whoever has no seat before may get one, or lose one."""
    if change.table:
        longer = [*tables, *[()] * (change.table - len(tables))]
        return tuple(
            (*(pk for pk in ids if pk != change.player), change.player)
            if at == change.table
            else tuple(pk for pk in ids if pk != change.player)
            for at, ids in enumerate(longer, 1)
        )
    swapped = {change.player: change.other, change.other: change.player}
    return tuple(tuple(swapped.get(pk, pk) for pk in ids) for ids in tables)


def games_to_change(seating: DaySeating) -> range:
    """The games of the day whose seats can be changed by hand: the one that is on, and later ones.

    Where people do not change tables by a plan, later games follow from this one.
    """
    current, last = seating.day.current_round, len(seating.rounds)
    if seating.plan is None or current > last:
        return range(0)
    if seating.day.movement != GameDay.Movement.PLAN:
        last = current
    return range(current, last + 1)


def first_to_change(seating: DaySeating) -> int | None:
    """The first game that has a table whose seats can be changed; None where there is none."""
    for number in games_to_change(seating):
        if any(ids and (number, at) not in seating.games for at, ids in _numbered(seating, number)):
            return number
    return None


def _numbered(seating: DaySeating, number: int) -> list[tuple[int, tuple[int, ...]]]:
    return list(enumerate(seating.tables(number), 1))


@dataclass(frozen=True)
class HandTable:
    """A table of the page: with a `game`, its game has begun, and its seats stay.

    A `locked` table stays when the rest is planned; a `removable` one is empty and the last.
    """

    number: int
    cards: tuple[Card, ...]
    game: Game | None
    locked: bool
    removable: bool


@dataclass(frozen=True)
class HandSeating:
    """The seats of one game of a day as they can be changed by hand.

    `begun` are those of the tables whose game has begun: these people cannot be moved, whoever left
    such a table can.
    """

    inputs: Inputs
    number: int
    tables: tuple[HandTable, ...]

    @property
    def seating(self) -> DaySeating:
        """The day's seating."""
        return self.inputs.seating

    @property
    def plan(self) -> Plan:
        """The plan in force."""
        plan = self.seating.plan
        if plan is None:
            raise Refusal("plan", _("Seat the people first."))
        return plan

    @cached_property
    def open(self) -> Round:
        """The tables of the game; those that have begun without their people."""
        return tuple(
            () if (self.number, at) in self.seating.games else ids
            for at, ids in _numbered(self.seating, self.number)
        )

    @cached_property
    def begun(self) -> Mapping[int, int]:
        """The table of everybody who plays at one that has begun."""
        return {
            card.player_id: table.number
            for table in self.tables
            if table.game
            for card in table.cards
        }

    @cached_property
    def places(self) -> Mapping[int, int]:
        """The table of everybody who can be moved and has a seat."""
        return {pk: at for at, ids in enumerate(self.open, 1) for pk in ids}

    @cached_property
    def unseated(self) -> tuple[Attendee, ...]:
        """Those who are in the room without a seat in this game."""
        current = self.inputs.day.current_round
        return tuple(
            person
            for person in self.seating.people
            if person.is_here(current)
            and (person.plays(self.number) or person.attendance.joins_at > self.number)
            and person.player.pk not in self.places
            and person.player.pk not in self.begun
        )

    @cached_property
    def locked_people(self) -> frozenset[int]:
        """Those whose seat a new plan leaves as it is, locked by name."""
        return frozenset(pk for at, pk in self.seating.locks.people if at == self.number)

    @cached_property
    def locked_tables(self) -> frozenset[int]:
        """The tables that a new plan leaves as they are."""
        return frozenset(table for at, table in self.seating.locks.tables if at == self.number)

    def name(self, pk: int) -> str:
        """What the club calls that person."""
        known = {person.player.pk: person.name for person in self.seating.people}
        return known.get(pk) or self.seating.names.get(pk, "?")

    @cached_property
    def setting(self) -> GameSetting:
        """What the tables of this game are held against."""
        day, inputs = self.inputs.day, self.inputs
        stays = day.movement == GameDay.Movement.STAY
        last = self.number if stays else len(self.seating.rounds)
        return GameSetting(
            number=self.number,
            others={at: self.seating.tables(at) for at in range(1, last + 1) if at != self.number},
            size=day.size,
            least=day.least,
            most=day.most,
            fixed={p.player.pk: p.fixed for p in self.seating.people if p.fixed},
            apart=self._wished(Wish.Kind.APART),
            together=self._wished(Wish.Kind.TOGETHER),
            met=frozenset(frozenset(pair) for ids in inputs.met for pair in combinations(ids, 2)),
            moving=day.movement == GameDay.Movement.PLAN,
        )

    def _wished(self, kind: Wish.Kind) -> frozenset[frozenset[int]]:
        return frozenset(
            frozenset(player.pk for player in wished_pair(wish))
            for wish in self.inputs.wishes
            if wish.kind == kind
        )

    def issues(self, tables: Round) -> frozenset[SeatIssue]:
        """Return what is amiss with these open tables, and who has no seat at them."""
        seated = {pk for ids in tables for pk in ids}
        waiting = {*self.places, *(person.player.pk for person in self.unseated)} - seated
        return issues_of(self.setting, tables) | {SeatIssue("no_seat", (pk,)) for pk in waiting}


def hand_seating(inputs: Inputs, number: int) -> HandSeating:
    """The seats of a game of the day for changing by hand. Raises `Refusal` where it is too late.

    Four queries where tables have begun.
    """
    seating = inputs.seating
    if seating.plan is None:
        raise Refusal("plan", _("Seat the people first."))
    if number not in games_to_change(seating):
        raise Refusal("game", _("The seats of game %d cannot be changed by hand.") % number)
    lines = {line.number: line for line in tables_of(seating, number)}
    last = len(seating.tables(number))
    tables = []
    for at, ids in _numbered(seating, number):
        line = lines.get(at)
        tables.append(
            HandTable(
                number=at,
                cards=line.cards if line else (),
                game=line.game if line else None,
                locked=(number, at) in seating.locks.tables,
                removable=at == last and not ids and line is None,
            )
        )
    return HandSeating(inputs, number, tuple(tables))


@dataclass(frozen=True)
class SeatPreview:
    """What a change would make of the seats, and what that costs and mends, a sentence each.

    `repeats` are how often two meet again on the whole day, as it is and after the change.
    `mark` stands for all that the page shows of it: it is the same only while all is as shown.
    """

    hand: HandSeating
    change: SeatChange
    after: Round
    costs: tuple[str, ...]
    gains: tuple[str, ...]
    notes: tuple[str, ...]
    repeats: tuple[int, int]
    mark: str

    @property
    def name(self) -> str:
        """Who is moved."""
        return self.hand.name(self.change.player)

    @property
    def other_name(self) -> str:
        """With whom."""
        return self.hand.name(self.change.other)

    @property
    def shown(self) -> list[tuple[int, tuple[tuple[int, str, bool], ...]]]:
        """The tables that change, as they will be: seat, name, and whether that person moves."""
        moved = {self.change.player, self.change.other}
        before = dict(enumerate(self.hand.open, 1))
        return [
            (at, tuple((seat, self.hand.name(pk), pk in moved) for seat, pk in enumerate(ids)))
            for at, ids in enumerate(self.after, 1)
            if ids != before.get(at, ())
        ]


def preview_of(hand: HandSeating, change: SeatChange) -> SeatPreview:
    """What a change would do. Raises `Refusal` where it cannot be."""
    _check(hand, change)
    after = seats_after(hand.open, change)
    old, new = hand.issues(hand.open), hand.issues(after)
    costs = [cost_words(issue, hand.setting, _names(hand)) for issue in added(old, new)]
    gains = [mend_words(issue, hand.setting, _names(hand)) for issue in mended(old, new, after)]
    notes = _notes(hand, change)
    shown = repr((hand.open, after, sorted(map(repr, old ^ new)), len(notes)))
    return SeatPreview(
        hand,
        change,
        after,
        costs=tuple(costs),
        gains=tuple(dict.fromkeys(gains)),
        notes=tuple(notes),
        repeats=(repeats_in(hand.seating.rounds), repeats_in(_rounds_after(hand, after))),
        mark=f"{hand.plan.pk}-{hashlib.sha256(shown.encode()).hexdigest()[:24]}",
    )


def _rounds_after(hand: HandSeating, after: Round) -> list[Round]:
    """Return the day's games with these open tables in the one that is changed."""
    seating, number = hand.seating, hand.number
    played = dict(_numbered(seating, number))
    tables = tuple(
        played[at] if (number, at) in seating.games else ids for at, ids in enumerate(after, 1)
    )
    rounds = list(seating.rounds)
    rounds[number - 1] = tables
    return rounds


def _names(hand: HandSeating) -> dict[int, str]:
    return dict(hand.seating.names) | {
        person.player.pk: person.name for person in hand.seating.people
    }


def _check(hand: HandSeating, change: SeatChange) -> None:
    movable = {*hand.places, *(person.player.pk for person in hand.unseated)}
    for pk in (change.player, *([change.other] if not change.table else [])):
        if pk in hand.begun:
            raise Refusal(
                "begun",
                _("%(name)s plays at table %(table)d, which has begun. Change that on its sheet.")
                % {"name": hand.name(pk), "table": hand.begun[pk]},
            )
        if pk not in movable:
            raise Refusal("unknown", _("Choose somebody who is in the room."))
    if change.table:
        if (hand.number, change.table) in hand.seating.games:
            raise Refusal(
                "begun",
                _("Table %d has begun. Add people who come late on its sheet.") % change.table,
            )
        if not 0 < change.table <= min(len(hand.open) + 1, MOST_TABLES):
            raise Refusal("table", _("There is no such table."))
        if hand.places.get(change.player) == change.table:
            raise Refusal(
                "there",
                _("%(name)s sits at table %(table)d already.")
                % {"name": hand.name(change.player), "table": change.table},
            )
    elif change.player == change.other:
        raise Refusal("same", _("Choose two different people."))
    elif change.player not in hand.places and change.other not in hand.places:
        raise Refusal("seat", _("Neither of them has a seat. Choose a table."))


def _notes(hand: HandSeating, change: SeatChange) -> list[str]:
    """What else is to be known: locks that the change goes over, and who plays earlier now."""
    notes = []
    for pk in filter(None, (change.player, change.other)):
        values = {"name": hand.name(pk), "table": hand.places.get(pk, 0), "game": hand.number}
        if pk in hand.locked_people and pk in hand.places:
            notes.append(_("%(name)s is locked at table %(table)d.") % values)
        person = next((p for p in hand.seating.people if p.player.pk == pk), None)
        if person is None or not person.is_here(hand.inputs.day.current_round):
            notes.append(_("%(name)s has gone home.") % values)
        elif person.attendance.joins_at > hand.number and pk not in hand.places:
            notes.append(
                _("%(name)s came later, and plays in game %(game)d by this change.") % values
            )
    tables = {hand.places.get(pk, 0) for pk in (change.player, change.other)} | {change.table}
    notes += [_("Table %d is locked.") % table for table in sorted(tables & hand.locked_tables)]
    return notes


def last_change(hand: HandSeating) -> list[str] | None:
    """Return what taking back the last change by hand would do; None where there is none."""
    plan = hand.plan
    if plan.before is None:
        return None
    names = _names(hand)
    sentences = []
    for number, (old, new) in enumerate(
        zip(_rounds(plan.before, plan), _rounds(plan, plan.before), strict=True), 1
    ):
        for pk, back, now in moves(new, old):
            values = {"name": names.get(pk, "?"), "game": number, "now": now, "back": back}
            sentences.append(_back_words(values))
        if hand.inputs.day.movement == GameDay.Movement.STAY and sentences:
            break
    return sentences


def _back_words(values: Mapping[str, object]) -> str:
    if values["back"] is None:
        return _("Game %(game)d: %(name)s goes back to table %(now)d.") % values
    if values["now"] is None:
        return _("Game %(game)d: %(name)s has no seat again.") % values
    return _("Game %(game)d: %(name)s goes from table %(back)d back to table %(now)d.") % values


def _rounds(plan: Plan, other: Plan) -> list[Round]:
    rounds = [tuple(tuple(ids) for ids in tables) for tables in plan.tables]
    return [*rounds, *[()] * (len(other.tables) - len(rounds))]
