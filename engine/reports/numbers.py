"""Faults in the numbers of tiles: in a hand, and in all places together."""

from collections.abc import Iterator

from engine.reports.endings import endings
from engine.reports.faults import Fault, FaultCode, clauses_of_set, fault
from engine.reports.report import Report
from engine.reports.tile_faults import train_tiles
from engine.rules.rule_set import RuleSet
from engine.tiles import tile_count


def hands_over_count(report: Report, rules: RuleSet) -> Iterator[Fault]:
    """Hands with more tiles told than their number allows."""
    for seat, count in report.counts.items():
        listed = len(report.hands.get(seat, ()))
        if listed > count and seat != report.out:
            yield fault(
                FaultCode.HAND_AND_COUNT_DIFFER,
                [seat],
                report.hands[seat],
                clauses_of_set(report.set),
                listed=listed,
                count=count,
            )


def tiles_in_all(report: Report, rules: RuleSet) -> Iterator[Fault]:
    """More tiles told than the set has, or fewer where all are told."""
    clauses = clauses_of_set(report.set)
    whole = tile_count(report.set)
    counts = [report.count(seat) for seat in report.seats]
    trains, all_trains = train_tiles(report)
    listed = 1 + fewest_in_hands(report, rules) + trains + (report.boneyard or 0)
    all_listed = all_trains and report.all_seats and None not in (*counts, report.boneyard)
    about = {"count": listed, "set": report.set, "whole": whole}
    if listed > whole:
        yield fault(FaultCode.TOO_MANY_TILES, report.seats, (), clauses, **about)
    elif all_listed and listed < whole:
        yield fault(FaultCode.TILES_MISSING, report.seats, (), clauses, **about)


def fewest_in_hands(report: Report, rules: RuleSet) -> int:
    """How many tiles all hands hold at least: where nothing is told, one each but the winner's."""
    counts = {seat: report.count(seat) for seat in report.seats}
    unlisted = [seat for seat, count in counts.items() if count is None]
    one_is_out = any(seat in unlisted for seat in endings(report, rules))
    return sum(count or 0 for count in counts.values()) + len(unlisted) - one_is_out


NUMBER_CHECKS = (hands_over_count, tiles_in_all)
