"""What the page of a game day shows at this moment, and the one thing to do next."""

from collections.abc import Collection, Set
from dataclasses import dataclass, replace

from django.db.models import Count, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from league.days.models import DayAnswer, GameDay, Plan
from scoring.accounts.models import Player
from scoring.collation import name_order
from scoring.sheets.models import Game
from scoring.sheets.progress import unended

from .answers import DayAnswers, answers_of
from .game_days import MOST_REGULARS, Attendee, others_than, regulars_for
from .late_seats import LateSeat, late_seats
from .mails import mailed_place
from .planning import Inputs, inputs_of
from .seat_changes import first_to_change
from .seating import DaySeating, faults, no_seat_words, people_faults, spared_words
from .tables import TableLine, tables_of


@dataclass(frozen=True)
class DoorName:
    """Somebody who said “I come”; `waits` is the place on the waiting list, from 1."""

    player: Player
    late: bool
    waits: int | None


@dataclass(frozen=True)
class DayPage:
    """The page of a day. `waiting` is a plan that can be taken and that nobody has taken yet.

    `late` are those in the room without a seat, whom `faults` leave out. `mailed_place` are the ids
    of the players whom a mail said that they have a place. `more_people` are in the directory, and
    are not among the names to tap.

    `next` is what the one main button does: restore, look, wait, plan, seat (who came late), again,
    start, go, watch (there is nothing to press while tables play), enter (a result is missing) or
    over.
    """

    seating: DaySeating
    tables: tuple[TableLine, ...]
    faults: tuple[str, ...]
    late: tuple[LateSeat, ...]
    regulars: tuple[Player, ...]
    more_people: int
    answers: DayAnswers
    mailed_place: Set[int]
    waiting: Plan | None
    next: str

    @property
    def has_begun(self) -> bool:
        """Whether the day is today's or past, or a table has begun before its date."""
        return self.seating.begun > 0 or self.seating.day.date <= timezone.localdate()

    @property
    def here(self) -> tuple[Attendee, ...]:
        """Those who are in the room."""
        return self.seating.here

    @property
    def gone(self) -> list[Attendee]:
        """Those who came and went home."""
        return [person for person in self.seating.people if person not in self.here]

    @property
    def here_ids(self) -> set[int]:
        """The players who are in the room."""
        return {person.player.pk for person in self.here}

    @property
    def declined_ids(self) -> set[int]:
        """The players who said that they can't come."""
        return {answer.player_id for answer in self.answers.declined}

    @property
    def missing(self) -> DayAnswers:
        """What those said who have not come yet; before anybody comes, what all said."""
        came = {person.player.pk for person in self.seating.people}
        answers = self.answers
        return replace(
            answers,
            coming=tuple(answer for answer in answers.coming if answer.player_id not in came),
            waiting=tuple(answer for answer in answers.waiting if answer.player_id not in came),
        )

    @property
    def door_names(self) -> list[DoorName]:
        """Who said “I come”, and then who waits for a place, by name; each to be tapped first."""
        answers = (*self.answers.coming, *self.answers.waiting)
        names = [
            DoorName(
                answer.player,
                late=answer.coming == DayAnswer.Coming.LATE,
                waits=self.answers.place_in_line(answer.player),
            )
            for answer in answers
        ]
        return sorted(names, key=lambda name: (name.waits or 0, name_order(name.player.name)))

    @property
    def other_regulars(self) -> list[Player]:
        """Those who come most and did not say so."""
        offered = {name.player.pk for name in self.door_names}
        return [player for player in self.regulars if player.pk not in offered]

    @property
    def comes_later(self) -> frozenset[int]:
        """The attendances of those who play from a later game on, and sat in none before it."""
        later = [person for person in self.here if person.attendance.joins_at > 1]
        return frozenset(
            person.attendance.pk
            for person in later
            if not any(
                person.player.pk in self.seating.seats(number)
                for number in range(1, person.attendance.joins_at)
            )
        )

    @property
    def unstarted(self) -> int:
        """How many tables of the round that is on have not begun."""
        return sum(table.state == "waiting" for table in self.tables)

    @property
    def playing(self) -> int:
        """How many tables play, with those that lack only the end of their game."""
        return sum(table.state == "playing" for table in self.tables)

    @property
    def unended(self) -> int:
        """How many tables have all rounds in, and only the end of their game is missing."""
        return unended(table.progress for table in self.tables)

    @property
    def in_rounds(self) -> int:
        """How many tables have a round to play."""
        return self.playing - self.unended

    @property
    def left_open(self) -> list[tuple[int, int, Game | None]]:
        """The tables of earlier games without a result: game, table, and what was begun there.

        Without a game there nothing is scored, and its paper can be entered.
        """
        seating = self.seating
        return [
            (number, table, game if game is not None and game.revision else None)
            for number in range(1, seating.day.current_round)
            for table, ids in enumerate(seating.tables(number), 1)
            if ids
            for game in [seating.games.get((number, table))]
            if game is None or game.finished_at is None
        ]

    @property
    def empty_before(self) -> list[tuple[int, int, Game]]:
        """The tables of earlier games that were started, and have nothing on their score sheets."""
        day = self.seating.day
        return [
            (number, table, game)
            for (number, table), game in sorted(self.seating.games.items())
            if number < day.current_round and game.finished_at is None and not game.revision
        ]

    @property
    def without_result(self) -> tuple[int, int, Game | None] | None:
        """The first table without a result, as in `left_open`; of the game that is on too."""
        waiting = (table.number for table in self.tables if table.state == "waiting")
        here = ((self.seating.day.current_round, table, None) for table in waiting)
        return next(iter((*self.left_open, *here)), None)

    @property
    def takes_late(self) -> list[TableLine]:
        """The tables that play and have a round left for who comes late."""
        return [table for table in self.tables if table.takes_late]

    @property
    def can_plan(self) -> bool:
        """Whether there is a round that can still be planned."""
        return self.seating.first_open <= self.seating.day.rounds

    @property
    def seats_game(self) -> int | None:
        """The first game whose seats can be changed by hand."""
        return first_to_change(self.seating)

    @property
    def can_go(self) -> bool:
        """Whether there is a next round of seating, and the one that is on has begun."""
        day = self.seating.day
        begun = day.current_round <= self.seating.begun
        return bool(self.tables) and begun and day.current_round < day.rounds

    @property
    def can_go_back(self) -> bool:
        """Whether the round that is on can still be left for the one before."""
        return self.seating.day.current_round > max(1, self.seating.begun)


