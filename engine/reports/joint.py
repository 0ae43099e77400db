"""Whether the tiles that are left can make all reported totals together.

A report leaves some tiles open: `place` finds out whether they can be dealt so that every
seat comes to its points. What is not reported (who went out, the starting double, what the double
blank counts, whose train is marked) is tried each way; the totals are at fault only if no way
fits.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import product

from engine.reports.counting import blank_side, blanks, markers, tile_points
from engine.reports.endings import boneyard_after, endings
from engine.reports.placing import EFFORTS, Problem, Want, place
from engine.reports.report import Report
from engine.reports.tile_faults import train_tiles
from engine.rules.rule_set import RuleSet
from engine.tiles import Tile, full_set, tile_count

MOST_COMPLETIONS = 64
"""The most ways to complete what is not reported that are tried; past that nothing is proved."""


@dataclass(frozen=True, slots=True)
class Completion:
    """One way to complete what is not reported.

    `blank` is what the double blank counts, `marks` what markers add to the reported totals,
    `start` the double in the hub (None: any that no hand holds).
    """

    blank: int
    marks: tuple[tuple[str, int], ...]
    out: str | None
    start: Tile | None


@dataclass(frozen=True, slots=True)
class Open:
    """What a seat holds beyond its known tiles: `total` points of `low` to `high` tiles.

    `total` None is unknown.
    """

    seat: str
    total: int | None
    low: int
    high: int


def completions(report: Report, rules: RuleSet) -> Iterator[Completion]:
    """Yield every way to complete what is not reported, the likeliest first."""
    seats = [seat for seat in report.seats if seat in report.totals]
    for out in endings(report, rules) or (None,):
        marks = [
            [(seat, points) for points in markers(report, rules, seat)]
            for seat in seats
            if seat != out
        ]
        for blank in blanks(rules):
            for marked in product(*marks):
                if not _tried_before(report, marked):
                    yield Completion(blank, marked, out, report.starting_tile)


def _tried_before(report: Report, marked: Sequence[tuple[str, int]]) -> bool:
    """Return whether the same was tried with two seats exchanged that were reported alike.

    Of such seats only the later ones are tried with a marker.
    """
    before: dict[tuple[int, int | None], int] = {}
    for seat, points in marked:
        if seat in report.hands or seat in report.marked:
            continue
        alike = report.totals[seat], report.counts.get(seat)
        if before.get(alike, 0) > points:
            return True
        before[alike] = points
    return False


@cache
def _values(highest: int, blank: int, side: int) -> Counter[int]:
    """Return how many tiles of the whole set have each value in points; not to be changed."""
    return Counter(tile_points(tile, blank, side) for tile in full_set(highest))


class Deal:
    """The open tiles and hands of a report, completed one way.

    With `strict` the numbers of tiles on trains and in the boneyard limit what hands can hold;
    without, they are left aside (because they are themselves at fault).
    """

    def __init__(
        self, report: Report, rules: RuleSet, completion: Completion, *, strict: bool
    ) -> None:
        self.report = report
        self.rules = rules
        self.completion = completion
        self.side = blank_side(rules)
        self.marks = dict(completion.marks)
        self.strict = strict
        self.whole = full_set(report.set)
        reported = {tile for hand in report.hands.values() for tile in hand}
        self.in_hands = {tile for tile in reported if tile.in_set(report.set)}
        on_table = {tile for tile in report.on_table if tile.in_set(report.set)}
        self.seen = on_table - self.in_hands - {completion.start}
        self.gone = self.in_hands | self.seen
        if completion.start is not None:
            self.gone.add(completion.start)
        self.left = len(self.whole) - len(self.gone)
        self.hands = tuple(self._open_hands())

    def value(self, tile: Tile) -> int:
        """Return what one tile counts, in points."""
        return tile_points(tile, self.completion.blank, self.side)

    def known_points(self, seat: str) -> int:
        """Return what the known tiles and the marker of a seat with a total come to."""
        hand = self.report.hands.get(seat, ())
        return self.marks[seat] + sum(self.value(tile) for tile in hand)

    def _open_hands(self) -> Iterator[Open]:
        report = self.report
        for seat in report.seats:
            if seat == self.completion.out or report.whole_hand(seat):
                continue
            known = len(report.hands.get(seat, ()))
            count = report.counts.get(seat)
            low, high = (1, self.left) if count is None else (count - known, count - known)
            total = report.totals.get(seat)
            if total is not None:
                total = None if total < 0 else total - self.known_points(seat)
            yield Open(seat, total, low, high)

    def problem(self, hands: Sequence[Open]) -> Problem:
        """Return the hands with a known total as a placing problem."""
        pool = dict(_values(self.report.set, self.completion.blank, self.side))
        for tile in self.gone:
            pool[self.value(tile)] -= 1
        wants = tuple(
            Want(hand.total, hand.low, hand.high) for hand in hands if hand.total is not None
        )
        fewest, most = self._limits([hand for hand in hands if hand.total is None])
        return Problem(pool, wants, fewest, most)

    def _limits(self, unknown: Sequence[Open]) -> tuple[int, int]:
        """Return how many tiles the hands with a known total hold, at least and at most."""
        if not self.strict:
            return 0, tile_count(self.report.set)
        trains, all_trains = train_tiles(self.report, self.completion.start)
        boneyard = boneyard_after(self.report, self.rules, self.completion.out)
        elsewhere = trains + (boneyard or 0)
        in_hands = self.report.tiles_to_hold - elsewhere - len(self.in_hands)
        most = in_hands - sum(hand.low for hand in unknown)
        if boneyard is None or not all_trains or not self.report.all_seats:
            return 0, most
        return in_hands - sum(hand.high for hand in unknown), most

    def fits(self, hands: Sequence[Open], efforts: tuple[int, ...] = EFFORTS) -> bool | None:
        """Return whether the hands can be dealt like this; None if that was not proved."""
        problem = self.problem(hands)
        wants = tuple(sorted(problem.wants))
        possible = _possible(problem.values, wants, problem.fewest, problem.most, efforts)
        if self.completion.start is not None or possible is False:
            return possible
        answers = set()
        for start in self.starts():
            answers.add(self.starting_with(start).fits(hands, efforts))
            if True in answers:
                return True
        return None if None in answers else False

    def starts(self) -> list[Tile]:
        """Return the doubles that can be in the hub if none is reported: any that no hand holds."""
        return [tile for tile in self.whole if tile.is_double and tile not in self.in_hands]

    def starting_with(self, start: Tile) -> "Deal":
        """Return the same deal with this double in the hub."""
        completion = replace(self.completion, start=start)
        return Deal(self.report, self.rules, completion, strict=self.strict)


@lru_cache(maxsize=1024)
def _possible(
    values: tuple[tuple[int, int], ...],
    wants: tuple[Want, ...],
    fewest: int,
    most: int,
    efforts: tuple[int, ...],
) -> bool | None:
    """Return whether these wants can be filled from these values; often asked again, so cached."""
    return place(Problem(dict(values), wants, fewest, most), efforts).possible


def without_totals(hands: Sequence[Open]) -> list[Open]:
    """Return the hands without their totals."""
    return [replace(hand, total=None) for hand in hands]


def totals_fit(
    report: Report, rules: RuleSet, *, strict: bool
) -> tuple[bool | None, Completion | None]:
    """Return whether some way fits, None if not proved; and the way that explains why none does.

    That is the likeliest in which the totals are what fails; None if numbers of tiles fail
    in every way.
    """
    likeliest: Completion | None = None
    proved = True
    for tried, completion in enumerate(completions(report, rules)):
        if tried >= MOST_COMPLETIONS:
            return None, likeliest
        deal = Deal(report, rules, completion, strict=strict)
        fits = deal.fits(deal.hands)
        if fits:
            return True, completion
        proved = proved and fits is False
        if likeliest is None and deal.fits(without_totals(deal.hands)):
            likeliest = completion
    return (False if proved else None), likeliest
