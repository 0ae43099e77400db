"""Recording rounds: once, in order, with what is wrong said before, and never erased."""

import pytest
from django.db import DatabaseError, connection, transaction

from scoring.models import Game, SeatResult, SheetEntry
from scoring.refusals import FaultsFound, Refusal, Stale
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.rounds import contest_settle, entry_undo, round_correct, round_record
from scoring.values import RoundReport, SeatReport
from tests.factories import ANN, make_game, new_key, play, report_of, totals

pytestmark = pytest.mark.django_db


def test_a_round_counts_what_is_left_and_nothing_for_who_went_out(game: Game) -> None:
    play(game, 12, 0, 45, 9)
    play(game, 3, 20, 0, 7)
    assert totals(game) == [15, 20, 45, 16]
    assert [seat.position for seat in sheet_of(game).seats] == [1, 3, 4, 2]


def test_sending_a_round_twice_records_it_once(game: Game) -> None:
    play(game, 12, 0, 45, 9, key="k")
    again = play(game, 12, 0, 45, 9, key="k", round_number=1)
    assert again.outcome == "already"
    assert game.entries.count() == 1
    assert totals(game) == [12, 0, 45, 9]


def test_another_tablet_with_the_same_numbers_is_one_round(game: Game) -> None:
    first = play(game, 12, 0, 45, 9)
    again = play(game, 12, 0, 45, 9, round_number=1)
    assert (again.outcome, again.entry) == ("same", first.entry)
    assert game.entries.count() == 1


def test_a_round_cannot_come_before_the_one_before_it(game: Game) -> None:
    with pytest.raises(Refusal, match="Record round 1 first"):
        play(game, 12, 0, 45, 9, round_number=2)
    assert not game.entries.exists()


def test_tiles_are_counted_by_the_rules(game: Game) -> None:
    sheet = sheet_of(game)
    ann, bob, cal, dot = (seat.id for seat in sheet.seats)
    report = RoundReport(
        starting_double=12,
        ending="out",
        out_seat_id=bob,
        seats=(
            SeatReport(ann, tiles="7-3 0-0"),
            SeatReport(bob),
            SeatReport(cal, total=20),
            SeatReport(dot, tiles="1-1"),
        ),
    )
    round_record(game=game, author=ANN, key="k", round_number=1, report=report)
    assert totals(game) == [60, 0, 20, 2]  # FAM-49: the double blank is worth 50
    told = SeatResult.objects.get(seat_id=ann)
    assert (told.tiles, told.told_total, told.points) == ("7-3 0-0", None, 60)


def test_faults_are_said_and_nothing_is_written(game: Game) -> None:
    sheet = sheet_of(game)
    ann, bob, cal, dot = (seat.id for seat in sheet.seats)
    report = RoundReport(
        starting_double=12,
        ending="out",
        out_seat_id=bob,
        seats=(
            SeatReport(ann, tiles="7-3 12-12"),
            SeatReport(bob),
            SeatReport(cal, tiles="3-7"),
            SeatReport(dot, total=5),
        ),
    )
    with pytest.raises(FaultsFound) as found:
        round_record(game=game, author=ANN, key="k", round_number=1, report=report)
    complaints = {one.code: one for one in found.value.checked.complaints}
    assert complaints["tile_in_two_hands"].seat_ids == (ann, cal)
    assert complaints["starting_double_in_hand"].seat_ids == (ann,)
    assert not game.entries.exists()

    round_record(
        game=game, author=ANN, key="k", round_number=1, report=report, reason="tiles put away"
    )
    entry = game.entries.get()
    assert entry.reason == "tiles put away"
    assert {one["code"] for one in entry.details["faults"]} == set(complaints)


def test_a_round_needs_an_ending_and_a_total_for_everybody_left(game: Game) -> None:
    seats = sheet_of(game).seats
    report = RoundReport(
        starting_double=12,
        ending="",
        out_seat_id=None,
        seats=(SeatReport(seats[0].id, total=4), *(SeatReport(s.id) for s in seats[1:])),
    )
    with pytest.raises(FaultsFound) as found:
        # A reason lets faults stand, never gaps: there would be nothing to count.
        round_record(
            game=game, author=ANN, key="k", round_number=1, report=report, reason="never mind"
        )
    missing = found.value.checked.missing
    assert [one.code for one in missing] == ["ending", "untold", "untold", "untold"]


