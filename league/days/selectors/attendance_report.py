"""Who said that they come in a season, and who came: by day, and by person."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from league.days.models import Attendance, DayAnswer, GameDay, TableGame
from league.days.selectors.answers import in_line
from league.days.selectors.seating import seating_of
from scoring.accounts.models import Club, Player
from scoring.accounts.selectors.people import players_of
from scoring.collation import name_order


@dataclass
class DayReport:
    """One day; each list has the people's names in order.

    `unasked` came to a day for which nobody had said anything, such as one that was never asked
    about: they did not come without a yes.
    """

    day: GameDay
    as_said: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    unsaid: list[str] = field(default_factory=list)
    unasked: list[str] = field(default_factory=list)
    declined: list[str] = field(default_factory=list)

    @property
    def came(self) -> int:
        """How many came."""
        return len(self.as_said) + len(self.unsaid) + len(self.unasked)


@dataclass(frozen=True)
class PersonReport:
    """How often one person came, came unannounced, stayed away after a yes, and said no."""

    player: Player
    came: int
    unsaid: int
    missed: int
    declined: int


@dataclass(frozen=True)
class AttendanceReport:
    """The season's days that were, newest first, and the people, by name.

    `others` is how many more the club's lists offer: they came to none of these days.
    """

    days: tuple[DayReport, ...]
    people: tuple[PersonReport, ...]
    others: int


def attendance_report(club: Club, first: date, last: date) -> AttendanceReport:
    """Return the report of the club's days in these dates, both included; four queries.

    Left out are cancelled days, those on which nobody was checked in, and those still to come: who
    is checked in ahead has not come. One that was begun before its date counts. Who came although
    they had said no came without saying so; before a day has ended, nobody has stayed away from it.
    Who waited for a place had said yes, and missed nothing by staying away.
    """
    of_season = GameDay.objects.filter(club=club, date__range=(first, last), cancelled_at=None)
    today = timezone.localdate()
    begun = Exists(TableGame.objects.filter(game_day=OuterRef("pk")))
    days = of_season.filter(Q(date__lte=today) | begun, attendances__isnull=False).distinct()
    reports = {day.pk: DayReport(day) for day in days.order_by("-date", "-starts", "-pk")}
    of_these = Q(game_day__in=days)
    came = {
        (row.game_day_id, _person(row)): row
        for row in Attendance.objects.filter(of_these).select_related("player__same_as")
    }
    words, waited = _words(
        reports, DayAnswer.objects.filter(of_these).select_related("player__same_as")
    )
    ended = {pk for pk, report in reports.items() if _has_ended(report.day)}
    counts: dict[str, Counter[Player]] = {kind: Counter() for kind in KINDS}
    answered = {day for day, _player in words}
    for day, player in sorted(came.keys() | words.keys(), key=lambda key: name_order(key[1].name)):
        kind = _kind((day, player) in came, words.get((day, player)), day in answered)
        if kind == "missed" and ((day, player) in waited or day not in ended):
            continue
        getattr(reports[day], kind).append(player.name)
        counts[kind][player] += 1
    people = {player for count in counts.values() for player in count}
    return AttendanceReport(
        days=tuple(reports.values()),
        people=tuple(
            PersonReport(
                player,
                came=sum(counts[kind][player] for kind in CAME),
                unsaid=counts["unsaid"][player],
                missed=counts["missed"][player],
                declined=counts["declined"][player],
            )
            for player in sorted(people, key=lambda player: name_order(player.name))
        ),
        others=players_of(club).exclude(pk__in=[player.pk for player in people]).count(),
    )


def _has_ended(day: GameDay) -> bool:
    """Whether the day's time is over, or all its games are played."""
    now = timezone.localtime()
    # Of the many days to come in a season no seats are read.
    is_over = (day.date, day.ends) < (now.date(), now.time())
    return is_over or (day.date == now.date() and seating_of(day).is_played)


def _words(
    reports: Mapping[int, DayReport], answers: Iterable[DayAnswer]
) -> tuple[dict[tuple[int, Player], str], frozenset[tuple[int, Player]]]:
    """What each person said for each day; and who of them was on its waiting list."""
    by_day: dict[int, list[DayAnswer]] = defaultdict(list)
    for answer in answers:
        by_day[answer.game_day_id].append(answer)
    parted = [in_line(reports[pk].day, rows) for pk, rows in by_day.items()]
    words = {
        (answer.game_day_id, _person(answer)): answer.coming
        for line in parted
        for answer in (*line.coming, *line.waiting, *line.declined)
    }
    waited = {(answer.game_day_id, _person(answer)) for line in parted for answer in line.waiting}
    return words, frozenset(waited)


CAME = ("as_said", "unsaid", "unasked")
KINDS = (*CAME, "missed", "declined")


def _kind(came: bool, coming: str | None, answered: bool) -> str:
    """Which list of a day somebody stands on; `answered` says whether anybody said anything."""
    if came and coming in (DayAnswer.Coming.YES, DayAnswer.Coming.LATE):
        return "as_said"
    if came:
        return "unsaid" if answered else "unasked"
    return "declined" if coming == DayAnswer.Coming.NO else "missed"


def _person(row: Attendance | DayAnswer) -> Player:
    return row.player.same_as or row.player
