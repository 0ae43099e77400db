"""Which copies are kept: all of the last hours, then one an hour, one a day, then none."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.site.backups.thinning import Kept, superfluous

NOW = datetime(2026, 5, 20, 18, 30, tzinfo=UTC)
KINDS = st.sampled_from(["auto", "hand", "migration", "restore"])
MINUTES = st.integers(min_value=-60, max_value=30 * 24 * 60)


def kept_of(ages: list[tuple[int, str]]) -> list[Kept]:
    return [
        Kept(f"copy-{number}", NOW - timedelta(minutes=age), kind)
        for number, (age, kind) in enumerate(ages)
    ]


def left(ages: list[tuple[int, str]], days: int = 14) -> list[tuple[int, str]]:
    gone = set(superfluous(kept_of(ages), now=NOW, days=days))
    return [one for number, one in enumerate(ages) if f"copy-{number}" not in gone]


def test_a_game_day_every_five_minutes() -> None:
    ages = [(age, "auto") for age in range(0, 4 * 24 * 60, 5)]
    stay = [age for age, _ in left(ages)]
    assert [age for age in stay if age <= 180] == list(range(0, 181, 5))
    # 18:30 less three hours is 15:30: of each hour before, the last copy that was made in it.
    hourly = [age for age in stay if 180 < age <= 48 * 60]
    assert hourly == [185, *range(215, 48 * 60 + 1, 60)]
    daily = [age for age in stay if age > 48 * 60]
    assert len(daily) == 3


def test_what_was_made_for_a_reason_is_not_thinned_but_ends() -> None:
    ages = [(10, "auto"), (600, "hand"), (601, "hand"), (602, "migration")]
    daily = [(day * 1440, "hand") for day in range(1, 16)]
    assert left(ages + daily) == ages + daily[:14]


def test_the_newest_is_never_thrown_away() -> None:
    days = [(400 * 1440 + day * 1440, "auto") for day in range(4)]
    assert left(days, days=1) == days[:2]
    assert left(days[:1]) == days[:1]


def at(*moments: str, kind: str = "auto") -> list[Kept]:
    """Copies made one after the other, the last one first."""
    made = [datetime.fromisoformat(f"{moment}+00:00") for moment in moments]
    return [Kept(f"{one:%Y-%m-%d %H:%M}", one, kind) for one in reversed(made)]


AFTERNOON = [f"2026-05-20 {hour}:{minute}" for hour in (14, 15, 16) for minute in (10, 30, 50)]


@pytest.mark.parametrize("year", [2006, 2025, 2027, 2036])
def test_a_clock_that_jumps_throws_no_copy_away(year: int) -> None:
    before, wrong = AFTERNOON[:5], [f"{year}-01-01 00:{minute}" for minute in (10, 20, 30)]
    for number in range(len(wrong) + 1):
        moments = before + wrong[:number]
        now = datetime(year, 1, 1, 0, 40, tzinfo=UTC)
        assert superfluous(at(*moments), now=now, days=14) == []
        # It is right again.
        moments += AFTERNOON[5:]
        now = datetime(2026, 5, 20, 17, 10, tzinfo=UTC)
        assert superfluous(at(*moments), now=now, days=14) == []


def test_a_clock_that_jumps_every_day_throws_no_copy_away() -> None:
    moments = []
    for day, year in enumerate([2030, 2033, 2027, 2035, 2029], start=1):
        moments += [f"2026-05-{day:02} 12:00", f"{year}-01-01 12:00"]
        now = datetime(year, 1, 1, 12, tzinfo=UTC)
        assert superfluous(at(*moments), now=now, days=14) == []


def test_leaps_on_one_day_to_many_years_prove_no_time() -> None:
    """A kill test's clock: each wrong year seems a day of copies, and three were believed."""
    right = "2026-11-23 01:{}".format
    wrong = ("2007-05-20 08:10", "2010-12-21 22:44", "2014-03-02 07:05", "2017-08-09 10:11")
    moments = [moment for at, year in enumerate(wrong) for moment in (right(30 + at), year)]
    moments.append(right(40))
    for now in (datetime(2021, 12, 29, tzinfo=UTC), datetime(2026, 11, 23, 2, tzinfo=UTC)):
        assert superfluous(at(*moments, kind="hand"), now=now, days=14) == []


def test_copies_of_a_clock_that_was_ahead_end_with_those_beside_them() -> None:
    days = [f"2026-05-{day:02} 12:00" for day in range(4, 21)]
    moments = ["2026-05-03 12:00", "2036-05-03 12:00", *days]
    assert superfluous(at(*moments), now=NOW, days=14) == [
        "2026-05-06 12:00",
        "2026-05-05 12:00",
        "2026-05-04 12:00",
        "2036-05-03 12:00",
        "2026-05-03 12:00",
    ]


def test_a_club_that_meets_once_a_month_keeps_no_copy_for_years() -> None:
    moments = [f"2026-{month:02}-05 12:00" for month in range(1, 6)]
    # The last three evenings say that the time before them has passed.
    now = datetime(2026, 5, 5, 12, tzinfo=UTC)
    assert superfluous(at(*moments), now=now, days=14) == ["2026-02-05 12:00", "2026-01-05 12:00"]


@given(
    st.lists(st.tuples(MINUTES, KINDS), max_size=60).map(sorted),
    st.integers(min_value=1, max_value=20),
)
def test_each_rule_holds_of_any_copies(ages: list[tuple[int, str]], days: int) -> None:
    found = kept_of(ages)
    gone = superfluous(found, now=NOW, days=days)
    stay = [copy for copy in found if copy.name not in gone]
    assert len(set(gone)) == len(gone)
    assert stay[:1] == found[:1]
    for copy in found:
        age = NOW - copy.moment
        if age <= timedelta(hours=3) or (copy.kind != "auto" and age <= timedelta(days=days)):
            assert copy in stay
        elif age <= timedelta(days=days):
            # Never a day without a copy that had one; a day of the last two never an hour.
            recent = age <= timedelta(days=2)
            span = "%Y-%m-%d %H" if recent else "%Y-%m-%d"
            assert any(format(one.moment, span) == format(copy.moment, span) for one in stay)
    # Nothing is left to do after it was done.
    assert superfluous(stay, now=NOW, days=days) == []
