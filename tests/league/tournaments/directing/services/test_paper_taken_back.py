"""A paper typed for the wrong table is taken back, as long as nothing rests on it."""

import pytest

from league.models import PaperResult, Tournament
from league.tournaments.awards.selectors.place_why import place_why
from league.tournaments.courses import TableState
from league.tournaments.directing.selectors.tables_now import tournament_table
from league.tournaments.directing.services.closing import beginning_take_back, stage_reopen
from league.tournaments.directing.services.results import PaperNotAgreed, paper_take_back
from league.tournaments.directing.services.stage_tables import (
    stage_tables_start,
    tables_begin_on_paper,
)
from scoring.models import Club
from scoring.refusals import Refusal
from tests.factories import ANN
from tests.league.tournaments.runs import (
    begin,
    close,
    names_at,
    now,
    play_all,
    seat,
    table,
    tournament_of,
    type_in,
)

pytestmark = pytest.mark.django_db

WHY = "of table 2"


@pytest.fixture
def tournament(club: Club) -> Tournament:
    """Eight people of one division, two tables, and a final of the two winners."""
    tournament = tournament_of(
        club, 8, {"onward": "tables", "seating": "snake"}, {"size": 2, "least": 2}
    )
    begin(tournament)
    return tournament


def take_back(tournament: Tournament, number: int, *, stage: int = 1, game: int = 1) -> list[str]:
    """Take a paper back as a director does: look, and agree; answers what was shown."""
    row = table(tournament, number, stage, game)
    with pytest.raises(PaperNotAgreed) as asked:
        paper_take_back(tournament=tournament, table=row, author=ANN, reason=WHY)
    preview = asked.value.preview
    paper_take_back(tournament=tournament, table=row, author=ANN, reason=WHY, agreed=preview.mark)
    beyond = [sentence for part in preview.beyond for sentence in part.sentences]
    return [*preview.lines, *beyond]


def state_of(tournament: Tournament, number: int) -> TableState:
    """How a table of the first game stands."""
    return now(tournament).tables[table(tournament, number).round.stage_id, 1, number]


def test_the_table_has_no_result_then_and_can_start_anew(tournament: Tournament) -> None:
    play_all(tournament)
    assert take_back(tournament, 1) == [
        "These numbers no longer count: Ann 11, Dot 21, Eve 31 and Hal 41.",
        "Table 1 then has no result, and has not begun. Its people can change.",
        "It is no longer certain that Ann will go on to Stage 2.",
    ]
    state = state_of(tournament, 1)
    assert (state.begun, state.finished, state.lines) == (False, False, ())
    entry = tournament.log.filter(kind="paper").last()
    assert entry is not None
    assert (entry.text, entry.reason) == (
        "Stage 1, table 1 on paper: its result was taken back. "
        "It was: Ann 11, Dot 21, Eve 31 and Hal 41.",
        WHY,
    )
    assert len(stage_tables_start(tournament=tournament, author=ANN).games) == 1


def test_a_table_that_had_begun_on_paper_plays_on(tournament: Tournament) -> None:
    tables_begin_on_paper(tournament=tournament, author=ANN)
    type_in(tournament, table(tournament, 1))
    assert "Table 1 then has no result. It counts as begun, on paper." in take_back(tournament, 1)
    assert state_of(tournament, 1).begun


def test_its_own_result_is_a_first_one_and_all_is_readable(tournament: Tournament) -> None:
    type_in(tournament, table(tournament, 1))
    take_back(tournament, 1)
    type_in(tournament, table(tournament, 1), 50, 60, 70, 80)
    assert [line.total for line in state_of(tournament, 1).lines] == [50, 60, 70, 80]
    assert table(tournament, 1).paper.count() == 3
    ann = next(e for e in now(tournament).entrants.values() if e.name == "Ann")
    (stage,) = place_why(now(tournament), ann).stages
    changes = [(c.before, c.after, c.paper.reason) for c in stage.tables[0].changes]
    assert changes == [(11, None, WHY)]


def test_a_second_tap_does_nothing_more(tournament: Tournament) -> None:
    type_in(tournament, table(tournament, 1))
    take_back(tournament, 1)
    paper_take_back(tournament=tournament, table=table(tournament, 1), author=ANN, reason=WHY)
    assert PaperResult.objects.count() == 2


def test_it_needs_a_reason_and_a_paper(tournament: Tournament) -> None:
    row = table(tournament, 1)
    with pytest.raises(Refusal, match="Table 1 has no result from paper"):
        paper_take_back(tournament=tournament, table=row, author=ANN, reason=WHY)
    type_in(tournament, row)
    with pytest.raises(Refusal, match="Say why"):
        paper_take_back(tournament=tournament, table=row, author=ANN, reason="  ")
    assert state_of(tournament, 1).finished


def test_a_table_on_a_tablet_has_no_paper_to_take_back(tournament: Tournament) -> None:
    stage_tables_start(tournament=tournament, author=ANN)
    with pytest.raises(Refusal, match="Table 1 has no result from paper"):
        paper_take_back(tournament=tournament, table=table(tournament, 1), author=ANN, reason=WHY)


