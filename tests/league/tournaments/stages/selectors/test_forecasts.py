"""What stages mean for so many people, in words."""

from dataclasses import replace
from datetime import date

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from league.models import Tournament
from league.tournaments.brackets.values import (
    Fill,
    Kind,
    Onward,
    Seating,
    Sizes,
    StageMeasure,
    StagePlan,
)
from league.tournaments.stages.formats import BY_KEY
from league.tournaments.stages.selectors.advancers import going_in_words
from league.tournaments.stages.selectors.forecasts import (
    Expected,
    Forecast,
    expected_of,
    forecast_of_format,
    forecast_of_stages,
    forecast_words,
    told_number,
)
from league.tournaments.stages.selectors.progress import closing_of
from scoring.models import Club
from tests.league.factories import EntrantFactory, TournamentFactory
from tests.league.tournaments.runs import begin, now, play_all, tournament_of

FOURS = Sizes(4, 3, 4)
WINNERS = StagePlan(sizes=FOURS, onward=Onward.TABLES, fill=Fill.FULL)
LAST = StagePlan(sizes=FOURS)
WINNERS_ON = {"onward": "tables", "count": 1, "fill": "full"}


def words(*plans: StagePlan, entrants: int) -> Forecast:
    return forecast_words(
        [(f"Stage {number}", plan) for number, plan in enumerate(plans, start=1)], entrants
    )


def test_the_issues_own_example() -> None:
    found = words(WINNERS, WINNERS, LAST, entrants=37)
    assert found.text == (
        "37 entrants: 7 tables of 4 and 3 of 3; 10 winners and 2 best seconds go on to 3 tables "
        "of 4; 3 winners and 1 best second go on to the final."
    )
    assert found.lines == (
        "37 people: 7 tables of 4 and 3 of 3.",
        "12 people: 3 tables of 4.",
        "4 people: 1 table of 4.",
    )
    assert (found.fault, found.note) == ("", "")


@pytest.mark.parametrize(
    ("plans", "entrants", "text"),
    [
        ((LAST,), 3, "3 entrants: 1 table of 3."),
        (
            (WINNERS, LAST),
            4,
            "4 entrants: 1 table of 4; 1 winner, 1 best second, 1 best third and 1 best ",
        ),
        (
            (replace(WINNERS, count=2), LAST),
            12,
            "12 entrants: 3 tables of 4; 6 (the 2 lowest of each table) and 2 best thirds go on "
            "to 2 tables of 4.",
        ),
        (
            (replace(WINNERS, sizes=Sizes(6, 5, 6), count=3), LAST),
            30,
            "15 (the 3 lowest of each table) and 1 best fourth go on to 4 tables of 4.",
        ),
        (
            (replace(WINNERS, fill=Fill.NONE), LAST),
            12,
            "12 entrants: 3 tables of 4; 3 winners go on to the final.",
        ),
        (
            (replace(LAST, onward=Onward.BEST, count=4), LAST),
            12,
            "3 tables of 4; the 4 best go on to the final.",
        ),
        (
            (replace(LAST, onward=Onward.ALL, carried=True), LAST),
            8,
            "2 tables of 4; all 8 with their points go on to 2 tables of 4.",
        ),
        (
            (replace(LAST, onward=Onward.ALL), StagePlan(kind=Kind.SINGLE, sizes=Sizes(2, 2, 2))),
            8,
            "all 8 go on to a bracket of 8 with 3 rounds of games.",
        ),
    ],
)
def test_ways_on_in_words(plans: tuple[StagePlan, ...], entrants: int, text: str) -> None:
    assert text in words(*plans, entrants=entrants).text


def test_nothing_is_said_or_refused_before_anybody_has_entered() -> None:
    assert words(WINNERS, LAST, entrants=0) == Forecast("", ("", ""))


@pytest.mark.parametrize("entrants", [1, 2])
def test_too_few_are_a_sentence_that_names_the_stage(entrants: int) -> None:
    found = words(WINNERS, LAST, entrants=entrants)
    assert (found.text, found.lines) == ("", ("", ""))
    number = "1 entrant" if entrants == 1 else f"{entrants} entrants"
    assert found.fault.startswith(f"{number}, Stage 1: ")


