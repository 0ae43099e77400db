"""Changes of seats at tables that have not begun: what each would do to the stage, in sentences."""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.seating.errors import CaseError
from league.tournaments.brackets.seat_changes import (
    SeatDeed,
    SeatEffects,
    TableChange,
    effects,
    seats_changed,
)
from league.tournaments.brackets.values import (
    Kind,
    Member,
    Onward,
    Seating,
    StageCourse,
    StageMeasure,
)
from league.tournaments.bye_words import bye_rule
from league.tournaments.courses import Loaded, TableState
from league.tournaments.entrants.selectors.divisions import entrants_by_group
from league.tournaments.models import Entrant, Stage, StageSeat, Tournament
from league.tournaments.stages.selectors.fields import played_groups
from league.tournaments.stages.selectors.next_in_line import (
    NextInLine,
    able_to_come,
    next_in_line,
)
from league.tournaments.stages.selectors.progress import Closing, closing_of, round_now
from league.tournaments.stages.selectors.stale_seats import CHOICE, drift_of
from league.tournaments.stages.selectors.tables_to_join import next_game, none_to_join
from league.tournaments.wording import case_in_words, left_sentence, left_short
from scoring.collation import surname_order
from scoring.lists import listed
from scoring.refusals import Refusal

from .starts import begun_on_paper, way_to_change


@dataclass(frozen=True)
class SeatFacts:
    """What changes of seats in the game that is on are judged by; of entrants by their ids.

    `names` are what the club's directory calls them, whoever they are by now. `elsewhere` are those
    who play in another tournament at this time. `groups` are their divisions in a stage that is
    played by division. The start of the tables `taken_back` is judged as if it were. Tables
    `on_paper` have begun, and their people can change.
    """

    snapshot: Loaded
    stage: Stage
    names: Mapping[int, str]
    elsewhere: frozenset[int]
    groups: Mapping[int, str]
    taken_back: frozenset[int] = frozenset()
    on_paper: frozenset[int] = frozenset()

    @property
    def course(self) -> StageCourse:
        """The stage as it stands."""
        return self.snapshot.courses[self.stage.pk]

    @property
    def states(self) -> tuple[TableState, ...]:
        """The tables of the game that is on."""
        return self.snapshot.tables_of(self.stage, self.number)

    @property
    def number(self) -> int:
        """The number of the game that is on."""
        return round_now(self.snapshot, self.stage)

    @property
    def begun(self) -> frozenset[int]:
        """The numbers of the tables that have begun, so that their people stay."""
        begun = frozenset(state.row.number for state in self.states if state.begun)
        return begun - self.taken_back - self.on_paper

    @property
    def earlier(self) -> Stage | None:
        """The stage before."""
        before = [stage for stage in self.snapshot.begun if stage.number < self.stage.number]
        return before[-1] if before else None

    @cached_property
    def closing(self) -> Closing | None:
        """What the results of the stage before say now; None in the first stage."""
        return closing_of(self.snapshot, self.earlier) if self.earlier else None

    @cached_property
    def free(self) -> tuple[Entrant, ...]:
        """Those who have no table in this game and could be given one.

        First who comes next by the stage before, then the others by family name, and those last who
        have not come. Of a bracket nobody can who is in it.
        """
        taken = {pk for state in self.states for pk in state.seats}
        if self.stage.kind != Kind.TABLES:
            taken |= {int(member.key) for member in self.course.field}
        line = self.line()
        at = {pk: number for number, pk in enumerate(line.keys if line else ())}
        free = [
            entrant
            for pk, entrant in self.snapshot.entrants.items()
            if pk not in taken and entrant.withdrawn_at is None and entrant.player_id is not None
        ]
        free.sort(
            key=lambda entrant: (
                at.get(entrant.pk, len(at)),
                entrant.checked_in_at is None,
                surname_order(entrant.name),
            )
        )
        return tuple(free)

    def line(self, group: str | None = None, *, also: Collection[int] = ()) -> NextInLine | None:
        """Who comes next by the stage before, to a seat of that division where one is given.

        Only those who could sit down now: who came, has not withdrawn and plays nowhere. Of those
        in the stage `also` these are compared.
        """
        there = self.elsewhere | {int(member.key) for member in self.course.field}.difference(also)
        able = {
            pk
            for pk in able_to_come(self.snapshot, there)
            if group in (None, self.groups.get(pk, ""))
        }
        return next_in_line(self.snapshot, self.earlier, able) if self.earlier else None

    @property
    def choices(self) -> list[tuple[str, list[tuple[int, str]]]]:
        """Those who are free, as the groups of a list: those in line with how they stood first."""
        groups: dict[str, list[tuple[int, str]]] = {}
        line = self.line()
        for entrant in self.free:
            label, text = _("Others"), entrant.name
            if line and entrant.pk in line.keys:
                label = _("In the order of %s") % line.earlier.name
                stood = line.stood.get(entrant.pk, "")
                text = _("%(name)s: %(stood)s") % {"name": entrant.name, "stood": stood}
            elif entrant.checked_in_at is None:
                label = _("Did not come")
            groups.setdefault(label, []).append((entrant.pk, text))
        return list(groups.items())

    def group_at(self, number: int) -> str:
        """The key of the division that plays at a table by itself; "" where all play together."""
        tables = self.course.rounds[-1].tables
        return next((table.group for table in tables if table.number == number), "")

    def fits(self, pk: int, number: int) -> bool:
        """Whether somebody is of the division that plays at a table, as `check_group` asks."""
        if not self.stage.by_division:
            return True
        members = [member.group for member in self.course.field if member.key == pk]
        return next(iter(members), self.groups.get(pk, "")) == self.group_at(number)

    def choices_at(self, number: int) -> list[tuple[str, list[tuple[int, str]]]]:
        """Those of `choices` who may sit at a table."""
        groups = [
            (label, [(pk, text) for pk, text in people if self.fits(pk, number)])
            for label, people in self.choices
        ]
        return [(label, people) for label, people in groups if people]


