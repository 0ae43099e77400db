"""Reports of small sets against a slow and obvious enumeration of every deal.

The enumeration deals each tile of the set to the hub, a hand, the trains or the boneyard, and asks
of each deal whether everything in the report is true of it. A report is at fault exactly when no
deal stands.
"""

from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.reports import Report, examine
from engine.rules.rule_set import RuleSet, rule_set
from engine.tiles import MEXICAN, Tile, full_set

SEATS = ("Ann", "Bob", "Cal")
HOUSE: dict[str, Any] = {
    "blank_unknown": {"base": "token", "counting": "pips", "winner_score": 0},
    "marks": {"base": "roundhouse", "marked_train_points": 5},
    "all_marks": {"base": "family", "marked_train_points": 5, "winner_marker_counts": True},
    "sides": {"base": "family", "blank_side_points": 7},
    "prize": {"base": "family", "winner_score": -2, "blocked_rule": "none"},
}
RULES = ("family", "hub", "roundhouse", "senior", *HOUSE)


def rules_named(name: str) -> RuleSet:
    return rule_set(HOUSE.get(name, name))


def could_have_happened(report: Report, rules: RuleSet) -> bool:
    hubs = [tile for tile in full_set(report.set) if tile.is_double]
    blank = rules.double_blank_value.value
    blanks = [blank] if isinstance(blank, int) else [0, 25, 50]
    endings: list[str | None] = [*report.seats, None]
    return any(
        ends_so(report, rules, out) and deal_stands(report, rules, hub, value, out)
        for hub, value, out in product(hubs, blanks, endings)
        if report.starting_double in (None, hub.low)
    )


def ends_so(report: Report, rules: RuleSet, out: str | None) -> bool:
    """Whether the round can have ended with this seat out, or (None) with nobody out."""
    if out is not None:
        return report.out in (None, out) and report.blocked is not True and not report.time
    blocked = report.blocked is not False and rules.blocked_rule.value != "none"
    return report.out is None and (blocked or report.time)


def deal_stands(report: Report, rules: RuleSet, hub: Tile, blank: int, out: str | None) -> bool:
    """Return whether some deal with this hub, worth of 0-0 and ending fits the whole report."""
    rule = str(rules.blocked_rule.value)
    must_be_dry = out is None and not report.time and rule.startswith("empty")
    dealt = {((0, 0),) * (len(report.seats) + 2)}
    for tile in full_set(report.set):
        if tile == hub:
            if any(tile in hand for hand in report.hands.values()):
                return False
            continue
        side = rules.blank_side_points.value if 0 in tile else 0
        assert isinstance(side, int)
        points = blank if tile == (0, 0) else tile.pips + side
        after = set()
        for deal in dealt:
            for place in places(report, tile, out):
                count, total = deal[place]
                after.add((*deal[:place], (count + 1, total + points), *deal[place + 1 :]))
        dealt = after
    return any(told_holds(report, rules, deal, out, must_be_dry) for deal in dealt)


def places(report: Report, tile: Tile, out: str | None) -> list[int]:
    """Where a tile can lie: a seat's number, then the trains, then the boneyard."""
    trains, boneyard = len(report.seats), len(report.seats) + 1
    known = [at for at, seat in enumerate(report.seats) if tile in report.hands.get(seat, ())]
    if tile in report.on_table:
        return [] if known else [trains]
    if known:
        return known if len(known) == 1 else []
    closed = [
        seat
        for seat in report.seats
        if seat in report.hands and report.counts.get(seat, 0) <= len(report.hands[seat])
    ]
    seats = [at for at, seat in enumerate(report.seats) if seat not in closed and seat != out]
    return [*seats, trains, boneyard]


def told_holds(report: Report, rules: RuleSet, deal: Any, out: str | None, dry: bool) -> bool:
    *hands, (trains, _), (boneyard, _) = deal
    if report.boneyard not in (None, boneyard) or (dry and boneyard):
        return False
    told_trains = [report.train_tiles.get(train) for train in (*report.seats, MEXICAN)]
    if sum(n or 0 for n in told_trains) > trains:
        return False
    if None not in told_trains and sum(n or 0 for n in told_trains) != trains:
        return False
    return all(
        hand_holds(report, rules, seat, count, total, out)
        for seat, (count, total) in zip(report.seats, hands, strict=True)
    )