def test_a_later_stage_that_cannot_be_seated_is_named() -> None:
    found = words(replace(WINNERS, fill=Fill.NONE), LAST, entrants=20)
    assert found.lines == ("20 people: 5 tables of 4.", "")
    assert found.fault.startswith("20 entrants, Stage 2: 5 people cannot sit at tables of 3 to 4")


def test_a_final_at_several_tables_is_pointed_out() -> None:
    assert "The last stage has 3 tables" in words(WINNERS, LAST, entrants=36).note
    assert words(LAST, entrants=36).note == ""


def test_no_stage_means_nothing() -> None:
    assert words(entrants=8) == Forecast("", ())


def test_several_games_are_counted() -> None:
    found = words(replace(LAST, rounds=5, seating=Seating.SWISS), entrants=8)
    assert found.lines == ("8 people: 2 tables of 4, 5 games each.",)


@pytest.mark.parametrize(
    ("plan", "entrants", "sentences"),
    [
        (
            replace(LAST, rounds=5, seating=Seating.SWISS),
            12,
            ("Stage 1: in 5 games at least 24 repeat meetings cannot be avoided.",),
        ),
        (
            replace(LAST, rounds=5, seating=Seating.SWISS),
            36,
            ("Stage 1: it may be that nobody meets twice in 5 games.",),
        ),
        (
            BY_KEY["eleven_three"].stages[0].plan,
            53,
            (
                "Stage 1: people who go to a table together, or stay there, meet again. In 8 "
                "games that is at least 364 repeat meetings.",
            ),
        ),
        (
            replace(LAST, rounds=2, seating=Seating.SNAKE),
            12,
            ("Stage 1: all stay at their tables and meet the same people in each game.",),
        ),
        (LAST, 12, ()),
    ],
)
def test_repeats_that_cannot_be_avoided(
    plan: StagePlan, entrants: int, sentences: tuple[str, ...]
) -> None:
    assert words(plan, entrants=entrants).repeats == sentences


def test_repeats_of_divisions_are_added() -> None:
    plan = replace(LAST, rounds=2, by_division=True)
    found = forecast_words([("Games", plan)], 7, {"50": 4, "60": 3})
    assert found.repeats == ("Games: in 2 games at least 9 repeat meetings cannot be avoided.",)


@pytest.mark.parametrize(
    ("entrants", "text"),
    [
        (2, "2 entrants: a bracket of 2 with 1 round of games."),
        (7, "a bracket of 7 with 3 rounds of games (1 has no opponent at first)."),
        (8, "8 entrants: a bracket of 8 with 3 rounds of games."),
        (37, "a bracket of 37 with 6 rounds of games (27 have no opponent at first)."),
    ],
)
def test_byes_are_counted(entrants: int, text: str) -> None:
    assert text in words(StagePlan(kind=Kind.SINGLE, sizes=Sizes(2, 2, 2)), entrants=entrants).text


def test_a_table_with_more_places_than_points_is_said() -> None:
    swiss = StagePlan(measure=StageMeasure.PLACES, place_points=(4, 3, 2, 1), rounds=3)
    assert forecast_words([("Swiss", swiss)], 16).unpaid == ()
    assert forecast_words([("Swiss", swiss)], 13).unpaid == (
        "Swiss: only the first 4 get points at a table of 5.",
    )


def test_a_second_final_and_byes_at_tables_are_said() -> None:
    double = words(StagePlan(kind=Kind.DOUBLE, sizes=Sizes(2, 2, 2)), entrants=12)
    assert "a bracket of 12 with 8 or 9 rounds of games (4 have no opponent" in double.text
    pairs = words(StagePlan(sizes=Sizes(2, 2, 2), rounds=3), entrants=11)
    assert (pairs.fault, pairs.repeats) == ("", ())
    assert pairs.byes == (
        "Stage 1: in each game 1 person sits out, with a bye. It goes to the lowest so far. Nobody "
        "has a second one before all have had one. A bye counts as the average of that person's "
        "other games in this stage.",
    )


def test_stages_that_seat_the_same_people_are_named() -> None:
    found = words(WINNERS, WINNERS, LAST, entrants=16)
    assert found.same == (
        "Stage 3 seats the same 4 people as Stage 2: nobody is left out. One of the two may do.",
    )


