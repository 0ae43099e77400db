"""Who goes on from a stage, in words: winners are those who won."""

from league.models import Stage
from league.tournaments.brackets.values import Going, How
from league.tournaments.stages.selectors.advancers import group_words


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
        "2 who come up in others' places",
        "1 best second",
    ]
    assert group_words(going[:2], Stage(count=2)) == ["2, the 2 lowest of each table,"]