def test_seats_that_do_not_play_cannot_be_reported(game: Game) -> None:
    other = sheet_of(make_game(game.club, players=4))
    with pytest.raises(Refusal, match="The table has changed"):
        round_record(
            game=game,
            author=ANN,
            key="k",
            round_number=1,
            report=report_of(other, [12, 0, 45, 9]),
        )


def test_a_correction_strikes_through_and_keeps_the_old_numbers(game: Game) -> None:
    first = play(game, 12, 0, 45, 9).entry
    play(game, 0, 5, 5, 5)
    correct(game, 1, [12, 0, 54, 9], seen=first.pk)
    sheet = sheet_of(game)
    line = sheet.rounds[0]
    cal = sheet.seats[2]
    assert line.cells[cal.id].points == 54
    assert line.cells[cal.id].struck == (45,)
    assert line.cells[sheet.seats[0].id].struck == ()
    assert cal.total == 59
    assert (line.entry.reason, line.struck) == ("misread", (first,))


def correct(game: Game, number: int, points: list[int], *, seen: int, reason: str = "misread"):
    return round_correct(
        game=game,
        author=ANN,
        key=new_key(),
        round_number=number,
        report=report_of(sheet_of(game), points, round_number=number),
        reason=reason,
        seen=seen,
    )


def test_a_correction_needs_a_reason_and_a_difference(game: Game) -> None:
    first = play(game, 12, 0, 45, 9).entry
    with pytest.raises(Refusal, match="Say why"):
        correct(game, 1, [12, 0, 54, 9], seen=first.pk, reason="  ")
    with pytest.raises(Refusal, match="Nothing is different"):
        correct(game, 1, [12, 0, 45, 9], seen=first.pk)
    with pytest.raises(Refusal, match="Round 2 is not on the sheet"):
        correct(game, 2, [12, 0, 45, 9], seen=first.pk)


def test_a_correction_of_what_was_corrected_meanwhile_is_stale(game: Game) -> None:
    first = play(game, 12, 0, 45, 9).entry
    second = correct(game, 1, [12, 0, 54, 9], seen=first.pk).entry
    with pytest.raises(Stale) as stale:
        correct(game, 1, [12, 0, 55, 9], seen=first.pk)
    assert stale.value.newer == (second,)
    assert totals(game) == [12, 0, 54, 9]


def test_undo_takes_back_the_last_entry_and_leaves_it_readable(game: Game) -> None:
    play(game, 12, 0, 45, 9)
    last = play(game, 0, 5, 6, 7).entry
    entry_undo(game=game, author=ANN, key=new_key(), seen=last.pk)
    sheet = sheet_of(game)
    assert [seat.total for seat in sheet.seats] == [12, 0, 45, 9]
    assert sheet.next_round == 2
    assert last in sheet.entries
    assert last.pk not in sheet.in_force


def test_undoing_a_correction_brings_the_first_numbers_back(game: Game) -> None:
    first = play(game, 12, 0, 45, 9).entry
    second = correct(game, 1, [12, 0, 54, 9], seen=first.pk).entry
    entry_undo(game=game, author=ANN, key=new_key(), seen=second.pk)
    assert totals(game) == [12, 0, 45, 9]
    # And what is in force again can be undone in its turn.
    entry_undo(game=game, author=ANN, key=new_key(), seen=first.pk)
    assert totals(game) == [0, 0, 0, 0]


def test_undo_is_refused_where_there_is_nothing_or_something_newer(game: Game) -> None:
    with pytest.raises(Refusal, match="nothing on the sheet"):
        entry_undo(game=game, author=ANN, key=new_key(), seen=0)
    first = play(game, 12, 0, 45, 9).entry
    play(game, 0, 5, 6, 7)
    with pytest.raises(Stale):
        entry_undo(game=game, author=ANN, key=new_key(), seen=first.pk)