GROUPS = {"50-54": 7, "women 90+": 4}
NAMES = {"50-54": "50–54", "women 90+": "Women 90 and older"}


def by_division(
    *plans: StagePlan, groups: dict[str, int] | None = None, entrants: int = 11
) -> Forecast:
    """What stages that are played by division mean."""
    named = [("Heats", replace(plan, by_division=True)) for plan in plans]
    return forecast_words(named, entrants, groups, NAMES)


def test_each_divisions_tables_are_told() -> None:
    found = by_division(WINNERS, LAST, groups=GROUPS)
    assert found.lines[0] == (
        "11 people. 50–54: 1 table of 4 and 1 of 3 (2 winners and 2 best seconds go on); Women 90 "
        "and older: 1 table of 4 (1 winner, 1 best second, 1 best third and 1 best fourth go on)."
    )
    assert found.lines[1].startswith("8 people. 50–54: 1 table of 4; Women")
    assert found.text.startswith(
        "11 entrants: 2 tables of 4 and 1 of 3; 3 winners, 3 best seconds, 1 best third and 1 best "
        "fourth go"
    )
    assert found.same == (
        "Heats leaves nobody out in this division: Women 90 and older. Everybody goes on.",
    )
    assert found.note == ""
    bracket = by_division(StagePlan(kind=Kind.SINGLE, sizes=Sizes(2, 2, 2)), groups=GROUPS)
    assert bracket.lines == (
        "11 people. 50–54: 3 games to begin with; Women 90 and older: 2 games to begin with.",
    )
    best = by_division(replace(LAST, onward=Onward.BEST, count=3), LAST, groups=GROUPS)
    assert "; 6 (the best 3 of each division) go on to 2 tables of 3." in best.text
    assert "50–54: 1 table of 4 and 1 of 3 (3 go on); Women" in best.lines[0]
    assert best.same == ()


@pytest.mark.django_db
def test_where_divisions_play_apart_closing_does_what_the_forecast_says(club: Club) -> None:
    """Divisions of 4, 6, 10 and 4: where there is one table, all four go on."""
    apart = {"by_division": True, "size": 4, "least": 3, "most": 4, "seating": "snake"}
    tournament = tournament_of(club, 24, {**apart, **WINNERS_ON}, apart, band_width=10)
    decades = [1945] * 4 + [1955] * 6 + [1965] * 10 + [1935] * 4
    for entrant, year in zip(tournament.entrants.order_by("number"), decades, strict=True):
        entrant.born = date(year, 5, 5)
        entrant.save(update_fields=["born"])
    found = forecast_of_stages([*tournament.stages.all()], expected_of(tournament))
    who = "7 winners, 5 best seconds, 2 best thirds and 2 best fourths go on to "
    assert f"; {who}4 tables of 4." in found.text
    assert found.same[0].startswith("Stage 1 leaves nobody out in these divisions: ")
    begin(tournament)
    play_all(tournament)
    snapshot = now(tournament)
    assert going_in_words(closing_of(snapshot, snapshot.begun[0])) == f"{who}Stage 2."


def test_a_division_that_cannot_be_seated_is_named_as_people_call_it() -> None:
    found = by_division(LAST, groups={**GROUPS, "women 90+": 2})
    assert "Heats: Women 90 and older: 2 people cannot sit at tables of 3 to 4" in found.fault
    alone = by_division(LAST, groups={**GROUPS, "women 90+": 1})
    assert "One person is alone in division Women 90 and older: combine it" in alone.fault


def test_where_results_decide_who_of_which_division_comes_it_says_what_would_do() -> None:
    some = forecast_words([("One", WINNERS), ("Two", replace(LAST, by_division=True))], 11)
    assert (
        "Let everybody go on to this stage, or play the stage before it by division too"
        in some.fault
    )


SIZES = st.tuples(st.integers(2, 9), st.integers(0, 3), st.integers(0, 3)).map(
    lambda told: Sizes(told[0], max(told[0] - told[1], 2), told[0] + told[2])
)
PLANS = st.builds(
    StagePlan,
    kind=st.sampled_from(Kind),
    seating=st.sampled_from(Seating),
    sizes=SIZES,
    rounds=st.integers(1, 3),
    by_division=st.booleans(),
    onward=st.sampled_from(Onward),
    count=st.integers(1, 6),
    fill=st.sampled_from(Fill),
    fill_to=st.integers(0, 20),
    carried=st.booleans(),
)


