"""How often people of a stage meet again, in words."""

import pytest

from league.tournaments.brackets.values import Seating
from league.tournaments.stages.selectors.repeats import repeats_of_next, repeats_words
from tests.league.tournaments.brackets.test_repeats import course


@pytest.mark.parametrize(
    ("rounds", "sentence"),
    [
        ([["abc", "def", "ghi"]], ""),
        (
            [["abc", "def", "ghi"], ["adg", "beh", "cfi"]],
            "So far nobody meets twice in this stage.",
        ),
        (
            [["abcd", "efgh"], ["abef", "cdgh"]],
            "4 pairs meet twice: 4 repeat meetings. Fewer are not possible.",
        ),
        (
            [["abcd", "efgh"], ["abce", "dfgh"]],
            "6 pairs meet twice: 6 repeat meetings. At least 4 cannot be avoided.",
        ),
        ([["ab", "cd"], ["ac", "bd"], ["ab", "cd"]], "2 pairs meet twice: 2 repeat meetings."),
        (
            [["ab", "cd"], ["ab", "cd"], ["ab", "cd"]],
            "2 pairs meet 3 times: 4 repeat meetings.",
        ),
    ],
)
def test_what_is_so_and_what_is_proven(rounds: list[list[str]], sentence: str) -> None:
    assert repeats_words(course(*rounds)) == sentence


def test_where_all_stay_there_is_nothing_to_say() -> None:
    assert repeats_words(course(["ab", "cd"], ["ab", "cd"], seating=Seating.SNAKE)) == ""


@pytest.mark.parametrize(
    ("rounds", "sentence"),
    [
        (
            [["ab", "cd"], ["ab", "cd"], ["ac", "bd"]],
            "In this game nobody meets again. All games so far, with this one: "
            "2 pairs meet twice: 2 repeat meetings.",
        ),
        (
            [["abcd", "efgh"], ["abce", "dfgh"], ["aefg", "bcdh"]],
            "In this game 8 pairs meet again. ",
        ),
        (
            [["abc", "def", "ghi"], ["adg", "beh", "cfi"]],
            "So far nobody meets twice in this stage.",
        ),
    ],
)
def test_what_is_new_in_a_game_is_told_from_what_was(
    rounds: list[list[str]], sentence: str
) -> None:
    *_before, seated = course(*rounds).rounds
    assert repeats_of_next(course(*rounds[:-1]), seated).startswith(sentence)
