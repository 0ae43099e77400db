"""How a reported round ended, and faults in that: who went out, whether it was blocked."""

from collections.abc import Iterator

from engine.reports.counting import winner_points
from engine.reports.faults import Fault, FaultCode, fault
from engine.reports.report import Report
from engine.reports.tile_faults import train_tiles
from engine.rules.rule_set import RuleSet
from engine.sentences import say
from engine.tiles import MEXICAN


def may_be_empty(report: Report, rules: RuleSet, seat: str) -> bool:
    """Whether nothing that is told of the seat speaks against its having gone out."""
    if report.hands.get(seat) or report.counts.get(seat):
        return False
    total, possible = report.totals.get(seat), winner_points(report, rules, seat)
    return total is None or total in possible or not possible


def may_be_blocked(report: Report, rules: RuleSet) -> bool:
    """Whether the round can have ended with nobody able to go on."""
    if report.blocked is not None:
        return report.blocked
    if _wants_empty(rules):
        return not boneyard(report)
    return rules.blocked_rule.value != "none"


def boneyard(report: Report) -> int | None:
    """The tiles left to draw, where that is told or follows from all other numbers."""
    if report.boneyard is not None:
        return report.boneyard
    counts = [report.count(seat) for seat in report.seats]
    trains, all_trains = train_tiles(report)
    if not all_trains or not report.all_seats or None in counts:
        return None
    return max(0, report.tiles_to_hold - trains - sum(count or 0 for count in counts))


def boneyard_after(report: Report, rules: RuleSet, out: str | None) -> int | None:
    """The tiles left to draw when `out` went out (None: nobody of `seats`), as far as known.

    Rules that want an empty boneyard for a blocked round leave none.
    """
    blocked = out is None and not report.time and report.all_seats
    if report.boneyard is None and blocked and _wants_empty(rules):
        return 0 if report.blocked is not False else None
    return report.boneyard


def _wants_empty(rules: RuleSet) -> bool:
    return rules.blocked_rule.value in ("empty_and_all_pass", "empty_and_none_can")


def endings(report: Report, rules: RuleSet) -> tuple[str | None, ...]:
    """Who can have gone out, likeliest first; None stands for nobody of `seats`.

    Empty where the report leaves no way for the round to have ended.
    """
    if report.nobody_went_out:
        return (None,)
    if report.out is not None:
        return (report.out,)
    if empty := report.empty_hands:
        return (empty[0],)
    reported_total = [seat for seat in report.seats if seat in report.totals]
    unreported = [seat for seat in report.seats if seat not in report.totals]
    seats = [seat for seat in reported_total + unreported if may_be_empty(report, rules, seat)]
    nobody = may_be_blocked(report, rules) or not report.all_seats
    return (*seats, None) if nobody else tuple(seats)


def winner_with_tiles(report: Report, rules: RuleSet) -> Iterator[Fault]:
    """The seat that went out is put down with tiles."""
    out = report.out
    if out is not None and (report.hands.get(out) or report.counts.get(out)):
        clauses = (*rules.out_on_double.clauses, *rules.winner_score.clauses)
        yield fault(FaultCode.WINNER_HAS_TILES, [out], report.hands.get(out, ()), clauses)


def winner_with_points(report: Report, rules: RuleSet) -> Iterator[Fault]:
    """The seat that went out is put down for other points than it gets."""
    out, score = report.winner, rules.winner_score
    total = None if out is None else report.totals.get(out)
    if out is None or total is None:
        return
    possible = winner_points(report, rules, out)
    if possible and total not in possible:
        yield fault(
            FaultCode.WINNER_HAS_POINTS,
            [out],
            clauses=score.clauses,
            points=possible[0],
            total=total,
        )


def two_out(report: Report, rules: RuleSet) -> Iterator[Fault]:
    """More than one seat without tiles, though the first one out ends the round."""
    if report.nobody_went_out:
        return
    empty = report.empty_hands
    out = [seat for seat in report.seats if seat == report.out or seat in empty]
    if len(out) > 1:
        clauses = (*rules.out_on_double.clauses, *rules.winner_score.clauses)
        yield fault(FaultCode.TWO_OUT, out, clauses=clauses)


