"""Why a place is what it is: every step that decided, in whole sentences."""

import datetime
from fractions import Fraction
from typing import Any

import pytest

from league.models import Board, Season, Standing
from league.seasons.place_words import PlaceAmong, place_reasons
from scoring.models import Player

PEOPLE = {pk: Player(pk=pk, name=name) for pk, name in enumerate(("Ann", "Bob", "Cal", "Dot"), 1)}
SEASON = {"name": "2026", "first": "2026-01-01", "last": "2026-12-31"}


def line(player: int, shown: str = "", **fields: Any) -> Standing:
    """A line of that player with this value, of two games and four rounds."""
    exact = Fraction(fields.pop("exact", shown or "0"))
    numbers = {"games": 2, "rounds": 4, "days": 1, "place": player, "position": player, **fields}
    board = Board()
    board.has_decimals = False
    return Standing(
        board=board,
        player=PEOPLE[player],
        shown=shown,
        exact=f"{exact.numerator}/{exact.denominator}" if shown else "",
        **numbers,
    )


def reasons(own: Standing, *, season: dict[str, Any] | None = None, **among: Any) -> str:
    names = {pk: player.name for pk, player in PEOPLE.items()}
    others = {"ranked": 4, "level": (), "ahead": None, "behind": None, "names": names, **among}
    return " ".join(place_reasons(Season(**SEASON, **(season or {})), PlaceAmong(own, **others)))


@pytest.mark.parametrize(
    ("season", "shown", "says"),
    [
        ({}, "12.50", "Ann has 50 points from 4 rounds. That is 12.50 a round."),
        ({"count": "per_game"}, "12.00", "Ann has 24 points from 2 games. That is 12.00 a game."),
        ({"count": "sum"}, "95", "Ann has 95 points from 2 games."),
        ({"measure": "places", "count": "sum"}, "9.50", "Ann has 9.50 place points from 2 games."),
        ({"measure": "wins", "count": "sum"}, "1", "Ann won 1 of 2 games."),
        (
            {"measure": "outs", "count": "per_round"},
            "0.75",
            "Ann won 3 of 4 rounds. That is 0.75 a round.",
        ),
        (
            {"measure": "outs", "count": "sum"},
            "3",
            "In 2 games Ann won this many rounds: 3.",
        ),
        (
            {"measure": "beaten", "count": "per_game"},
            "62.50",
            "Ann beat 62.50 percent of the opponents, on average.",
        ),
        (
            {"measure": "beaten", "count": "sum"},
            "125",
            "The percentages of Ann add up to 125 in 2 games.",
        ),
        (
            {"measure": "places", "count": "best_days", "days": 2},
            "14",
            "The days of Ann that count add up to 14.",
        ),
    ],
)
def test_what_the_games_came_to_by_each_way_of_counting(
    season: dict[str, Any], shown: str, says: str
) -> None:
    assert reasons(line(1, shown), season=season, ranked=1) == f"{says} So Ann has place 1 of 1."


def test_who_is_next_ahead_and_behind() -> None:
    ahead, behind = line(1, "10.00"), line(3, "11.00", exact="10.999")
    text = reasons(line(2, "11.00"), ahead=ahead, behind=behind)
    assert "Ann is next ahead, with 10.00. Cal is next behind, with 11.00." in text
    assert "The difference is too small to show in two decimals." in text
    assert "Nobody has a better value." in reasons(line(1, "10.00"), behind=behind)


def test_every_tie_break_says_what_it_did() -> None:
    why = [
        ["outs", "parted", [[4, "5"], [1, "3"], [2, "3"], [3, "3"]]],
        ["wins", "level", [[1, "1"], [2, "1"], [3, "1"]]],
        ["head_to_head", "parted", [[1, "3/2"], [2, "1"], [3, "1/2"]]],
    ]
    level = (line(4, "12.00", place=1), line(2, "12.00", place=3))
    text = reasons(line(1, "12.00", place=2, why=why), level=level)
    assert "Dot and Bob have 12.00, too." in text
    assert (
        "Who won more rounds is ahead: Dot (5), Ann (3), Bob (3) and Cal (3). "
        "All of them won the same number of games. "
        "Who did better at common tables is ahead: Ann (1½), Bob (1) and Cal (½). "
        "So Ann has place 2 of 4."
    ) in text
    shared = line(1, "12.00", place=2, shared=True, why=why[:2])
    text = reasons(shared, level=(line(2, "12.00", place=2), line(4, "12.00", place=1)))
    assert "Nothing decides between them, so Ann shares place 2 with Bob." in text


def test_of_many_those_around_are_named() -> None:
    numbers = [[pk, str(100 - pk)] for pk in range(40, 60)]
    numbers[15] = [1, "7"]
    why = [["wins", "parted", numbers]]
    text = reasons(line(1, "12.00", why=why), level=(line(2, "12.00"),))
    assert "Ann (7)" in text
    assert text.count("(") == 8


@pytest.mark.parametrize(
    ("unranked", "says"),
    [
        ("few_games", "Ann has no place: 5 games are needed, and Ann has 2."),
        ("few_days", "Ann has no place: too few days count so far."),
        (
            "guest",
            "Ann is a guest this season. Guests are listed below the others, without a place.",
        ),
    ],
)
def test_why_there_is_no_place(unranked: str, says: str) -> None:
    own = line(1, "12.00", place=None, unranked=unranked)
    assert reasons(own, season={"least_games": 5}).endswith(says)


def test_what_is_brought_forward_and_which_days_count_is_said() -> None:
    own = line(1, "100", brought=Fraction(40))
    days = (datetime.date(2026, 3, 2), datetime.date(2026, 3, 9))
    text = reasons(own, season={"count": "sum"}, days=days)
    assert "This includes 40, which was brought forward." in text
    assert "These days count: March 2, 2026 and March 9, 2026." in text


@pytest.mark.parametrize(("played", "says"), [(1, False), (2, True)])
def test_over_which_days_a_tie_is_decided_is_said(played: int, *, says: bool) -> None:
    """Also where it is another of the tied who has a day that does not count."""
    why = [["wins", "parted", [[1, "5"], [2, "4"]]]]
    own, other = line(1, "23", why=why), line(2, "23", place=2, days=played)
    text = reasons(own, season={"count": "best_days", "days": 1}, level=(other,))
    assert ("All days decide between them, also those that do not count." in text) is says
