"""Beginning a tournament and seating its games."""

import pytest
from django.utils import timezone

from league.models import Board, Entrant, Stage, StageRound, StageTable, Standing, Tournament
from league.tournaments.directing.services.running import round_seat, tournament_begin
from league.tournaments.entrants.services.presence import entrant_withdraw
from league.tournaments.stages.services.tournaments import tournament_cancel
from scoring.models import Club
from scoring.refusals import Refusal
from tests.factories import ANN
from tests.league.factories import (
    MONDAY,
    EntrantFactory,
    GameDayFactory,
    SeasonFactory,
    TournamentFactory,
    day_game,
)
from tests.league.tournaments.runs import (
    begin,
    close,
    enter,
    field_names,
    names_at,
    now,
    play_all,
    seat,
    table,
    tournament_of,
    type_in,
)

pytestmark = pytest.mark.django_db


def test_those_who_are_here_are_seated_by_their_seeds(club: Club) -> None:
    tournament = tournament_of(club, 8)
    found = begin(tournament)
    assert found.tournament.began_at is not None
    assert found.current is not None
    assert found.current.number == 1
    assert names_at(table(tournament, 1)) == ["Ann", "Dot", "Eve", "Hal"]
    assert names_at(table(tournament, 2)) == ["Bob", "Cal", "Fay", "Gus"]


