"""Likely duplicates: what is found, what is not, and at what cost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.people.selectors.duplicates import NamedRecord, alike, suggestions
from scoring.models import Club
from tests.factories import make_game
from tests.league.factories import person

pytestmark = pytest.mark.django_db


def found(*names: str) -> list[tuple[str, str, str]]:
    """The pairs with the reason; "margaret lee/peggy" has a nickname."""
    people = [NamedRecord(number, *name.split("/")) for number, name in enumerate(names)]
    by_id = {one.id: one.name for one in people}
    return [(by_id[pair.first], by_id[pair.other], pair.reason) for pair in alike(people)]


@pytest.mark.parametrize(
    ("names", "pairs"),
    [
        (["margaret lee/peggy", "peggy"], [("margaret lee", "peggy", "nickname")]),
        (["peggy lee", "margaret lee/peggy"], [("margaret lee", "peggy lee", "nickname")]),
        (["ann/ann"], []),
        (["jones", "jomes"], [("jomes", "jones", "letter")]),
        (["jones", "joness"], [("jones", "joness", "letter")]),
        (["jones", "jnoes"], [("jnoes", "jones", "letter")]),
        (["jones", "ones"], [("jones", "ones", "letter")]),
        (["jones", "james"], []),
        (["ann", "anna"], []),
        (["table 3", "table 4"], []),
        (["person 12", "person 112"], []),
        (["ann l", "ann m"], []),
        (["ann l.", "ann lee"], []),
        (["bill lee", "beth lee"], [("beth lee", "bill lee", "initial")]),
        (["bill lee", "ann lee"], []),
        (["bill l.", "beth l."], []),
        (["ann", "ann lee"], [("ann", "ann lee", "first")]),
        (["ann", "ann lee", "ann moss"], []),
        (["ann lee", "ann moss"], []),
        (["josé", "jose"], [("jose", "josé", "letter")]),
    ],
)
def test_pairs_and_their_reasons(names: list[str], pairs: list[tuple[str, str, str]]) -> None:
    assert found(*names) == pairs
    assert found(*reversed(names)) == pairs


def distance(one: str, other: str) -> int:
    """Letters to change, add or take away, and neighbors to exchange: slow and obvious."""
    rows = [
        [max(i, j) if not i * j else 0 for j in range(len(other) + 1)] for i in range(len(one) + 1)
    ]
    for i in range(1, len(one) + 1):
        for j in range(1, len(other) + 1):
            same = one[i - 1] == other[j - 1]
            rows[i][j] = min(
                rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (not same)
            )
            if i > 1 and j > 1 and one[i - 2 : i] == other[j - 2 : j][::-1]:
                rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
    return rows[-1][-1]


WORD = st.text("abc", min_size=4, max_size=7)


@given(st.lists(WORD, min_size=2, max_size=4, unique=True))
def test_one_letter_apart_means_just_that(names: list[str]) -> None:
    told = {frozenset(pair[:2]) for pair in found(*names) if pair[2] == "letter"}
    expected = {
        frozenset((one, other)) for one in names for other in names if distance(one, other) == 1
    }
    assert told == expected


def test_a_pair_is_told_once_with_the_likeliest_reason() -> None:
    assert found("bill lee/billy", "billy lee") == [("bill lee", "billy lee", "nickname")]


def test_who_sat_at_one_table_are_not_suggested(club: Club, django_assert_max_num_queries) -> None:
    make_game(club, players=4)
    for name in ("Anne", "Bobby", "Carl Lee", "Cora Lee"):
        person(club, name, nickname="Ann" if name == "Bobby" else "")
    with django_assert_max_num_queries(3):
        told = suggestions(club)
    assert [(pair.first_name, pair.other_name) for pair in told] == [
        ("Ann", "Bobby"),
        ("Carl Lee", "Cora Lee"),
    ]
    assert told[1].reason == "same last name and same first letter"
    game = make_game(club, players=2)
    game.seats.filter(place=1).update(player=club.players.get(name="Bobby"))
    assert [pair.first_name for pair in suggestions(club)] == ["Carl Lee"]


def test_what_very_many_share_says_nothing() -> None:
    assert found(*(f"b{number} lee" for number in range(12)))
    assert found(*(f"b{number} lee" for number in range(13))) == []
