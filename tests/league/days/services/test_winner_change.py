"""What writing on a sheet would change of its day."""

from league.days.selectors.day_result import FirstPlaces
from league.days.services.winner_change import places_behind


def test_who_falls_behind_the_third_place_is_told() -> None:
    first = (("Ann",), ("Bob",))
    people = {1: ("Ann", 1, False), 2: ("Bob", 2, False)}
    before = FirstPlaces(
        names=(*first, ("Cal",)),
        over=True,
        places=people | {3: ("Cal", 3, False), 4: ("Dot", 4, False)},
    )
    now = FirstPlaces(
        names=(*first, ("Dot",)),
        over=True,
        places=people | {3: ("Cal", 4, False), 4: ("Dot", 3, False)},
    )
    assert places_behind(before, now) == ["Cal: place 4 instead of place 3."]
