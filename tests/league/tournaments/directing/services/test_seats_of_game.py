"""A correction in an elimination whose next game is seated: who won, and the seats that follow."""

import pytest

from league.models import Parting, StageRound, Tournament
from league.tournaments.awards.selectors.place_why import place_why
from league.tournaments.awards.selectors.places import waiting_stage
from league.tournaments.directing.services.closing import stage_reopen
from league.tournaments.directing.services.partings import parting_record
from league.tournaments.directing.services.results import PaperNotAgreed
from league.tournaments.directing.services.seats_of_game import OPEN_AGAIN, game_unseat
from league.tournaments.directing.services.stage_tables import (
    stage_tables_start,
    tables_begin_on_paper,
)
from league.tournaments.display.selectors.bracket import bracket_of, notices_of
from scoring.models import Club
from scoring.refusals import Refusal
from tests.factories import ANN, play

from ...runs import begin, close, names_at, now, play_all, seat, table, tournament_of, type_in
from .test_results import correct
from .test_seat_changes import withdraw

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


def play_all_open(tournament: Tournament) -> None:
    """Type in totals at the tables of the newest game that wait."""
    rounds = StageRound.objects.filter(stage__tournament=tournament)
    for row in rounds.latest("number").tables.all():
        if row.paper_now is None:
            type_in(tournament, row)


def preview(tournament: Tournament, number: int, *totals: int) -> list[str]:
    """What a correction would change in the tournament, in sentences."""
    with pytest.raises(PaperNotAgreed) as asked:
        type_in(tournament, table(tournament, number), *totals, reason="misread")
    return [line for part in asked.value.preview.beyond for line in part.sentences]


def test_who_wins_after_a_correction_plays_in_the_next_game(cup: Tournament) -> None:
    """Nothing moves before the director has agreed to it."""
    loser, winner = names_at(table(cup, 1))
    seated = names_at(table(cup, 1, game=2))
    assert loser in seated
    # The same one wins.
    correct(cup, 1, 12, 20)
    assert preview(cup, 1, 30, 20) == [
        f"{winner} wins this game instead of {loser}.",
        f"{winner} plays in {loser}'s place at table 1 of game 2.",
    ]
    assert names_at(table(cup, 1, game=2)) == seated
    correct(cup, 1, 30, 20)
    assert names_at(table(cup, 1, game=2)) == [winner if name == loser else name for name in seated]
    assert (
        cup.log.get(kind="follows").text
        == f"{winner} plays in {loser}'s place at table 1 of game 2."
    )
    play_all(cup)
    close(cup)
    assert now(cup).is_over


def test_tables_that_have_begun_stay_as_they_are(club: Club) -> None:
    """Only the table at which the winner sits has to wait."""
    tournament = tournament_of(club, 8, PAIRS)
    begin(tournament)
    play_all(tournament)
    seat(tournament, 2)
    winners = [names_at(table(tournament, number))[0] for number in (1, 2, 3, 4)]
    first = next(n for n in (1, 2) if winners[0] in names_at(table(tournament, n, game=2)))
    other = 3 - first
    type_in(tournament, table(tournament, other, game=2), 5, 50)
    playing = names_at(table(tournament, other, game=2))
    loser = names_at(table(tournament, 1))[1]
    correct(tournament, 1, 30, 20)
    assert loser in names_at(table(tournament, first, game=2))
    assert names_at(table(tournament, other, game=2)) == playing
    # At the one that is typed, somebody of the others sits: that game alone is taken back.
    there = next(n for n in (2, 3, 4) if winners[n - 1] in playing)
    gone = f"What was played at table {other} of game 2 no longer counts: "
    assert preview(tournament, there, 90, 20)[0].startswith(gone)


def test_in_double_elimination_the_two_change_places(club: Club) -> None:
    """Of four the winners of the first games meet in the second, and so do their losers."""
    tournament = tournament_of(club, 4, {**PAIRS, "kind": "double"})
    begin(tournament)
    play_all(tournament)
    seat(tournament, 2)
    winner, loser = names_at(table(tournament, 1))
    before = [names_at(table(tournament, number, game=2)) for number in (1, 2)]
    swap = {winner: loser, loser: winner}
    said = preview(tournament, 1, 30, 20)
    assert sum(" place at table " in sentence for sentence in said) == 2
    correct(tournament, 1, 30, 20)
    after = [names_at(table(tournament, number, game=2)) for number in (1, 2)]
    assert after == [[swap.get(name, name) for name in names] for names in before]
    # Each has lost as often as the results say: the next game can be seated.
    play_all(tournament)
    seat(tournament, 3)


def test_for_who_has_left_seats_are_taken_back(cup: Tournament) -> None:
    withdraw(cup, names_at(table(cup, 1))[1])
    assert "The seats of game 2 are taken back." in preview(cup, 1, 30, 20)


def test_a_late_first_sheet_lets_nobody_else_win(club: Club) -> None:
    """Dot left before she played, so Ann went on; then a sheet of both comes in."""
    tournament = tournament_of(club, 4, PAIRS)
    begin(tournament)
    type_in(tournament, table(tournament, 2))
    stays, leaves = names_at(table(tournament, 1))
    withdraw(tournament, leaves)
    seat(tournament, 2)
    with pytest.raises(Refusal, match="has a seat in game 2 already"):
        type_in(tournament, table(tournament, 1), 30, 20)
    type_in(tournament, table(tournament, 1), 20, 30)
    assert stays in names_at(table(tournament, 1, game=2))


