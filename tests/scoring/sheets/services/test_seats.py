"""People who come late, leave early, or were put on each other's seats."""

import pytest

from scoring.accounts.access import STRANGER
from scoring.models import Game, Player
from scoring.refusals import Refusal
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.rounds import entry_undo
from scoring.sheets.services.seats import seat_join, seat_leave, seats_swap
from scoring.tablets.sync.selectors import tablet_game
from tests.factories import ANN, correct, last_entry, make_game, new_key, play, totals

pytestmark = pytest.mark.django_db


def join(game: Game, name: str, total: int | None = None) -> None:
    seat_join(game=game, author=ANN, key=new_key(), name=name, total=total)


def leave(game: Game, place: int, *, ranked: bool) -> None:
    seat_id = sheet_of(game).seats[place].id
    seat_leave(game=game, author=ANN, key=new_key(), seat_id=seat_id, ranked=ranked)


def test_a_late_arrival_comes_in_with_the_highest_total(game: Game) -> None:
    play(game, 12, 0, 45, 9)
    join(game, "Eve")
    eve = sheet_of(game).seats[-1]
    assert (eve.name, eve.total, eve.from_round) == ("Eve", 45, 2)
    assert [seat.name for seat in sheet_of(game).playing(1)] == ["Ann", "Bob", "Cal", "Dot"]
    play(game, 1, 2, 3, 0, 4)
    assert totals(game) == [13, 2, 48, 9, 49]


@pytest.mark.parametrize(("how", "total"), [("highest", 45), ("average", 16), ("zero", 0)])
def test_a_house_rule_sets_the_late_arrivals_total(how: str, total: int) -> None:
    rules = {"base": "family", "fill": "defaults", "late_arrival_total": how}
    game = make_game(rules=rules)
    play(game, 12, 0, 45, 9)
    join(game, "Eve")
    assert sheet_of(game).seats[-1].total == total


def test_the_table_can_agree_on_another_total(game: Game) -> None:
    play(game, 12, 0, 45, 9)
    join(game, "Eve", total=30)
    assert sheet_of(game).seats[-1].total == 30


def test_a_corrected_round_changes_what_the_rules_gave_a_late_arrival(game: Game) -> None:
    play(game, 12, 0, 99, 9)
    join(game, "Eve")
    join(game, "Fay", total=30)
    play(game, 1, 2, 3, 0, 4, 5)
    correct(game, 1, [12, 0, 19, 9])
    assert totals(game) == [13, 2, 22, 9, 23, 35]
    entry_undo(game=game, author=ANN, key=new_key(), seen=sheet_of(game).last_entry.pk)
    assert totals(game) == [13, 2, 102, 9, 103, 35]


def test_a_tablet_knows_by_which_rule_a_late_arrival_begins(game: Game) -> None:
    """The bug it would catch: without a network, a corrected round left a late total as it was."""
    play(game, 12, 0, 99, 9)
    leave(game, 3, ranked=False)
    join(game, "Eve")
    join(game, "Fay", total=30)
    known = tablet_game(sheet_of(game), actor=STRANGER, device="x")
    ann, bob, cal, _dot, eve, fay = known["seats"]
    assert known["late_total"] == "highest"
    assert eve["late_after"] == [ann["id"], bob["id"], cal["id"]]
    assert not any("late_after" in seat for seat in (ann, fay))


def test_a_round_after_the_arrival_changes_nothing_of_it(game: Game) -> None:
    play(game, 12, 0, 45, 9)
    join(game, "Eve")
    play(game, 1, 2, 3, 0, 4)
    correct(game, 2, [1, 2, 90, 0, 4])
    assert sheet_of(game).seats[-1].entry_total == 45


