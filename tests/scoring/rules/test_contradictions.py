"""Rules that cannot hold together are refused, and the sentence names the two."""

from typing import Any

import pytest

from engine.rules.rule_set import PRESETS
from scoring import referee

pytestmark = pytest.mark.alike

# House rules on a base, and the two questions that have to be named.
APART: dict[str, tuple[str, dict[str, Any], str, str]] = {
    "counts up": (
        "family",
        {"first_starting_double": 3, "last_starting_double": 5},
        "Which double starts the first round? The double 3",
        "Which double starts the last round? The double 5",
    ),
    "up, and down to the last": (
        "family",
        {
            "next_starting_double": "plus_one",
            "first_starting_double": 4,
            "last_starting_double": 3,
        },
        "Which double starts the first round? The double 4",
        "Which double starts the last round? The double 3",
    ),
    "up from the highest": (
        "family",
        {"next_starting_double": "plus_one", "last_starting_double": None},
        "Which double starts the first round? The highest double of the set",
        "Which double starts the next round? The next higher one",
    ),
    "up to the double blank": (
        "family",
        {"next_starting_double": "plus_one", "first_starting_double": 0},
        "Which double starts the last round? The double blank",
        "Which double starts the next round? The next higher one",
    ),
    "a holder of what lies in the hub": (
        "family",
        {"first_player": "holder"},
        "Where does the starting double come from? It is put in the hub before the deal",
        "Who begins the first round? Whoever holds the starting double",
    ),
    "own train only, and the starter on another": (
        "roundhouse",
        {"mexican_train": "starter_opens"},
        "May you play only on your own train on your first turn? Yes, only on your own train",
        "When may you play on the Mexican Train? On any turn, but on a first turn only",
    ),
    "a round without an end": (
        "hub",
        {"out_ends_round": False, "blocked_rule": "none"},
        "Does the round end when somebody plays the last tile? No",
        "When is a round blocked? Never",
    ),
    "first is not the list's": (
        "family",
        {
            "first_starting_double": 12,
            "last_starting_double": 5,
            "next_starting_double": [9, 7, 5],
        },
        "Which double starts the first round? The double 12",
        "Which double starts the next round? 9-9, 7-7, 5-5",
    ),
    "last is not the list's": (
        "family",
        {"next_starting_double": [9, 7, 5]},
        "Which double starts the last round? The double blank",
        "Which double starts the next round? 9-9, 7-7, 5-5",
    ),
    "more rounds than doubles": (
        "family",
        {"next_starting_double": [9, 7, 0], "rounds": 4},
        "How many rounds does a game have? 4 rounds",
        "Which double starts the next round? 9-9, 7-7, 0-0",
    ),
    "no double is named": (
        "hub",
        {"starting_double_from": "named_held"},
        "Where does the starting double come from? Whoever holds the named double plays it",
        "Which double starts the first round? No double is fixed",
    ),
    "highest held and named": (
        "hub",
        {"first_starting_double": 9},
        "The highest double in anyone’s hand is played",
        "Which double starts the first round? The double 9",
    ),
    "a marker on no train": (
        "hub",
        {"mexican_train": "off"},
        "Never: there is no Mexican Train",
        "Does the Mexican Train have a marker? Yes, from the start",
    ),
    "nothing to forget": (
        "family",
        {"last_tile_notice": "none", "notice_penalty": 2},
        "What must you do when you have one tile left? Nothing",
        "How many tiles do you draw if you forget to say so? 2 tiles",
    ),
    "nothing to say": (
        "family",
        {"last_tile_notice": "none", "notice_in_mid_turn": True},
        "What must you do when you have one tile left? Nothing",
        "Must you say so while your turn still goes on?",
    ),
    "out on two but not on one": (
        "hub",
        {"out_on_double": False},
        "May you go out on a double? No, the double must be covered first",
        "May you go out on two doubles? Yes, the round ends",
    ),
    "open to all but not to cover": (
        "hub",
        {"private_trains": False},
        "Is a train without a marker only for its owner? No",
        "May you cover a double on another player’s train that has no marker? No",
    ),
    "a marker that counts for nobody": (
        "family",
        {"winner_marker_counts": True},
        "What does a marker left on your train add? Nothing",
        "Does a marker on their train count for the player who went out, too? Yes",
    ),
    "any double of the starter's, and a named one": (
        "hub",
        {"starting_double_from": "starters_double", "first_starting_double": 9},
        "The starter plays any double, or draws once",
        "Which double starts the first round? The double 9",
    ),
    "any double of the starter's, and the next lower one": (
        "family",
        {"starting_double_from": "starters_double"},
        "The starter plays any double, or draws once",
        "Which double starts the next round? The next lower one",
    ),
    "one more tile, if one likes, and bound to it": (
        "family",
        {"double_gives": "optional_tile", "several_doubles_bind": True},
        "What do you do after playing a double? You may play one more tile, but need not",
        "After several doubles in one turn, must you cover one of them in that turn? Yes",
    ),
    "free from what binds nobody": (
        "hub",
        {"unstarted_train_frees": True},
        "Must an uncovered double be covered before anything else is played? No",
        "Your own train has no tile yet. Must you cover an open double? No",
    ),
}


