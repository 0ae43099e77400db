"""Who competes with whom."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.seating.errors import CaseError
from league.tournaments.brackets.divisions import (
    AgeOn,
    Bands,
    Division,
    Outside,
    age,
    combined,
    division_of,
    divisions_of,
    group_of,
)

EVENT = date(2025, 6, 14)


@pytest.mark.parametrize(
    ("born", "at_year_end", "at_event"),
    [
        (date(1955, 6, 14), 70, 70),
        (date(1955, 6, 15), 70, 69),
        (date(1955, 12, 31), 70, 69),
        (date(1956, 1, 1), 69, 69),
        (date(1925, 1, 1), 100, 100),
        (EVENT, 0, 0),
    ],
)
def test_age_counts_on_the_last_of_december_or_on_the_day(born, at_year_end, at_event):
    assert age(born, EVENT, AgeOn.YEAR_END) == at_year_end
    assert age(born, EVENT, AgeOn.EVENT) == at_event


def test_who_was_born_on_a_leap_day_is_older_from_march():
    born = date(1956, 2, 29)
    assert age(born, date(2026, 2, 28), AgeOn.EVENT) == 69
    assert age(born, date(2026, 3, 1), AgeOn.EVENT) == 70
    assert age(born, date(2028, 2, 29), AgeOn.EVENT) == 72


@pytest.mark.parametrize("on", list(AgeOn))
def test_nobody_is_born_after_the_event(on):
    with pytest.raises(CaseError, match="of 2025-06-15 is after the event, 2025-06-14"):
        age(date(2025, 6, 15), EVENT, on)


def test_bands_of_five_and_of_ten_years():
    assert [one.key for one in divisions_of(Bands(), by_gender=False)] == [
        "50-54", "55-59", "60-64", "65-69", "70-74", "75-79", "80-84", "85-89", "90+",
    ]  # fmt: skip
    assert len(divisions_of(Bands(50, 100, 5), by_gender=False)) == 11
    tens = divisions_of(Bands(50, 80, 10), by_gender=True)
    assert [one.key for one in tens] == [
        "women 50-59", "women 60-69", "women 70-79", "women 80+",
        "men 50-59", "men 60-69", "men 70-79", "men 80+",
    ]  # fmt: skip
    assert tens[4] == Division("men 50-59", 50, 59, "man")
    assert tens[3] == Division("women 80+", 80, None, "woman")


def test_no_bands_and_odd_ones():
    assert [one.key for one in divisions_of(Bands(width=0), by_gender=False)] == ["open"]
    assert [one.key for one in divisions_of(Bands(width=0), by_gender=True)] == ["women", "men"]
    assert [one.key for one in divisions_of(Bands(50, 58, 5), by_gender=False)] == [
        "50-54", "55-57", "58+",
    ]  # fmt: skip
    assert [one.key for one in divisions_of(Bands(50, 56, 5), by_gender=False)] == [
        "50-54", "55", "56+",
    ]  # fmt: skip
    assert [one.key for one in divisions_of(Bands(60, 60, 5), by_gender=False)] == ["60+"]
    with pytest.raises(CaseError, match="cannot begin at 60 and end at 50: let the last begin at"):
        divisions_of(Bands(60, 50, 5), by_gender=False)


@pytest.mark.parametrize(
    ("years", "gender", "expected"),
    [
        (50, "woman", "women 50-54"),
        (54, "man", "men 50-54"),
        (55, "man", "men 55-59"),
        (89, "woman", "women 85-89"),
        (90, "woman", "women 90+"),
        (104, "man", "men 90+"),
        (49, "man", Outside.YOUNG),
        (None, "man", Outside.NO_AGE),
        (70, "", Outside.NO_GENDER),
        (None, "", Outside.NO_GENDER),
    ],
)
def test_who_falls_where(years, gender, expected):
    found = division_of(years, gender, divisions_of(Bands(), by_gender=True))
    assert (found if isinstance(found, Outside) else found.key) == expected


def test_what_no_division_asks_for_may_be_left_untold():
    assert division_of(None, "", divisions_of(Bands(width=0), by_gender=False)) == Division(
        "open", 0, None
    )
    women, men = divisions_of(Bands(width=0), by_gender=True)
    assert division_of(None, "woman", (women, men)) == women
    assert division_of(12, "man", (women, men)) == men
    assert division_of(63, "", divisions_of(Bands(), by_gender=False)).key == "60-64"


@given(
    st.builds(Bands, st.integers(0, 60), st.integers(60, 110), st.integers(0, 20)),
    st.booleans(),
    st.integers(0, 130),
    st.sampled_from(["woman", "man"]),
)
def test_everybody_old_enough_is_in_one_division(bands, by_gender, years, gender):
    divisions = divisions_of(bands, by_gender)
    fits = [
        one
        for one in divisions
        if one.gender in ("", gender)
        and one.lowest <= years
        and (one.highest is None or years <= one.highest)
    ]
    found = division_of(years, gender, divisions)
    if bands.width and years < bands.first:
        assert (fits, found) == ([], Outside.YOUNG)
    else:
        assert fits == [found]
    assert len({one.key for one in divisions}) == len(divisions)


def test_divisions_are_combined_where_the_first_of_them_stands():
    divisions = divisions_of(Bands(70, 90, 5), by_gender=False)
    groups = combined(divisions, [["90+", "80-84", "85-89"], ("75-79", "70-74")])
    assert [group.key for group in groups] == ["70-74 + 75-79", "80-84 + 85-89 + 90+"]
    assert group_of(divisions[4], groups).divisions == divisions[2:]
    assert [group.key for group in combined(divisions, [])] == [one.key for one in divisions]
    with pytest.raises(ValueError, match="55-59 is in none"):
        group_of(Division("55-59", 55, 59), groups)


@pytest.mark.parametrize(
    ("merges", "sentence"),
    [
        ([["90+"]], "To combine divisions takes at least two of them."),
        ([["90+", "90+"]], "To combine divisions takes at least two of them."),
        ([["90+", "95+"]], "There is no division 95+ to combine."),
        (
            [["90+", "85-89"], ["80-84", "85-89"]],
            "85-89 is combined twice: undo one of the two.",
        ),
    ],
)
def test_what_cannot_be_combined(merges, sentence):
    with pytest.raises(CaseError) as refused:
        combined(divisions_of(Bands(), by_gender=False), merges)
    assert str(refused.value) == sentence
