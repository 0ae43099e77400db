"""Seating people: making plans, taking them, going on to the next round.

A plan may take its maker two seconds, so it is thought out before the database is locked, and
written only if nothing that it follows from has changed meanwhile.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.case_words import case_words
from league.days.models import GameDay, Plan
from league.days.selectors.planning import Inputs, inputs_of
from league.days.selectors.seating import DaySeating, moves
from league.days.selectors.tables import totals_of
from league.seating.errors import CaseError
from scoring.accounts.authors import Author
from scoring.refusals import Refusal, Stale

from .calendar import day_lock, day_open, day_touch
from .movements import TableSizes, moved_by_totals, settle
from .planner import whole_day

SECONDS = 2.0
TRIES = 3

Tables = list[list[int]]


def plan_make(
    *,
    day: GameDay,
    author: Author,
    seconds: float | None = None,
    seen: int | None = None,
    kept: int = 0,
) -> Plan:
    """Seat those who are there, for the rounds that have not begun; what was played stays.

    If people would leave seats that the wall shows already, the plan waits to be accepted.
    `seen` is the id of the plan in force that the page showed, 0 for none: where another is in
    force by now, that one is answered, so that two taps make one plan. `seconds` is how long the
    planner may search, `SECONDS` by default. The first `kept` games stay as they are, also where
    they have not begun. Raises `Refusal` if nobody can be seated like this, in
    the planner's own sentence.
    """
    for _try in range(TRIES):
        inputs = inputs_of(GameDay.objects.select_related("club").get(pk=day.pk), kept=kept)
        known = inputs.seating.plan
        if seen is not None and known is not None and known.pk != seen:
            return known
        seed = day.plans.count()
        rounds, report = _thought(inputs, seed, SECONDS if seconds is None else seconds)
        with transaction.atomic():
            day = day_open(day)
            if inputs_of(day, kept=kept).basis == inputs.basis:
                waits = bool(_leave_seats(inputs.seating, rounds))
                return _write(day, inputs, rounds, report, author, seed=seed, waits=waits)
    raise Refusal("moving", _("People came or left while the plan was made. Make it again."))


def _leave_seats(seating: DaySeating, rounds: Sequence[Sequence[Sequence[int]]]) -> list[int]:
    """Who would leave a seat of the round that the wall shows, though he or she stays."""
    number = seating.first_open
    if number != seating.day.current_round or number > len(seating.rounds):
        return []
    playing = {person.player.pk for person in seating.people if person.plays(number)}
    after = tuple(tuple(table) for table in rounds[number - 1])
    return [
        pk
        for pk, old, _new in moves(seating.tables(number), after)
        if old is not None and pk in playing
    ]


def _thought(inputs: Inputs, seed: int, seconds: float) -> tuple[list[Tables], dict[str, Any]]:
    """The rounds of a new plan, those played included, and what the planner says of it."""
    day, seating = inputs.day, inputs.seating
    if seating.first_open > day.rounds:
        raise Refusal("over", _("The last game has begun. Add one to the day to go on."))
    try:
        if day.movement == GameDay.Movement.PLAN:
            return whole_day(inputs, rounds=day.rounds, seed=seed, seconds=seconds)
        if seating.first_open == 1:
            first, _report = whole_day(inputs, rounds=1, seed=seed, seconds=seconds)
            return _for_all_day(day, [], first[0]), {}
        number = seating.first_open
        before = seating.tables(number) or seating.tables(number - 1)
        tables = _settled(inputs, before, number)
    except CaseError as error:
        raise _in_words(error) from error
    return _for_all_day(day, [_listed(t) for t in inputs.played], tables), {}


def _in_words(error: CaseError) -> Refusal:
    """The planner's own sentence, in the reader's language where somebody has written it."""
    return Refusal("plan", case_words(error))


def _settled(inputs: Inputs, before: Sequence[Sequence[int]], number: int) -> Tables:
    """The tables of a round with as few moves as can be; closed ones stay out of it.

    Raises `Refusal` where somebody who is locked would have to move.
    """
    day, locked = inputs.day, inputs.locked(number)
    closed = {table: people for table, (people, is_closed) in locked.items() if is_closed}
    full = {pk for people in closed.values() for pk in people}
    present = [pk for pk in inputs.present(number) if pk not in full]
    numbers = [at for at in range(1, len(before) + len(present) + 1) if at not in closed]
    keep = {pk: table for table, (people, _closed) in locked.items() for pk in people}
    tables = settle(
        [before[at - 1] for at in numbers if at <= len(before)],
        present,
        TableSizes(day.size, day.least, day.most, day.tables and max(1, day.tables - len(closed))),
        {
            pk: numbers.index(table) + 1
            for pk, table in (dict(inputs.fixed) | keep).items()
            if table in numbers
        },
        ordered=day.movement == GameDay.Movement.LOWEST,
    )
    seated = dict(zip(numbers, tables, strict=False)) | closed
    for pk, table in keep.items():
        if pk not in seated.get(table, ()):
            raise Refusal(
                "locked",
                _("%(name)s cannot stay at table %(table)d. Unlock this seat, or plan by hand.")
                % {"name": inputs.seating.names[pk], "table": table},
            )
    return [list(seated.get(at, ())) for at in range(1, max(seated, default=0) + 1)]


def _for_all_day(day: GameDay, played: list[Tables], tables: Tables) -> list[Tables]:
    """Who stays has these tables to the end; who moves by totals has them for one round."""
    staying = day.movement == GameDay.Movement.STAY
    return [*played, *[tables] * (day.rounds - len(played) if staying else 1)]


def _listed(tables: Sequence[Sequence[int]]) -> Tables:
    return [list(table) for table in tables]


def _write(
    day: GameDay,
    inputs: Inputs,
    rounds: Sequence[Tables],
    report: Mapping[str, Any],
    author: Author,
    *,
    seed: int = 0,
    waits: bool = False,
) -> Plan:
    now = timezone.now()
    plan = Plan.objects.create(
        game_day=day,
        from_round=inputs.seating.first_open,
        tables=list(rounds),
        report=dict(report),
        seed=seed,
        author=author.name,
        user=author.user,
        made_at=now,
        taken_at=None if waits else now,
        basis=inputs.basis,
        locks=inputs.seating.plan.locks if inputs.seating.plan else {},
    )
    day_touch(day)
    return plan


@transaction.atomic
def plan_take(*, day: GameDay, plan: Plan) -> Plan:
    """Let a plan that waited be the one in force; taken twice, it stays taken.

    Raises `Stale` where what it was made from has changed since.
    """
    day = day_open(day)
    plan.refresh_from_db()
    if plan.taken_at is not None:
        return plan
    if inputs_of(day).basis != plan.basis:
        raise Stale(_("Something has changed since that plan was made. Make a new one."), [])
    plan.taken_at = timezone.now()
    plan.save(update_fields=["taken_at"])
    day_touch(day)
    return plan


@transaction.atomic
def plan_drop(*, day: GameDay, plan: Plan) -> None:
    """Throw away a plan that waits to be taken; one that is in force stays."""
    day = day_open(day)
    if day.plans.filter(pk=plan.pk, taken_at=None).delete()[0]:
        day_touch(day)


@transaction.atomic
def round_go(*, day: GameDay, author: Author, number: int) -> GameDay:
    """Go on to the next round of seating, or back to the one before while nothing has begun.

    Tapped twice, it is done once. Raises `Refusal` where there is no such round, and where people
    move by their totals and a table has none.
    """
    day = day_open(day)
    if number == day.current_round:
        return day
    inputs = inputs_of(day)
    seating = inputs.seating
    if seating.plan is None:
        raise Refusal("plan", _("Seat the people first."))
    if not 1 <= number <= day.rounds or abs(number - day.current_round) != 1:
        raise Refusal("round", _("Go on one game at a time."))
    if number < max(1, seating.begun):
        raise Refusal("begun", _("Tables of game %d have begun already.") % day.current_round)
    forward = number > day.current_round
    day.current_round = number
    day.save(update_fields=["current_round"])
    day_touch(day)
    if forward and day.movement != GameDay.Movement.PLAN:
        _seat_by_movement(day, seating, number, author)
    return day_lock(day)


def _seat_by_movement(day: GameDay, seating: DaySeating, number: int, author: Author) -> None:
    """Seat a round by the movement that needs no plan, from how the one before stood."""
    inputs = inputs_of(day)
    before: Sequence[Sequence[int]] = seating.tables(number - 1)
    try:
        if day.movement == GameDay.Movement.LOWEST:
            before = moved_by_totals(
                before, _totals(seating, number - 1), day.movers, stay=inputs.fixed
            )
        tables = _settled(inputs, before, number)
    except CaseError as error:
        raise _in_words(error) from error
    played = [_listed(seating.tables(earlier)) for earlier in range(1, number)]
    _write(day, inputs, _for_all_day(day, played, tables), {}, author)


def _totals(seating: DaySeating, number: int) -> dict[int, int]:
    """Everybody's totals in a round of seating; raises `Refusal` for a table that has none."""
    totals = totals_of(seating, number)
    for table, ids in enumerate(seating.tables(number), 1):
        if ids and not any(pk in totals for pk in ids):
            raise Refusal(
                "totals",
                _("Table %d has no totals, so nobody can say who moves. Score a round there first.")
                % table,
            )
    return totals
