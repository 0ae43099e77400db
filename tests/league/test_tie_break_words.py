"""What is said of tie-breaks."""

from league.standings.tie_breaks import OF_SEASONS, OF_TOURNAMENTS
from league.tie_break_words import LABELS, PARTED_BY


def test_each_tie_break_that_can_be_chosen_has_its_words() -> None:
    """The bug it would catch: "tie · 231 to 240", and not of what."""
    chosen = {*OF_SEASONS, *OF_TOURNAMENTS}
    assert chosen - LABELS.keys() == set()
    assert chosen - PARTED_BY.keys() == set()
