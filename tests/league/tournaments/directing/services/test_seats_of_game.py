"""A correction in an elimination whose next game is seated: who won, and the seats that follow."""

import pytest

from league.models import Tournament
from league.tournaments.awards.selectors.places import waiting_stage
from league.tournaments.directing.services.results import PaperNotAgreed
from league.tournaments.directing.services.seats_of_game import game_unseat
from league.tournaments.directing.services.stage_tables import tables_begin_on_paper
from scoring.models import Club
from scoring.refusals import Refusal
from tests.factories import ANN

from ...runs import begin, names_at, now, play_all, seat, table, tournament_of, type_in
from .test_results import correct

pytestmark = pytest.mark.django_db
PAIRS = {"kind": "single", "size": 2, "least": 2, "most": 2}


@pytest.fixture
def cup(club: Club) -> Tournament:
    """Four in a single elimination, whose final is seated: Ann won table 1, Bob table 2."""
    tournament = tournament_of(club, 4, PAIRS)
    begin(tournament)
    play_all(tournament)
    # Between two games nobody has a place that could be read as won.
    assert waiting_stage(now(tournament)) == 1
    seat(tournament, 2)
    return tournament


def refused(tournament: Tournament, *totals: int) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        type_in(tournament, table(tournament, 1), *totals, reason="misread")
    return refusal.value


def test_seats_are_taken_back_before_another_one_wins(cup: Tournament) -> None:
    assert refused(cup, 30, 20).code == "seated"
    # The same one wins.
    correct(cup, 1, 12, 20)
    game_unseat(tournament=cup, author=ANN, number=2)
    loser, winner = names_at(table(cup, 1))
    with pytest.raises(PaperNotAgreed) as asked:
        type_in(cup, table(cup, 1), 30, 20, reason="misread")
    sentences = [line for part in asked.value.preview.beyond for line in part.sentences]
    assert sentences == [f"{winner} wins this game instead of {loser}."]
    correct(cup, 1, 30, 20)
    seat(cup, 2)
    assert loser not in names_at(table(cup, 1, game=2))
    assert winner in names_at(table(cup, 1, game=2))


def test_once_a_table_has_begun_the_same_one_wins(cup: Tournament) -> None:
    type_in(cup, table(cup, 1, game=2), 5, 50)
    assert refused(cup, 30, 20).code == "played_on"
    correct(cup, 1, 12, 20)
    with pytest.raises(Refusal, match="cannot be taken back"):
        game_unseat(tournament=cup, author=ANN, number=2)


def test_the_first_game_keeps_its_seats(club: Club) -> None:
    tournament = tournament_of(club, 4, PAIRS)
    begin(tournament)
    with pytest.raises(Refusal, match="cannot be taken back"):
        game_unseat(tournament=tournament, author=ANN, number=1)


def test_a_start_with_nothing_written_is_taken_back_first(cup: Tournament) -> None:
    tables_begin_on_paper(tournament=cup, author=ANN, tables=[1])
    refusal = refused(cup, 30, 20)
    assert refusal.code == "started"
    assert "take back its starts, then its seats" in refusal.message
