"""Starting a game, ending it, reopening it."""

import re

import pytest

from scoring.models import Club, Game, Player, Seat
from scoring.refusals import Refusal
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import CODE_LETTERS, game_finish, game_reopen, game_start
from scoring.sheets.services.rounds import entry_undo, round_correct, round_record
from scoring.sheets.services.seats import seat_join, seat_leave
from scoring.values import RoundReport
from tests.factories import (
    ANN,
    ClubFactory,
    last_entry,
    make_game,
    new_key,
    play,
    report_of,
    totals,
)

pytestmark = pytest.mark.django_db

FAMILY = {"base": "family", "fill": "defaults"}


def start(club: Club, *names: str, set_: int = 12) -> Game:
    return game_start(club=club, author=ANN, names=names, set_=set_, rules=FAMILY)


def finish(game: Game) -> None:
    game_finish(game=game, author=ANN, key=new_key())


def reopen(game: Game, reason: str = "miscounted") -> None:
    game_reopen(game=game, author=ANN, key=new_key(), reason=reason)


def undo(game: Game) -> None:
    last = sheet_of(game).last_entry
    entry_undo(game=game, author=ANN, key=new_key(), seen=last.pk if last else 0)


def test_a_new_name_is_a_new_person_and_a_known_one_is_not(club: Club) -> None:
    start(club, "Ann", "Bob")
    game = start(club, "  aNN ", "Cal")
    assert [seat.player.name for seat in game.seats.all()] == ["Ann", "Cal"]
    assert sorted(club.players.values_list("name", flat=True)) == ["Ann", "Bob", "Cal"]


def test_clubs_do_not_share_people(club: Club) -> None:
    start(club, "Ann", "Bob")
    make_game(players=2)
    assert Player.objects.filter(name="Ann").count() == 2


def test_a_game_has_a_code_to_read_aloud_and_a_key_to_keep(club: Club) -> None:
    games = [start(club, "Ann", "Bob") for _game in range(5)]
    assert len({game.code for game in games}) == len({game.watch_key for game in games}) == 5
    assert all(set(game.code) <= set(CODE_LETTERS) and len(game.code) == 8 for game in games)
    four = f"[{CODE_LETTERS}]{{4}}"
    assert all(re.fullmatch(f"{four}-{four}-{four}", game.watch_key) for game in games)


def test_a_start_that_is_sent_twice_is_one_game(club: Club) -> None:
    def send(key: str, *names: str, to: Club = club) -> Game:
        return game_start(club=to, author=ANN, names=names, set_=12, rules=FAMILY, key=key)

    first = send("k", "Ann", "Bob")
    assert send("k", "Ann", "Bob") == first
    assert first.seats.count() == 2
    assert set(first.code) <= set(CODE_LETTERS)
    assert len(first.code) == 8
    # The same people play again, somebody was forgotten, or another club's tablet has the key.
    others = [send("l", "Ann", "Bob"), send("k", "Ann", "Bob", "Cal"), send("l", "Ann Bob", "Cal")]
    others += [send("k", "Ann", "Bob", to=ClubFactory()), start(club, "Ann", "Bob")]
    assert len({first.code, *(game.code for game in others)}) == 6


@pytest.mark.parametrize(
    ("names", "set_", "said"),
    [
        ([], 12, "at least two players"),
        (["Ann"], 12, "at least two players"),
        ([f"P{number}" for number in range(9)], 12, "for 2 to 8 players, and 9 are named"),
        (["Ann", "Bob"], 15, "for 9 to 12 players, and 2 are named"),
    ],
)
def test_a_table_that_the_rules_do_not_know_is_refused(
    club: Club, names: list[str], set_: int, said: str
) -> None:
    with pytest.raises(Refusal, match=said):
        start(club, *names, set_=set_)
    assert not Game.objects.exists()
    assert not Player.objects.exists()
    assert not Seat.objects.exists()


