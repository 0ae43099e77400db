"""A board that is derived from a kept one says what the games say, whatever happened meanwhile."""

import datetime
import itertools
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from league.days.services.moving import game_put, game_take_out
from league.models import GameDay, Season, Standing, TableGame, Tally
from league.people.services.merging import merge_make
from league.seasons.selectors import season_scores
from league.seasons.selectors.records import (
    book_of,
    days_of_records,
    played_games,
    records_written,
)
from league.seasons.selectors.results import board_dates, days_until, method_of, results_of
from league.seasons.selectors.sources import source_of
from league.seasons.services import leaderboard
from league.seasons.services.leaderboard import board_refresh
from league.seasons.services.records import records_refresh
from league.seasons.services.samples import Sample, season_sample
from league.seasons.services.seasons import season_update, statuses_set
from league.seasons.services.tallies import tallies_forget
from scoring.models import Club, Game, Seat
from scoring.refusals import Refusal
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish, game_reopen
from scoring.sheets.services.rounds import round_correct
from tests.factories import ANN, new_key, play, report_of
from tests.league.factories import day_game

pytestmark = pytest.mark.django_db

METHODS: list[dict[str, Any]] = [
    {"measure": "points", "count": "per_round", "tie_breaks": ["outs", "wins"]},
    {"measure": "wins", "count": "sum", "tie_breaks": ["head_to_head", "earlier_date"]},
    {"measure": "outs", "count": "sum", "tie_breaks": ["head_to_head"], "least_games": 3},
    {"measure": "places", "count": "best_days", "days": 2, "place_points": [5, 3, 1]},
    {"measure": "beaten", "count": "all_but", "days": 1, "tie_breaks": ["lowest_round"]},
    {"measure": "points", "count": "best_days", "days": 2, "tie_breaks": ["best_game", "wins"]},
]
# Numbers of tables that no day has yet.
tables = itertools.count(10)
PLAIN = {"days": 0, "place_points": [], "least_games": 1, "tie_breaks": []}


@pytest.fixture
def season(club: Club) -> Season:
    """A season of four days with two tables of four or five."""
    return season_sample(club=club, sample=Sample(players=9, days=4, rounds=2))


def correct(random: Random, season: Season) -> None:
    """Give a round of a game other points, now and then without finishing it again."""
    game = random.choice(list(Game.objects.filter(club=season.club)))
    if game.finished_at:
        game_reopen(game=game, author=ANN, key=new_key(), reason="read wrongly")
    sheet = sheet_of(Game.objects.get(pk=game.pk))
    seats = len(sheet.playing(1))
    points = random.sample([0, *random.choices(range(1, 9), k=seats - 1)], seats)
    round_correct(
        game=sheet.game,
        author=ANN,
        key=new_key(),
        round_number=1,
        report=report_of(sheet, points, round_number=1, as_it_stands=True),
        reason="read wrongly",
        seen=sheet.rounds[0].entry.pk,
    )
    if random.random() < 0.8:
        game_finish(game=Game.objects.get(pk=game.pk), author=ANN, key=new_key())


def give_seat(random: Random, season: Season) -> None:
    """Let a seat be another player's."""
    seat = random.choice(list(Seat.objects.filter(game__club=season.club)))
    others = season.club.players.filter(same_as=None).exclude(seats__game=seat.game)
    Seat.objects.filter(pk=seat.pk).update(player=random.choice(list(others)))
    Tally.objects.filter(game=seat.game_id).update(revision=0)
    if random.random() < 0.3:
        tallies_forget(games=[seat.game_id])


def move_game(random: Random, season: Season) -> None:
    """Let a game belong to another day, or to none, or to one again."""
    table = random.choice(list(TableGame.objects.filter(game_day__club=season.club)))
    if random.random() < 0.3:
        table.delete()
    else:
        day = random.choice(list(season.club.game_days.exclude(pk=table.game_day_id)))
        TableGame.objects.filter(pk=table.pk).update(game_day=day, table_number=next(tables))


def move_day(random: Random, season: Season) -> None:
    """Cancel a day or hold it after all, let it count or not, or give it another date."""
    days = season.club.game_days.all()
    day = random.choice(list(days))
    change: dict[str, Any] = random.choice(
        [
            {"cancelled_at": None if day.cancelled_at else timezone.now()},
            {"counts": not day.counts},
            {"date": random.choice(list(days)).date + datetime.timedelta(days=1)},
        ]
    )
    GameDay.objects.filter(pk=day.pk).update(**{**change, "date": change.get("date", day.date)})


def new_game(random: Random, season: Season) -> None:
    """Play a game on any day, also with somebody new."""
    day = random.choice(list(season.club.game_days.all()))
    names = random.sample([*season.club.players.values_list("name", flat=True), "Mia"], 3)
    rounds = dict(zip(names, random.sample([(0, 4), (3, 0), (5, 5)], 3), strict=True))
    day_game(day, rounds, table_number=next(tables), seating_round=2)


def change_counting(random: Random, season: Season) -> None:
    season_update(season=season, changes=PLAIN | random.choice(METHODS))


def make_guest(random: Random, season: Season) -> None:
    """Let somebody be a guest, or a member again, and guests stand apart or be left out."""
    player = random.choice(list(season.club.players.filter(same_as=None)))
    statuses_set(season=season, kinds={player.pk: random.choice(["guest", "guest", ""])})
    season_update(season=season, changes={"guests": random.choice(["ranked", "apart", "left_out"])})


