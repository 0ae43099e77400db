"""The sheet's rows and notes as its table shows them."""

import re

import pytest
from django.template.loader import render_to_string

from scoring.models import Game
from scoring.sheets.paper import PaperLine
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish, game_reopen
from scoring.sheets.services.rounds import contest_settle, entry_undo, round_correct, round_record
from scoring.sheets.services.seats import seat_join, seat_leave, seats_swap
from scoring.sheets.services.totals import totals_record
from scoring.templatetags.sheets import sheet_notes, sheet_rows, undone_notes
from tests.factories import ANN, new_key, play, report_of

pytestmark = pytest.mark.django_db


def notes(game: Game) -> list[str]:
    """The notes as they are read, struck ones in brackets."""
    return [
        note.text if note.in_force else f"[{note.text}]" for note in sheet_notes(sheet_of(game))
    ]


def undo(game: Game) -> None:
    entry_undo(game=game, author=ANN, key=new_key(), seen=sheet_of(game).last_entry.pk)


def redo(game: Game) -> None:
    entry_undo(game=game, author=ANN, key=new_key(), seen=sheet_of(game).last_undo.pk)


def undone(game: Game) -> list[str]:
    return [note.text for note in undone_notes(sheet_of(game))]


def test_a_row_has_a_cell_a_seat_in_playing_order(game: Game) -> None:
    play(game, 12, 0, 45, 9)
    seat_join(game=game, author=ANN, key=new_key(), name="Eve")
    play(game, 0, 1, 2, 3, 4)
    one, two = sheet_of(game).seats[:2]
    seats_swap(game=game, author=ANN, key=new_key(), seat_ids=(one.id, two.id), points_too=False)
    rows = sheet_rows(sheet_of(game))
    assert [[cell and cell.points for _seat, cell in row.cells] for row in rows] == [
        [1, 0, 2, 3, 4],
        [0, 12, 45, 9, None],
    ], "the newest first"
    assert [seat.name for seat, _cell in rows[0].cells] == ["Bob", "Ann", "Cal", "Dot", "Eve"]
    assert [row.domino for row in rows] == ["11-11", "12-12"]
    assert [row.newest for row in rows] == [True, False]
    assert [row.line.number for row in sheet_rows(sheet_of(game), "1")] == [1, 2], "as on paper"


def test_a_finished_game_has_no_newest_row(game: Game) -> None:
    play(game, 12, 0, 45, 9)
    game_finish(game=game, author=ANN, key=new_key())
    assert [row.newest for row in sheet_rows(sheet_of(game))] == [False]


def test_a_round_without_a_starting_double_shows_none(game: Game) -> None:
    report = report_of(sheet_of(game), [12, 0, 45, 9])
    report = type(report)(None, report.ending, report.out_seat_id, report.seats)
    round_record(game=game, author=ANN, key="k", round_number=1, report=report)
    assert sheet_rows(sheet_of(game))[0].domino == ""


def test_a_plain_round_needs_no_note(game: Game) -> None:
    play(game, 12, 0, 45, 9)
    assert notes(game) == []


def test_every_kind_of_entry_is_said(game: Game) -> None:
    first = play(game, 12, 0, 45, 9).entry
    round_correct(
        game=game,
        author=ANN,
        key=new_key(),
        round_number=1,
        report=report_of(sheet_of(game), [12, 0, 54, 9], round_number=1),
        reason="misread",
        seen=first.pk,
    )
    seat_join(game=game, author=ANN, key=new_key(), name="Eve")
    ann, bob, _cal, dot, _eve = (seat.id for seat in sheet_of(game).seats)
    seats_swap(game=game, author=ANN, key=new_key(), seat_ids=(ann, bob), points_too=False)
    seat_leave(game=game, author=ANN, key=new_key(), seat_id=dot, ranked=True)
    undo(game)
    seat_leave(game=game, author=ANN, key=new_key(), seat_id=dot, ranked=False)
    game_finish(game=game, author=ANN, key=new_key())
    game_reopen(game=game, author=ANN, key=new_key(), reason="one more")
    assert notes(game) == [
        "The game was reopened.",
        "The game was finished.",
        "Dot left after round 1 and has no place at this table.",
        "Ann and Bob changed seats.",
        "Eve came in round 2 with 54 points.",
        "Round 1 was corrected to: Bob 0, Ann 12, Cal 54, Dot 9.",
        "[Round 1: Bob 0, Ann 12, Cal 45, Dot 9.]",
    ]
    assert [note.reason for note in sheet_notes(sheet_of(game)) if note.reason] == [
        "one more",
        "misread",
    ]


