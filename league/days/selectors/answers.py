"""Who says that they come to a game day: places, the waiting list, and the days to ask about."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Prefetch
from django.utils import timezone

from league.days.models import DayAnswer, GameDay
from scoring.accounts.models import Club, Player
from scoring.accounts.selectors.people import players_of
from scoring.names import name_order, name_plain

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
    def full(self) -> bool:
        """Whether no place is left."""
        return self.places is not None and len(self.coming) >= self.places

    def place_in_line(self, player: Player) -> int | None:
        """Return the player's place on the waiting list, from 1; None for who is not on it."""
        line = [answer.player_id for answer in self.waiting]
        return line.index(player.pk) + 1 if player.pk in line else None


@dataclass(frozen=True)
class AskedDay:
    """A day that is coming, with what all said and what one person said."""

    day: GameDay
    answers: DayAnswers
    own: DayAnswer | None
    waits_at: int | None


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
    """The club's next days, cancelled ones too, with what was said; two queries."""
    coming = GameDay.objects.filter(club=club, date__gte=timezone.localdate())
    with_people = Prefetch("answers", DayAnswer.objects.select_related("player"))
    days = coming.select_related("club").prefetch_related(with_people)[:DAYS_ASKED]
    asked = []
    for day in days:
        rows = list(day.answers.all())
        answers = in_line(day, rows)
        own = next((row for row in rows if player and row.player_id == player.pk), None)
        waits_at = answers.place_in_line(player) if player else None
        asked.append(AskedDay(day, answers, own, waits_at))
    return asked


def people_to_choose(club: Club, text: str) -> list[Player]:
    """Return the people with that text in their names as this request reads them, by name.

    Not looked for by the database: it knows whole names, and which of them a search hits would
    give away what a shortened name hides.
    """
    plain = name_plain(text)
    people = [player for player in players_of(club) if plain in name_plain(player.name)]
    return sorted(people, key=lambda player: name_order(player.name))
