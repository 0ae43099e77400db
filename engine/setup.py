"""Whether players, set and deal fit the rules, before or as a round begins.

What is not told of the deal may be as it should; the set and the number of players are what is
asked about, so where they are unknown and matter the answer depends on them.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from engine.answers import Answer, depends, distinct, not_covered
from engine.cases import Case
from engine.course import first_double, this_double
from engine.parameters import HandSizes, PlayerLimits
from engine.reports import Fault, FaultCode, Report
from engine.reports.faults import clauses_of_set, fault
from engine.reports.numbers import hands_over_count
from engine.reports.told import (
    impossible_counts,
    sane,
    starting_double_held,
    tiles_twice,
    unknown_seats,
    wrong_tiles,
)
from engine.rules import SILENT
from engine.tiles import tile_count

FROM_A_HAND: Final = ("highest_held", "named_held")
"""Ways in which the starting double comes out of a hand, after the deal."""


def check_setup(case: Case) -> Answer:
    """Whether players, set and deal fit the rules."""
    answers = [_with_set(replace(case, set=set_)) for set_ in case.sets()]
    verdicts = {answer.verdict for answer in answers}
    if len(verdicts) > 1:
        clauses = (*case.rules.player_limits.clauses, *case.rules.hand_size.clauses)
        return depends("It hangs on the set of dominoes.", ["set"], *clauses)
    return min(answers, key=lambda answer: len(answer.faults))


def _with_set(case: Case) -> Answer:
    """The answer for a set that is known."""
    report = _as_report(case)
    faults = [each for check in TOLD for each in check(report, case.rules)]
    faults += hands_over_count(sane(report), case.rules)
    faults += [each for check in DEALT for each in check(case)]
    if faults:
        clauses = distinct(*(clause for each in faults for clause in each.clauses))
        because = " ".join(each.text for each in faults)
        return Answer("invalid", clauses, because, faults=tuple(faults))
    return _unsaid(case) or Answer(
        "valid", distinct(*_clauses(case)), "Players, set and deal fit the rules."
    )


def _as_report(case: Case) -> Report:
    """The tiles and numbers told, for the checks that a report has too."""
    return Report(
        set=case.sets()[0],
        seats=case.seat_names(),
        starting_double=case.starting_double,
        hands=case.hands,
        counts=case.hand_counts,
        boneyard=case.boneyard,
        on_table=case.on_table,
        train_tiles=case.train_tiles(),
    )


def _unsaid(case: Case) -> Answer | None:
    """What the rules leave open about players or deal; None where they leave nothing open."""
    rules = case.rules
    limits, sizes = rules.player_limits, rules.hand_size
    has_limits = isinstance(limits.value, PlayerLimits) and _limit(case) is not None
    clauses = (*limits.clauses, *sizes.clauses)
    if case.seats is None:
        if limits.value is SILENT and sizes.value is SILENT:
            return not_covered("These rules do not say how many can play.", *clauses)
        return depends("It hangs on how many play.", ["seats"], *clauses)
    if not has_limits and _size(case) is None:
        because = f"These rules do not speak of {len(case.seats)} players with this set."
        return not_covered(because, *clauses)
    if _size(case) is None and case.hand_counts:
        because = "These rules do not say how many tiles each seat draws here."
        return not_covered(because, *sizes.clauses, *limits.clauses)
    return None


def _clauses(case: Case) -> Iterator[str]:
    """The clauses that a set-up without fault rests on."""
    rules = case.rules
    limit, size = _limit(case), _size(case)
    if case.hand_counts:
        yield from (size[1],) if size and size[1] else rules.hand_size.clauses
        yield from rules.starting_double_from.clauses
        if _nobody_held_it(case):
            yield from rules.starting_double_missing.clauses
    if limit is not None:
        yield from rules.player_limits.clauses
    yield from rules.hand_size.clauses
    yield from clauses_of_set(case.sets()[0])


def _limit(case: Case) -> tuple[int, int | None] | None:
    limits = case.rules.player_limits.value
    row = limits.find(case.sets()[0]) if isinstance(limits, PlayerLimits) else None
    return None if row is None else (row.low, row.high)


def _size(case: Case) -> tuple[int, str] | None:
    """How many tiles each seat draws, and the clause that says so."""
    sizes = case.rules.hand_size.value
    if not isinstance(sizes, HandSizes) or case.seats is None:
        return None
    row = sizes.find(case.sets()[0], len(case.seats))
    return None if row is None else (row.tiles, row.clause)


def players(case: Case) -> Iterator[Fault]:
    """Too few or too many players for the set."""
    limit = _limit(case)
    if limit is None or case.seats is None:
        return
    low, high = limit
    many, clauses = len(case.seats), case.rules.player_limits.clauses
    about: dict[str, Any] = {"players": many, "set": case.sets()[0]}
    if many < low:
        yield fault(FaultCode.TOO_FEW_PLAYERS, clauses=clauses, low=low, **about)
    elif high is not None and many > high:
        yield fault(FaultCode.TOO_MANY_PLAYERS, clauses=clauses, high=high, **about)


def starting_double_of_this_round(case: Case) -> Iterator[Fault]:
    """A starting double that is not this round's, or that no round has."""
    rules = case.rules
    if case.starting_double is None:
        return
    due = this_double(replace(case, starting_double=None))
    follows = rules.next_starting_double
    clauses = (*rules.first_starting_double.clauses, *follows.clauses)
    about: dict[str, Any] = {"double": f"{case.starting_double}-{case.starting_double}"}
    if due is not None and due != case.starting_double:
        yield fault(FaultCode.WRONG_STARTING_DOUBLE, clauses=clauses, due=f"{due}-{due}", **about)
        return
    first, last = first_double(case), rules.last_starting_double.value
    listed = isinstance(follows.value, tuple) and case.starting_double not in follows.value
    past = follows.value == "minus_one" and (
        (first is not None and first < case.starting_double <= case.sets()[0])
        or (isinstance(last, int) and case.starting_double < last)
    )
    if listed or past:
        yield fault(FaultCode.NO_ROUND_OF_THIS_DOUBLE, clauses=clauses, **about)


