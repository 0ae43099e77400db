"""What a choice of stages means."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.tournaments.brackets.advance import advance, next_field
from league.tournaments.brackets.forecast import StageForecast, forecast
from league.tournaments.brackets.rounds import seat_next
from league.tournaments.brackets.values import (
    Fill,
    How,
    Kind,
    Member,
    Onward,
    Seating,
    SeatScore,
    Sizes,
    StageCourse,
    StageMeasure,
    StagePlan,
)

FOURS = StagePlan(sizes=Sizes(4, 3, 4), onward=Onward.TABLES, fill=Fill.FULL)
FINAL = StagePlan(sizes=Sizes(4, 3, 4))


def sizes_of(stage: StageForecast) -> dict[str, tuple[int, ...]]:
    """The tables of each division."""
    return {group: part.sizes for group, part in stage.by_group.items()}


def test_the_issue_s_37_entrants():
    first, second, final = forecast([FOURS, FOURS, FINAL], 37)
    assert first == StageForecast(37, (4,) * 7 + (3,) * 3, 10, 2, 12, 1)
    assert second == StageForecast(12, (4, 4, 4), 3, 1, 4, 1)
    assert final == StageForecast(4, (4,), 0, 0, 0, 1)


def test_the_published_formats_in_numbers():
    championship = StagePlan(
        seating=Seating.SWISS, sizes=Sizes(8, 8, 8), rounds=5, measure=StageMeasure.PLACES,
        place_points=(7, 6, 5, 4, 3, 2, 1, 0), onward=Onward.BEST, count=8,
    )  # fmt: skip
    first, final = forecast([championship, StagePlan(sizes=Sizes(8, 2, 8))], 96)
    assert (first.sizes, first.rounds, first.on) == ((8,) * 12, 5, 8)
    assert final.sizes == (8,)
    # Tables of four or five, and medals by bands from one field.
    (one,) = forecast([StagePlan(sizes=Sizes(4, 4, 5))], 90)
    assert one.sizes == (5, 5) + (4,) * 20
    # The lowest of each table goes to the final.
    winners = StagePlan(sizes=Sizes(4, 3, 5), onward=Onward.TABLES)
    first, second = forecast([winners, StagePlan(sizes=Sizes(5, 2, 8))], 24)
    assert (first.winners, first.fill, second.sizes) == (6, 0, (6,))


@pytest.mark.parametrize(
    ("people", "single", "double", "games", "byes"),
    [(2, 1, 2, 1, 0), (3, 2, 4, 1, 1), (5, 3, 6, 1, 3), (8, 3, 6, 4, 0), (11, 4, 8, 3, 5)],
)
def test_eliminations(people, single, double, games, byes):
    for kind, rounds in ((Kind.SINGLE, single), (Kind.DOUBLE, double)):
        (one,) = forecast([StagePlan(kind=kind)], people)
        expected = StageForecast(people, (2,) * games, rounds=rounds, byes=byes)
        assert one == replace(expected, may_be_more=kind is Kind.DOUBLE)
        course = seated(StagePlan(kind=kind), people)
        assert forecast([course.plan], people, begun=[course]) == (one,)


def seated(plan, people, group=lambda _seed: ""):
    """A stage whose first game is seated."""
    field = tuple(Member(seed, seed, group=group(seed)) for seed in range(1, people + 1))
    course = StageCourse(plan, field)
    return replace(course, rounds=(seat_next(course, seed=1),))


def test_divisions():
    plan = replace(FOURS, by_division=True)
    groups = {"50-54": 7, "55-59": 9, "60-64": 0}
    first, second = forecast([plan, replace(FINAL, by_division=True)], 16, groups)
    assert sizes_of(first) == {"50-54": (4, 3), "55-59": (3, 3, 3)}
    assert (first.players, first.sizes) == (16, (4, 3, 3, 3, 3))
    assert (first.winners, first.fill, first.on) == (5, 3, 8)
    assert sizes_of(second) == {"50-54": (4,), "55-59": (4,)}
    everybody = StagePlan(onward=Onward.ALL)
    assert forecast([everybody, plan], 16, groups)[1].by_group.keys() == first.by_group.keys()
    # Once it has begun it is as was foretold, and so is what follows.
    course = seated(plan, 16, lambda seed: "50-54" if seed <= 7 else "55-59")
    finals = replace(FINAL, by_division=True)
    assert forecast([plan, finals], 16, groups, begun=[course]) == (first, second)
    for stages in ([plan], [FOURS, plan]):
        assert "Nobody can say beforehand" in str(forecast(stages, 16)[-1].error)
    assert "Nobody is in a division" in str(forecast([plan], 4, {})[0].error)


@pytest.mark.parametrize(
    ("stages", "entrants", "sentences"),
    [
        ([FOURS, FINAL], 2, [
            "2 people cannot sit at tables of 3 to 4. 3 people can. Or allow tables of 2.", "",
        ]),
        ([FOURS, FINAL, FINAL], 1, [
            "One person is alone, and nobody plays alone: at least 2 must come here.", "", "",
        ]),
        ([FOURS], 0, ["Nobody comes to this stage: let the stage before it send people on."]),
        ([FINAL, FINAL], 8, [
            "", "Nobody comes to this stage: let the stage before it send people on.",
        ]),
        ([replace(FOURS, fill=Fill.NONE), FINAL], 4, [
            "", "One person is alone, and nobody plays alone: at least 2 must come here.",
        ]),
        ([replace(FOURS, rounds=3), FINAL], 8, [
            "The lowest at each table can go on after one game, not after 3: play one game, or "
            "let the best of the stage go on.", "",
        ]),
    ],
)  # fmt: skip
def test_what_cannot_be(stages, entrants, sentences):
    found = forecast(stages, entrants)
    assert [str(one.error or "") for one in found] == sentences
    wrong = next(at for at, one in enumerate(found) if one.error)
    assert found[wrong].players in (entrants, found[wrong - 1].on)
    assert all(one == StageForecast(0) for one in found[wrong + 1 :])


@pytest.mark.parametrize(
    ("groups", "sentence"),
    [
        ({"50-54": 6, "90+": 1},
         "One person is alone in division 90+: combine it with another division."),
        ({"50-54": 5, "90+": 4},
         "50-54: 5 people cannot sit at tables of 3 to 4. 4 or 6 people can. "
         "Or allow tables of 2 or 5."),
    ],
)  # fmt: skip
def test_a_division_that_cannot_be_seated_is_named(groups, sentence):
    found = forecast([replace(FOURS, by_division=True)], 9, groups)
    assert str(found[0].error) == sentence


@given(
    st.integers(3, 80),
    st.sampled_from(Fill),
    st.integers(1, 3),
    st.integers(0, 30),
    st.sampled_from([Onward.TABLES, Onward.BEST, Onward.ALL]),
    st.integers(2, 5),
)
def test_it_comes_as_was_told(people, fill, count, fill_to, onward, size):
    """Against a stage that is played, with totals of which no two are equal."""
    plan = StagePlan(sizes=Sizes(4, 3, 5), onward=onward, count=count, fill=fill, fill_to=fill_to)
    following = StagePlan(sizes=Sizes(size, 2, 6))
    first, second = forecast([plan, following], people)
    field = tuple(Member(seed, seed) for seed in range(1, people + 1))
    at = seat_next(StageCourse(plan, field), seed=1)
    lines = {(1, one.key): SeatScore(one.key, 7 * one.seed % 83) for one in field}
    played = StageCourse(plan, field, (at,), lines)
    assert tuple(len(table.seats) for table in at.tables) == first.sizes
    assert forecast([plan, following], people, begun=[played])[0] == first
    going = advance(played, following, visitors_go_on=False)
    hows = [one.how for one in going.going]
    assert (hows.count(How.TABLE), hows.count(How.FILL)) == (first.winners, first.fill)
    assert len(hows) == going.full == first.on
    if first.on > 1:
        next_one = seat_next(StageCourse(following, next_field(played, going, following)), seed=1)
        assert tuple(len(table.seats) for table in next_one.tables) == second.sizes
