"""Tables that stopped early: who played how many rounds, in words."""

import pytest

from league.models import Entrant, Stage, StageTable
from league.tournaments.brackets.ranking import stage_places
from league.tournaments.courses import loaded
from league.tournaments.display.selectors.bracket import bracket_of
from league.tournaments.stages.selectors.rounds_played import (
    counted_short,
    counted_words,
    counting_notes,
    rounds_played,
    uneven_words,
)
from scoring.accounts.services.people import player_for_name
from scoring.models import Club, Game, Seat
from scoring.sheets.services.games import game_finish
from tests.factories import ANN, make_game, new_key, play
from tests.league.factories import StageFactory, TournamentFactory
from tests.league.tournaments.played import enter, paper, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage(club: Club) -> Stage:
    """Four tables of four are seated, nobody has begun."""
    stage = StageFactory(tournament=TournamentFactory(club=club))
    people = enter(stage.tournament, 16)
    seat(stage, [people[at : at + 4] for at in range(0, 16, 4)])
    return stage


def played(table: StageTable, rounds: int, *, ended: bool = True) -> None:
    club = table.round.stage.tournament.club
    game = make_game(club, 4)
    StageTable.objects.filter(pk=table.pk).update(game=game)
    for _round in range(rounds):
        play(game, 0, 5, 7, 9)
    if ended:
        game_finish(game=game, author=ANN, key=new_key())


def of_its_people(table: StageTable) -> None:
    """Let those who sit at the table be the people of its game."""
    names = [chair.entrant.name for chair in table.seats.all()]
    club = table.round.stage.tournament.club
    people = [player_for_name(club=club, name=name) for name in names]
    for chair, player in zip(table.seats.all(), people, strict=True):
        Entrant.objects.filter(pk=chair.entrant_id).update(player=player)
    for played_seat, player in zip(
        Seat.objects.filter(game__stage_table=table).order_by("pk"), people, strict=True
    ):
        Seat.objects.filter(pk=played_seat.pk).update(player=player)


def words(stage: Stage) -> str:
    return uneven_words(loaded(stage.tournament), stage, 1)


def test_finished_tables_are_told_apart_by_their_rounds(stage: Stage) -> None:
    first, second, third, fourth = StageTable.objects.all()
    played(first, 3)
    played(third, 3)
    paper(fourth, (1, 2, 3, 4))
    assert words(stage) == ""
    played(second, 1, ended=False)
    assert words(stage) == "", "a table that still plays is not behind for good"
    game_finish(game=Game.objects.get(stage_table=second), author=ANN, key=new_key())
    assert rounds_played(loaded(stage.tournament), stage, 1) == {3: [1, 3], 1: [2]}
    assert words(stage) == (
        "Not all tables played the same number of rounds: 3 rounds at tables 1 and 3; 1 round at "
        "table 2. "
        "Points count as they are."
    )


@pytest.mark.parametrize(
    ("uneven", "sentence", "counted"),
    [
        ("stands", "Points count as they are.", ""),
        (
            "average",
            "Each total counts as the average of its rounds.",
            "15 points in 3 rounds count as 5.",
        ),
        (
            "common",
            "So far, only the first 2 rounds count to compare with other tables.",
            "Of 15 points those of the first 2 rounds count: 10.",
        ),
    ],
)
def test_what_is_said_of_totals_follows_the_format(
    stage: Stage, uneven: str, sentence: str, counted: str
) -> None:
    first, second, *_others = StageTable.objects.all()
    for table, rounds in ((first, 3), (second, 2)):
        played(table, rounds)
        of_its_people(table)
    Stage.objects.filter(pk=stage.pk).update(uneven=uneven)
    stage.refresh_from_db()
    assert words(stage).endswith(sentence)
    now = loaded(stage.tournament)
    lines = now.tables_of(stage, 1)[0].lines
    five = next((line.key for line in lines if line.total == 15), lines[0].key)
    assert counted_words(now, stage, 1, 1, five) == counted


def test_a_table_that_plays_does_not_say_how_many_rounds_count(stage: Stage) -> None:
    """After its first round pages said that one round counts, and others two."""
    first, second, third, fourth = StageTable.objects.all()
    Stage.objects.filter(pk=stage.pk).update(uneven="common")
    stage.refresh_from_db()
    for table, rounds in ((first, 3), (second, 2)):
        played(table, rounds)
        of_its_people(table)
    played(third, 1, ended=False)
    of_its_people(third)
    so_far = "So far, only the first 2 rounds count to compare with other tables."
    now = loaded(stage.tournament)
    assert list(counting_notes(now)) == [(stage.name, so_far)]
    assert words(stage).endswith(f"3 rounds at table 1; 2 rounds at table 2. {so_far}")
    assert bracket_of(now).columns[0].counting == so_far
    assert sorted(counted_short(now, stage, 1).values()) == ["counts 10", "counts 14", "counts 18"]
    places = {place.value for place in stage_places(now.courses[stage.pk])}
    assert places == {0, 10, 14, 18, 5, 7, 9, None}
    game_finish(game=Game.objects.get(stage_table=third), author=ANN, key=new_key())
    paper(fourth, (1, 2, 3, 4), rounds_played=1)
    counted = "To compare with other tables, only the first round counts."
    assert list(counting_notes(loaded(stage.tournament))) == [(stage.name, counted)]


def test_where_places_count_rounds_elsewhere_do_not(stage: Stage) -> None:
    first, second, *_others = StageTable.objects.all()
    played(first, 2)
    played(second, 1)
    stage.measure = Stage.Measure.PLACES
    assert words(stage) == ""


def test_what_totals_count_stands_beside_them_where_tables_differ(stage: Stage) -> None:
    first, second, *_others = StageTable.objects.all()
    Stage.objects.update(uneven="average")
    stage.refresh_from_db()
    paper(first, (30, 40, 50, 60), rounds_played=2)
    assert counted_short(loaded(stage.tournament), stage, 1) == {}
    paper(second, (20, 40, 60, 80), rounds_played=4)
    words = counted_short(loaded(stage.tournament), stage, 1)
    assert sorted(words.values()) == sorted(
        f"{value} a round" for value in (15, 20, 25, 30, 5, 10, 15, 20)
    )
    shown = bracket_of(loaded(stage.tournament)).columns[0]
    assert shown.boxes[0].seats[0].counts == "15 a round"
    Stage.objects.update(uneven="stands")
    stage.refresh_from_db()
    assert counted_short(loaded(stage.tournament), stage, 1) == {}


def test_averages_that_add_up_stand_in_each_game_once_one_was_uneven(stage: Stage) -> None:
    first, second, *_others = StageTable.objects.all()
    Stage.objects.update(uneven="average", rounds=2)
    stage.refresh_from_db()
    paper(first, (30, 40, 50, 60), rounds_played=2)
    paper(second, (20, 40, 60, 80), rounds_played=4)
    people = [one.entrant for one in first.seats.select_related("entrant")]
    (later,) = seat(stage, [people], 2)
    paper(later, (40, 44, 48, 52), rounds_played=4)
    words = counted_short(loaded(stage.tournament), stage, 2)
    assert list(words.values()) == [f"{value} a round" for value in (10, 11, 12, 13)]