def seat_facts(snapshot: Loaded, stage: Stage) -> SeatFacts:
    """What changes of seats in this stage are judged by; at most six queries."""
    tournament = snapshot.tournament
    rows = list(tournament.entrants.filter(number__isnull=False).select_related("player__same_as"))
    groups = entrants_by_group(tournament, rows).key_of() if stage.by_division else {}
    names = {
        row.pk: (row.player.same_as or row.player).name for row in rows if row.player is not None
    }
    on_paper = begun_on_paper(snapshot) if stage == snapshot.current else frozenset()
    return SeatFacts(snapshot, stage, names, _elsewhere(tournament), groups, on_paper=on_paper)


def _elsewhere(tournament: Tournament) -> frozenset[int]:
    """The entrants who sit in a game of another tournament that is on."""
    playing = (
        StageSeat.objects.filter(
            entrant__withdrawn_at=None,
            entrant__player__isnull=False,
            table__round__stage__tournament__club=tournament.club_id,
            table__round__stage__closed_at=None,
            table__game__isnull=False,
            table__game__finished_at=None,
            table__round__stage__tournament__ended_at=None,
            table__round__stage__tournament__cancelled_at=None,
        )
        .exclude(table__round__stage__tournament=tournament)
        .values("entrant__player")
    )
    return frozenset(tournament.entrants.filter(player__in=playing).values_list("pk", flat=True))


@dataclass(frozen=True)
class SeatChangePlan:
    """A change of seats that can be done, and what it does.

    `sentences` say it, the change itself first. `after` is the stage with the change made, and
    `how` by what a newcomer is in it, as in `StageEntrant`: who is added comes by the director's
    choice, who plays instead perhaps by the results as they are now. `mark` is equal for the same
    change of the same seats with the same effects.
    """

    facts: SeatFacts
    change: TableChange
    after: StageCourse
    how: str
    sentences: tuple[str, ...]

    @property
    def mark(self) -> str:
        """What the director has to have seen for it to be done."""
        seats = [self.facts.course.rounds[-1].tables, self.after.rounds[-1].tables]
        shown = repr((self.change, seats, self.sentences))
        return hashlib.sha256(shown.encode()).hexdigest()[:32]

    @property
    def corrects(self) -> bool:
        """Whether somebody plays instead as corrected results of the stage before say."""
        earlier = self.facts.earlier
        if self.change.deed is not SeatDeed.REPLACE or earlier is None:
            return False
        drift = drift_of(self.facts.snapshot, earlier)
        return drift is not None and {self.change.who, self.change.other} <= drift.people

    @property
    def who(self) -> Entrant:
        """Who is replaced, added, left out, swapped or moved."""
        return self.facts.snapshot.entrants[int(self.change.who)]

    @property
    def other(self) -> Entrant | None:
        """Who plays instead, or changes seats with them."""
        other = self.change.other
        return None if other is None else self.facts.snapshot.entrants[int(other)]

    @property
    def table(self) -> int:
        """The number of the table that it is about: where somebody comes to, or sat before."""
        return self.change.table or table_of(self.facts.course, int(self.change.who))

    @property
    def shown(self) -> list[tuple[int, list[tuple[int, str, bool, str]]]]:
        """The tables that change, as they will be: seat, name, is it new there, how it left."""
        old = {table.number: table.seats for table in self.facts.course.rounds[-1].tables}
        out = {member.key for member in self.after.field if member.out}
        return [
            (
                table.number,
                [
                    (
                        seat,
                        _name(self.facts, key),
                        key not in old[table.number],
                        left_short(self.facts.snapshot.entrants[int(key)]) if key in out else "",
                    )
                    for seat, key in enumerate(table.seats)
                ],
            )
            for table in self.after.rounds[-1].tables
            if table.seats != old[table.number]
        ]