def test_what_another_director_has_corrected_meanwhile_is_seen_first(
    tournament: Tournament,
) -> None:
    row = table(tournament, 1)
    type_in(tournament, row)
    with pytest.raises(PaperNotAgreed) as asked:
        paper_take_back(tournament=tournament, table=row, author=ANN, reason=WHY)
    mark = asked.value.preview.mark
    with pytest.raises(PaperNotAgreed) as corrected:
        type_in(tournament, row, 1, 2, 3, 4, reason="misread")
    agreed = corrected.value.preview.mark
    type_in(tournament, row, 1, 2, 3, 4, reason="misread", agreed=agreed)
    with pytest.raises(PaperNotAgreed):
        paper_take_back(tournament=tournament, table=row, author=ANN, reason=WHY, agreed=mark)
    assert state_of(tournament, 1).finished


def test_a_correction_of_what_was_taken_back_meanwhile_is_no_first_result(
    tournament: Tournament,
) -> None:
    row = table(tournament, 1)
    type_in(tournament, row)
    take_back(tournament, 1)
    with pytest.raises(Refusal, match=f"Ann's tablet took this result back: “{WHY}”"):
        type_in(tournament, row, 99, 21, 31, 41, corrects=True)
    assert not state_of(tournament, 1).finished


def test_a_closed_stage_is_opened_again_first(tournament: Tournament) -> None:
    play_all(tournament)
    stage = close(tournament)
    row = table(tournament, 1)
    with pytest.raises(Refusal, match=r"Stage 1 is closed. Open it again"):
        paper_take_back(tournament=tournament, table=row, author=ANN, reason=WHY)
    stage_reopen(tournament=tournament, stage=stage, author=ANN, reason=WHY)
    take_back(tournament, 1)
    assert not state_of(tournament, 1).begun


def test_once_the_next_stage_plays_numbers_are_corrected(tournament: Tournament) -> None:
    play_all(tournament)
    close(tournament)
    type_in(tournament, table(tournament, 1, stage=2))
    row = table(tournament, 1)
    with pytest.raises(Refusal, match=r"Play in Stage 2 has begun, at table 1. Correct the numb"):
        paper_take_back(tournament=tournament, table=row, author=ANN, reason=WHY)


def test_no_table_of_the_next_stage_counts_as_begun_after_it(tournament: Tournament) -> None:
    """So that the stage before can be opened again, as after any start that was taken back."""
    play_all(tournament)
    stage = close(tournament)
    type_in(tournament, table(tournament, 1, stage=2))
    take_back(tournament, 1, stage=2)
    stage_reopen(tournament=tournament, stage=stage, author=ANN, reason=WHY)
    assert now(tournament).current == stage


def test_an_earlier_game_stays(club: Club) -> None:
    tournament = tournament_of(club, 8, {"rounds": 2})
    begin(tournament)
    play_all(tournament)
    seat(tournament, 2)
    row = table(tournament, 1)
    with pytest.raises(Refusal, match=r"Game 2 is seated already. Correct the numbers."):
        paper_take_back(tournament=tournament, table=row, author=ANN, reason=WHY)
    type_in(tournament, table(tournament, 1, game=2))
    take_back(tournament, 1, game=2)


def test_who_won_stays_where_the_next_game_is_seated(club: Club) -> None:
    tournament = tournament_of(club, 4, {"kind": "single", "size": 2, "least": 2})
    begin(tournament)
    play_all(tournament)
    seat(tournament, 2)
    row = table(tournament, 1)
    with pytest.raises(Refusal, match="take the seats of game 2 back"):
        paper_take_back(tournament=tournament, table=row, author=ANN, reason=WHY)


def test_the_beginning_can_be_taken_back_once_no_paper_is_in(tournament: Tournament) -> None:
    type_in(tournament, table(tournament, 1))
    assert tournament_table(tournament.club, 1) is None
    take_back(tournament, 1)
    assert tournament_table(tournament.club, 1) is not None
    beginning_take_back(tournament=tournament, author=ANN, reason="too early")


def test_medals_that_rested_on_it_are_not_shown(tournament: Tournament) -> None:
    """They are certain once all is written, and no longer without it."""
    play_all(tournament)
    close(tournament)
    type_in(tournament, table(tournament, 1, stage=2))
    first, second = names_at(table(tournament, 1, stage=2))
    assert take_back(tournament, 1, stage=2)[2:] == [
        f"75–79: It is no longer certain that {first} wins gold.",
        f"75–79: It is no longer certain that {second} wins silver.",
        "75–79: It is no longer certain that Dot wins bronze.",
    ]


def test_who_is_level_for_a_medal_was_never_certain_of_it(club: Club) -> None:
    """The bug it would catch: "no longer certain that Cal wins bronze" before a play-off."""
    final, about = {"name": "Final", "seating": "snake"}, {"tie_breaks": ["play_off"]}
    tournament = tournament_of(club, 4, final, medals=True, **about)
    begin(tournament)
    type_in(tournament, table(tournament, 1), 10, 20, 30, 30)
    said = " ".join(take_back(tournament, 1))
    assert "no longer certain that Bob wins silver" in said
    assert "bronze" not in said


def test_places_that_pages_no_longer_number_are_not_said_to_stay(club: Club) -> None:
    """The bug it would catch: "Nothing else changes", as no place is there to compare."""
    tournament = tournament_of(club, 8, {"name": "Final"}, band_width=0, medals=False, ribbons=0)
    begin(tournament)
    play_all(tournament)
    assert take_back(tournament, 1)[2:] == [
        "Final is then not over, and the people playing there have no place until it is."
    ]