@pytest.mark.parametrize(("base", "house", "first", "second"), APART.values(), ids=APART)
def test_two_rules_that_clash_are_both_named(
    base: str, house: dict[str, Any], first: str, second: str
) -> None:
    found = referee.contradictions(referee.rule_spec(base, house))
    assert len(found) == 1
    assert found[0].code in house
    assert found[0].text.startswith("These two rules do not go together:")
    assert first in found[0].text
    assert second in found[0].text


@pytest.mark.parametrize(
    ("house", "code", "text"),
    [
        (
            {"next_starting_double": [9, 7, 5, 0], "rounds": 2},
            "rounds",
            "How many rounds does a game have? 2 rounds",
        ),
        (
            {"next_starting_double": [12, 6, 0], "player_limits": {"6": [2, 3], "9": [2, 4]}},
            "next_starting_double",
            "name players for is double-9. It has no double 12.",
        ),
        (
            {"hand_size": 15, "player_limits": {"12": [1, 8]}},
            "hand_size",
            "8 players may play, and 15 tiles for each are 120. A double-12 set has 91.",
        ),
        ({"hand_size": 11, "player_limits": {"12": [1, 8]}}, "", ""),
        ({"next_starting_double": [9, 0], "player_limits": {"9": [2, 4]}, "rounds": 2}, "", ""),
    ],
)
def test_a_sheet_is_for_those_who_may_play_by_it(
    house: dict[str, Any], code: str, text: str
) -> None:
    """A game that runs may end sooner, and knows who plays it."""
    spec = referee.rule_spec("family", house)
    assert referee.contradictions(spec) == []
    conflicts = referee.sheet_contradictions(spec)
    assert [conflict.code for conflict in conflicts] == ([code] if code else [])
    assert all(text in conflict.text for conflict in conflicts)


@pytest.mark.parametrize("base", PRESETS)
def test_a_published_rule_set_contradicts_itself_nowhere(base: str) -> None:
    assert referee.sheet_contradictions(referee.rule_spec(base, {})) == []


@pytest.mark.parametrize(
    ("sizes", "said"),
    [
        ({"12": {"8": 12}}, "8 players with 12 tiles each need too many tiles"),
        ({"9": {"4": 13, "5": 11}}, "5 players with 11 tiles each"),
        ({"12": {"8": 11}}, ""),
        (16, ""),  # whom and which dominoes it is for is known where a game starts
    ],
)
def test_hands_that_a_set_does_not_have_are_refused(sizes: Any, said: str) -> None:
    found = referee.contradictions(referee.rule_spec("family", {"hand_size": sizes}))
    assert [said in complaint.text for complaint in found] == ([True] if said else [])
