"""A tablet that is a day behind sends a round against a sheet that has moved on.

Each answer keeps what was sent where it can be read: on the sheet, beside what was there already,
or in the form with a sentence that says why it was not taken. Nothing counts twice.
"""

from collections.abc import Callable

import pytest
from django.urls import reverse

from scoring.models import Game, Tablet
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish
from scoring.sheets.services.rounds import contest_settle, entry_undo, round_correct
from scoring.sheets.services.seats import seat_join, seat_leave, seats_swap
from scoring.tablets.pairing.services import tablet_unpair
from tests.factories import ANN, last_entry, new_key, play, report_of, totals
from tests.litany import ClientOf, rows
from tests.page import Page
from tests.scoring.sheets.views.typed import seat_ids, typed_round

Change = Callable[[Game], None]


def corrected(game: Game) -> None:
    sheet = sheet_of(game)
    round_correct(
        game=game,
        author=ANN,
        key=new_key(),
        round_number=2,
        report=report_of(sheet, (1, 0, 2, 3), round_number=2),
        reason="counted again",
        seen=sheet.rounds[1].entry.pk,
    )


def recorded(game: Game) -> None:
    play(game, 1, 0, 2, 3)


def recorded_and_corrected(game: Game) -> None:
    play(game, 12, 0, 45, 9)
    corrected(game)


def undone(game: Game) -> None:
    entry_undo(game=game, author=ANN, key=new_key(), seen=last_entry(game).pk)


def swapped(game: Game) -> None:
    ann, bob, *_ = seat_ids(game)
    seats_swap(game=game, author=ANN, key=new_key(), seat_ids=(ann, bob), points_too=True)


def left(game: Game) -> None:
    dot = seat_ids(game)[3]
    seat_leave(game=game, author=ANN, key=new_key(), seat_id=dot, ranked=True)


def joined(game: Game) -> None:
    seat_join(game=game, author=ANN, key=new_key(), name="Eve")


def finished(game: Game) -> None:
    game_finish(game=game, author=ANN, key=new_key())


def gone_on(game: Game) -> None:
    for points in ((1, 0, 2, 3), (4, 0, 5, 6), (7, 8, 0, 9)):
        play(game, *points)


def settled(game: Game) -> None:
    play(game, 1, 0, 2, 3)
    other = play(game, 4, 0, 5, 6, round_number=2).entry
    contest_settle(game=game, author=ANN, key=new_key(), chosen=other.pk, round_number=2)


@pytest.fixture
def game(game: Game) -> Game:
    """A game with a round on its sheet."""
    play(game, 12, 0, 45, 9)
    return game


@pytest.mark.parametrize("change", [recorded, recorded_and_corrected, gone_on, settled])
def test_a_round_that_others_have_recorded_waits_beside_theirs(
    client_of: ClientOf, game: Game, change: Change
) -> None:
    url = reverse("scoring:round-record", args=[game.code, 2])
    form = typed_round(game, 20, "out", 30, 40)
    change(game)
    before, counted = totals(game), game.entries.count()
    for _time in range(2):
        answer = client_of("tablet").post(url, form)
        assert answer["Location"] == reverse("scoring:round-choose", args=[game.code, 2])
    assert totals(game) == before
    assert game.entries.count() == counted + 1
    page = Page(client_of("tablet").get(answer["Location"]))
    assert "Ann 20" in page.text
    assert "Dot 40" in page.text


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (undone, "Record round 1 first."),
        (finished, "This game is finished. An organizer can reopen it to change the sheet."),
        (joined, "Type the total of the tiles that Eve has left."),
        (left, "Dot does not play this round any more, and 40 was typed for Dot."),
    ],
)
def test_a_round_that_cannot_be_recorded_stays_in_its_form(
    client_of: ClientOf, game: Game, change: Change, said: str
) -> None:
    url = reverse("scoring:round-record", args=[game.code, 2])
    form = typed_round(game, 20, "out", 30, 40)
    change(game)
    before = rows()
    for _time in range(2):
        answer = client_of("tablet").post(url, form)
        assert answer.status_code == 200
        page = Page(answer)
        assert said in page.trouble
        assert rows() == before
        for name, told in form.items():
            assert page.fields.get(name, "said above") in (str(told), "said above")
        assert page.fields["key"] == form["key"]
        assert "30" in page.fields.values()


