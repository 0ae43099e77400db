"""A correction is looked at, agreed to, and only then recorded."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from scoring.models import Game
from scoring.refusals import FaultsFound, Refusal, Stale
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.corrections import NotAgreed, Preview, correction_record
from scoring.sheets.services.rounds import Recorded
from scoring.sheets.services.seats import seat_join
from scoring.values import Consequence
from tests.factories import ANN, new_key, play, report_of, totals
from tests.litany import rows

pytestmark = pytest.mark.django_db

seen: list[tuple[list[int], bool]] = []


def watch(game: Game) -> Callable[[], list[Consequence]]:
    """One that derives something from a sheet, and remembers when it was asked."""
    before = totals(game)
    seen.append((before, connection.in_atomic_block))

    def tell() -> list[Consequence]:
        seen.append((totals(game), connection.in_atomic_block))
        if before[:1] == totals(game)[:1]:
            return [Consequence("Nothing of note", intro="It stays.")]
        return [Consequence("The first seat", (f"{before[0]} was, {totals(game)[0]} is.",))]

    return tell


@pytest.fixture(autouse=True)
def only_this_one_watches(settings: Any) -> None:
    settings.SHEET_CONSEQUENCES = [f"{__name__}.watch"]
    seen.clear()


@pytest.fixture
def game(game: Game) -> Game:
    play(game, 12, 0, 45, 9)
    play(game, 3, 30, 0, 9)
    return game


def correct(game: Game, *points: int, agreed: str = "", **changed: Any) -> Recorded:
    sheet = sheet_of(game)
    told: dict[str, Any] = {
        "key": new_key(),
        "report": report_of(sheet, points, round_number=1, ending=changed.pop("ending", "")),
        "reason": "misread",
        "seen": sheet.rounds[0].entry.pk,
    }
    return correction_record(game=game, author=ANN, round_number=1, agreed=agreed, **told | changed)


def preview(game: Game, *points: int, **changed: Any) -> Preview:
    before = rows()
    with pytest.raises(NotAgreed) as asked:
        correct(game, *points, **changed)
    assert rows() == before
    return asked.value.preview


def test_each_that_is_named_looks_before_and_after_under_one_lock(game: Game) -> None:
    told = preview(game, 13, 0, 45, 9)
    assert seen == [([15, 30, 45, 18], True), ([16, 30, 45, 18], True)]
    assert told.beyond == (Consequence("The first seat", ("15 was, 16 is.",)),)
    assert not told.only_points
    assert correct(game, 13, 0, 45, 9, agreed=told.mark).outcome == "recorded"
    assert totals(game) == [16, 30, 45, 18]


def test_what_only_stays_is_no_change(game: Game) -> None:
    told = preview(game, 12, 0, 46, 9)
    assert told.only_points
    assert told.beyond == (Consequence("Nothing of note", (), "It stays."),)


@pytest.mark.parametrize(
    ("points", "ending", "totals", "places"),
    [
        (
            (42, 0, 45, 9),
            "",
            ("Ann: 42 in this round (was 12), 45 in the game (was 15).",),
            (
                "In the lead: Dot instead of Ann.",
                "Ann: shared place 3 instead of place 1.",
                "Cal: shared place 3 instead of place 4.",
                "Dot: place 1 instead of place 2.",
                "Bob: place 2 instead of place 3.",
            ),
        ),
        (
            (15, 0, 45, 9),
            "",
            ("Ann: 15 in this round (was 12), 18 in the game (was 15).",),
            (
                "In the lead: Ann and Dot instead of Ann.",
                "Ann: place 1 as before, now shared.",
                "Dot: shared place 1 instead of place 2.",
            ),
        ),
        (
            (0, 2, 45, 9),
            "",
            (
                "Ann went out in this round instead of Bob.",
                "Ann: 0 in this round (was 12), 3 in the game (was 15).",
                "Bob: 2 in this round (was 0), 32 in the game (was 30).",
            ),
            (),
        ),
        (
            (12, 1, 45, 9),
            "blocked",
            (
                "Nobody went out in this round instead of Bob.",
                "Bob: 1 in this round (was 0), 31 in the game (was 30).",
            ),
            (),
        ),
    ],
)
def test_what_it_changes_on_the_sheet(
    game: Game, points: tuple[int, ...], ending: str, totals: Any, places: Any
) -> None:
    told = preview(game, *points, ending=ending)
    assert told.totals == totals
    assert sorted(told.places) == sorted(places)


def test_what_it_changes_for_who_came_late(game: Game) -> None:
    seat_join(game=game, author=ANN, key=new_key(), name="Eve")
    assert preview(game, 99, 0, 45, 9).totals[1:] == (
        "Eve came late and now begins with 102 points, by the rules (was 45): "
        "102 in the game (was 45).",
    )


def test_how_a_round_ended(game: Game) -> None:
    correct(game, 12, 1, 45, 9, agreed=preview(game, 12, 1, 45, 9).mark)
    told = preview(game, 12, 1, 45, 9, ending="time")
    assert told.totals == ("The round ended so: time, instead of: blocked.",)
    assert told.only_points


def test_what_is_refused_is_refused_before_anything_is_told(game: Game) -> None:
    known: list[tuple[dict[str, Any], type[Refusal]]] = [
        ({"reason": "x" * 201}, Refusal),
        ({"seen": 0}, Stale),
    ]
    for changed, refusal in known:
        with pytest.raises(refusal) as found:
            correct(game, 13, 0, 45, 9, **changed)
        assert not isinstance(found.value, NotAgreed)
    with pytest.raises(FaultsFound):
        correct(game, 1999, 0, 45, 9)
    assert [told for told, _locked in seen] == [[15, 30, 45, 18]] * 3


def test_the_mark_stands_for_all_that_is_agreed_to(game: Game) -> None:
    first = preview(game, 12, 1, 45, 9, ending="blocked").mark
    assert preview(game, 12, 1, 45, 9, ending="blocked", reason="another").mark == first
    # The same follows from both, and yet they are two corrections.
    assert preview(game, 12, 1, 45, 9, ending="time").mark != first
    # The same correction, after something else has been written on the sheet.
    play(game, 0, 9, 9, 9)
    assert preview(game, 12, 1, 45, 9, ending="blocked").mark != first


def test_sent_again_it_is_recorded_once(game: Game) -> None:
    told, key = preview(game, 13, 0, 45, 9), new_key()
    assert correct(game, 13, 0, 45, 9, agreed=told.mark, key=key).outcome == "recorded"
    seen.clear()
    assert correct(game, 13, 0, 45, 9, agreed="", key=key).outcome == "already"
    assert seen == []
    assert game.entries.count() == 3