def test_a_finished_game_takes_nothing_more(game: Game) -> None:
    first = play(game, 12, 0, 45, 9).entry
    finish(game)
    game.refresh_from_db()
    assert game.finished_at is not None
    seat_id = sheet_of(game).seats[0].id
    for write in (
        lambda: play(game, 1, 0, 2, 3),
        lambda: seat_join(game=game, author=ANN, key=new_key(), name="Eve"),
        lambda: seat_leave(game=game, author=ANN, key=new_key(), seat_id=seat_id, ranked=True),
        lambda: entry_undo(game=game, author=ANN, key=new_key(), seen=first.pk),
        lambda: finish(game),
        lambda: round_correct(
            game=game,
            author=ANN,
            key=new_key(),
            round_number=1,
            report=report_of(sheet_of(game), [12, 0, 54, 9], round_number=1),
            reason="misread",
            seen=first.pk,
        ),
    ):
        with pytest.raises(Refusal, match="An organizer can reopen it"):
            write()
    assert game.entries.count() == 2


def test_finishing_and_reopening_stand_on_the_sheet(game: Game) -> None:
    play(game, 12, 0, 45, 9)
    finish(game)
    reopen(game, "  Bob's \0  tiles ")
    game.refresh_from_db()
    assert game.finished_at is None
    assert not sheet_of(game).finished
    assert last_entry(game).reason == "Bob's tiles"
    play(game, 0, 1, 2, 3)
    finish(game)
    assert sheet_of(game).finished_by == last_entry(game)
    assert [entry.kind for entry in game.entries.all()] == [
        *("round", "finish", "reopen"),
        *("round", "finish"),
    ]


def test_the_game_knows_its_newest_entry(game: Game) -> None:
    assert game.revision == 0
    for _round in range(2):
        play(game, 12, 0, 45, 9)
        game.refresh_from_db()
        assert game.revision == sheet_of(game).revision == game.entries.count()
    game_finish(game=game, author=ANN, key=new_key())
    game.refresh_from_db()
    assert game.revision == 3
    assert game.finished_at is not None


def test_sent_twice_is_done_once(game: Game) -> None:
    play(game, 12, 0, 45, 9)
    first = game_finish(game=game, author=ANN, key="f")
    assert game_finish(game=game, author=ANN, key="f") == first
    opened = game_reopen(game=game, author=ANN, key="r", reason="x")
    assert game_reopen(game=game, author=ANN, key="r", reason="x") == opened
    # A late second sending of the end does not end it again.
    assert game_finish(game=game, author=ANN, key="f") == first
    assert game.entries.count() == 3
    assert not sheet_of(game).finished


def test_what_cannot_be_finished_or_reopened(game: Game) -> None:
    with pytest.raises(Refusal, match="Record a round first"):
        finish(game)
    with pytest.raises(Refusal, match="open already"):
        reopen(game)
    play(game, 12, 0, 45, 9)
    play(game, 12, 0, 54, 9, round_number=1)
    with pytest.raises(Refusal, match="recorded round 1 differently"):
        finish(game)


@pytest.mark.parametrize(("reason", "said"), [("  ", "Say why"), ("x" * 201, "200 letters")])
def test_a_reopening_says_why_in_few_words(game: Game, reason: str, said: str) -> None:
    play(game, 12, 0, 45, 9)
    finish(game)
    with pytest.raises(Refusal, match=said):
        reopen(game, reason)
    assert sheet_of(game).finished


def test_after_reopening_the_last_round_can_be_undone(game: Game) -> None:
    play(game, 12, 0, 45, 9)
    play(game, 0, 1, 2, 3)
    finish(game)
    reopen(game)
    undo(game)
    assert totals(game) == [12, 0, 45, 9]
    assert not sheet_of(game).finished
    undo(game)
    with pytest.raises(Refusal, match="nothing on the sheet to undo"):
        undo(game)


@pytest.mark.parametrize("number", [-1, 0, 2, 10**9])
def test_a_round_that_is_not_the_next_is_not_written(game: Game, number: int) -> None:
    seatless = RoundReport(starting_double=12, ending="blocked", out_seat_id=None, seats=())
    with pytest.raises(Refusal, match="Record round 1 first"):
        round_record(game=game, author=ANN, key="k", round_number=number, report=seatless)
    assert not game.entries.exists()