def page_of(day: GameDay, *, door: bool) -> DayPage:
    """The page's content from the day's rows, with names to tap where the asker keeps the door."""
    inputs = inputs_of(day)
    seating = inputs.seating
    tables = tuple(tables_of(seating, day.current_round))
    answers = answers_of(day)
    amiss = faults(seating, inputs.wishes)
    late = late_seats(inputs)
    late_words = {no_seat_words(line.person.name, line.lacks): line for line in late}
    newest = day.plans.first()
    waits = newest is not None and newest.taken_at is None and newest.basis == inputs.basis
    waiting = newest if waits else None
    shown = [words for words in amiss if words not in late_words]
    shown += _gone_home(seating, tables)
    if _is_stale(newest, inputs):
        shown.append(_("A new plan waited, and then something changed. Make a new one."))
    # Whoever changed seats by hand was told what it costs: only people without a seat are a reason
    # for another plan then.
    by_hand = seating.plan is not None and seating.plan.before_id is not None
    # Nor is who left and leaves enough people at the table: nobody has to move for that.
    reasons = set(people_faults(seating) if by_hand else amiss) - spared_words(seating)
    # A free seat for who came late is one tap, and moves nobody: that comes before a new plan.
    seats_late = all(words in late_words and late_words[words].table for words in reasons)
    regulars = regulars_for(day) if door else []
    offered = {player.pk for player in regulars}
    offered |= {answer.player_id for answer in (*answers.coming, *answers.waiting)}
    page = DayPage(
        seating=seating,
        tables=tables,
        faults=tuple(shown),
        late=tuple(late),
        regulars=tuple(regulars),
        more_people=others_than(day, offered) if len(regulars) == MOST_REGULARS else 0,
        answers=answers,
        mailed_place=mailed_place(day) if answers.moved_up else frozenset(),
        waiting=waiting,
        next=_next(day, seating, tables, _mending(reasons, seats_late=seats_late), bool(waiting)),
    )
    is_left = page.next == "over" and page.left_open
    return replace(page, next="enter") if is_left else page