def test_undo_sent_twice_undoes_one_entry(game: Game) -> None:
    play(game, 12, 0, 45, 9)
    last = play(game, 0, 5, 6, 7).entry
    for _sending in range(2):
        entry_undo(game=game, author=ANN, key="undo", seen=last.pk)
    assert len(sheet_of(game).rounds) == 1


def test_two_tablets_that_differ_wait_for_a_choice(game: Game) -> None:
    first = play(game, 12, 0, 45, 9)
    second = play(game, 12, 0, 54, 9, round_number=1)
    assert (first.outcome, second.outcome) == ("recorded", "contest")
    assert totals(game) == [12, 0, 45, 9]
    assert sheet_of(game).contests == (second.entry,)
    # A third tablet that agrees with the second adds nothing.
    assert play(game, 12, 0, 54, 9, round_number=1).entry == second.entry

    contest_settle(game=game, author=ANN, key=new_key(), chosen=second.entry.pk, round_number=1)
    sheet = sheet_of(game)
    assert totals(game) == [12, 0, 54, 9]
    assert sheet.contests == ()
    assert sheet.rounds[0].cells[sheet.seats[2].id].struck == (45,)
    # It stays settled when what was chosen is corrected, and is open again without the choice.
    correct(game, 1, [12, 0, 55, 9], seen=sheet.rounds[0].entry.pk)
    assert sheet_of(game).contests == ()
    for waiting in ((), (second.entry,)):
        in_force = sheet_of(game).rounds[0].entry
        entry_undo(game=game, author=ANN, key=new_key(), seen=in_force.pk)
        assert sheet_of(game).contests == waiting


def test_keeping_the_first_of_two_settles_it_as_well(game: Game) -> None:
    first = play(game, 12, 0, 45, 9)
    second = play(game, 12, 0, 54, 9, round_number=1)
    contest_settle(game=game, author=ANN, key=new_key(), chosen=first.entry.pk, round_number=1)
    assert totals(game) == [12, 0, 45, 9]
    assert sheet_of(game).contests == ()
    assert SheetEntry.objects.filter(pk=second.entry.pk).exists()
    with pytest.raises(Refusal, match="settled already"):
        contest_settle(game=game, author=ANN, key=new_key(), chosen=second.entry.pk, round_number=1)


def test_a_choice_between_two_takes_no_third(game: Game) -> None:
    play(game, 12, 0, 45, 9)
    play(game, 12, 0, 54, 9, round_number=1)
    with pytest.raises(Refusal, match="Choose one of the two"):
        contest_settle(game=game, author=ANN, key=new_key(), chosen=0, round_number=1)


@pytest.mark.parametrize("table", ["scoring_sheetentry", "scoring_seatresult"])
def test_the_database_refuses_to_change_what_stands_on_a_sheet(game: Game, table: str) -> None:
    play(game, 12, 0, 45, 9)
    column = "reason = 'x'" if table == "scoring_sheetentry" else "points = 1"
    with (
        pytest.raises(DatabaseError, match="never changed"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(f"UPDATE {table} SET {column}")  # noqa: S608  no text from outside
    assert totals(game) == [12, 0, 45, 9]


@pytest.mark.parametrize(("is_read", "most"), [(False, 9), (True, 6)])
def test_recording_a_round_takes_a_bounded_number_of_queries(
    game: Game, is_read: bool, most: int, django_assert_max_num_queries
) -> None:
    for _round in range(8):
        play(game, 12, 0, 45, 9)
    sheet = sheet_of(game)
    report = report_of(sheet, [12, 0, 45, 9])
    read = sheet if is_read else None
    with django_assert_max_num_queries(most):
        round_record(game=game, author=ANN, key="k", round_number=9, report=report, read=read)


def test_a_sheet_that_was_read_before_another_tablet_wrote_is_read_again(game: Game) -> None:
    read = sheet_of(game)
    play(game, 12, 0, 45, 9)
    report = report_of(read, [12, 0, 54, 9])
    done = round_record(game=game, author=ANN, key="k", round_number=1, report=report, read=read)
    assert done.outcome == "contest"
    assert done.entry.number == 2