def test_who_has_left_needs_a_second_press(client_of: ClientOf, game: Game) -> None:
    """Else a number would be dropped without a word."""
    url = reverse("scoring:round-record", args=[game.code, 2])
    form = typed_round(game, 20, "out", 30, None, tiles=(None, None, None, "7-3 0-0"))
    left(game)
    page = Page(client_of("tablet").post(url, form))
    assert "7-3 0-0 was typed for Dot" in page.trouble
    client_of("tablet").post(url, {**page.fields})
    assert totals(game) == [32, 0, 75, 9]


@pytest.mark.parametrize("seat", ["0", "999999999999999", "9" * 16, "9" * 400, "-1", "٣"])
def test_a_seat_of_no_table_is_no_news(client_of: ClientOf, game: Game, seat: str) -> None:
    url = reverse("scoring:round-record", args=[game.code, 2])
    form = typed_round(game, 20, "out", 30, 40) | {f"seat-{seat}-total": "12"}
    assert client_of("tablet").post(url, form).status_code == 302
    assert totals(game) == [32, 0, 75, 49]


def test_seats_that_were_swapped_keep_their_numbers(client_of: ClientOf, game: Game) -> None:
    """A number belongs to a person, wherever that person sits now."""
    ann, bob, cal, dot = seat_ids(game)
    url = reverse("scoring:round-record", args=[game.code, 2])
    form = typed_round(game, 20, "out", 30, 40)
    swapped(game)
    assert client_of("tablet").post(url, form).status_code == 302
    told = {seat.id: seat.total for seat in sheet_of(game).seats}
    assert told == {ann: 0 + 20, bob: 12 + 0, cal: 75, dot: 49}


@pytest.mark.parametrize(
    ("change", "status", "said"),
    [
        (recorded, 409, "This is not what you were shown"),
        (corrected, 409, "Somebody else has changed round 2 meanwhile."),
        (undone, 200, "Round 2 is not on the sheet any more."),
        (finished, 200, "This game is finished."),
        (swapped, 409, "Somebody else has changed round 2 meanwhile."),
    ],
)
def test_a_correction_of_what_has_moved_on(
    client_of: ClientOf, game: Game, change: Change, status: int, said: str
) -> None:
    play(game, 20, 0, 30, 40)
    url = reverse("scoring:round-correct", args=[game.code, 2])
    tablet = client_of("tablet")
    cal = seat_ids(game)[2]
    form = Page(tablet.get(url)).fields | {f"seat-{cal}-total": "33", "reason": "counted again"}
    form |= {"key": new_key(), "agreed": Page(tablet.post(url, form)).buttons["agreed"]}
    change(game)
    before = rows()
    answer = tablet.post(url, form)
    assert answer.status_code == status
    page = Page(answer)
    assert said in page.trouble
    assert page.fields[f"seat-{cal}-total"] == "33"
    assert rows() == before


def test_a_tablet_that_was_unpaired_meanwhile_is_told_the_way(
    client_of: ClientOf, tablet: Tablet, game: Game
) -> None:
    client = client_of("tablet")
    url = reverse("scoring:round-record", args=[game.code, 2])
    form = typed_round(game, 20, "out", 30, 40)
    tablet_unpair(tablet=tablet)
    before = rows()
    answer = client.post(url, form)
    assert answer.status_code == 404
    assert "Then sign in first." in Page(answer).text
    # Nothing tells the tablet that its draft is done: what was typed is kept there.
    assert "draft-done" not in answer.content.decode()
    assert rows() == before
    assert client_of("scorekeeper").post(url, form).status_code == 302
    assert totals(game) == [32, 0, 75, 49]