def _is_stale(newest: Plan | None, inputs: Inputs) -> bool:
    """Whether a plan waited that fits no more; that is said until its first game is over."""
    if newest is None or newest.taken_at is not None or newest.basis == inputs.basis:
        return False
    return newest.from_round == inputs.day.current_round


def _gone_home(seating: DaySeating, tables: Collection[TableLine]) -> list[str]:
    """Ask about everybody who left a table before its end, and has a seat in the next game."""
    now = seating.day.current_round
    playing = {card.player_id for table in tables for card in table.cards}
    next_seats = seating.seats(now + 1)
    asked = _left_before(seating, tables)
    asked += [
        (
            pk,
            now + 1,
            _(
                "%(name)s left table %(table)d, and has a seat in game %(game)d. Gone home? Tap "
                "“Somebody comes late, or goes home”, then the name."
            )
            % {"name": seating.names[pk], "table": table.number, "game": now + 1},
        )
        for table in tables
        for pk in table.left
        if pk in next_seats and pk not in playing
    ]
    here = {person.player.pk: person for person in seating.here}
    return [words for pk, game, words in asked if pk in here and here[pk].plays(game)]


def _left_before(seating: DaySeating, tables: Collection[TableLine]) -> list[tuple[int, int, str]]:
    """Ask the same of who left in the game before, while their table of this game has not begun.

    Returns the player, the game that is on, and the sentence.
    """
    now = seating.day.current_round
    waiting = {
        card.player_id for table in tables if table.state == "waiting" for card in table.cards
    }
    if now == 1 or not waiting:
        return []
    before = tables_of(seating, now - 1)
    stayed = {card.player_id for table in before for card in table.cards}
    return [
        (
            pk,
            now,
            _(
                "%(name)s left table %(table)d in game %(before)d, and has a seat in game "
                "%(game)d. Gone home? Tap “Somebody comes late, or goes home”, then the name."
            )
            % {"name": seating.names[pk], "table": table.number, "before": now - 1, "game": now},
        )
        for table in before
        for pk in table.left
        if pk in waiting and pk not in stayed
    ]


def _mending(reasons: Collection[str], *, seats_late: bool) -> str:
    """Return what mends the seating: "seat", "again" for a new plan, "" where nothing is amiss."""
    if not reasons:
        return ""
    return "seat" if seats_late else "again"


def _next(
    day: GameDay, seating: DaySeating, tables: tuple[TableLine, ...], mending: str, waiting: bool
) -> str:
    states = {table.state for table in tables}
    can_plan = seating.first_open <= day.rounds
    if day.cancelled_at is not None:
        return "restore"
    if waiting:
        return "look"
    if not tables:
        return "plan" if len(seating.here) > 1 and can_plan else "wait"
    if mending and can_plan and ("waiting" not in states or states == {"waiting"}):
        return mending
    is_last = day.current_round == day.rounds
    if states == {"waiting", "finished"}:
        # The others have played: who sits there most likely played on paper. Where people move by
        # their totals, nobody can go on without that table's.
        goes_on = not is_last and day.movement == GameDay.Movement.PLAN
        return "go" if goes_on else "enter"
    if "waiting" in states:
        return "start"
    if "playing" in states:
        return "watch"
    return "over" if is_last else "go"


def state_of(day: GameDay) -> str:
    """Equal for equal pages: grows with the day's own changes, and with its games' sheets."""
    games = day.table_games.aggregate(number=Count("pk"), entries=Sum("game__revision"))
    return f"{day.revision}-{games['number']}-{games['entries'] or 0}"
