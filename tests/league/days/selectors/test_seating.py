"""Who sits where, as rows say it, and what does not fit."""

import pytest

from league.days.selectors.seating import faults, moves, quality_of, seating_of, wishes_of
from league.models import GameDay, TableGame
from scoring.models import Club
from scoring.sheets.services.seats import seat_join
from tests.factories import ANN, make_game, new_key
from tests.league.factories import GameDayFactory, begin, come, end, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(club: Club) -> GameDay:
    return GameDayFactory(club=club)


def amiss(day: GameDay) -> list[str]:
    day.refresh_from_db()
    return faults(seating_of(day), wishes_of(day))


def test_a_day_without_rows_has_nothing_amiss(day: GameDay) -> None:
    seating = seating_of(day)
    assert (seating.rounds, seating.begun, seating.first_open) == ((), 0, 1)
    come(day, "Ann")
    assert amiss(day) == []


def test_a_game_without_a_plan_is_seated_as_it_was_played(day: GameDay) -> None:
    game = make_game(day.club)
    TableGame.objects.create(game_day=day, game=game, seating_round=2, table_number=3)
    seating = seating_of(day)
    assert seating.tables(1) == ()
    assert seating.tables(2) == ((), (), tuple(seat.player_id for seat in game.seats.all()))
    assert seating.begun == 2


def test_a_plan_has_no_more_games_than_its_day(day: GameDay) -> None:
    """A day that got fewer games had the third one on its cards, prints and page for swaps."""
    seat(day, 8)
    assert len(seating_of(day).rounds) == 3
    day.rounds = 2
    day.save()
    seating = seating_of(day)
    assert (len(seating.rounds), len(seating.planned)) == (2, 2)
    day.rounds = 3
    assert len(seating_of(day).rounds) == 3


def test_who_joined_a_game_late_sits_there(day: GameDay) -> None:
    seat(day, 8)
    one, _other = begin(day)
    come(day, "Zoe")
    seat_join(game=one, author=ANN, key=new_key(), name="Zoe")
    seating = seating_of(day)
    zoe = day.club.players.get(name="Zoe")
    assert seating.seats(1)[zoe.pk] == (1, 4)


def test_somebody_at_two_tables_is_named(day: GameDay) -> None:
    """A scorekeeper can seat anybody; the day's page says that it cannot be."""
    seat(day, 8)
    one, other = begin(day)
    name = other.seats.first().player.name
    seat_join(game=one, author=ANN, key=new_key(), name=name)
    assert f"{name} sits at tables 1 and 2 at once." in amiss(day)
    end(other)
    assert f"{name} sits at tables 1 and 2 at once." not in amiss(day)


def test_sizes_and_rounds_that_were_changed_are_said(day: GameDay) -> None:
    seat(day, 8)
    GameDay.objects.update(rounds=4, least=5)
    said = amiss(day)
    assert "The day has 4 games in a row, and the plan 3." in said
    assert "Table 2 of game 3 has 4 people." in said


def test_what_has_begun_is_not_amiss_any_more(day: GameDay) -> None:
    seat(day, 8)
    GameDay.objects.update(rounds=1)
    begin(day, 1)
    come(day, "Zoe")
    assert amiss(day) == []


def test_quality_is_counted_from_the_tables(day: GameDay) -> None:
    GameDay.objects.update(movement=GameDay.Movement.STAY)
    day.refresh_from_db()
    seat(day, 8)
    quality = quality_of(seating_of(day))
    assert (len(quality.again), quality.most, quality.never) == (12, 3, 16)
    assert quality.again[0][2] == 3


@pytest.mark.parametrize(
    ("before", "after", "moved"),
    [
        (((1, 2), (3, 4)), ((2, 1), (3, 4)), []),
        (((1, 2), (3, 4)), ((1, 3), (2, 4)), [(2, 1, 2), (3, 2, 1)]),
        (((1, 2),), ((1, 5),), [(2, 1, None), (5, None, 1)]),
        ((), ((1, 2),), [(1, None, 1), (2, None, 1)]),
    ],
)
def test_moves_are_between_tables(
    before: tuple[tuple[int, ...], ...],
    after: tuple[tuple[int, ...], ...],
    moved: list[tuple[int, int | None, int | None]],
) -> None:
    assert sorted(moves(before, after)) == moved