def test_a_late_arrival_can_be_undone_and_made_again(game: Game) -> None:
    play(game, 12, 0, 45, 9)
    join(game, "Eve")
    entry_undo(game=game, author=ANN, key=new_key(), seen=last_entry(game).pk)
    assert [seat.name for seat in sheet_of(game).seats] == ["Ann", "Bob", "Cal", "Dot"]
    join(game, "eve", total=1)
    assert sheet_of(game).seats[-1].total == 1
    assert Player.objects.filter(club=game.club, name_key="eve").count() == 1


def test_nobody_sits_at_a_table_twice_or_at_a_full_one() -> None:
    game = make_game(players=8)
    with pytest.raises(Refusal, match="Bob sits at this table already"):
        join(game, " bob ")
    with pytest.raises(Refusal, match="2 to 8 players"):
        join(game, "Ida")
    with pytest.raises(Refusal, match="Type the name"):
        join(game, "  ")


def test_who_leaves_counts_no_more_rounds(game: Game) -> None:
    play(game, 12, 0, 45, 9)
    leave(game, 1, ranked=False)
    play(game, 0, 20, 30)
    sheet = sheet_of(game)
    assert [seat.total for seat in sheet.seats] == [12, 0, 65, 39]
    assert [seat.position for seat in sheet.seats] == [1, None, 3, 2]
    assert [seat.name for seat in sheet.playing(3)] == ["Ann", "Cal", "Dot"]


def test_who_leaves_can_keep_a_place(game: Game) -> None:
    play(game, 12, 0, 45, 9)
    leave(game, 1, ranked=True)
    play(game, 0, 20, 30)
    assert [seat.position for seat in sheet_of(game).seats] == [2, 1, 4, 3]


def test_two_have_to_stay() -> None:
    game = make_game(players=3)
    play(game, 12, 0, 45)
    leave(game, 0, ranked=True)
    with pytest.raises(Refusal, match="Two players have to stay"):
        leave(game, 1, ranked=True)
    with pytest.raises(Refusal, match="Choose somebody who sits at this table"):
        leave(game, 0, ranked=True)
    with pytest.raises(Refusal, match="Ann has left this game"):
        join(game, "Ann")


def test_swapping_seats_changes_the_order_and_no_points(game: Game) -> None:
    play(game, 12, 0, 45, 9)
    ann, bob = (seat.id for seat in sheet_of(game).seats[:2])
    seats_swap(game=game, author=ANN, key="k", seat_ids=(ann, bob), points_too=False)
    sheet = sheet_of(game)
    assert [(seat.name, seat.total) for seat in sheet.seats[:2]] == [("Bob", 0), ("Ann", 12)]
    # The color stays with the person.
    assert [seat.color for seat in sheet.seats[:2]] == [1, 0]


def test_swapping_points_writes_every_round_anew(game: Game) -> None:
    play(game, 12, 0, 45, 9)
    play(game, 0, 7, 8, 9)
    ann, bob = (seat.id for seat in sheet_of(game).seats[:2])
    seats_swap(game=game, author=ANN, key="k", seat_ids=(ann, bob), points_too=True)
    sheet = sheet_of(game)
    by_name = {seat.name: seat for seat in sheet.seats}
    assert (by_name["Ann"].total, by_name["Bob"].total) == (7, 12)
    assert by_name["Ann"].rounds_out == 1
    assert sheet.rounds[0].entry.out_seat_id == ann
    assert sheet.rounds[0].entry.reason == "Ann and Bob had been swapped"
    assert sheet.rounds[0].cells[ann].struck == (12,)
    # Sent again, nothing more is written.
    before = game.entries.count()
    seats_swap(game=game, author=ANN, key="k", seat_ids=(ann, bob), points_too=True)
    assert game.entries.count() == before


def test_a_swap_takes_two(game: Game) -> None:
    ann = sheet_of(game).seats[0].id
    with pytest.raises(Refusal, match="two different people"):
        seats_swap(game=game, author=ANN, key="k", seat_ids=(ann, ann), points_too=False)
    with pytest.raises(Refusal, match="Choose somebody"):
        seats_swap(game=game, author=ANN, key="k", seat_ids=(ann, 0), points_too=False)
