"""Who says that they come to a game day: places, the waiting list, and the days to ask about."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, F, Prefetch, Q, QuerySet
from django.utils import timezone

from league.days.models import DayAnswer, GameDay
from scoring.accounts.models import Club, Player
from scoring.accounts.selectors.people import players_of
from scoring.accounts.shown_names import name_fits
from scoring.collation import name_order

from .begun import days_going_on, with_a_game
from .links import wall_path
from .seating import seating_of

# How many of the next days people are asked about.
DAYS_ASKED = 3


@dataclass(frozen=True)
class DayAnswers:
    """What people said about one day; who asks first has a place first.

    `coming` have a place, `waiting` come after the last one, and `declined` stay away.
    """

    places: int | None
    coming: tuple[DayAnswer, ...]
    waiting: tuple[DayAnswer, ...]
    declined: tuple[DayAnswer, ...]

    @property
    def late(self) -> int:
        """How many of those who have a place come later."""
        return sum(answer.coming == DayAnswer.Coming.LATE for answer in self.coming)

    @property
    def moved_up(self) -> tuple[DayAnswer, ...]:
        """Those who waited for a place and have one now."""
        return tuple(answer for answer in self.coming if answer.moved_up_at is not None)

    @property
    def full(self) -> bool:
        """Whether no place is left."""
        return self.places is not None and len(self.coming) >= self.places

    def place_in_line(self, player: Player) -> int | None:
        """Return the player's place on the waiting list, from 1; None for who is not on it."""
        line = [answer.player_id for answer in self.waiting]
        return line.index(player.pk) + 1 if player.pk in line else None


@dataclass(frozen=True)
class Room:
    """Who is there on a day that goes on: how many people, and where one person is.

    `came` counts those who have gone home, too. `table` is the table of the game that is on, None
    for who has none. `over` says that the last game is finished, and `wall` leads to where the
    person sits, and to the ranking. `takes_answers` says that somebody who is not there can still
    come late: the day's last game has not begun.
    """

    here: int
    came: int
    is_here: bool
    table: int | None
    over: bool
    wall: str
    takes_answers: bool


@dataclass(frozen=True)
class AskedDay:
    """A day that is coming, with what all said and what one person said.

    A day that goes on has a `room`, and asks no more than who comes late or not at all.
    """

    day: GameDay
    answers: DayAnswers
    own: DayAnswer | None
    waits_at: int | None
    room: Room | None

    @property
    def moved_up(self) -> bool:
        """Whether the person waited for a place and has one now."""
        return self.own in self.answers.moved_up


def answers_of(day: GameDay) -> DayAnswers:
    """What people said about the day; one query."""
    return in_line(day, day.answers.select_related("player"))


def in_line(day: GameDay, answers: Iterable[DayAnswer]) -> DayAnswers:
    """Return these answers of the day, parted into those with a place, on the list, and away."""
    rows = sorted(answers, key=lambda answer: (answer.in_line_since, answer.pk))
    wanted = [answer for answer in rows if answer.coming != DayAnswer.Coming.NO]
    room = len(wanted) if day.places is None else day.places
    return DayAnswers(
        places=day.places,
        coming=tuple(wanted[:room]),
        waiting=tuple(wanted[room:]),
        declined=tuple(answer for answer in rows if answer.coming == DayAnswer.Coming.NO),
    )


def days_to_ask(club: Club, player: Player | None) -> list[AskedDay]:
    """The club's next days, cancelled ones too, with what was said; three queries.

    Of a day that goes on, five more. Today's is gone after its hours, and stands behind those that
    are still to come once its last game is over.
    """
    with_people = Prefetch("answers", DayAnswer.objects.select_related("player"))
    days = (
        days_not_over(club)
        .select_related("club")
        .annotate(came=Count("attendances"), begun=with_a_game())
    )
    days = days.prefetch_related(with_people)[:DAYS_ASKED]
    asked = []
    for day in days:
        rows = list(day.answers.all())
        answers = in_line(day, rows)
        own = next((row for row in rows if player and row.player_id == player.pk), None)
        waits_at = answers.place_in_line(player) if player else None
        room = _room(day, player) if day_goes_on(day, came=day.came, begun=day.begun) else None
        asked.append(AskedDay(day, answers, own, waits_at, room))
    return sorted(asked, key=lambda asked: asked.room is not None and asked.room.over)


def days_not_over(club: Club) -> QuerySet[GameDay]:
    """The club's days from today on, the next one first, without one of today whose hours are over.

    Their order is said here: where something is counted, Django leaves the model's own out.
    """
    now = timezone.localtime()
    # One that ends after midnight lasts until then.
    ended = Q(date=now.date(), ends__lte=now.time(), ends__gt=F("starts"))
    days = GameDay.objects.filter(club=club, date__gte=now.date()).exclude(ended)
    return days.order_by("date", "starts", "pk")


def day_goes_on(day: GameDay, *, came: int, begun: bool) -> bool:
    """Whether a day has begun: today by the clock, or since somebody came; or with its tables."""
    now = timezone.localtime()
    if day.cancelled_at is not None or day.date < now.date():
        return False
    if day.date > now.date():
        return begun
    return came > 0 or day.starts <= now.time()


def days_to_come(club: Club) -> QuerySet[GameDay]:
    """Those of them that have not been played already, as one that was begun early can be."""
    return days_not_over(club).exclude(pk__in=days_played(club))


def days_played(club: Club) -> frozenset[int]:
    """The ids of days from today on whose last game is over; some queries for each that is on."""
    return frozenset(day.pk for day in days_going_on(club) if is_played(day))


def is_played(day: GameDay) -> bool:
    """Whether the day's last game is over; five queries."""
    return seating_of(day).is_played


def _room(day: GameDay, player: Player | None) -> Room:
    """Who is there now, and where that person is."""
    seating = seating_of(day)
    here = {person.player.pk for person in seating.here}
    came = {person.player.pk for person in seating.people}
    number = day.current_round
    table, _seat = seating.seats(number).get(player.pk if player else 0, (None, 0))
    return Room(
        here=len(here),
        came=len(came),
        is_here=player is not None and player.pk in here,
        table=table,
        over=seating.is_played,
        wall=wall_path(day, player.name) if player else "",
        takes_answers=player is not None and player.pk not in came and seating.begun < day.rounds,
    )


def people_to_choose(club: Club, text: str) -> list[Player]:
    """Return the people with that text in their names as this request reads them, by name.

    Not looked for by the database: it knows whole names, and which of them a search hits would
    give away what a shortened name hides.
    """
    people = [player for player in players_of(club) if name_fits(player.name, text)]
    return sorted(people, key=lambda player: name_order(player.name))
