"""What a table is asked about: points that no hand could count, and points that are rare."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.reports import Report, SurpriseCode, game_surprises, points_of, surprises
from engine.reports.surprises import most_points, usual_points
from engine.reports.usual_hands import USUAL
from engine.rules.deal import hand_size_row
from engine.rules.rule_set import rule_set
from engine.simulation.play import complete_rules
from engine.simulation.simulate import simulate
from engine.tiles import double_of, full_set

from .reporting import a_report
from .usual_hands import rare_points

FAMILY = rule_set("family")


def codes_of(total: int, **facts: object) -> list[SurpriseCode]:
    return [
        surprise.code for surprise in surprises(a_report(totals={"Bob": total}, **facts), FAMILY)
    ]


def test_a_typing_error_is_asked_about_with_the_bound() -> None:
    """Three players draw 15 tiles each of 91, so a hand has 60 tiles at most."""
    report = a_report(totals={"Bob": 1000, "Cal": 40})
    (surprise,) = surprises(report, FAMILY)
    pips = sorted((tile.pips for tile in full_set(12) if tile != double_of(12)), reverse=True)
    dealt = hand_size_row(FAMILY, 12, 3).tiles
    most = sum(sorted([*pips, 50], reverse=True)[: 90 - 2 * dealt])
    assert (surprise.seat, surprise.points, surprise.bound) == ("Bob", 1000, most)
    assert surprise.code is SurpriseCode.PAST_EVERY_HAND
    assert codes_of(most) == [SurpriseCode.RARELY_SO_HIGH]


def test_a_rare_total_is_asked_about_and_a_usual_one_is_not() -> None:
    usual = usual_points(a_report(), FAMILY)
    assert usual == USUAL["family", 12, 3][1]
    assert codes_of(usual) == []
    assert codes_of(usual + 1) == [SurpriseCode.RARELY_SO_HIGH]


def test_what_is_known_lowers_the_bound() -> None:
    def most(**facts: object) -> int:
        return most_points(a_report(**facts), FAMILY, "Bob")

    assert most(counts={"Bob": 2}) == 50 + 23
    assert most(counts={"Bob": 2}, hands={"Cal": ["0-0"]}) == 23 + 22
    assert most(counts={"Bob": 2}, starting_double=11) == 50 + 24
    assert most(boneyard=10) < most()


def test_no_hand_is_asked_about_twice_or_without_need() -> None:
    winner = a_report(totals={"Ann": 999})
    assert surprises(winner, FAMILY) == ()
    listed = a_report(hands={"Bob": ["0-0", "12-11"]})
    assert surprises(listed, FAMILY) == ()
    other_deal = rule_set({"base": "family", "hand_size": 7})
    assert usual_points(a_report(), other_deal) is None


def test_a_house_rule_for_blank_sides_raises_the_bound() -> None:
    rules = rule_set({"base": "family", "blank_side_points": 25})
    assert most_points(a_report(counts={"Bob": 2}), rules, "Bob") == 50 + (12 + 25)
    hand = [f"{pips}-0" for pips in range(1, 7)]
    assert surprises(a_report(hands={"Bob": hand}), rules) == ()
    assert usual_points(a_report(), rules) is None
    as_published = rule_set({"base": "family", "double_blank_value": 50})
    assert usual_points(a_report(), as_published) is not None


@given(st.integers(1, 2), st.booleans(), st.integers(0, 3))
def test_the_bound_is_the_highest_hand_that_can_be(size: int, from_hand: bool, double: int) -> None:
    origin = "highest_held" if from_hand else "highest_of_set_preset"
    rules = rule_set({"base": "family", "hand_size": size, "starting_double_from": origin})
    report = Report(set=3, seats=("Ann", "Bob"), starting_double=double, out="Ann")
    others = [tile for tile in full_set(3) if tile != double_of(double)]
    most_held = size + 10 - (not from_hand) - 2 * size
    highest = max(
        points_of(hand, rules) or 0 for hand in combinations(others, min(most_held, len(others)))
    )
    assert most_points(report, rules, "Bob") == highest


@pytest.mark.parametrize(("preset", "highest", "players"), [("family", 9, 4), ("capri", 12, 8)])
def test_simulated_hands_are_within_the_bound(preset: str, highest: int, players: int) -> None:
    rules = complete_rules(preset)
    seats = tuple(f"Seat {number}" for number in range(players))
    report = Report(set=highest, seats=seats, starting_double=highest)
    most = most_points(report, rules, seats[0])
    assert all(max(one.points) <= most for one in simulate(rules, highest, players, 200, 5))


def test_the_data_are_what_the_simulator_says() -> None:
    assert rare_points("family", 9, 3) == USUAL["family", 9, 3]


@given(st.lists(st.integers(0, 12), max_size=13, unique=True), st.integers(2, 8))
def test_a_game_counts_at_most_what_its_rounds_do(doubles: list[int], players: int) -> None:
    seats = tuple(f"P{number}" for number in range(players))
    rounds = [Report(set=12, seats=seats, starting_double=double) for double in doubles]
    most = sum(most_points(report, FAMILY, seats[0]) for report in rounds)
    totals = dict.fromkeys(seats, 0) | {seats[0]: most + 1, seats[1]: most}
    first, *others = game_surprises(12, totals, doubles, FAMILY)
    assert (first.code, first.bound) == (SurpriseCode.PAST_EVERY_GAME, most)
    assert {other.code for other in others} <= {SurpriseCode.RARELY_SUCH_A_GAME}
    assert not game_surprises(12, dict.fromkeys(seats, 0), doubles, FAMILY)


@pytest.mark.parametrize(("preset", "highest", "players"), USUAL)
def test_a_usual_hand_is_within_the_bound_by_whatever_double(
    preset: str, highest: int, players: int
) -> None:
    """So a total of which nothing else is known is compared with what is usual alone."""
    rules, seats = rule_set(preset), tuple(f"P{number}" for number in range(players))
    for double in range(highest + 1):
        report = Report(set=highest, seats=seats, starting_double=double)
        assert most_points(report, rules, seats[0]) >= USUAL[preset, highest, players][1]