def seat_change_plan(facts: SeatFacts, change: TableChange) -> SeatChangePlan:
    """Return what a change would do, without doing it.

    Raises `Refusal` where it cannot be: at a table whose people stay, beyond a table's size, across
    divisions, against a bracket, where points are carried that a newcomer has not, and for who
    plays already, here or in another tournament, has withdrawn, was never accepted, or is called
    like somebody there.
    """
    _check_entered(facts, change)
    if change.deed is SeatDeed.JOIN:
        _check_joins(facts, int(change.who))
    pk = change.comes
    newcomer, how = None, ""
    if pk is not None and all(member.key != pk for member in facts.course.field):
        newcomer, how = _newcomer(facts, int(pk))
    try:
        after = seats_changed(facts.course, change, facts.begun, newcomer)
    except CaseError as error:
        raise _cannot_be(facts, error) from error
    _check_names(facts, change, after)
    _check_parted(facts, after)
    sentences = tuple(_sentences(facts, change, after))
    if change.deed is not SeatDeed.REPLACE:
        how = CHOICE
    return SeatChangePlan(facts, change, after, how, sentences)


def _cannot_be(facts: SeatFacts, error: CaseError) -> Refusal:
    """Return why a change cannot be; of a table that has begun also what to do."""
    names = {pk: entrant.name for pk, entrant in facts.snapshot.entrants.items()}
    refusal = case_in_words(error, names, played_groups(facts.snapshot))
    ways = [
        way_to_change(facts.snapshot, state)
        for state in facts.states
        if state.row.number in facts.begun and state.row.number == error.values.get("table")
    ]
    return Refusal(refusal.code, " ".join((refusal.message, *ways)))


def _check_entered(facts: SeatFacts, change: TableChange) -> None:
    """Refuse somebody who is not in the tournament, or whose entry waits to be accepted."""
    for pk in (change.who, change.other):
        if pk is None or pk in facts.snapshot.entrants:
            continue
        entry = facts.snapshot.tournament.entrants.filter(pk=pk).first()
        if entry is None:
            raise Refusal("who", _("Choose somebody of the entrants."))
        raise Refusal("out", _("%s is not accepted, or has left.") % entry.name)


def _check_joins(facts: SeatFacts, pk: int) -> None:
    """Refuse to let somebody in for the next game who plays already, or where there is none."""
    names = {"name": _name(facts, pk), "stage": facts.stage.name}
    if any(member.key == pk for member in facts.course.field):
        raise Refusal("in", _("%(name)s plays in %(stage)s already.") % names)
    if not next_game(facts.snapshot, facts.stage):
        raise Refusal("late", none_to_join(facts.snapshot, facts.stage))
    if facts.stage.by_division and all(
        facts.groups.get(pk) != state.row.group for state in facts.states
    ):
        raise Refusal("group", _("No table plays for the division of %(name)s.") % names)