def hand_holds(
    report: Report, rules: RuleSet, seat: str, count: int, total: int, out: str | None
) -> bool:
    if (count == 0) != (seat == out) or report.counts.get(seat, count) != count:
        return False
    worth = rules.marked_train_points.value
    worth = worth if isinstance(worth, int) else 0
    if seat == out:
        score = rules.winner_score.value
        assert isinstance(score, int)
        total, worth = score, worth * (rules.winner_marker_counts.value is True)
    marks = [report.marked[seat]] if seat in report.marked else [False, True]
    return report.totals.get(seat) in (None, *(total + worth * mark for mark in marks))


NUDGES = st.sampled_from([0, 0, 0, 0, 0, -1, 1, 2, -2, 5])


@st.composite
def deals(draw: st.DrawFn, highest: int, seats: int) -> dict[str, Any]:
    """A whole deal at the end of a round: hub, hands, trains, boneyard, and who went out."""
    names = SEATS[:seats]
    hub = draw(st.integers(0, highest))
    tiles = draw(st.permutations([tile for tile in full_set(highest) if tile != (hub, hub)]))
    out = draw(st.sampled_from([*names, None]))
    hands: dict[str, list[Tile]] = {}
    for name in names:
        size = 0 if name == out else draw(st.integers(1, 3))
        hands[name], tiles = tiles[:size], tiles[size:]
    on_trains = draw(st.integers(0, len(tiles)))
    return {"hub": hub, "hands": hands, "rest": tiles, "on_trains": on_trains, "out": out}


@st.composite
def reports(draw: st.DrawFn, highest: int, seats: int) -> Report:
    """A report of a real deal, in part, and sometimes changed a little."""
    deal = draw(deals(highest, seats))
    blank = draw(st.sampled_from([0, 25, 50]))
    facts: dict[str, Any] = {"hands": {}, "totals": {}, "counts": {}}
    for name, hand in deal["hands"].items():
        if draw(st.booleans()):
            part = draw(st.sampled_from([len(hand), draw(st.integers(0, len(hand)))]))
            facts["hands"][name] = tuple(hand[:part])
        if draw(st.booleans()):
            facts["counts"][name] = max(0, len(hand) + draw(NUDGES))
        if draw(st.booleans()):
            points = sum(blank if tile == (0, 0) else tile.pips for tile in hand)
            facts["totals"][name] = points + draw(NUDGES)
    facts |= draw(told_of_the_table(deal))
    return Report(set=highest, seats=SEATS[:seats], **facts)


@st.composite
def told_of_the_table(draw: st.DrawFn, deal: dict[str, Any]) -> dict[str, Any]:
    """The report besides the hands: boneyard, trains, the hub and how the round ended."""
    names, out, on_trains = (*deal["hands"], MEXICAN), deal["out"], deal["on_trains"]
    boneyard = len(deal["rest"]) - on_trains
    seen = tuple(deal["rest"][: draw(st.integers(0, min(2, on_trains)))])
    lengths = dict.fromkeys(names, 0) | {MEXICAN: on_trains}
    facts: dict[str, Any] = {
        "boneyard": max(0, boneyard + draw(NUDGES)),
        "train_tiles": {name: lengths[name] for name in draw(st.sets(st.sampled_from(names)))},
        "on_table": seen,
        "starting_double": deal["hub"],
        "out": out,
        "blocked": draw(st.sampled_from([None, out is None, False])),
        "marked": {name: draw(st.booleans()) for name in deal["hands"] if draw(st.booleans())},
    }
    if facts["blocked"] is not True:
        facts["time"] = draw(st.sampled_from([False, False, False, out is None]))
    return {key: value for key, value in facts.items() if draw(st.booleans())}


@pytest.mark.parametrize("rules", RULES)
@given(report=reports(2, 3))
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_reports_of_the_double_2_set(rules, report):
    agree(report, rules_named(rules))


@given(reports(3, 2), st.sampled_from(RULES))
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_reports_of_the_double_3_set(report, rules):
    agree(report, rules_named(rules))


def agree(report: Report, rules: RuleSet) -> None:
    examination = examine(report, rules)
    assert examination.proved
    assert (not examination.faults) == could_have_happened(report, rules)
