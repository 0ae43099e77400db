"""Points of tiles left over, and of each seat at the end of a round."""

from collections.abc import Iterable, Mapping

from engine.reports.report import Report
from engine.rules.rule_set import RuleSet
from engine.tiles import Tile, double_of

BLANK = double_of(0)


def points_of(tiles: Iterable[Tile], rules: RuleSet) -> int | None:
    """Return what tiles left in a hand count, in points; None if the rules do not say.

    That is the pips of each tile and what a blank side counts; the double blank has a value of its
    own (FAM-49).
    """
    if rules.counting.value != "pips":
        return None
    tiles, blank = tuple(tiles), rules.double_blank_value.value
    if BLANK in tiles and not isinstance(blank, int):
        return None
    side = blank_side(rules)
    return sum(tile_points(tile, blank if isinstance(blank, int) else 0, side) for tile in tiles)


def tile_points(tile: Tile, blank: int, side: int) -> int:
    """Return what one tile counts, with what the double blank and a blank side count."""
    if tile == BLANK:
        return blank
    return tile.pips + (0 if tile.low else side)


def blank_side(rules: RuleSet) -> int:
    """Return what a blank side counts, in points."""
    return rules.blank_side_points.value if isinstance(rules.blank_side_points.value, int) else 0


def points(report: Report, rules: RuleSet) -> Mapping[str, int | None]:
    """Return each seat's points of the round, in the order of the seats; None if unknown.

    The seat that went out gets the winner's score, and in some houses what its marker adds. Every
    other gets what its tiles count and
    what a marker on its train adds, or its reported total if not all its tiles are reported. If
    tiles and total differ (a fault) the points are unknown. Nothing here says whether the
    report can be right: ask `check_report` first.
    """
    return {seat: seat_points(report, rules, seat) for seat in report.seats}


def seat_points(report: Report, rules: RuleSet, seat: str) -> int | None:
    """Return one seat's points of the round; None if they are unknown."""
    reported = report.totals.get(seat)
    counted = _counted(report, rules, seat)
    if counted is None or reported is None:
        return reported if counted is None else counted
    return counted if counted == reported else None


def _counted(report: Report, rules: RuleSet, seat: str) -> int | None:
    """Return the points that follow from tiles and rules alone, ignoring the reported total."""
    if seat == report.winner:
        possible = winner_points(report, rules, seat)
        return possible[0] if len(possible) == 1 else None
    if not report.whole_hand(seat):
        return None
    tiles = points_of(report.hands[seat], rules)
    marker = marker_points(report, rules, seat)
    return None if tiles is None or marker is None else tiles + marker


def marker_points(report: Report, rules: RuleSet, seat: str) -> int | None:
    """Return what a marker on the seat's train adds; None if that is unknown and would count."""
    possible = markers(report, rules, seat)
    return possible[0] if len(possible) == 1 else None


def winner_points(report: Report, rules: RuleSet, seat: str) -> tuple[int, ...]:
    """Return what the seat that went out can get, as far as that is known; empty if nothing is."""
    score = rules.winner_score.value
    if not isinstance(score, int):
        return ()
    added = markers(report, rules, seat) if rules.winner_marker_counts.value is True else (0,)
    return tuple(score + marker for marker in added)


def markers(report: Report, rules: RuleSet, seat: str) -> tuple[int, ...]:
    """Return what a marker on the seat's train can add, as far as that is known.

    Rules that do not speak of markers' points give none.
    """
    worth = rules.marked_train_points.value
    if not isinstance(worth, int) or worth == 0:
        return (0,)
    if seat not in report.marked:
        return (0, worth)
    return (worth,) if report.marked[seat] else (0,)


def blanks(rules: RuleSet) -> tuple[int, ...]:
    """Return what the double blank can count, as far as the rules say."""
    value = rules.double_blank_value.value
    return (value,) if isinstance(value, int) else (50, 25, 0)
