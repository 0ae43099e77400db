"""How a season counts, in words for who reads its leaderboard."""

import pytest

from league.seasons.ways import WAYS, counting_words


@pytest.mark.parametrize("name", WAYS)
def test_a_ready_made_way_has_its_own_sentence(name: str) -> None:
    fields = {"days": 0, "place_points": "", **WAYS[name].fields}
    points = [int(number) for number in str(fields["place_points"]).split()]
    words = counting_words(fields["measure"], fields["count"], fields["days"], points)
    assert words == WAYS[name].sentence


@pytest.mark.parametrize(
    ("measure", "says"),
    [("points", "The lowest number leads."), ("wins", "The highest number leads.")],
)
def test_another_way_says_who_leads(measure: str, says: str) -> None:
    assert counting_words(measure, "all_but", 3, []) == says
