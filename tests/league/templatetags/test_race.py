"""The race's chart: whoever leads is at the top, and every value where its day is."""

import datetime

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from league.seasons.selectors.leaderboard import RaceLine
from league.templatetags.race import race_chart, scale
from scoring.web.charts import BASE, TOP

DAYS = [datetime.date(2026, 3, 2) + datetime.timedelta(days=7 * week) for week in range(3)]
RACERS = [
    RaceLine("Ann", (20.0, 10.0, 12.5), "12.50"),
    RaceLine("Bob", (None, 30.0, 25.0), "25.00"),
]


@pytest.mark.parametrize("lowest_leads", [True, False])
def test_who_leads_is_at_the_top(lowest_leads: bool) -> None:
    ann, bob = race_chart(DAYS, RACERS, lowest_leads=lowest_leads).lines
    assert (float(ann.points[-1].y) < float(bob.points[-1].y)) is lowest_leads
    assert (ann.total, bob.total) == ("12.50", "25.00")


def test_who_comes_later_begins_later() -> None:
    ann, bob = race_chart(DAYS, RACERS, lowest_leads=True).lines
    assert [point.x for point in bob.points] == [point.x for point in ann.points][1:]
    assert len(bob.segments) == 1


@pytest.mark.parametrize(
    ("name", "label"),
    [("Margaret Thompson", "Margaret Thompson"), ("Margaret Hope Thompson", "Margaret")],
)
def test_a_name_is_whole_where_there_is_room(name: str, label: str) -> None:
    racers = [RaceLine(name, (20.0, 10.0, 12.5), "12.50"), RACERS[1]]
    (first, _bob) = race_chart(DAYS, racers, lowest_leads=True).lines
    assert first.short_name == label


@pytest.mark.parametrize("days", [0, 1])
def test_one_day_is_no_race(days: int) -> None:
    racers = [RaceLine("Ann", (20.0,) * days, "20")]
    assert race_chart(DAYS[:days], racers, lowest_leads=True).lines == ()


def test_of_many_days_some_are_named() -> None:
    days = [DAYS[0] + datetime.timedelta(days=day) for day in range(40)]
    chart = race_chart(days, [RaceLine("Ann", (1.0,) * 40, "1")], lowest_leads=True)
    named = [label for _x, label, _second in chart.rounds if label]
    assert len(named) == 11
    assert (named[0], named[-1]) == ("Mar 2", "Apr 10")
    on_phones = [label for _x, label, left_out in chart.rounds if not left_out]
    assert on_phones == ["Mar 2", "Mar 22", "Apr 10"]


@given(
    st.lists(st.floats(0, 2000), min_size=2, max_size=9),
    st.lists(st.floats(0, 2000), min_size=2, max_size=9),
    st.booleans(),
)
def test_everything_is_drawn_inside(
    one: list[float], other: list[float], lowest_leads: bool
) -> None:
    racers = [RaceLine("Ann", tuple(one), ""), RaceLine("Bob", tuple(other), "")]
    days = [DAYS[0] + datetime.timedelta(days=day) for day in range(9)]
    for line in race_chart(days, racers, lowest_leads=lowest_leads).lines:
        for point in line.points:
            assert TOP - 0.01 <= float(point.y) <= BASE + 0.01
            assert 0 <= float(point.x) <= 100


@given(st.floats(0, 5000), st.floats(0, 5000))
def test_a_scale_holds_its_values_in_a_few_round_steps(one: float, other: float) -> None:
    low, high = min(one, other), max(one, other)
    steps = scale(low, high)
    assert steps[0] <= low + 1e-6
    assert steps[-1] >= high - 1e-6
    assert 2 <= len(steps) <= 8
    assert steps == sorted(set(steps))


@pytest.mark.parametrize(
    ("language", "value", "day"),
    [
        ("en", "1.5", "Mar 2"),
        ("en-gb", "1.5", "2 Mar"),
        ("de", "1,5", "2. Mär"),
        ("es", "1,5", "2 mar"),
        ("fr", "1,5", "2 mar"),
        ("nb", "1,5", "2. mar"),
    ],
)
def test_values_and_days_are_as_the_language_writes_them(
    language: str, value: str, day: str
) -> None:
    with override(language):
        chart = race_chart(DAYS, [RaceLine("Ann", (1.0, 2.0, 3.0), "3")], lowest_leads=True)
    assert (chart.scale[1][1], chart.rounds[0][1]) == (value, day)
    # Where it is drawn stays a number that browsers read.
    assert float(chart.lines[0].points[1].x) == 50