@given(
    st.lists(PLANS, min_size=1, max_size=4),
    st.integers(0, 70),
    st.none() | st.dictionaries(st.sampled_from(["50-54", "55-59", "90+"]), st.integers(0, 30)),
)
def test_whatever_is_chosen_is_said_or_refused(
    plans: list[StagePlan], entrants: int, groups: dict[str, int] | None
) -> None:
    """Also what a form would refuse: its page shows what is typed while it is typed."""
    if groups is not None:
        entrants = sum(groups.values())
    named = [(f"Stage {number}", plan) for number, plan in enumerate(plans, start=1)]
    found = forecast_words(named, entrants, groups)
    assert len(found.lines) == len(plans)
    assert bool(found.fault) == (entrants > 0 and "" in found.lines)
    assert bool(found.text) == bool(found.lines[0])
    for said in (found.text, found.fault, found.note, *found.lines):
        assert not set("{}") & set(said)
        assert "%(" not in said
        assert not said or said.endswith(".")


def test_the_championship_with_its_own_number() -> None:
    assert forecast_of_format(BY_KEY["championship"], 96).text == (
        "96 entrants: 12 tables of 8, 5 games each; the 8 best go on to the final."
    )


@pytest.mark.parametrize(
    ("text", "number"),
    [("37", 37), (" 5 ", 5), ("0", 0), ("9999", 500), ("12345", 36), ("-1", 36), ("", 36)],
)
def test_a_number_that_was_asked_for(text: str, number: int) -> None:
    assert told_number(text, 36) == number
    assert told_number(None, 36) == 36


@pytest.mark.django_db
def test_a_number_that_was_typed_is_split_over_the_divisions(club: Club) -> None:
    """Nothing was said of any division, and that nobody knows how many are in each."""
    apart = {"by_division": True, "size": 4, "least": 3, "most": 5}
    ages = {"division_ages": [0, 60, 75], "band_width": 0}
    tournament = tournament_of(club, 0, apart, **ages)
    stages = [*tournament.stages.all()]
    found = forecast_of_stages(stages, expected_of(tournament).instead(11))
    assert found.lines == (
        "11 people. under 60: 1 table of 4; 60–74: 1 table of 4; 75 and older: 1 table of 3.",
    )
    assert found.split.startswith("Nobody is in a division yet. So this number is split evenly")
    assert not found.fault
    for born in ("1956-05-05", "1946-05-05", "1946-05-05"):
        EntrantFactory(tournament=tournament, born=born)
    found = forecast_of_stages(stages, expected_of(tournament).instead(10))
    assert found.lines == (
        "10 people. 60–74: 1 table of 3; 75 and older: 1 table of 4 and 1 of 3.",
    )
    assert found.split.endswith("in the same way as the people so far.")
    # What those who entered mean is no guess.
    assert forecast_of_stages(stages, expected_of(tournament)).split == ""


@pytest.mark.django_db
def test_who_is_expected() -> None:
    tournament: Tournament = TournamentFactory()
    names = expected_of(tournament).names
    assert expected_of(tournament) == Expected(0, 0, 0, {}, names)
    assert (names["50-54"], names["90+"]) == ("50–54", "90 and older")
    EntrantFactory(tournament=tournament, born="1960-01-01")
    EntrantFactory(tournament=tournament, born="1950-01-01")
    EntrantFactory(tournament=tournament, born="1950-12-31")
    EntrantFactory(tournament=tournament, withdrawn_at=timezone.now())
    found = expected_of(tournament)
    assert found == Expected(3, 3, 0, {"65-69": 1, "75-79": 2}, names)
    assert found.instead(3) == found
    assert found.instead(7).groups == {"65-69": 2, "75-79": 5}
    tournament.entrants.filter(number=2).update(checked_in_at=timezone.now())
    assert expected_of(tournament) == Expected(1, 3, 1, {"75-79": 1}, names)
