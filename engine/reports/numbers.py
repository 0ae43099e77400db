"""Faults in the numbers of tiles: in a hand, and in all places together."""

from collections.abc import Iterator

from engine.reports.endings import boneyard, endings
from engine.reports.faults import Fault, FaultCode, clauses_of_set, fault
from engine.reports.report import Report
from engine.reports.tile_faults import train_tiles
from engine.rules.deal import hand_size_row, most_left_to_draw
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


def more_than_dealt(report: Report, rules: RuleSet) -> Iterator[Fault]:
    """More tiles in hands and boneyard than the deal leaves there.

    A seat holds more than it was dealt only by drawing, and what is drawn is gone from the
    boneyard: with 4 players, 15 tiles each and a double-12 set 30 tiles are left to draw, so
    while 26 of them lie there the hands together have at most 4 more than they were dealt.
    """
    players = len(report.seats)
    row = hand_size_row(rules, report.set, players)
    left = most_left_to_draw(rules, report.set, players)
    if row is None or left is None or left < 0 or not report.all_seats:
        return
    seats = [seat for seat in report.seats if (report.count(seat) or 0) > row.tiles]
    gained = sum((report.count(seat) or 0) - row.tiles for seat in seats)
    over = gained + (boneyard(report) or 0) - left
    # Where the same tiles are too many for the set as well, that is said instead.
    if over > 0 and not any(tiles_in_all(report, rules)):
        yield fault(
            FaultCode.MORE_THAN_DEALT,
            seats,
            clauses=(row.clause or rules.hand_size.clauses[0], *clauses_of_set(report.set)),
            size=row.tiles,
            left=left,
            over=over,
        )


NUMBER_CHECKS = (hands_over_count, tiles_in_all, more_than_dealt)
