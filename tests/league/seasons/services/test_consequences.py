"""A correction says before it is saved what it changes in the league, and that is what happens."""

import datetime
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Board, GameDay, RecordBook, Season
from league.seasons.selectors.records import TITLES
from league.seasons.services.leaderboard import board_refresh
from league.seasons.services.records import records_refresh
from league.seasons.services.seasons import season_close, season_reopen
from league.site.settings import SHEET_CONSEQUENCES
from scoring.models import Club, Game
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.corrections import NotAgreed, Preview, correction_record
from scoring.sheets.services.games import game_finish, game_reopen
from scoring.sheets.services.rounds import Recorded
from scoring.values import Consequence
from tests.factories import ANN, make_game, new_key, play, report_of
from tests.league.factories import MONDAY, GameDayFactory, SeasonFactory, day_game
from tests.litany import rows

pytestmark = pytest.mark.django_db

WEEK = datetime.timedelta(days=7)
FIRST = {"Ann": (0, 10), "Bob": (20, 0), "Cal": (30, 30)}
SECOND = {"Ann": (40, 30), "Bob": (0, 5), "Dot": (10, 0)}
Lines = dict[str, tuple[int | None, bool, str]]


@pytest.fixture(autouse=True)
def seasons_alone(settings: Any) -> None:
    """What a correction says of a day's winner is tested with the day."""
    settings.SHEET_CONSEQUENCES = ["league.seasons.services.consequences.foresee"]


@pytest.fixture
def season(club: Club) -> Season:
    return SeasonFactory(club=club)


@pytest.fixture
def games(season: Season) -> list[Game]:
    """Two game days, of which the first one's game is open for corrections."""
    found = [
        day_game(GameDayFactory(club=season.club, date=MONDAY + number * WEEK), rounds)
        for number, rounds in enumerate((FIRST, SECOND))
    ]
    reopen(found[0])
    return found


def reopen(game: Game) -> None:
    game_reopen(game=game, author=ANN, key=new_key(), reason="read wrongly")


def correct(game: Game, number: int, *points: int, agreed: str = "") -> Recorded:
    sheet = sheet_of(game)
    return correction_record(
        game=game,
        author=ANN,
        key=new_key(),
        round_number=number,
        report=report_of(sheet, points, round_number=number),
        reason="read wrongly",
        seen=sheet.rounds[number - 1].entry.pk,
        agreed=agreed,
    )


def preview(game: Game, number: int, *points: int) -> Preview:
    with pytest.raises(NotAgreed) as asked:
        correct(game, number, *points)
    return asked.value.preview


def lines(season: Season) -> Lines:
    """What the season's board says of each player, as its rows keep it."""
    board = board_refresh(season=season)
    assert board is not None
    kept = board.standings.select_related("player")
    return {one.player.name: (one.place, one.shared, one.shown) for one in kept}


def ratings(season: Season) -> dict[int, float | None]:
    """What the season's board keeps of each player's strength."""
    board = board_refresh(season=season)
    assert board is not None
    return dict(board.standings.values_list("player", "mu"))


def books(season: Season) -> list[Any]:
    """What the season's and the club's record books say."""
    made = [records_refresh(club=season.club, season=one) for one in (season, None)]
    return [one.records for one in made]


def test_who_moves_and_with_which_value(games: list[Game]) -> None:
    told = preview(games[0], 1, 0, 99, 30)
    assert told.totals == ("Bob: 99 in this round (was 20), 99 in the game (was 20).",)
    assert told.places == ("Bob: place 3 instead of place 2.", "Cal: place 2 instead of place 3.")
    season, records, club = told.beyond
    assert season.heading == "Leaderboard: 2026"
    assert season.intro == ""
    assert season.sentences == (
        "Ann: place 2 instead of place 3, with 20.00 as before.",
        "Bob: place 3 instead of place 2, with 26.00 instead of 6.25.",
        "Ratings change, too.",
    )
    assert club.heading == "The club’s records"
    assert club.sentences == (
        "Most points in one round: 99 points (Bob on March 2, 2026, round 1) "
        "instead of 40 points (Ann on March 9, 2026, round 1).",
    )
    assert records.heading == "Records: 2026"
    assert records.sentences == club.sentences