def _newcomer(facts: SeatFacts, pk: int) -> tuple[Member, str]:
    """Somebody who is not in the stage as one of its field, and by what they come into it."""
    entrant = facts.snapshot.entrants[pk]
    if entrant.player_id is None or entrant.withdrawn_at is not None:
        raise Refusal("out", _("%s is not accepted, or has left.") % entrant.name)
    if pk in facts.elsewhere:
        raise Refusal("elsewhere", _("%s plays in another tournament at this time.") % entrant.name)
    member = Member(
        key=pk,
        seed=0,
        club=entrant.club_key,
        group=facts.groups.get(pk, ""),
        visitor=entrant.visitor,
    )
    earlier, closing = facts.earlier, facts.closing
    if earlier is None or closing is None:
        return member, CHOICE
    carried = {goer.key: goer.carried for goer in closing.field}
    if earlier.carried and pk not in carried:
        raise Refusal(
            "carried",
            _("Points are carried on from %(stage)s, and %(name)s has none to carry.")
            % {"stage": earlier.name, "name": entrant.name},
        )
    hows = {goer.key: str(goer.how) for goer in closing.advance.going}
    return replace(member, carried=carried.get(pk, Fraction(0))), hows.get(pk, CHOICE)


def _check_names(facts: SeatFacts, change: TableChange, after: StageCourse) -> None:
    """Refuse to let one person play twice: two entries may turn out to be of one person."""
    playing = [int(member.key) for member in after.field if not member.out]
    if change.deed is SeatDeed.REPLACE:
        playing = [pk for pk in playing if pk != change.who]
    times = Counter(facts.names[pk].casefold() for pk in playing if pk in facts.names)
    pk = change.comes
    if pk is not None and times[facts.names[int(pk)].casefold()] > 1:
        raise Refusal(
            "name",
            _("Somebody called %(name)s plays in %(stage)s already.")
            % {"name": facts.names[int(pk)], "stage": facts.stage.name},
        )


def _check_parted(facts: SeatFacts, after: StageCourse) -> None:
    """Refuse to take somebody out of the stage whom a play-off or lots there have parted."""
    left = {member.key for member in facts.course.field} - {member.key for member in after.field}
    for parting in facts.snapshot.partings.get(facts.stage.pk, ()):
        for pk, _number in parting.numbers:
            if pk in left:
                raise Refusal(
                    "parted",
                    _("A play-off or lots of %s count already. Take that back first.")
                    % _name(facts, pk),
                )


def _name(facts: SeatFacts, key: object) -> str:
    return facts.snapshot.entrants[int(str(key))].name


def table_of(course: StageCourse, pk: int) -> int:
    """The number of the table where somebody sits in the newest game; 0 for none."""
    tables = course.rounds[-1].tables
    return next((table.number for table in tables if pk in table.seats), 0)


def _sentences(facts: SeatFacts, change: TableChange, after: StageCourse) -> Iterator[str]:
    """What a change does: itself, to the tables, to who meets whom, and to the stage."""
    yield _headline(facts, change, after)
    done = effects([facts.snapshot.courses[stage.pk] for stage in facts.snapshot.begun], after)
    if facts.stage.kind != Kind.TABLES:
        yield _in_bracket(facts, change)
    for number, people in done.sizes.items():
        if not people:
            continue
        yield ngettext(
            "Table %(table)d then has %(people)d person.",
            "Table %(table)d then has %(people)d people.",
            people,
        ) % {"table": number, "people": people}
    for pair in done.again:
        yield _("%(one)s and %(other)s have met before.") % _two(facts, pair)
    for pair in done.mates:
        yield _("%(one)s and %(other)s are of one club and then sit together.") % _two(facts, pair)
    yield from _without_seat(facts, change, after, done)
    yield from _passed_over(facts, change)
    yield from _newcomer_words(facts, change, after)
    yield from _sheet_words(facts, after)
    if change.deed is SeatDeed.JOIN:
        return
    yield from _later_games(facts)
    if facts.begun:
        yield _("Tables that have begun stay as they are.")


def _two(facts: SeatFacts, pair: Iterable[object]) -> dict[str, str]:
    first, other = sorted(_name(facts, key) for key in pair)
    return {"one": first, "other": other}