def test_no_shows_and_the_withdrawn_are_not_seated_and_told(club: Club) -> None:
    tournament = tournament_of(club, 8)
    EntrantFactory(tournament=tournament, name="Zoe")
    enter(tournament, 1, name="Yan", withdrawn_at=timezone.now())
    EntrantFactory(tournament=tournament, name="Xia", number=None, player=None)
    begin(tournament)
    assert field_names(tournament, 1) == ["Ann", "Bob", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal"]
    entry = tournament.log.get(kind="begin")
    assert entry.text == "8 entrants were seated. Not here: Zoe."


def test_seeds_follow_the_hand_then_the_season_then_the_lot(club: Club) -> None:
    tournament = tournament_of(club, 5, season=SeasonFactory(club=club))
    Entrant.objects.exclude(name="Eve").update(seed_by_hand=None)
    people = {one.name: one for one in Entrant.objects.all()}
    for day, places in (("2026-01-05", {"Ann": 1}), ("2026-02-02", {"Cal": 1, "Ann": 2})):
        board = Board.objects.create(season=tournament.season, date=day, fingerprint="x")
        for position, (name, place) in enumerate(places.items()):
            Standing.objects.create(
                board=board,
                player=people[name].player,
                position=position,
                place=place,
                **dict.fromkeys(("games", "rounds", "days", "wins", "rounds_out"), 1),
            )
    begin(tournament)
    seeded = field_names(tournament, 1)
    assert seeded[:3] == ["Eve", "Cal", "Ann"]
    assert sorted(seeded[3:]) == ["Bob", "Dot"]


def test_seeds_follow_the_rating_where_the_director_wants_it(club: Club) -> None:
    tournament = tournament_of(club, 4, season=SeasonFactory(club=club), seeds_by_rating=True)
    Entrant.objects.exclude(name="Dot").update(seed_by_hand=None)
    people = {one.name: one for one in Entrant.objects.all()}
    board = Board.objects.create(season=tournament.season, date=MONDAY, fingerprint="x")
    for place, (name, rating) in enumerate({"Ann": 900, "Bob": None, "Cal": 1500}.items(), 1):
        Standing.objects.create(
            board=board,
            player=people[name].player,
            position=place,
            place=place,
            rating=rating,
            **dict.fromkeys(("games", "rounds", "days", "wins", "rounds_out"), 1),
        )
    begin(tournament)
    assert field_names(tournament, 1) == ["Dot", "Cal", "Ann", "Bob"]


def test_seeds_follow_games_since_anybody_looked_at_the_season(club: Club) -> None:
    tournament = tournament_of(club, 4, season=SeasonFactory(club=club))
    Entrant.objects.update(seed_by_hand=None)
    day_game(GameDayFactory(club=club, date=MONDAY), {"Dot": (0,), "Bob": (9,), "Ann": (20,)})
    begin(tournament)
    assert field_names(tournament, 1) == ["Dot", "Bob", "Ann", "Cal"]


@pytest.mark.parametrize(
    ("people", "said"), [(0, "Nobody is checked in"), (1, "nobody plays alone"), (5, "5 people")]
)
def test_who_cannot_be_seated_is_told(club: Club, people: int, said: str) -> None:
    tournament = tournament_of(club, people, {"size": 4, "least": 4, "most": 4})
    with pytest.raises(Refusal, match=said):
        tournament_begin(tournament=tournament, author=ANN)
    assert not StageRound.objects.exists()
    assert Tournament.objects.get().began_at is None


def test_without_a_stage_nothing_begins(club: Club) -> None:
    with pytest.raises(Refusal, match="Choose a format first"):
        tournament_begin(tournament=TournamentFactory(club=club), author=ANN)


def test_a_tournament_begins_once(club: Club) -> None:
    tournament = tournament_of(club, 8)
    begin(tournament)
    with pytest.raises(Refusal, match=r"began at .* already"):
        tournament_begin(tournament=tournament, author=ANN)
    assert StageRound.objects.count() == 1


def test_a_cancelled_one_does_not_begin(club: Club) -> None:
    tournament = tournament_of(club, 8)
    tournament_cancel(tournament=tournament, author=ANN)
    with pytest.raises(Refusal, match="cancelled"):
        begin(tournament)


def test_five_hundred_are_seated(club: Club) -> None:
    tournament = tournament_of(club, 500)
    found = begin(tournament)
    assert len(found.tables) == 125


def test_a_division_of_one_says_to_combine(club: Club) -> None:
    tournament = tournament_of(club, 4, {"by_division": True})
    enter(tournament, 1, born="1930-01-01")
    with pytest.raises(
        Refusal, match=r"Eve is alone in division 90 and older: combine it with another division"
    ):
        begin(tournament)
    assert not StageRound.objects.exists()


def test_who_falls_in_no_division_is_named(club: Club) -> None:
    tournament = tournament_of(club, 4, {"by_division": True})
    enter(tournament, 1, born=None)
    with pytest.raises(Refusal, match="these people are in none: Eve"):
        begin(tournament)


def test_each_division_sits_by_itself(club: Club) -> None:
    tournament = tournament_of(club, 4, {"by_division": True})
    enter(tournament, 4, born="1930-01-01")
    begin(tournament)
    told = {tuple(names_at(row)): row.group for row in (table(tournament, n) for n in (1, 2))}
    assert sorted(told.values()) == ["75-79", "90+"]


TWO_GAMES = {"rounds": 2, "seating": "swiss"}


def test_the_next_game_waits_for_all_tables(club: Club) -> None:
    tournament = tournament_of(club, 8, TWO_GAMES)
    begin(tournament)
    type_in(tournament, table(tournament, 1))
    with pytest.raises(Refusal, match="Table 2 has no result yet"):
        seat(tournament, 2)
    type_in(tournament, table(tournament, 2))
    seat(tournament, 2)
    assert sorted(names_at(table(tournament, 1, game=2)) + names_at(table(tournament, 2, game=2)))
    assert [row.number for row in now(tournament).rounds[Stage.objects.get().pk]] == [1, 2]


def test_two_taps_seat_one_game(club: Club) -> None:
    tournament = tournament_of(club, 8, TWO_GAMES)
    begin(tournament)
    play_all(tournament)
    one, other = (round_seat(tournament=tournament, author=ANN, number=2) for _tap in range(2))
    assert one == other
    assert tournament.log.filter(kind="seat").count() == 1


@pytest.mark.parametrize("number", [0, 3])
def test_games_are_seated_one_at_a_time(club: Club, number: int) -> None:
    tournament = tournament_of(club, 8, TWO_GAMES)
    begin(tournament)
    play_all(tournament)
    with pytest.raises(Refusal, match="one game at a time"):
        seat(tournament, number)


def test_a_full_stage_seats_no_more(club: Club) -> None:
    tournament = tournament_of(club, 8, TWO_GAMES)
    begin(tournament)
    play_all(tournament)
    seat(tournament, 2)
    play_all(tournament)
    with pytest.raises(Refusal):
        seat(tournament, 3)
    assert StageRound.objects.count() == 2


def test_before_the_beginning_no_game_is_seated(club: Club) -> None:
    with pytest.raises(Refusal, match="has not begun"):
        seat(tournament_of(club, 8), 1)


def test_who_withdraws_is_not_seated_again(club: Club) -> None:
    tournament = tournament_of(club, 8, {**TWO_GAMES, "least": 3})
    begin(tournament)
    play_all(tournament)
    entrant_withdraw(entrant=Entrant.objects.get(name="Bob"), author=ANN, reason="went home")
    seat(tournament, 2)
    seated = [name for number in (1, 2) for name in names_at(table(tournament, number, game=2))]
    assert "Bob" not in seated
    assert len(seated) == 7


def test_a_bracket_of_two_goes_on_when_pairs_are_parted(club: Club) -> None:
    single = {"kind": "single", "size": 2, "least": 2, "most": 2}
    tournament = tournament_of(club, 4, single, tie_breaks=["play_off"])
    begin(tournament)
    type_in(tournament, table(tournament, 1), 30, 30)
    type_in(tournament, table(tournament, 2))
    with pytest.raises(Refusal, match="Ann and Dot are level after all tie-breaks"):
        seat(tournament, 2)


def test_a_table_of_whom_all_have_gone_is_waited_for_no_longer(club: Club) -> None:
    tournament = tournament_of(club, 12)
    begin(tournament)
    for name in names_at(table(tournament, 3)):
        entrant_withdraw(entrant=Entrant.objects.get(name=name), author=ANN, reason="ill")
    for number in (1, 2):
        type_in(tournament, table(tournament, number))
    Stage.objects.filter(number=2).update(least=2, size=2)
    assert close(tournament).closed_at is not None
    assert field_names(tournament, 2) == ["Ann", "Bob"]


def test_who_meets_nobody_in_a_bracket_goes_on_without_a_game(club: Club) -> None:
    """One of a pair withdraws, and both of another: nobody waits for a result from them."""
    single = {"kind": "single", "size": 2, "least": 2, "most": 2}
    tournament = tournament_of(club, 8, single)
    begin(tournament)
    pairs = [names_at(table(tournament, number)) for number in (1, 2, 3, 4)]
    for name in (pairs[0][0], *pairs[1]):
        entrant_withdraw(entrant=Entrant.objects.get(name=name), author=ANN)
    with pytest.raises(Refusal, match="Tables 3 and 4 have no result yet"):
        seat(tournament, 2)
    for number in (3, 4):
        type_in(tournament, table(tournament, number))
    seat(tournament, 2)
    seated = StageRound.objects.get(number=2)
    playing = {seat.entrant.name for one in seated.tables.all() for seat in one.seats.all()}
    assert playing == {pairs[2][0], pairs[3][0]}
    assert [Entrant.objects.get(pk=pk).name for pk in seated.byes] == [pairs[0][1]]
    type_in(tournament, table(tournament, 1, game=2))
    seat(tournament, 3)
    final = names_at(table(tournament, 1, game=3))
    assert sorted(final) == sorted([pairs[0][1], names_at(table(tournament, 1, game=2))[0]])
    type_in(tournament, table(tournament, 1, game=3))
    close(tournament)
    assert now(tournament).tournament.ended_at is not None


def test_double_elimination_ends_with_a_second_final_where_the_unbeaten_loses(club: Club) -> None:
    double = {"kind": "double", "size": 2, "least": 2, "most": 2}
    tournament = tournament_of(club, 4, double)
    begin(tournament)
    for game in (1, 2, 3, 4, 5):
        rows = list(StageTable.objects.filter(round__number=game))
        for row in rows:
            beaten_wins = game == 4  # the grand final
            type_in(tournament, row, *((20, 10) if beaten_wins else (10, 20)))
        if game < 5:
            seat(tournament, game + 1)
    assert close(tournament).closed_at is not None


def test_the_log_says_after_how_many_rounds_tables_stopped(club: Club) -> None:
    """Once the next game is seated, or the stage is closed; of totals alone nobody knows."""
    tournament = tournament_of(club, 16, {"rounds": 2, "seating": "snake", "size": 4})
    begin(tournament)
    for number, rounds in ((1, 9), (2, 13), (3, 9), (4, None)):
        type_in(tournament, table(tournament, number), rounds_played=rounds)
    assert not tournament.log.filter(kind="stopped").exists()
    seat(tournament, 2)
    said = "Stage 1, game 1, ended early: tables 1 and 3 after 9 of 13 rounds."
    assert tournament.log.get(kind="stopped").text == said
    for number, rounds in ((1, 13), (2, 1), (3, 13), (4, 13)):
        type_in(tournament, table(tournament, number, game=2), rounds_played=rounds)
    close(tournament)
    last = tournament.log.filter(kind="stopped").last()
    assert last is not None
    assert last.text == "Stage 1, game 2, ended early: table 2 after 1 of 13 rounds."