def test_of_two_who_are_level_nobody_plays_on(cup: Tournament) -> None:
    Tournament.objects.update(tie_breaks=["play_off"])
    correct(cup, 1, 20, 20)
    assert [row.number for row in StageRound.objects.all()] == [1]


def test_what_is_typed_there_is_taken_back_in_the_same_deed(cup: Tournament) -> None:
    final = table(cup, 1, game=2)
    type_in(cup, final, 5, 50)
    loser, winner = names_at(table(cup, 1))
    seated = names_at(final)
    # Totals that leave the winner can be put right.
    correct(cup, 1, 12, 20)
    with pytest.raises(Refusal, match="cannot be taken back"):
        game_unseat(tournament=cup, author=ANN, number=2)
    said = preview(cup, 1, 30, 20)
    totals = f"{seated[0]} 5 and {seated[1]} 50"
    assert said[:2] == [
        f"What was played at table 1 of game 2 no longer counts: {totals}.",
        f"{winner} wins this game instead of {loser}.",
    ]
    assert f"{winner} plays in {loser}'s place at table 1 of game 2." in said
    assert final.paper_now is not None
    correct(cup, 1, 30, 20)
    assert [paper.takes_back for paper in final.paper.all()] == [False, True]
    assert winner in names_at(final)
    lines = cup.log.get(kind="detach").details["lines"]
    assert [line[1] for line in lines] == [5, 50]
    pages = {name: _taken_back(cup, name) for name in {*seated, winner}}
    gone = f"What was played in game 2 no longer counts: {totals}."
    assert pages.pop(loser) == [gone]
    assert pages.pop(winner) == []
    assert [*pages.values()] == [["takes back"]]
    (column,) = bracket_of(now(cup)).columns
    assert column.notes == (gone,)
    assert notices_of(now(cup)).all_instead(now(cup)) == (gone,)
    type_in(cup, final, 5, 50)
    close(cup)


def _taken_back(tournament: Tournament, name: str) -> list[str]:
    """What the page of somebody's place says of games that no longer count."""
    snapshot = now(tournament)
    entrant = next(row for row in snapshot.entrants.values() if row.name == name)
    (stage,) = place_why(snapshot, entrant).stages
    changes = [change for table in stage.tables for change in table.changes]
    papers = ["takes back" for change in changes if change.paper.takes_back]
    return [*stage.taken_back, *papers]


def test_a_game_after_the_next_one_is_taken_back_with_it(club: Club) -> None:
    """Its table that begins with others loses its seats too: the game is seated as a whole."""
    tournament = tournament_of(club, 16, PAIRS)
    begin(tournament)
    for number in (2, 3):
        play_all(tournament)
        seat(tournament, number)
    play_all(tournament)
    said = preview(tournament, 1, 99, 20)
    gone = [line.split(" no longer")[0] for line in said if line.startswith("What was played")]
    games = ["table 1 of game 3", "table 2 of game 3"]
    assert gone[1:] == [f"What was played at {at}" for at in games]
    assert "The seats of game 3 are taken back." in said
    correct(tournament, 1, 99, 20)
    assert not now(tournament).is_over
    for number in (3, 4):
        play_all_open(tournament)
        seat(tournament, number)


def test_a_closed_bracket_is_opened_again_first(cup: Tournament) -> None:
    play_all(cup)
    close(cup)
    assert refused(cup, 30, 20).code == OPEN_AGAIN
    stage_reopen(tournament=cup, stage=cup.stages.get(), author=ANN, reason="misread")
    correct(cup, 1, 30, 20)


def test_the_first_game_keeps_its_seats(club: Club) -> None:
    tournament = tournament_of(club, 4, PAIRS)
    begin(tournament)
    with pytest.raises(Refusal, match="cannot be taken back"):
        game_unseat(tournament=tournament, author=ANN, number=1)


def test_a_start_with_nothing_written_is_taken_back(cup: Tournament) -> None:
    tables_begin_on_paper(tournament=cup, author=ANN, tables=[1])
    assert preview(cup, 1, 30, 20)[0] == "The start of table 1 of game 2 is taken back."
    correct(cup, 1, 30, 20)
    assert table(cup, 1, game=2).on_paper_at is None


@pytest.mark.parametrize("scored", [True, False])
def test_a_tablet_s_sheet_is_put_aside_and_counts_no_longer(cup: Tournament, scored: bool) -> None:
    (game,) = stage_tables_start(tournament=cup, author=ANN).games
    if scored:
        play(game, 3, 7)
    correct(cup, 1, 30, 20)
    assert table(cup, 1, game=2).game is None
    game.refresh_from_db()
    # What was scored stays readable.
    assert (game.taken_back_at is None) == scored


def test_a_tie_that_was_broken_there_is_broken_no_longer(cup: Tournament) -> None:
    Tournament.objects.update(tie_breaks=["play_off"])
    final = table(cup, 1, game=2)
    type_in(cup, final, 20, 20)
    pair = [seat.entrant_id for seat in final.seats.all()]
    parting_record(
        tournament=cup,
        stage=cup.stages.get(),
        author=ANN,
        kind=Parting.Kind.PLAY_OFF,
        entrants=pair,
        points=dict(zip(pair, (3, 4), strict=True)),
    )
    correct(cup, 1, 30, 20)
    assert Parting.objects.get().undone_at is not None