def _headline(facts: SeatFacts, change: TableChange, after: StageCourse) -> str:
    who = int(change.who)
    names = {
        "name": _name(facts, who),
        "other": "" if change.other is None else _name(facts, change.other),
        "stage": facts.stage.name,
        "at": table_of(facts.course, who),
        "to": table_of(after, who),
        "game": facts.number + 1,
    }
    if change.deed is SeatDeed.JOIN:
        return _("%(name)s plays in %(stage)s from game %(game)d on.") % names
    if change.deed is SeatDeed.REPLACE:
        return _("%(other)s plays at table %(at)d instead of %(name)s.") % names
    if change.deed is SeatDeed.ADD:
        return _("%(name)s joins %(stage)s at table %(to)d.") % names
    if change.deed is SeatDeed.LEAVE_OUT and who in after.rounds[-1].byes:
        return _("%(name)s is alone at table %(at)d, and gets a bye.") % names
    if change.deed is SeatDeed.LEAVE_OUT:
        return _("Table %(at)d plays without %(name)s.") % names
    if change.deed is SeatDeed.MOVE:
        return _("%(name)s moves from table %(at)d to table %(to)d.") % names
    return _("%(name)s plays at table %(to)d, and %(other)s at table %(at)d.") % names


def _in_bracket(facts: SeatFacts, change: TableChange) -> str:
    names = {"name": _name(facts, change.who), "other": _name(facts, change.other)}
    if change.deed is SeatDeed.SWAP:
        return _("%(name)s and %(other)s change places in the bracket.") % names
    return _("%(other)s takes over the place of %(name)s in the bracket.") % names


def _without_seat(
    facts: SeatFacts, change: TableChange, after: StageCourse, done: SeatEffects
) -> Iterator[str]:
    """Who has no seat then, and what becomes of them in the stage."""
    names = {"name": _name(facts, change.who), "stage": facts.stage.name, "game": facts.number}
    if change.deed is SeatDeed.REPLACE:
        if facts.snapshot.entrants[int(change.who)].withdrawn_at is not None:
            yield left_sentence(facts.snapshot.entrants[int(change.who)])
        elif all(member.key != change.who for member in after.field):
            yield _("%(name)s is free and no longer plays in %(stage)s.") % names
    for pk in done.freed:
        yield _("%(name)s has a bye in game %(game)d.") % {**names, "name": _name(facts, pk)}
        yield bye_rule(facts.course.plan)
    for pk in done.unseated:
        names["name"] = _name(facts, pk)
        if facts.course.plan.rounds == 1:
            yield _("%(name)s then has no table and no result in %(stage)s.") % names
        elif facts.stage.measure == StageMeasure.PLACES:
            yield (
                _("%(name)s then has no table in game %(game)d and gets no points for it.") % names
            )
        else:
            yield (
                _(
                    "%(name)s then has no table in game %(game)d. All who play every game of "
                    "%(stage)s come before %(name)s."
                )
                % names
            )


def _passed_over(facts: SeatFacts, change: TableChange) -> Iterator[str]:
    """Who comes before a newcomer by the stage before; nobody where a correction sends one on."""
    pk = change.comes
    if pk is None or change.deed is SeatDeed.SWAP:
        return
    line = facts.line(facts.groups.get(int(pk), ""))
    if line is None:
        return
    drift = drift_of(facts.snapshot, line.earlier)
    if drift and pk in drift.missing:
        return
    names = [_name(facts, key) for key in line.before(int(pk))]
    if names:
        details = {"name": _name(facts, pk), "stage": line.earlier.name, "names": listed(names)}
        yield _("In the order of %(stage)s these come before %(name)s: %(names)s.") % details


def _newcomer_words(facts: SeatFacts, change: TableChange, after: StageCourse) -> Iterator[str]:
    """What it means to come into a stage whose first game is over."""
    known = {member.key for member in facts.course.field}
    pk = change.comes
    missed = facts.number - (change.deed is not SeatDeed.JOIN)
    if pk is None or pk in known or not missed:
        return
    names = {"name": _name(facts, pk), "stage": facts.stage.name}
    if facts.stage.measure == StageMeasure.PLACES:
        yield (
            _("%(name)s has points in %(stage)s only from the games that are still to come.")
            % names
        )
    else:
        yield (
            _(
                "%(name)s has missed a game. All who play every game of %(stage)s come before "
                "%(name)s."
            )
            % names
        )
        if facts.course.plan.onward is Onward.BEST:
            yield _("%(name)s does not go on from %(stage)s.") % names


