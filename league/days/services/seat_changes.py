"""Changing seats by hand: two change places, one moves, seats are locked, tables come and go.

Each change is a plan of its own, so that the wall, the tables and the prints follow by themselves,
and taking it back is the plan before it once more.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.days.models import GameDay, Plan
from league.days.selectors.late_seats import LateSeat, late_seat_at, late_seats
from league.days.selectors.planning import inputs_of
from league.days.selectors.seat_changes import (
    HandSeating,
    SeatChange,
    hand_seating,
    preview_of,
    seats_after,
)
from league.days.selectors.seating import Round
from league.people.models import MOST_TABLES
from scoring.accounts.authors import Author
from scoring.accounts.models import Player
from scoring.refusals import Refusal, Stale

from .attendance import first_open
from .calendar import day_open, day_touch

Tables = list[list[int]]
LockRow = dict[str, list[int]]


@transaction.atomic
def seats_change(
    *,
    day: GameDay,
    author: Author,
    number: int,
    change: SeatChange,
    mark: str,
    keep: bool = False,
) -> Plan:
    """Do a change of seats that was shown with its costs; `keep` locks those who were moved.

    `mark` is that of the page that showed it. A second tap changes nothing more. Raises `Stale`
    where the page shows something else by now, and `Refusal` where the change cannot be.
    """
    day = day_open(day)
    hand = hand_seating(inputs_of(day), number)
    if _is_done(hand, change, mark):
        return hand.plan
    preview = preview_of(hand, change)
    if preview.mark != mark:
        raise _stale()
    for person in hand.unseated:
        row = person.attendance
        if person.player.pk in (change.player, change.other) and row.joins_at > number:
            row.joins_at = number
            row.save(update_fields=["joins_at"])
    moved = {change.player, change.other} & {pk for ids in preview.after for pk in ids}
    locks = _locks_with(hand, people=hand.locked_people | moved) if keep else hand.plan.locks
    return _write(hand, author, preview.after, locks)


def _is_done(hand: HandSeating, change: SeatChange, mark: str) -> bool:
    """Whether the newest change by hand is just this one, made from the page with that mark."""
    before = hand.plan.before
    if before is None or not mark.startswith(f"{before.pk}-"):
        return False
    tables = _round_of(before, hand.number)
    open_before = tuple(
        () if (hand.number, at) in hand.seating.games else tuple(ids)
        for at, ids in enumerate(tables, 1)
    )
    return seats_after(open_before, change) == hand.open


def _round_of(plan: Plan, number: int) -> Sequence[Sequence[int]]:
    return plan.tables[number - 1] if number <= len(plan.tables) else []


@transaction.atomic
def seat_late(*, day: GameDay, author: Author, player: Player, table: int) -> LateSeat:
    """Give somebody who came late a free seat in each game to come; return where.

    `table` is the first of these tables as the page showed it. Who has seats meanwhile keeps them:
    a second tap changes nothing. Raises `Refusal` where that table has no room any more.
    """
    day = day_open(day)
    inputs = inputs_of(day)
    late = next((late for late in late_seats(inputs) if late.person.player == player), None)
    if late is None:
        raise Refusal("seated", _("%s has a seat already.") % player.name)
    if table != late.table:
        late = late_seat_at(inputs, late, table) or _refuse_seat(late, table)
    if not late.seats:
        raise _stale()
    hand = hand_seating(inputs, late.game)
    rounds = [[list(ids) for ids in tables] for tables in hand.plan.tables]
    for number, at in late.seats.items():
        rounds[number - 1][at - 1].append(player.pk)
    _create(hand, author, rounds, hand.plan.locks, before=hand.plan, report={})
    return late


def _refuse_seat(late: LateSeat, table: int) -> NoReturn:
    """Say that a seat has gone meanwhile, and which one is free instead."""
    words = {"table": table, "name": late.person.name, "next": late.table}
    if late.table:
        sentence = _(
            "Table %(table)d is full by now. There is a seat for %(name)s at table %(next)d."
        )
    else:
        sentence = _("Table %(table)d is full by now, and no other table has a seat for %(name)s.")
    raise Refusal("gone", sentence % words)


@transaction.atomic
def seats_lock(
    *,
    day: GameDay,
    author: Author,
    number: int,
    seen: int,
    player: int = 0,
    table: int = 0,
    locked: bool,
) -> Plan:
    """Lock a person's seat in a game, or a whole table, for new plans to leave it; or unlock it.

    `seen` is the plan that the page showed. What is so already stays. Raises `Stale` where another
    plan is in force, and `Refusal` for who has no seat and for a table that is not there.
    """
    hand = _hand(day, number)
    people, tables = set(hand.locked_people), set(hand.locked_tables)
    if table and not table <= len(hand.open):
        raise Refusal("table", _("There is no such table."))
    if not table and player not in hand.places:
        raise Refusal("unknown", _("Only somebody who has a seat can be locked."))
    chosen, key = (tables, table) if table else (people, player)
    if (key in chosen) == locked:
        return hand.plan
    _check_seen(hand, seen)
    (chosen.add if locked else chosen.discard)(key)
    return _write(hand, author, hand.open, _locks_with(hand, people=people, tables=tables))


@transaction.atomic
def table_add(*, day: GameDay, author: Author, number: int, seen: int) -> Plan:
    """Add an empty table to a game, after the last one. Raises `Stale` and `Refusal`."""
    hand = _hand(day, number)
    _check_seen(hand, seen)
    if len(hand.open) >= MOST_TABLES:
        raise Refusal("table", _("There is no room for another table."))
    return _write(hand, author, (*hand.open, ()), hand.plan.locks)


@transaction.atomic
def table_remove(*, day: GameDay, author: Author, number: int, table: int, seen: int) -> Plan:
    """Take an empty table away: the last one, since the others keep their numbers."""
    hand = _hand(day, number)
    _check_seen(hand, seen)
    if not hand.tables or hand.tables[-1].number != table or not hand.tables[-1].removable:
        raise Refusal(
            "table", _("You can only take away the last table, and only when it is empty.")
        )
    locks = _locks_with(hand, tables=hand.locked_tables - {table})
    return _write(hand, author, hand.open[:-1], locks)


@transaction.atomic
def seats_undo(*, day: GameDay, author: Author, number: int, seen: int) -> Plan:
    """Take the last change by hand back, locks too.

    Raises `Stale` where another plan is in force, and `Refusal` where there is nothing to take
    back, or a game has begun at a table that would change.
    """
    hand = _hand(day, number)
    _check_seen(hand, seen)
    plan, before = hand.plan, hand.plan.before
    if before is None:
        raise Refusal("none", _("Nothing was changed by hand since the last plan."))
    for at, table in hand.seating.games:
        if _table(plan, at, table) != _table(before, at, table):
            raise Refusal(
                "begun",
                _("Table %(table)d of game %(game)d has begun since, so this stays.")
                % {"table": table, "game": at},
            )
    _join_later_again(hand, before)
    return _create(
        hand, author, before.tables, before.locks, before=before.before, report=before.report
    )


def _table(plan: Plan, number: int, table: int) -> set[int]:
    tables = _round_of(plan, number)
    return set(tables[table - 1]) if table <= len(tables) else set()


def _join_later_again(hand: HandSeating, before: Plan) -> None:
    """Who came late and was seated by that change waits for the next game once more."""
    coming = first_open(hand.inputs.day)
    seated, seated_before = (
        {pk for tables in plan.tables[: coming - 1] for ids in tables for pk in ids}
        for plan in (hand.plan, before)
    )
    for person in hand.seating.people:
        if person.player.pk in seated - seated_before:
            person.attendance.joins_at = coming
            person.attendance.save(update_fields=["joins_at"])


def _hand(day: GameDay, number: int) -> HandSeating:
    return hand_seating(inputs_of(day_open(day)), number)


def _check_seen(hand: HandSeating, seen: int) -> None:
    if hand.plan.pk != seen:
        raise _stale()


def _stale() -> Stale:
    return Stale(_("The seats have changed since this page was shown. Look again."), [])


def _locks_with(
    hand: HandSeating,
    *,
    people: set[int] | frozenset[int] | None = None,
    tables: set[int] | frozenset[int] | None = None,
) -> dict[str, LockRow]:
    """The plan's locks with other ones in this game."""
    locks: dict[str, LockRow] = dict(hand.plan.locks)
    row = {
        "people": sorted(hand.locked_people if people is None else people),
        "tables": sorted(hand.locked_tables if tables is None else tables),
    }
    locks.pop(str(hand.number), None)
    return locks | ({str(hand.number): row} if any(row.values()) else {})