def nobody_out(report: Report, rules: RuleSet) -> Iterator[Fault]:
    """A round that cannot have ended: no seat can be out, and it was not blocked."""
    if not endings(report, rules):
        clauses = (*rules.out_on_double.clauses, *rules.blocked_rule.clauses)
        yield fault(FaultCode.NOBODY_OUT, report.seats, clauses=clauses)


def out_in_an_ended_round(report: Report, rules: RuleSet) -> Iterator[Fault]:
    """Somebody out, or without tiles, in a round that is put down as blocked or out of time."""
    if not report.nobody_went_out:
        return
    ending = say("blocked") if report.blocked else say("ended by time")
    clauses = (*rules.blocked_rule.clauses, *rules.out_on_double.clauses)
    if report.out is not None:
        yield fault(FaultCode.OUT_BUT_NOT_ENDED_SO, [report.out], (), clauses, ending=ending)
    if empty := [seat for seat in report.empty_hands if seat != report.out]:
        yield fault(FaultCode.EMPTY_HAND_BUT_NOT_OUT, empty, (), clauses, ending=ending)


def wrongly_blocked(report: Report, rules: RuleSet) -> Iterator[Fault]:
    """A blocked round under rules without one, or with tiles left to draw."""
    rule = rules.blocked_rule
    if report.blocked is not True:
        return
    if rule.value == "none":
        yield fault(FaultCode.NO_BLOCKED_ROUNDS, clauses=rule.clauses)
    elif _wants_empty(rules) and (left := boneyard(report)):
        yield fault(FaultCode.BLOCKED_WITH_BONEYARD, clauses=rule.clauses, count=left)
    elif _wants_empty(rules) and report.tiles_to_draw and report.boneyard is None:
        yield fault(FaultCode.BLOCKED_WITH_BONEYARD, clauses=rule.clauses, count=say("some"))


def can_still_play(report: Report, rules: RuleSet) -> Iterator[Fault]:
    """A blocked round in which a known tile fits a train that is open to its seat.

    Only what is certain: which trains are open must be known, and that laying is compulsory.
    """
    if report.blocked is not True or rules.must_play_if_able.value is not True:
        return
    clauses = (*rules.blocked_rule.clauses, *rules.must_play_if_able.clauses)
    for seat, hand in report.hands.items():
        for train, open_end in open_trains(report, rules, seat):
            if fitting := [tile for tile in hand if tile.has(open_end)]:
                yield fault(
                    FaultCode.CAN_STILL_PLAY, [seat], fitting[:1], clauses, train=_named(train)
                )
                break


def open_trains(report: Report, rules: RuleSet, seat: str) -> Iterator[tuple[str, int]]:
    """The trains that are surely open to a seat at the round's end, each with its tail."""
    if report.uncovered is None:
        return
    not_started = not report.train_tiles.get(seat)
    freezes = rules.uncovered_double_freezes.value
    if rules.unstarted_train_frees.value is True and not_started:
        freezes = False
    if report.uncovered and freezes is not False:
        if freezes is True and rules.cover_on_unmarked_train.value is True:
            yield from _next_to_cover(report.uncovered, rules)
        return
    open_ends = report.open_ends
    if seat in open_ends:
        yield seat, open_ends[seat]
    first_turn_bound = rules.first_turn_own_train_only.value is not False
    if not_started and (first_turn_bound or rules.own_train_first.value is True):
        return
    when = rules.mexican_train.value
    begun = when == "starter_opens" and report.train_tiles.get(MEXICAN)
    if MEXICAN in open_ends and (begun or when in ("any_turn", "not_first_turn")):
        yield MEXICAN, open_ends[MEXICAN]
    for other in report.seats:
        if other != seat and other in open_ends and report.marked.get(other):
            yield other, open_ends[other]


def _next_to_cover(
    uncovered: tuple[tuple[str, int], ...], rules: RuleSet
) -> Iterator[tuple[str, int]]:
    """The uncovered double that is due, where the rules say which."""
    order = rules.closing_order.value
    if len(uncovered) == 1 or order == "oldest":
        yield uncovered[0]
    elif order == "newest":
        yield uncovered[-1]
    elif order == "any":
        yield from uncovered


def _named(train: str) -> str:
    return (
        say("the Mexican Train") if train == MEXICAN else say("the train of {train}", train=train)
    )


ENDING_CHECKS = (
    winner_with_tiles,
    winner_with_points,
    two_out,
    nobody_out,
    out_in_an_ended_round,
    wrongly_blocked,
    can_still_play,
)
