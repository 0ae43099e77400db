"""Faults in single reported tiles and in numbers of tiles, each checked by itself."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from engine.reports.faults import Fault, FaultCode, clauses_of_set, fault
from engine.reports.report import Report
from engine.rules.rule_set import RuleSet
from engine.sentences import say
from engine.tiles import MEXICAN, Tile, full_set, tile_count


def sane(report: Report) -> Report:
    """Return the report without seats that are not at the table and without impossible numbers.

    `unknown_seats` and `impossible_counts` report the faults in them; what remains can be
    computed with.
    """
    seats = tuple(dict.fromkeys(report.seats))
    here = set(seats)

    def possible(count: int | None) -> bool:
        return count is None or 0 <= count <= report.tiles_to_hold

    return replace(
        report,
        seats=seats,
        hands={seat: hand for seat, hand in report.hands.items() if seat in here},
        totals={seat: total for seat, total in report.totals.items() if seat in here},
        counts={
            seat: count for seat, count in report.counts.items() if seat in here and possible(count)
        },
        out=report.out if report.out in here else None,
        boneyard=report.boneyard if possible(report.boneyard) else None,
        train_tiles={
            train: count
            for train, count in report.train_tiles.items()
            if (train in here or train == MEXICAN) and possible(count)
        },
    )


def unknown_seats(report: Report, rules: RuleSet) -> Iterator[Fault]:
    """Yield a fault for each name in the report that has no seat at the table."""
    names = chain(
        report.hands,
        report.totals,
        report.counts,
        () if report.out is None else (report.out,),
        (train for train in report.train_tiles if train != MEXICAN),
    )
    for name in dict.fromkeys(names):
        if name not in report.seats:
            yield fault(FaultCode.UNKNOWN_SEAT, [name], clauses=rules.player_limits.clauses)


def impossible_counts(report: Report, rules: RuleSet) -> Iterator[Fault]:
    """Yield a fault for each number of tiles below 0 or above what the set can leave there."""
    places = [(seat, seat, count) for seat, count in report.counts.items()]
    for train, count in report.train_tiles.items():
        if train == MEXICAN:
            places.append((say("The Mexican Train"), "", count))
        else:
            places.append((say("The train of {train}", train=train), train, count))
    if report.boneyard is not None:
        places.append((say("The boneyard"), "", report.boneyard))
    for place, seat, count in places:
        if not 0 <= count <= report.tiles_to_hold:
            yield fault(
                FaultCode.COUNT_IMPOSSIBLE,
                [seat] if seat else [],
                clauses=clauses_of_set(report.set),
                place=place,
                count=count,
                set=report.set,
                whole=tile_count(report.set),
            )


def wrong_tiles(report: Report, rules: RuleSet) -> Iterator[Fault]:
    """Yield faults for tiles that the set lacks, and for a starting double that it lacks."""
    clauses = clauses_of_set(report.set)
    if report.starting_double is not None and report.starting_tile is None:
        yield fault(
            FaultCode.NO_SUCH_STARTING_DOUBLE,
            clauses=clauses,
            set=report.set,
            starting_double=report.starting_double,
        )
    for seat, hand in report.hands.items():
        if lacking := [tile for tile in dict.fromkeys(hand) if not tile.in_set(report.set)]:
            yield fault(FaultCode.TILE_NOT_IN_SET, [seat], lacking, clauses, set=report.set)
    if lacking := [t for t in dict.fromkeys(report.on_table) if not t.in_set(report.set)]:
        yield fault(FaultCode.TABLE_TILE_NOT_IN_SET, (), lacking, clauses, set=report.set)


def tiles_twice(report: Report, rules: RuleSet) -> Iterator[Fault]:
    """Yield a fault for each tile reported in more than one place, or twice in one."""
    clauses = clauses_of_set(report.set)
    holders: dict[Tile, list[str]] = {}
    for seat, hand in report.hands.items():
        for tile, times in Counter(hand).items():
            holders.setdefault(tile, []).append(seat)
            if times > 1:
                yield fault(FaultCode.TILE_TWICE_IN_HAND, [seat], [tile], clauses)
    for tile, seats in holders.items():
        if len(seats) > 1:
            yield fault(FaultCode.TILE_IN_TWO_HANDS, seats, [tile], clauses)
    for tile, times in Counter(report.on_table).items():
        if tile in holders and tile != report.starting_tile:
            yield fault(FaultCode.TILE_IN_HAND_AND_ON_TABLE, holders[tile], [tile], clauses)
        if times > 1:
            yield fault(FaultCode.TILE_TWICE_ON_TABLE, (), [tile], clauses)


def starting_double_held(report: Report, rules: RuleSet) -> Iterator[Fault]:
    """Yield a fault if the starting double is in a hand, though it lies in the hub."""
    clauses = rules.starting_double_from.clauses
    start = report.starting_tile
    in_hands = set(chain.from_iterable(report.hands.values()))
    if start is not None:
        if holders := [seat for seat, hand in report.hands.items() if start in hand]:
            yield fault(FaultCode.STARTING_DOUBLE_IN_HAND, holders, [start], clauses)
    elif all(tile in in_hands for tile in full_set(report.set) if tile.is_double):
        seats = [seat for seat, hand in report.hands.items() if any(t.is_double for t in hand)]
        yield fault(FaultCode.NO_DOUBLE_FOR_HUB, seats, clauses=clauses)


def train_tiles(report: Report, start: Tile | None = None) -> tuple[int, bool]:
    """Return how many tiles lie on the trains at least, and whether that is all of them.

    The starting double in the hub is not among them: `start`, or the reported one, or, where that
    is unknown, any double seen on the table.
    """
    start = start or report.starting_tile
    seen = set(report.on_table) - {start}
    in_hub = start is None and any(tile.is_double for tile in seen)
    numbers = [report.train_tiles.get(train) for train in (*report.seats, MEXICAN)]
    counted = sum(number or 0 for number in numbers)
    return max(counted, len(seen) - in_hub), None not in numbers


def with_last_count(report: Report) -> Report:
    """Return the report with the only missing number of tiles, which follows from all others."""
    unreported = [seat for seat in report.seats if report.count(seat) is None]
    trains, all_trains = train_tiles(report)
    if len(unreported) != 1 or report.boneyard is None or not all_trains or not report.all_seats:
        return report
    others = sum(report.count(seat) or 0 for seat in report.seats)
    count = report.tiles_to_hold - others - trains - report.boneyard
    if count < 0:
        return report
    return replace(report, counts={**report.counts, unreported[0]: count})


TILE_CHECKS = (
    unknown_seats,
    impossible_counts,
    wrong_tiles,
    tiles_twice,
    starting_double_held,
)
"""The checks that look at the report as it was given."""