def test_a_correction_of_a_finished_game_is_one_line(game: Game) -> None:
    first = play(game, 12, 0, 45, 9).entry
    game_finish(game=game, author=ANN, key=new_key())
    game_reopen(game=game, author=ANN, key=new_key(), reason="misread")
    round_correct(
        game=game,
        author=ANN,
        key=new_key(),
        round_number=1,
        report=report_of(sheet_of(game), [12, 0, 54, 9], round_number=1),
        reason="misread",
        seen=first.pk,
    )
    game_finish(game=game, author=ANN, key=new_key())
    assert notes(game) == [
        "Round 1 was corrected to: Ann 12, Bob 0, Cal 54, Dot 9.",
        "The game was finished.",
        "[Round 1: Ann 12, Bob 0, Cal 45, Dot 9.]",
    ]


def test_totals_from_paper_say_who_went_out_how_often(game: Game) -> None:
    Game.objects.update(totals_only=True)
    lines = [PaperLine(40, 2), PaperLine(50, 0), PaperLine(30, 3), PaperLine(60, 0)]
    game.refresh_from_db()
    totals_record(game=game, author=ANN, key=new_key(), lines=lines, rounds=5)
    assert notes(game)[1] == (
        "The totals were entered from paper: Ann 40, Bob 50, Cal 30, Dot 60. "
        "Rounds won: Ann 2, Cal 3."
    )
    context = {"sheet": sheet_of(game), "game": game}
    html = render_to_string("scoring/_sheet_table.html", context)
    assert re.findall(r">(\d)</td>", html.partition("Rounds won")[2]) == [*"2030"]


def test_who_came_and_was_undone_keeps_a_name(game: Game) -> None:
    seat_join(game=game, author=ANN, key=new_key(), name="Eve")
    undo(game)
    assert notes(game) == []
    assert undone(game) == ["This was undone: Eve came in round 1 with 0 points."]


def test_an_undone_round_stays_readable(game: Game) -> None:
    play(game, 12, 0, 45, 9)
    undo(game)
    assert notes(game) == []
    assert undone(game) == ["Round 1 was undone: Ann 12, Bob 0, Cal 45, Dot 9."]


def test_a_correction_whose_undo_was_taken_back_is_no_round_that_was_undone(game: Game) -> None:
    first = play(game, 12, 0, 45, 9).entry
    report = report_of(sheet_of(game), [12, 0, 54, 9], round_number=1)
    round_correct(
        game=game,
        author=ANN,
        key=new_key(),
        round_number=1,
        report=report,
        reason="misread",
        seen=first.pk,
    )
    undo(game)
    redo(game)
    assert undone(game) == ["The correction of round 1 was undone, and put back."]
    assert [note.reason for note in undone_notes(sheet_of(game))] == [""]


def test_an_undo_that_was_taken_back_is_one_line_too(game: Game) -> None:
    play(game, 12, 0, 45, 9)
    undo(game)
    redo(game)
    assert (notes(game), undone(game)) == ([], ["Round 1 was undone, and put back."])
    ann, bob, *_others = (seat.id for seat in sheet_of(game).seats)
    seats_swap(game=game, author=ANN, key=new_key(), seat_ids=(ann, bob), points_too=True)
    undo(game)
    assert notes(game) == []
    assert undone(game)[0] == "This was undone: Ann and Bob changed seats."
    redo(game)
    assert undone(game)[0] == "Undone, and put back: Ann and Bob changed seats."
    assert [seat.total for seat in sheet_of(game).seats] == [12, 0, 45, 9]
    assert notes(game)[-1] == "[Round 1: Bob 0, Ann 12, Cal 45, Dot 9.]"


@pytest.mark.parametrize(("keep", "last"), [(True, "stays as it was"), (False, "corrected to")])
def test_a_choice_between_two_is_said(game: Game, keep: bool, last: str) -> None:
    first = play(game, 12, 0, 45, 9).entry
    other = play(game, 12, 0, 54, 9, round_number=1).entry
    said = "Another tablet recorded round 1 as: Ann 12, Bob 0, Cal 54, Dot 9."
    assert notes(game) == [said]
    chosen = first if keep else other
    contest_settle(game=game, author=ANN, key=new_key(), chosen=chosen.pk, round_number=1)
    assert last in notes(game)[0]
    assert said in notes(game)


def test_a_round_as_it_stands_says_its_faults(game: Game) -> None:
    report = report_of(sheet_of(game), [1999, 0, 45, 9])
    round_record(game=game, author=ANN, key="k", round_number=1, report=report, reason="put away")
    (note,) = sheet_notes(sheet_of(game))
    assert note.text.startswith(
        "Round 1 was saved although something did not fit. Ann cannot have 1999 points"
    )
    assert note.reason == "put away"