def merge(random: Random, season: Season) -> None:
    """Make one of two people, if that may be."""
    kept, gone = random.sample(list(season.club.players.filter(same_as=None)), 2)
    try:
        merge_make(kept=kept, gone=gone, author=ANN)
    except Refusal:
        # Two who sat at one table are two people: their games stay as they are.
        return


CHANGES: list[Callable[[Random, Season], None]] = [
    *(correct, correct, correct, give_seat, move_game, move_day, new_game),
    *(correct, correct, correct, give_seat, move_game, merge, change_counting, make_guest),
]


class Recorder:
    """Stands for a function that reads; keeps the names and values it was asked with."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.asked: list[dict[str, Any]] = []

    def __call__(self, *plain: Any, **named: Any) -> Any:
        self.asked.append(
            {name: set(value) if name == "only" else value for name, value in named.items()}
        )
        return self.function(*plain, **named)


def contents(rows: list[Standing]) -> list[dict[str, Any]]:
    """All that rows say, but for their own numbers."""
    names = [field.attname for field in Standing._meta.fields]
    return [
        {name: getattr(row, name) for name in names if name not in ("id", "board_id")}
        for row in rows
    ]


def check(season: Season, date: datetime.date) -> None:
    """Compare the board of a date, and the record books, with what all games say."""
    season.refresh_from_db()
    board = board_refresh(season=season, as_of=date)
    source = source_of(days_until(season, date))
    plain = leaderboard.derive(method_of(season), results_of(season, date), source)
    assert board is not None
    assert contents(list(board.standings.all())) == contents(
        leaderboard.standing_rows(board, plain)
    )
    assert (board.race, board.source) == (plain.race, plain.source)


def check_records(season: Season) -> None:
    for whose in (season, None):
        kept = records_refresh(club=season.club, season=whose)
        days = days_of_records(season.club, whose)
        plain = book_of(played_games(days).values())
        assert kept.records == records_written(plain.records)
        assert kept.least_rounds == plain.least_rounds
        assert kept.source == source_of(days, ended=True)


@pytest.mark.parametrize(
    ("points", "asked"), [((0, 90), [{"only"}]), ((90, 0), [{"since"}, {"only"}])]
)
def test_a_change_reads_and_writes_what_changed_only(
    season: Season,
    monkeypatch: pytest.MonkeyPatch,
    points: tuple[int, int],
    asked: list[set[str]],
) -> None:
    """Where Ola wins still, nobody's rating changes; where Pam wins, those of the day do."""
    day = GameDay.objects.get(date=season.last)
    day_game(day, {"Mia": (0, 9), "Ned": (9, 9)}, table_number=next(tables))
    game = day_game(day, {"Ola": (0, 8), "Pam": (20, 30)}, table_number=next(tables))
    board = board_refresh(season=season)
    assert board is not None
    before = {row.player_id: row for row in board.standings.all()}
    read = Recorder(results_of)
    for module in (leaderboard, season_scores):
        monkeypatch.setattr(module, "results_of", read)
    game_reopen(game=game, author=ANN, key=new_key(), reason="read wrongly")
    play(Game.objects.get(pk=game.pk), *points)
    board = board_refresh(season=season)
    assert board is not None
    # Of the whole season only results of the two are read, and of the eight whom the chart shows.
    pair = set(game.seats.values_list("player_id", flat=True))
    assert read.asked[0] == {"only": pair}
    assert [set(kinds) for kinds in read.asked[1:]] == asked
    after = {row.player_id: row for row in board.standings.all()}
    written = {player for player, row in after.items() if row.pk != before[player].pk}
    changed = {
        player for player, row in after.items() if contents([row]) != contents([before[player]])
    }
    assert pair <= changed == written
    assert len(written) < len(after)


@pytest.mark.parametrize("by_way_of_nowhere", [False, True])
def test_a_game_that_is_put_elsewhere_on_its_day_counts_in_its_new_order(
    season: Season, by_way_of_nowhere: bool
) -> None:
    """Ola lost before she won twice; put last, the game she lost moves her rating otherwise."""
    day = GameDay.objects.get(date=season.last)
    for number, points in ((6, (0, 9)), (7, (0, 9)), (5, (9, 0))):
        game = day_game(day, {"Ola": points[:1] * 9, "Pam": points[1:] * 9}, seating_round=number)
    board = board_refresh(season=season)
    assert board is not None
    check_records(season)
    before = contents(list(board.standings.all()))
    if by_way_of_nowhere:
        game_take_out(game=game)
    game_put(game=game, day=day, number=8, table=1)
    check(season, season.last)
    check_records(season)
    assert contents(list(board.standings.all())) != before


@pytest.mark.parametrize("seed", range(9))
def test_it_says_what_all_games_say(season: Season, seed: int) -> None:
    random = Random(seed)
    season = season_update(season=season, changes=PLAIN | METHODS[seed % len(METHODS)])
    # Dates may be moved past the last day.
    Season.objects.update(last=season.last + datetime.timedelta(days=20))
    for _step in range(10):
        for _change in range(random.choice([1, 1, 2, 3])):
            season.refresh_from_db()
            random.choice(CHANGES)(random, season)
        dates = board_dates(season)
        if dates and random.random() < 0.8:
            check(season, dates[-1])
        if dates and random.random() < 0.3:
            check(season, random.choice(dates))
        if random.random() < 0.5:
            check_records(season)
