"""Who goes on from a stage, in words: winners are those who won."""

from league.models import Stage
from league.tournaments.brackets.values import Advance, Going, How, Level
from league.tournaments.stages.selectors.advancers import going_in_words, group_words
from league.tournaments.stages.selectors.progress import Closing


def test_who_comes_up_in_anothers_place_is_no_winner() -> None:
    """At table 2 the winner left; at table 3 two are level behind one who left, and both go on."""
    going = [
        Going("Ann", How.TABLE, 1, 1),
        Going("Bob", How.TABLE, 2, 2),
        Going("Cal", How.EITHER, 3, 2),
        Going("Dot", How.EITHER, 3, 2),
    ]
    assert group_words(going, Stage(count=1)) == [
        "1 winner",
        "2 next best at their tables",
        "1 best second",
    ]
    assert group_words(going[:2], Stage(count=2)) == ["2 (the 2 lowest of each table)"]


def test_of_who_is_level_for_all_places_it_is_not_said_that_nobody_goes_on() -> None:
    def words(advance: Advance) -> str:
        return going_in_words(Closing(Stage(), Stage(name="Final"), (), 0, advance, (), ""))

    level = Advance((), (Level(("Ann", "Bob", "Cal"), 2),))
    assert words(level) == "Nobody is sure to go on to Final yet: its places are open."
    assert words(Advance(())) == "Nobody goes on to Final."
    best = Advance(tuple(Going(name, How.BEST, 0, 1) for name in ("Ann", "Bob")))
    assert words(best) == "The 2 best of the stage go on to Final."


def test_the_best_of_divisions_that_play_apart_are_counted_by_division() -> None:
    going = [
        Going(number, How.BEST, 0, 1, group)
        for number, group in enumerate(("65+", "50-64", "65+", "65+", "50-64", "80+"))
    ]
    groups = {"50-64": "50–64", "65+": "65 and older", "80+": "80 and older", "90+": "90"}
    words = ["the 2 best of 50–64", "the 3 best of 65 and older", "the best one of 80 and older"]
    assert group_words(going, Stage(count=3), groups) == words
