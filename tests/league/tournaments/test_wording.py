"""A stage as planned, in a few sentences."""

import pytest
from django.utils import timezone

from league.models import Entrant, Stage
from league.tournaments.brackets.values import StageMeasure
from league.tournaments.wording import (
    free_seat_words,
    goes_on_behind,
    left_sentence,
    left_short,
    rest_place,
    rest_words,
    stage_words,
)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "Tables of 4 (3 to 5), seated by lot."),
        ({"least": 4, "most": 4}, "Tables of 4, seated by lot."),
        ({"kind": "single"}, "Two play, the loser is out."),
        ({"by_division": True}, "Each division plays by itself."),
        ({"by_division": True, "apart": True}, "by itself, club-mates at different tables."),
        ({"rounds": 3}, "The lowest sum of the games leads."),
        (
            {"measure": StageMeasure.PLACES, "place_points": [3, 1]},
            "Places at a table give points: 3 1.",
        ),
        ({"rules": {"base": "hub", "rounds": 2}}, "Mexican Train Hub rules, double 12, 2 rounds."),
        ({"rules": {"base": "hub"}}, "1 game, Mexican Train Hub rules, double 12."),
        ({"onward": "all"}, "All go on."),
        ({"onward": "all", "carried": True}, "All go on, with their points."),
        ({"onward": "best", "count": 8}, "The 8 best go on."),
        ({"onward": "best", "by_division": True}, "The best of each division goes on."),
        ({"onward": "best", "cut": "percent", "count": 25}, "The best 25 percent go on."),
        (
            {"onward": "best", "cut": "percent", "count": 25, "by_division": True},
            "The best 25 percent of each division go on.",
        ),
        ({"onward": "best", "cut": "points", "count": 80}, "with 80 points or fewer goes on."),
        (
            {"onward": "best", "cut": "points", "count": 5, "measure": "places"},
            "Everybody with 5 points or more goes on.",
        ),
        (
            {"seating": "moves", "rounds": 3, "moves": [1, 1, 0, -2]},
            "After each game, by place: 1 and 2 up 1 table, 4 down 2 tables, the others stay.",
        ),
        (
            {"seating": "moves", "rounds": 3, "moves": [1], "moves_by": "seats"},
            "After each game, by seat: 1 up 1 table, the others stay. Above table 1 comes the last",
        ),
        (
            {"seating": "moves", "rounds": 3, "moves": [1, 1], "top_moves": [0, 0, 1, 1]},
            "At table 1: 3 and 4 up 1 table, the others stay.",
        ),
        ({"onward": "tables", "count": 2}, "The 2 lowest of each table go on."),
        (
            {"onward": "tables", "fill": "to", "fill_to": 9},
            "Then the best seconds, and after them the best thirds, until 9 go on in all.",
        ),
        (
            {"onward": "tables", "fill": "to", "fill_to": 8, "by_division": True},
            "after them the best thirds, until 8 of each division go on.",
        ),
        (
            {"onward": "tables", "fill": "full", "by_division": True},
            "In each division the best seconds fill up a last table, after them the best thirds",
        ),
    ],
)
def test_a_stage_in_words(fields: dict[str, object], said: str) -> None:
    stage = Stage(**{"rules": {"base": "family"}, **fields})
    assert any(said in sentence for sentence in stage_words(stage))


@pytest.mark.parametrize(
    ("place", "count", "rest", "sure", "could", "number"),
    [
        (2, 1, 2, "goes on as a best second", "could go on as a best second", "3 best seconds"),
        # Level for the first place, and parted by lot: one of the seconds.
        (1, 1, 2, "goes on as a best second", "could go on as a best second", "3 best seconds"),
        (2, 2, 3, "goes on as a best third", "could go on as a best third", "3 best thirds"),
        (4, 1, 4, "goes on as a best fourth", "could go on as a best fourth", "3 best fourths"),
        (5, 1, 0, "goes on, best of the rest", "could go on, best of the rest", "3 best of the"),
    ],
)
def test_the_best_of_which_place_is_the_same_everywhere(
    place: int, count: int, rest: int, sure: str, could: str, number: str
) -> None:
    assert rest_place(place, count) == rest
    assert goes_on_behind(rest, sure=True) == sure
    assert goes_on_behind(rest, sure=False) == could
    assert rest_words({rest: 3})[0].startswith(number)


def test_who_takes_a_free_seat_depends_on_whether_the_stage_is_closed() -> None:
    stage = Stage(name="Round 1", onward="tables")
    assert free_seat_words(stage).startswith("Round 1 is not closed yet. So when somebody leaves")
    stage.closed_at = timezone.now()
    assert free_seat_words(stage).startswith("Round 1 is closed. So a free seat goes to the best")
    assert free_seat_words(Stage(name="Round 1", onward="best")) == ""


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("withdrew", "Ann withdrew."),
        ("injured", "Ann went home injured or ill."),
        ("no_show", "Ann did not come."),
        ("disqualified", "Ann was disqualified."),
    ],
)
def test_who_left_is_said_to_have_done_so_as_it_was(how: str, said: str) -> None:
    assert left_sentence(Entrant(name="Ann", withdrawn_how=how)) == said


@pytest.mark.parametrize(("games", "words"), [(0, "did not come"), (1, "did not come back")])
def test_who_has_points_has_come(games: int, words: str) -> None:
    entrant = Entrant(withdrawn_how=Entrant.Leaving.NO_SHOW, withdrawn_games=games)
    assert left_short(entrant) == words
    assert left_short(entrant, played=True) == "did not come back"
