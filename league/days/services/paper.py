"""A day that was played on paper: written with all its games, and taken back as a whole."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import starmap
from typing import Any

from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone
from django.utils.translation import gettext as _

from league.days.models import Attendance, GameDay, TableGame
from league.days.selectors.paper import PaperPlan, PaperTable, digest
from league.days.selectors.seating import seating_of
from league.days.selectors.tables import playing_now, starting_doubles
from scoring.accounts.authors import Author
from scoring.accounts.models import Club, Player
from scoring.lists import all_of
from scoring.names import name_key
from scoring.refusals import KeyUsed, Refusal
from scoring.sheets.models import Game, Seat, SheetEntry
from scoring.sheets.public import (
    entry_find,
    game_finish,
    game_start,
    round_record,
    totals_record,
    totals_take_back,
)
from scoring.sheets.selectors.consequences import watchers_of
from scoring.sheets.selectors.games import is_scored
from scoring.values import Consequence, RoundReport, SeatReport

from .attendance import attendances_add
from .calendar import day_create, day_open, day_touch
from .moving import game_throw_away, taken


@dataclass(frozen=True)
class PaperDay:
    """What came of entering a day: its games; `again` says that they were written before."""

    day: GameDay
    games: int
    again: bool = False


@transaction.atomic
def paper_day_record(
    *,
    club: Club,
    author: Author,
    key: str,
    plan: PaperPlan,
    day: GameDay | None,
    fields: Mapping[str, Any] | None = None,
) -> PaperDay:
    """Write all games of a day from paper, or none; without a day, one with these fields.

    The same plan under the same key is written once. Raises `KeyUsed` where something else has
    come under it, and `Refusal` where the plan has faults, or a table has a game by now.
    """
    club = Club.objects.select_for_update().get(pk=club.pk)
    if written := paper_day_written(club=club, key=key, plan=plan):
        return written
    if plan.faults:
        raise Refusal("faults", _("Something does not fit. Correct the marked lines first."))
    details: dict[str, Any] = {"grid": plan.content}
    if day is None:
        day = day_create(club=club, fields=dict(fields or {}))
        details["new_day"] = "1"
    day = day_open(day)
    moment = timezone.now()
    details["came_at"] = moment.isoformat()
    details["new_people"] = [name_key(name) for name in plan.new_names]
    joins: dict[Player, int] = {}
    for table in plan.tables:
        for seat in _game_write(day, author, key, table, details).seats.select_related("player"):
            joins.setdefault(seat.player, table.number)
    attendances_add(day=day, joins=joins, moment=moment)
    _day_reach(day, plan.games)
    return PaperDay(day, len(plan.tables))


def paper_day_written(*, club: Club, key: str, plan: PaperPlan) -> PaperDay | None:
    """What was written under this key before, None for nothing.

    Raises `KeyUsed` where that was something else, or was taken back since.
    """
    entries = SheetEntry.objects.filter(
        game__club=club, kind=SheetEntry.Kind.TOTALS, key=key, supersedes=None
    )
    sent = list(entries.select_related("game__table_game__game_day"))
    if not sent:
        return None
    first = sent[0]
    row = getattr(first.game, "table_game", None)
    if first.details.get("grid") != plan.content or row is None:
        raise KeyUsed(
            _(
                "This page has been used already, for something else. These numbers are not saved. "
                "Look at the day first."
            ),
            [first],
        )
    return PaperDay(row.game_day, len(sent), again=True)


@transaction.atomic
def paper_rounds_record(
    *,
    day: GameDay,
    author: Author,
    key: str,
    number: int,
    table: int,
    people: Sequence[Player],
    rounds: Sequence[Sequence[int | None]],
    as_it_stands: bool = False,
) -> Game:
    """Write the day's game `number` of a table from its paper, round by round; it is finished then.

    A round is who went out, as a place in `people` or null, then each one's points. The same under
    the same key is written once. What can hardly be is written where it stands so on the paper,
    `as_it_stands`. Raises `Refusal` where something is scored there, or somebody plays elsewhere.
    """
    day = day_open(day)
    game = _game_for_rounds(day, author, key, number, table, people)
    places = [seat.pk for seat in game.seats.order_by("place")]
    doubles = starting_doubles(game)
    for at, (out, *points) in enumerate(rounds, 1):
        round_record(
            game=game,
            author=author,
            key=_round_key(key, at),
            round_number=at,
            report=RoundReport(
                starting_double=doubles[at - 1],
                ending="time" if out is None else "out",
                out_seat_id=None if out is None else places[out],
                seats=tuple(starmap(SeatReport, zip(places, points, strict=True))),
                as_it_stands=as_it_stands,
            ),
            reason=_("The paper says so.") if as_it_stands else "",
        )
    game_finish(game=game, author=author, key=_round_key(key, 0))
    attendances_add(day=day, joins=dict.fromkeys(people, number), moment=timezone.now())
    _day_reach(day, number)
    return game


def _round_key(key: str, number: int) -> str:
    return f"{key[:56]}-r{number}"


def _game_for_rounds(
    day: GameDay, author: Author, key: str, number: int, table: int, people: Sequence[Player]
) -> Game:
    """The game that was begun there with just these people, else a new one in its place."""
    there = day.table_games.filter(seating_round=number, table_number=table)
    row = there.select_related("game").first()
    if row is not None:
        sent = entry_find(game=row.game, key=_round_key(key, 1))
        if sent is None and is_scored(row.game):
            raise taken(number, table)
        seats = row.game.seats.order_by("place").values_list("player", "player__same_as")
        seated = [same or player for player, same in seats]
        if sent is not None or seated == [person.pk for person in people]:
            return row.game
        game_throw_away(game=row.game)
    busy = playing_now(seating_of(day), number)
    for person in people:
        if person.pk in busy and busy[person.pk][0] == number:
            raise Refusal(
                "busy",
                _("%(name)s plays game %(game)d at table %(other)d already.")
                % {"name": person.name, "game": number, "other": busy[person.pk][1]},
            )
    game = game_start(
        club=day.club,
        author=author,
        names=[person.name for person in people],
        set_=day.set,
        rules=day.rules,
        rule_sheet=day.rule_sheet,
        table_number=table,
        started_at=_begins(day),
        key=f"paper-{key}-{number}-{table}",
    )
    TableGame.objects.create(game_day=day, game=game, seating_round=number, table_number=table)
    return game


def _begins(day: GameDay) -> datetime:
    """When a game from paper began, as far as anybody knows: with its day, at the latest now."""
    return min(timezone.make_aware(datetime.combine(day.date, day.starts)), timezone.now())


def _game_write(
    day: GameDay, author: Author, key: str, table: PaperTable, details: Mapping[str, Any]
) -> Game:
    game = game_start(
        club=day.club,
        author=author,
        names=[seat.name for seat in table.seats],
        set_=day.set,
        rules=day.rules,
        rule_sheet=day.rule_sheet,
        table_number=table.table,
        totals_only=True,
        started_at=_begins(day),
        key=f"paper-{key}-{table.number}-{table.table}",
    )
    there = day.table_games.filter(seating_round=table.number, table_number=table.table)
    for row in there.select_related("game"):
        if is_scored(row.game):
            raise taken(table.number, table.table)
        # Begun on a tablet, and then played on paper.
        details = {**details, "instead_of": row.game.code}
        game_throw_away(game=row.game)
    totals_record(
        game=game,
        author=author,
        key=key,
        lines=[seat.line for seat in table.seats],
        rounds=table.rounds,
        details=details,
    )
    TableGame.objects.create(
        game_day=day, game=game, seating_round=table.number, table_number=table.table
    )
    return game


def _day_reach(day: GameDay, games: int) -> None:
    """Let the day have that many games, and go on to the last of those that are over.

    A day that is past is over with the last of them, whoever sat where.
    """
    day.rounds = max(day.rounds, games)
    number = max(day.current_round, games) if day.date < timezone.localdate() else day.current_round
    seating = seating_of(day)
    while number < day.rounds and seating.is_over(number) and seating.is_over(number + 1):
        number += 1
    fields = {"rounds": day.rounds, "current_round": number}
    GameDay.objects.filter(pk=day.pk).update(**fields, revision=F("revision") + 1)


@transaction.atomic
def paper_take_back(
    *, day: GameDay, author: Author, key: str, games: Collection[Game] | None = None
) -> int:
    """Take games back that were entered from paper, without `games` all of the day's.

    Their sheets stay readable and count nowhere. Who came by these games alone was not there; whom
    the club knows by them alone is archived; and a day that was made for them, and has nothing
    else, is gone. Answers how many games these were; doing it twice changes nothing.
    """
    day = day_open(day)
    rows = day.table_games.filter(game__totals_only=True).select_related("game")
    if games is not None:
        rows = rows.filter(game__in=games)
    taken = list(rows)
    entries = SheetEntry.objects.filter(
        game__in=[row.game for row in taken], kind=SheetEntry.Kind.TOTALS, supersedes=None
    )
    details = [entry.details for entry in entries]
    for row in taken:
        totals_take_back(game=row.game, author=author, key=key)
        row.delete()
    _forget_attendances(day, {str(detail.get("came_at", "")) for detail in details})
    names = {name for detail in details for name in detail.get("new_people", ())}
    _archive_strangers(day.club, names)
    _day_step_back(day, {row.seating_round for row in taken})
    day_touch(day)
    if any("new_day" in detail for detail in details) and _is_bare(day):
        day.delete()
    return len(taken)


@dataclass(frozen=True)
class GoesBack:
    """What goes with a game from paper that is taken back, in sentences; `beyond` is derived.

    `mark` is a digest of all this.
    """

    sentences: tuple[str, ...]
    beyond: tuple[Consequence, ...]
    mark: str


@transaction.atomic
def paper_game_take_back(
    *, game: Game, day: GameDay, author: Author, key: str, agreed: str
) -> GoesBack | None:
    """Take one game back where `agreed` is the mark of what goes; else write nothing and say it."""
    # The day may be gone afterwards.
    day = day_open(day)
    watchers = watchers_of(game)
    came = _names_there(day)
    paper_take_back(day=day, author=author, key=key, games=[game])
    away = sorted(came - _names_there(day))
    sentences = []
    if away:
        sentences.append(
            _("Here only because of this game, so not counted as present: %s.") % all_of(away)
        )
    if not GameDay.objects.filter(pk=day.pk).exists():
        sentences.append(_("The day was made for this game, and goes with it."))
    beyond = tuple(consequence for tell in watchers for consequence in tell())
    content = [sentences, [[part.heading, part.intro, part.sentences] for part in beyond]]
    goes = GoesBack(tuple(sentences), beyond, digest(content))
    if goes.mark == agreed:
        return None
    transaction.set_rollback(True)
    return goes


def _names_there(day: GameDay) -> set[str]:
    return set(day.attendances.values_list("player__name", flat=True))


def _day_step_back(day: GameDay, taken: Collection[int]) -> None:
    """Let a day of today stand at the last game that it has left, if its current one is gone.

    Else the evening would begin with "Game 3 of 3", when last week's games were typed into it.
    """
    last = day.table_games.aggregate(last=Max("seating_round"))["last"] or 1
    if day.date >= timezone.localdate() and last < day.current_round in taken:
        GameDay.objects.filter(pk=day.pk).update(current_round=last)


def _forget_attendances(day: GameDay, moments: set[str]) -> None:
    """Delete those who came at these moments and sit in no game of the day any more."""
    still = Seat.objects.filter(game__table_game__game_day=day).values("player")
    arrived = [datetime.fromisoformat(moment) for moment in moments if moment]
    Attendance.objects.filter(game_day=day, arrived_at__in=arrived).exclude(
        player__in=still
    ).delete()


def _archive_strangers(club: Club, names: set[str]) -> None:
    """Archive those of these people (by name key) who are in no game that counts, and on no list.

    The sheets that were taken back name them still.
    """
    people = Player.objects.filter(club=club, name_key__in=names, archived_at=None)
    playing = Seat.objects.filter(game__club=club, game__taken_back_at=None)
    alone = people.filter(attendances=None, answers=None, entries=None, brought_forward=None)
    gone = alone.exclude(pk__in=playing.values("player"))
    Player.objects.filter(pk__in=list(gone.values_list("pk", flat=True))).update(
        archived_at=timezone.now()
    )


def _is_bare(day: GameDay) -> bool:
    kinds = (day.table_games, day.attendances, day.answers, day.plans, day.wishes, day.mails)
    return day.series_id is None and not any(rows.exists() for rows in kinds)
