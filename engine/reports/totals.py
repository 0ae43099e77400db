"""Faults in the reported totals: each against the seat's tiles, and all of them together."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.reports.counting import BLANK, blank_side, blanks, markers, tile_points
from engine.reports.endings import endings
from engine.reports.faults import Fault, FaultCode, clauses_of_set, fault
from engine.reports.joint import Completion, Deal, Open, totals_fit
from engine.reports.placing import LITTLE
from engine.reports.report import Report
from engine.rules.rule_set import RuleSet


def totals_below_nothing(report: Report, rules: RuleSet) -> Iterator[Fault]:
    """Yield faults for totals below 0 of seats that cannot have gone out."""
    for seat, total in report.totals.items():
        if total < 0 and seat not in endings(report, rules):
            yield fault(
                FaultCode.TOTAL_NEGATIVE, [seat], clauses=rules.counting.clauses, total=total
            )


def hands_unlike_totals(report: Report, rules: RuleSet) -> Iterator[Fault]:
    """Yield faults for completely reported hands whose tiles do not make the reported total."""
    for seat, total in report.totals.items():
        hand = report.hands.get(seat, ())
        if not report.whole_hand(seat) or seat == report.winner:
            continue
        side = blank_side(rules)
        counted = [
            marker + sum(tile_points(tile, blank, side) for tile in hand)
            for blank in blanks(rules)
            for marker in markers(report, rules, seat)
        ]
        if total not in counted:
            yield _unlike(report, rules, seat, counted[0])


def _unlike(report: Report, rules: RuleSet, seat: str, counted: int) -> Fault:
    clauses = rules.counting.clauses
    if BLANK in report.hands[seat]:
        clauses += rules.double_blank_value.clauses
    return fault(
        FaultCode.HAND_AND_TOTAL_DIFFER,
        [seat],
        report.hands[seat],
        clauses,
        points=counted,
        total=report.totals[seat],
    )


def wrong_totals(report: Report, rules: RuleSet, *, strict: bool) -> tuple[tuple[Fault, ...], bool]:
    """Return every fault of the totals, and whether it is proved that there are no others.

    `report` must be `sane`; `strict` as `Deal` takes it. Where the rules do not say what is
    counted no total is at fault.
    """
    if rules.counting.value != "pips" or not report.totals:
        return (), True
    faults = [*totals_below_nothing(report, rules), *hands_unlike_totals(report, rules)]
    fits, completion = totals_fit(report, rules, strict=strict)
    if fits is False and completion is not None:
        faults += _impossible(report, rules, completion, strict=strict)
    return tuple(faults), fits is not None


def _impossible(
    report: Report, rules: RuleSet, completion: Completion, *, strict: bool
) -> Iterator[Fault]:
    """Return why no way fits: totals that are impossible alone, then those that conflict."""
    deal = Deal(report, rules, completion, strict=strict)
    hands = list(deal.hands)
    for at, hand in enumerate(hands):
        alone = _fault_alone(report, rules, deal, hand)
        if alone is not None:
            yield alone
            hands[at] = replace(hand, total=None)
    while deal.fits(hands) is False:
        seats = _conflict(deal, hands)
        yield _together(report, rules, seats)
        hands = _without(hands, seats)


def _fault_alone(report: Report, rules: RuleSet, deal: Deal, hand: Open) -> Fault | None:
    """Return what is wrong with a total by itself, whatever the other seats have."""
    if hand.total is None:
        return None
    seat, total = hand.seat, report.totals[hand.seat]
    known = report.hands.get(seat, ())
    if hand.total < 0 and known:
        return _unlike(report, rules, seat, deal.known_points(seat))
    by_itself = replace(report, hands={seat: known}, on_table=())
    alone = Deal(by_itself, rules, deal.completion, strict=False)
    of_any_size = replace(hand, low=0 if known else 1, high=alone.left)
    count = report.counts.get(seat)
    if alone.fits([of_any_size if count is None else hand]) is not False:
        return None
    about = {"total": total, "set": report.set}
    clauses = (*rules.counting.clauses, *clauses_of_set(report.set))
    if hand.total == 0 and not known:
        clauses = (*rules.counting.clauses, *rules.double_blank_value.clauses)
        return fault(FaultCode.NO_POINTS_BUT_NOT_OUT, [seat], known, clauses, **about)
    if count is not None and alone.fits([of_any_size]):
        return fault(FaultCode.TOTAL_NOT_WITH_COUNT, [seat], known, clauses, count=count, **about)
    return fault(FaultCode.TOTAL_OF_NO_TILES, [seat], known, clauses, **about)


def _conflict(deal: Deal, hands: Sequence[Open]) -> tuple[str, ...]:
    """Return seats whose totals conflict, though without any one of them the rest do not.

    Low totals are dropped first, so that few are left. Where a rest was not proved not to go
    together either, its seats stay.
    """
    kept = [hand for hand in hands if hand.total is not None]
    needed: set[tuple[int | None, int, int]] = set()
    for hand in sorted(kept, key=lambda other: other.total or 0):
        alike = hand.total, hand.low, hand.high
        seats = [other.seat for other in kept if other is not hand]
        rest = [other if other.seat in seats else replace(other, total=None) for other in hands]
        if alike not in needed and deal.fits(rest, LITTLE) is False:
            kept.remove(hand)
        else:
            needed.add(alike)
    return tuple(hand.seat for hand in kept)


def _without(hands: Sequence[Open], seats: Sequence[str]) -> list[Open]:
    """Return the hands without the totals of these seats."""
    return [replace(hand, total=None) if hand.seat in seats else hand for hand in hands]


def _together(report: Report, rules: RuleSet, seats: Sequence[str]) -> Fault:
    clauses = (*rules.counting.clauses, *clauses_of_set(report.set))
    if len(seats) > 1:
        return fault(FaultCode.TOTALS_CONFLICT, seats, (), clauses)
    return fault(FaultCode.TOTAL_NOT_LEFT, seats, (), clauses, total=report.totals[seats[0]])
