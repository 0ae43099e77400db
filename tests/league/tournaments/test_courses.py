"""A tournament's rows as plain values: what sheets, paper and withdrawals make of them."""

from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league.models import (
    Entrant,
    PaperResult,
    Parting,
    Stage,
    StageEntrant,
    StageRound,
    StageSeat,
    StageTable,
    Tournament,
)
from league.seasons.services.tallies import tallies_refresh
from league.standings.tie_breaks import TieBreak
from league.tournaments.brackets.values import PlayOff, SeatScore
from league.tournaments.courses import Loaded, loaded
from scoring.accounts.services.people import player_for_name
from scoring.models import Club, Game
from scoring.names import name_key
from scoring.sheets.services.games import game_finish, game_start
from tests.factories import ANN, NAMES, make_game, new_key, play

pytestmark = pytest.mark.django_db
QUERIES = 16
FAMILY = {"base": "family", "fill": "defaults"}


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return Tournament.objects.create(
        club=club, name="Games", date=date(2026, 6, 6), tie_breaks=["outs", "play_off"]
    )


@pytest.fixture
def stage(tournament: Tournament) -> Stage:
    stage = Stage.objects.create(
        tournament=tournament, number=1, name="First", rules={"base": "family"}, size=4
    )
    StageRound.objects.create(stage=stage, number=1, seated_at=timezone.now())
    return stage


def enter(stage: Stage, names: tuple[str, ...], table: int, **more: Any) -> StageTable:
    """Seat these people at a table of the stage's first round."""
    row = StageTable.objects.create(round=stage.seated.get(), number=table, **more)
    begin = stage.field.count()
    for place, name in enumerate(names):
        entrant = Entrant.objects.create(
            tournament=stage.tournament,
            player=player_for_name(club=stage.tournament.club, name=name),
            number=begin + place + 1,
            name=name,
            name_key=name_key(name),
            community=" Sun Valley",
            entered_at=timezone.now(),
        )
        StageEntrant.objects.create(stage=stage, entrant=entrant, seed=begin + place + 1)
        StageSeat.objects.create(table=row, entrant=entrant, place=place)
    return row


def a_game(club: Club) -> Game:
    game = make_game(club)
    play(game, 0, 5, 7, 9)
    play(game, 4, 0, 7, 9)
    return game


def by_name(found: Loaded) -> dict[str, SeatScore]:
    (course,) = found.courses.values()
    return {found.entrants[int(key)].name: line for (_n, key), line in course.lines.items()}


def test_a_table_says_what_its_sheet_says_kept_or_not(
    club: Club, tournament: Tournament, stage: Stage
) -> None:
    game = a_game(club)
    enter(stage, NAMES[:4], 1, game=game)
    first = by_name(loaded(tournament))
    assert (first["Ann"].total, first["Ann"].outs, first["Ann"].lowest_round) == (4, 1, 0)
    assert first["Dot"].total == 18
    tallies_refresh(club=club)
    assert by_name(loaded(tournament)) == first
    play(game, 50, 0, 7, 9)  # what is kept is older than the sheet now
    assert by_name(loaded(tournament))["Ann"].total == 54


def test_a_table_is_finished_when_its_game_is(
    club: Club, tournament: Tournament, stage: Stage
) -> None:
    game = a_game(club)
    enter(stage, NAMES[:4], 1, game=game)
    (state,) = loaded(tournament).tables_of(stage, 1)
    assert (state.finished, state.rounds) == (False, 2)
    game_finish(game=game, author=ANN, key=new_key())
    (state,) = loaded(tournament).tables_of(stage, 1)
    assert state.finished


def test_the_newest_paper_counts_where_there_is_no_game(
    tournament: Tournament, stage: Stage
) -> None:
    table = enter(stage, NAMES[:3], 1)
    ids = [seat.entrant_id for seat in table.seats.all()]
    for totals in ((1, 2, 3), (10, 20, 30)):
        lines = [[pk, total, 1, None] for pk, total in zip(ids, totals, strict=True)]
        PaperResult.objects.create(
            table=table, lines=lines, author="Olive", recorded_at=timezone.now()
        )
    found = by_name(loaded(tournament))
    assert [found[name].total for name in NAMES[:3]] == [10, 20, 30]
    assert found["Ann"].lowest_round is None


def test_who_withdrew_is_out_unless_the_stage_was_closed_before(
    tournament: Tournament, stage: Stage
) -> None:
    enter(stage, NAMES[:3], 1)
    now = timezone.now()
    Entrant.objects.filter(name="Bob").update(withdrawn_at=now)

    def out() -> list[bool]:
        return [one.out for one in loaded(tournament).courses[stage.pk].field]

    assert out() == [False, True, False]
    Stage.objects.update(closed_at=now - timedelta(minutes=1))
    assert out() == [False, False, False]


def test_what_the_director_decided_comes_with_the_course(
    tournament: Tournament, stage: Stage
) -> None:
    table = enter(stage, NAMES[:4], 1)
    ann, bob, cal, dot = (seat.entrant_id for seat in table.seats.all())
    now = timezone.now()
    for kind, numbers, undone in (
        ("play_off", [[ann, 5], [bob, 9]], None),
        ("lot", [[cal, 2], [dot, 1]], None),
        ("lot", [[dot, 2], [bob, 1]], None),
        ("all", [[ann, 0], [dot, 0]], None),
        ("all", [[ann, 0], [cal, 0]], now),
    ):
        Parting.objects.create(
            stage=stage, kind=kind, numbers=numbers, author="O", recorded_at=now, undone_at=undone
        )
    StageEntrant.objects.filter(entrant=bob).update(carried="7/2")
    course = loaded(tournament).courses[stage.pk]
    assert course.ties == (TieBreak.OUTS, TieBreak.PLAY_OFF)
    assert course.play_offs == (PlayOff({ann: 5, bob: 9}),)
    assert course.drawn == ({cal: 2, dot: 1}, {dot: 2, bob: 1})
    assert course.all_on == {frozenset({ann, dot})}
    assert {one.carried for one in course.field} == {Fraction(0), Fraction(7, 2)}
    assert course.field[0].club == "sun valley"


def test_the_queries_do_not_grow_with_tables(
    club: Club,
    tournament: Tournament,
    stage: Stage,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for table, at in enumerate(range(0, 12, 4), 1):
        names = NAMES[at : at + 4]
        enter(
            stage,
            names,
            table,
            game=game_start(club=club, author=ANN, names=names, set_=12, rules=FAMILY),
        )
    with django_assert_max_num_queries(QUERIES):
        found = loaded(tournament)
    assert len(found.tables) == 3
    assert found.current == stage or stage.opened_at is None


def test_rounds_typed_from_paper_give_the_total_after_each(stage: Stage) -> None:
    table = enter(stage, ("Ann", "Bob"), 1)
    ann, bob = (seat.entrant_id for seat in table.seats.all())
    PaperResult.objects.create(
        table=table,
        lines=[[ann, 30, 1, 0], [bob, 12, None, None]],
        rounds=[[0, 0, 5], [None, 30, 6]],
        author="Eve",
        recorded_at=timezone.now(),
    )
    course = loaded(stage.tournament).courses[stage.pk]
    assert course.lines[1, ann] == SeatScore(
        ann, 30, 1, 0, rounds=2, running=(0, 30), running_outs=(1, 1), running_lowest=(0, 0)
    )
    # Rounds that do not add up to the total say how many they were, and no more.
    assert course.lines[1, bob] == SeatScore(bob, 12, rounds=2)
