"""Which copies are kept: all of the last hours, then one an hour, one a day, then none."""

from datetime import UTC, datetime, timedelta

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
    ages = [(10, "auto"), (600, "hand"), (601, "hand"), (602, "migration"), (15 * 1440, "restore")]
    assert left(ages) == ages[:4]


def test_the_newest_is_never_thrown_away() -> None:
    assert left([(400 * 1440, "auto"), (401 * 1440, "auto")]) == [(400 * 1440, "auto")]


@given(st.lists(st.tuples(MINUTES, KINDS), max_size=60), st.integers(min_value=1, max_value=20))
def test_each_rule_holds_of_any_copies(ages: list[tuple[int, str]], days: int) -> None:
    found = kept_of(ages)
    gone = superfluous(found, now=NOW, days=days)
    stay = [copy for copy in found if copy.name not in gone]
    assert len(set(gone)) == len(gone)
    if found:
        assert max(copy.moment for copy in found) == max(copy.moment for copy in stay)
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