def higher_double_held(case: Case) -> Iterator[Fault]:
    """Under rules that begin with the highest double held: a higher one in a hand."""
    start = case.starting_double
    if start is None or case.rules.starting_double_from.value != "highest_held":
        return
    for seat, hand in case.hands.items():
        if higher := [tile for tile in hand if tile.is_double and tile.low > start]:
            yield fault(
                FaultCode.HIGHER_DOUBLE_HELD,
                [seat],
                higher,
                case.rules.starting_double_from.clauses,
                double=f"{start}-{start}",
            )


def hand_sizes(case: Case) -> Iterator[Fault]:
    """Hands with more or fewer tiles than each seat draws, before anything is laid."""
    size = _size(case)
    if size is None or case.seats is None or any(case.train_tiles().values()):
        return
    drawn, clause = size
    off = {
        seat: case.hand_counts[seat] - drawn
        for seat in case.seats
        if case.hand_counts.get(seat, drawn) != drawn
    }
    clauses = (clause, *case.rules.hand_size.clauses)
    wrong = list(off)
    if _came_from_a_hand(case):
        clauses += case.rules.starting_double_from.clauses
        able = [seat for seat in case.seats if _may_have_laid(case, seat, drawn)]
        layers = sorted(able, key=lambda seat: seat not in off)
        wrong = [seat for seat in off if seat not in layers[:1] or off[seat] != -1]
        if (layers and not wrong) or _nobody_held_it(case):
            return
        wrong = wrong or list(case.seats)
    if wrong:
        about: dict[str, Any] = {"size": drawn, "players": len(case.seats)}
        clauses = tuple(each for each in distinct(*clauses) if each)
        yield fault(FaultCode.WRONG_HAND_SIZE, wrong, clauses=clauses, **about)


