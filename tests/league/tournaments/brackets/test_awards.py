"""Medals, ribbons and who qualifies."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.tournaments.brackets.awards import Award, Prize, awards, qualified
from league.tournaments.brackets.values import Place


def placed(*numbers: int | None) -> list[Place]:
    return [Place(key, number) for key, number in enumerate(numbers, 1)]


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ((1, 2, 3, 4), ["gold", "silver", "bronze"]),
        ((1, 1, 3, 4), ["gold", "gold", "bronze"]),
        ((1, 1, 1, 4), ["gold", "gold", "gold"]),
        ((1, 2, 2, 4), ["gold", "silver", "silver"]),
        ((1, 2, 3, 3, 3), ["gold", "silver", "bronze", "bronze", "bronze"]),
        ((1,), ["gold"]),
        ((None, None), []),
        ((), []),
    ],
)
def test_all_who_share_a_place_win_what_it_gives(numbers, expected):
    found = awards(placed(*numbers), medals=True, ribbons=0)
    assert [one.what for one in found] == expected
    assert [one.key for one in found] == list(range(1, len(expected) + 1))


def test_ribbons_after_the_medals_and_without_them():
    places = placed(1, 2, 2, 4, 5, 5, None)
    assert [one.what for one in awards(places, medals=True, ribbons=5)] == [
        "gold", "silver", "silver", "ribbon", "ribbon", "ribbon",
    ]  # fmt: skip
    assert [one.what for one in awards(places, medals=True, ribbons=2)] == [
        "gold", "silver", "silver",
    ]  # fmt: skip
    assert [one.key for one in awards(places, medals=False, ribbons=3)] == [1, 2, 3]
    assert awards(places, medals=False, ribbons=0) == ()


def test_who_may_not_win_is_taken_out_before_counting():
    places = placed(1, 2, 2, 4, 5)
    assert awards(places, medals=True, ribbons=0, barred={1, 3}) == (
        Award(2, 1, Prize.GOLD), Award(4, 2, Prize.SILVER), Award(5, 3, Prize.BRONZE),
    )  # fmt: skip
    assert awards(places, medals=True, ribbons=0, barred={4}) == (
        Award(1, 1, Prize.GOLD), Award(2, 2, Prize.SILVER, True), Award(3, 2, Prize.SILVER, True),
    )  # fmt: skip


def test_visitors_take_no_qualifier_s_place():
    places = placed(1, 2, 3, 3, 5, None)
    assert qualified(places, set(), 3) == {1, 2, 3, 4}
    assert qualified(places, {1}, 2) == {2, 3, 4}
    assert qualified(places, {1, 3}, 2) == {2, 4}
    assert qualified(places, set(), 0) == frozenset()
    assert qualified(places, {1, 2, 3, 4, 5}, 3) == frozenset()


@given(st.lists(st.integers(1, 5), max_size=12), st.sets(st.integers(0, 11)), st.integers(0, 8))
def test_a_place_is_one_more_than_those_before(scores, barred, count):
    """Against counting by hand who of those who may win has fewer points."""
    rank = [1 + sum(other < score for other in scores) for score in scores]
    places = [Place(key, place) for key, place in enumerate(rank)]
    among = {key: score for key, score in enumerate(scores) if key not in barred}
    own = {key: 1 + sum(other < score for other in among.values()) for key, score in among.items()}
    found = {one.key: one for one in awards(places, medals=True, ribbons=6, barred=barred)}
    medal = {1: "gold", 2: "silver", 3: "bronze"}
    assert {key: one.what for key, one in found.items()} == {
        key: medal.get(place, "ribbon") for key, place in own.items() if place <= 6
    }
    assert all(one.shared == (list(own.values()).count(one.place) > 1) for one in found.values())
    assert qualified(places, barred, count) == {key for key, place in own.items() if place <= count}