def test_looking_writes_nothing(season: Season, games: list[Game]) -> None:
    lines(season)
    books(season)
    before = rows()
    preview(games[0], 1, 0, 99, 30)
    assert rows() == before
    # Nor does it where nothing had been derived yet.
    Board.objects.all().delete()
    RecordBook.objects.all().delete()
    before = rows()
    preview(games[0], 1, 0, 99, 30)
    assert rows() == before


def sentence(name: str, was: Any, now: Any) -> str:
    """The sentence for a line of the leaderboard that changes, written another way."""

    def place(line: Any) -> str:
        return f"{'shared ' if line[1] else ''}place {line[0]}" if line[0] else "no place"

    if place(was) == place(now):
        return f"{name}: {now[2]} instead of {was[2]}, {place(now)} as before."
    with_ = f"{now[2]} as before" if now[2] == was[2] else f"{now[2]} instead of {was[2]}"
    return f"{name}: {place(now)} instead of {place(was)}, with {with_}."


def told_records(one: Consequence) -> set[str]:
    titles = {str(title): name for name, title in TITLES.items()}
    return {titles[said.partition(": ")[0]] for said in one.sentences}


@pytest.mark.parametrize("seed", range(12))
def test_what_is_told_is_what_happens(club: Club, seed: int) -> None:
    """Compared with the pages of before and after, which come about another way."""
    random = Random(seed)
    ties, least = [["outs", "head_to_head"], []][seed % 2], 1 + seed % 3 // 2
    measure = ["points", "outs", "wins"][seed % 3]
    count = ["per_round", "sum", "best_days"][seed % 3]
    season = SeasonFactory(
        club=club,
        tie_breaks=ties,
        least_games=least,
        measure=measure,
        count=count,
        days=seed % 3 // 2,
    )
    played = []
    for number in range(4):
        day = GameDayFactory(club=club, date=MONDAY + number // 2 * WEEK)
        names = random.sample(["Ann", "Bob", "Cal", "Dot", "Eve"], 4)
        columns = [random.sample([0, *random.choices(range(1, 40), k=3)], 4) for _round in "abc"]
        rounds = dict(zip(names, zip(*columns, strict=True), strict=True))
        # A table that still plays holds no record.
        played.append(day_game(day, rounds, table_number=number % 2 + 1, finished=number != 2))
    game = random.choice(played)
    if sheet_of(game).finished:
        reopen(game)
    before, records_before, rated = lines(season), books(season), ratings(season)
    points = random.sample([0, *random.choices(range(1, 60), k=3)], 4)
    told = preview(game, random.randint(1, 3), *points)
    number = next(
        line.number for line in sheet_of(game).rounds if mark_is(game, line.number, points, told)
    )
    correct(game, number, *points, agreed=told.mark)
    after, records_after = lines(season), books(season)
    changed = {
        sentence(name, before[name], after[name]) for name in after if before[name] != after[name]
    }
    if ratings(season) != rated:
        changed.add("Ratings change, too.")
    beyond = {one.heading: one for one in told.beyond}
    of_season = beyond.get("Leaderboard: 2026", Consequence(""))
    assert set(of_season.sentences) == changed
    for heading, old, new in zip(
        ("Records: 2026", "The club’s records"), records_before, records_after, strict=True
    ):
        of_records = beyond.get(heading, Consequence(""))
        assert told_records(of_records) == {name for name in TITLES if old[name] != new[name]}


def mark_is(game: Game, number: int, points: list[int], told: Preview) -> bool:
    return preview(game, number, *points).mark == told.mark


def test_a_correction_and_its_correction_back_leave_no_trace(
    season: Season, games: list[Game]
) -> None:
    before = lines(season), books(season)
    for bobs in (99, 20):
        told = preview(games[0], 1, 0, bobs, 30)
        assert told.beyond
        correct(games[0], 1, 0, bobs, 30, agreed=told.mark)
        assert ((lines(season), books(season)) == before) is (bobs == 20)


def test_another_game_that_moves_meanwhile_asks_again(season: Season, games: list[Game]) -> None:
    told = preview(games[0], 1, 0, 99, 30)
    day = GameDayFactory(club=season.club, date=MONDAY + 2 * WEEK)
    day_game(day, {"Bob": (0, 0), "Cal": (5, 5)})
    before = rows()
    with pytest.raises(NotAgreed) as asked:
        correct(games[0], 1, 0, 99, 30, agreed=told.mark)
    assert rows() == before
    assert asked.value.preview.beyond != told.beyond
    correct(games[0], 1, 0, 99, 30, agreed=asked.value.preview.mark)


def test_a_closed_season_stays_and_says_what_opening_it_would_do(
    season: Season, games: list[Game]
) -> None:
    game_finish(game=games[0], author=ANN, key=new_key())
    season = season_close(season=season, author=ANN)
    reopen(games[0])
    before = lines(season), books(season)
    told = preview(games[0], 1, 0, 99, 30)
    assert told.beyond[0].intro == "2026 is closed and stays as it was. If it were opened again:"
    assert "Ann: place 2 instead of place 3, with 20.00 as before." in told.beyond[0].sentences
    assert told.beyond[1].intro == "If it were opened again:"
    correct(games[0], 1, 0, 99, 30, agreed=told.mark)
    game_finish(game=games[0], author=ANN, key=new_key())
    assert lines(season) == before[0]
    assert books(season)[0] == before[1][0]
    # The club's own records are of no season, and follow.
    assert books(season)[1] != before[1][1]
    # Told against what the closed season says: taken back, nothing would change.
    reopen(games[0])
    back = preview(games[0], 1, 0, 20, 30).beyond[0]
    assert back.sentences == ()
    assert back.intro == (
        "2026 is closed and stays as it was. It would also if it were opened again."
    )
    season = season_reopen(season=season)
    assert lines(season)["Bob"] == (3, False, "26.00")
    assert books(season)[0]["highest_round"]["value"] == 99


def test_a_game_that_has_never_ended_changes_no_record(season: Season) -> None:
    day = GameDayFactory(club=season.club)
    game = day_game(day, FIRST, finished=False)
    told = preview(game, 1, 0, 99, 30)
    assert [one.heading for one in told.beyond] == ["Leaderboard: 2026"]
    assert books(season)[0]["highest_round"] is None


@pytest.mark.parametrize("changes", [{"counts": False}, {"cancelled_at": "2026-03-02T12:00Z"}])
def test_a_day_that_does_not_count_changes_nothing(
    games: list[Game], changes: dict[str, Any]
) -> None:
    GameDay.objects.filter(date=MONDAY).update(**changes)
    assert preview(games[0], 1, 0, 99, 30).beyond == ()


def test_a_day_of_no_season_may_change_the_clubs_records(season: Season, games: list[Game]) -> None:
    Season.objects.update(first=MONDAY + WEEK)
    (told,) = preview(games[0], 1, 0, 99, 30).beyond
    assert told.heading == "The club’s records"


def test_a_game_of_no_day_and_no_tournament_asks_once_for_each(
    club: Club, settings: Any, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    settings.SHEET_CONSEQUENCES = SHEET_CONSEQUENCES
    game = make_game(club)
    play(game, 12, 0, 45, 9)
    with django_assert_max_num_queries(40) as asked:
        assert preview(game, 1, 12, 0, 44, 9).beyond == ()
    assert sum("league_" in query["sql"] for query in asked.captured_queries) == len(
        SHEET_CONSEQUENCES
    )


def test_its_queries_do_not_grow(season: Season, games: list[Game]) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as asked:
            preview(games[0], 1, 0, 99, 30)
        return len(asked)

    lines(season)
    few = count()
    day = GameDayFactory(club=season.club, date=MONDAY + 2 * WEEK)
    for table in range(1, 7):
        names = [f"P{table}{letter}" for letter in "abcd"]
        rounds = dict(zip(names, [(0, 9), (8, 0), (9, 9), (7, 7)], strict=True))
        day_game(day, rounds, table_number=table)
    lines(season)
    assert count() == few
    assert few < 80