def _sheet_words(facts: SeatFacts, after: StageCourse) -> Iterator[str]:
    """What to write on sheets of tables that play on paper, and that printed sheets have others."""
    new = {table.number: table.seats for table in after.rounds[-1].tables}
    for state in facts.states:
        number = state.row.number
        if number in facts.on_paper - facts.taken_back:
            seats = tuple(int(key) for key in new.get(number, ()))
            yield from printed_words(facts.snapshot, state, seats)


def printed_words(snapshot: Loaded, state: TableState, seats: Collection[int]) -> Iterator[str]:
    """Say what is wrong on the printed sheet of a table once these sit there."""
    old = [snapshot.entrants[pk].name for pk in state.seats if pk not in seats]
    new = [snapshot.entrants[pk].name for pk in seats if pk not in state.seats]
    details = {"table": state.row.number, "old": listed(old), "new": listed(new)}
    if old and new:
        yield (
            _(
                "Table %(table)d has begun on paper. Its sheet still says %(old)s: write %(new)s "
                "there."
            )
            % details
        )
    elif old:
        yield (
            _("Table %(table)d has begun on paper. Its sheet still says %(old)s: cross that out.")
            % details
        )
    elif new:
        yield _("Table %(table)d has begun on paper. Write %(new)s on its sheet.") % details


def _later_games(facts: SeatFacts) -> Iterator[str]:
    plan = facts.course.plan
    if plan.kind is not Kind.TABLES or facts.number >= plan.rounds:
        return
    if plan.seating is Seating.SNAKE:
        yield _("The tables of %s stay together, so this holds for its later games too.") % (
            facts.stage.name
        )
    else:
        yield _("Later games are not seated yet. They depend on who plays then.")


@dataclass(frozen=True)
class SwapsAfter:
    """Who can play in whose place, and why others who should cannot.

    `words` say for whom a seat is since who played in it goes on by own points.
    """

    plans: tuple[SeatChangePlan, ...]
    refusals: tuple[str, ...]
    words: tuple[str, ...] = ()


def swaps_after(
    facts: SeatFacts,
    comes: Sequence[int],
    goes: Sequence[int],
    pairs: Mapping[int, int] | None = None,
) -> SwapsAfter:
    """Return who plays in whose place where some come and others go, where that can be.

    After a correction these are who should have gone on and who should not, in `pairs`, and after
    withdrawals who is next in line and whose seats are free. Who was next at a table plays instead
    of who came from it, after a correction in no other place; the others in the order in which they
    stand.
    """
    plans: dict[int, SeatChangePlan] = {}
    refusals: list[str] = []
    taken: set[int] = set()
    at_table = _from_own_table(facts, comes, goes)
    own = {**at_table, **(pairs or {})}
    bound = at_table if pairs is not None else {}
    for newcomer in sorted(comes, key=lambda pk: pk not in own):
        why: list[str] = []
        for leaving in sorted(goes, key=lambda pk: pk != own.get(newcomer)):
            if leaving in taken or leaving != bound.get(newcomer, leaving):
                continue
            # The place of who came from another table is for who is next there.
            if newcomer not in bound and leaving in bound.values():
                continue
            try:
                plan = seat_change_plan(facts, TableChange(SeatDeed.REPLACE, leaving, newcomer))
            except Refusal as refusal:
                why.append(refusal.message)
                continue
            plans[newcomer] = plan
            taken.add(leaving)
            break
        else:
            refusals += why
    ordered = tuple(plans[newcomer] for newcomer in comes if newcomer in plans)
    return SwapsAfter(ordered, tuple(dict.fromkeys(refusals)))


def tables_before(facts: SeatFacts) -> dict[int, int]:
    """Return who sat at which table of the stage before, where its tables sent people on."""
    if facts.earlier is None or facts.earlier.onward != Onward.TABLES:
        return {}
    tables = facts.snapshot.courses[facts.earlier.pk].rounds[0].tables
    return {int(key): table.number for table in tables for key in table.seats}


def _from_own_table(facts: SeatFacts, comes: Iterable[int], goes: Iterable[int]) -> dict[int, int]:
    """Return who came from the same table of the stage before, by who is next there."""
    at = tables_before(facts)
    left: dict[int, list[int]] = {}
    for pk in goes:
        if pk in at:
            left.setdefault(at[pk], []).append(pk)
    return {pk: left[at[pk]].pop(0) for pk in comes if at.get(pk) in left and left[at[pk]]}