def _may_have_laid(case: Case, seat: str, drawn: int) -> bool:
    """Whether the starting double can have come out of this seat's hand."""
    one_less = case.hand_counts.get(seat, drawn - 1) == drawn - 1
    return one_less and case.starting_double_by in (None, seat)


def _came_from_a_hand(case: Case) -> bool:
    """Whether the double in the hub has been laid out of a hand."""
    from_hand = case.rules.starting_double_from.value in FROM_A_HAND
    return from_hand and case.starting_double is not None


def _nobody_held_it(case: Case) -> bool:
    """Whether the hands fit a deal in which nobody held the double, and it was drawn after.

    HUB-28: seats take tiles in no told order until someone has a double. SEN-06: one tile each
    in turn, until the double comes. Who draws it lays it, so nobody falls below the deal.
    """
    size = _size(case)
    if size is None or case.seats is None or not _came_from_a_hand(case):
        return False
    if not set(case.seats) <= set(case.hand_counts):
        return False
    more = [case.hand_counts[seat] - size[0] for seat in case.seats]
    if min(more) < 0:
        return False
    way = case.rules.starting_double_missing.value
    if way == "draw_any_double":
        return not any(tile.is_double for hand in case.hands.values() for tile in hand)
    return way == "draw_named" and _drawn_in_turn(more)


def _drawn_in_turn(more: list[int]) -> bool:
    """Whether seats have so many tiles more after drawing one each in turn; the last laid one."""
    seats = len(more)
    for first in range(seats):
        turns = [more[(first + at) % seats] for at in range(seats)]
        for last in range(seats):
            whole = turns[last] + 1
            drawn = [*turns[:last], whole, *turns[last + 1 :]]
            if drawn == [whole] * (last + 1) + [whole - 1] * (seats - last - 1):
                return True
    return False


def tiles_of_the_deal(case: Case) -> Iterator[Fault]:
    """More tiles in all places than the set has, or fewer where all places are told."""
    report = sane(_as_report(case))
    whole = tile_count(report.set)
    counts = [report.counts.get(seat) for seat in report.seats]
    laid = sum(report.train_tiles.values())
    told = sum(count or 0 for count in counts) + laid + (report.boneyard or 0)
    hub = _in_hub(case)
    all_told = None not in (*counts, report.boneyard) and case.seats is not None
    about = {"set": report.set, "whole": whole, "count": told + hub[0]}
    clauses = clauses_of_set(report.set)
    if told + hub[0] > whole:
        yield fault(FaultCode.TOO_MANY_TILES, report.seats, (), clauses, **about)
    elif all_told and _nothing_hidden(case) and told + hub[-1] < whole:
        yield fault(FaultCode.TILES_MISSING, report.seats, (), clauses, **about)


def _in_hub(case: Case) -> tuple[int, ...]:
    """How many tiles can lie in the hub, the fewest first."""
    origin = case.rules.starting_double_from.value
    if case.starting_double is not None:
        return (1,)
    if origin is SILENT:
        return (0, 1)
    return (0,) if origin in FROM_A_HAND else (1,)


def _nothing_hidden(case: Case) -> bool:
    """Whether all tiles on trains are told, or none can lie there yet."""
    nothing_laid = not case.trains and not case.on_table
    return nothing_laid or set(case.seats or ()) <= set(case.train_tiles())


TOLD: Final[tuple[Callable[..., Iterator[Fault]], ...]] = (
    unknown_seats,
    impossible_counts,
    wrong_tiles,
    tiles_twice,
    starting_double_held,
)
DEALT: Final[tuple[Callable[[Case], Iterator[Fault]], ...]] = (
    players,
    starting_double_of_this_round,
    higher_double_held,
    hand_sizes,
    tiles_of_the_deal,
)