def _write(hand: HandSeating, author: Author, after: Round, locks: Mapping[str, LockRow]) -> Plan:
    """Write a plan with these open tables of the game; tables that have begun stay as planned.

    Where everybody stays all day, so do these seats.
    """
    number, seating = hand.number, hand.seating
    seated = {pk for ids in after for pk in ids}
    planned = _round_of(hand.plan, number)
    tables: Tables = [
        [pk for ids in planned[at - 1 : at] for pk in ids if pk not in seated]
        if (number, at) in seating.games
        else list(ids)
        for at, ids in enumerate(after, 1)
    ]
    rounds: list[Any] = list(hand.plan.tables)
    last = number
    if seating.day.movement == GameDay.Movement.STAY:
        last = max(number, len(rounds))
    rounds[number - 1 : last] = [tables] * (last - number + 1)
    report = hand.plan.report if rounds == hand.plan.tables else {}
    return _create(hand, author, rounds, locks, before=hand.plan, report=report)


def _create(
    hand: HandSeating,
    author: Author,
    rounds: Sequence[Any],
    locks: Mapping[str, Any],
    *,
    before: Plan | None,
    report: Mapping[str, Any],
) -> Plan:
    now = timezone.now()
    plan = Plan.objects.create(
        game_day=hand.inputs.day,
        from_round=hand.number,
        tables=list(rounds),
        report=dict(report),
        locks=dict(locks),
        before=before,
        author=author.name,
        user=author.user,
        made_at=now,
        taken_at=now,
        basis=hand.inputs.basis,
    )
    day_touch(hand.inputs.day)
    return plan
