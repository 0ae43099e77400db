"""Whether players, set and deal fit the rules, before or as a round begins.

What is not told of the deal may be as it should; the set and the number of players are what is
asked about, so where they are unknown and matter the answer depends on them.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any, Final

from engine.game.schedule import schedule_of
from engine.game.schedule_questions import double_due, schedule_for, this_double
from engine.reports import Fault, FaultCode, Report
from engine.reports.faults import clauses_of_set, fault
from engine.reports.numbers import hands_over_count
from engine.reports.tile_faults import (
    impossible_counts,
    sane,
    starting_double_held,
    tiles_twice,
    unknown_seats,
    wrong_tiles,
)
from engine.rules.deal import FROM_A_HAND, STARTERS, hand_size_row, most_left_to_draw
from engine.rules.parameters import PlayerLimits
from engine.rules.rule_set import SILENT, RuleSet
from engine.sentences import say
from engine.table.answers import Answer, depends, distinct, is_value, not_covered, undecided
from engine.table.facts import Facts
from engine.tiles import tile_count


def check_setup(facts: Facts) -> Answer:
    """Whether players, set and deal fit the rules."""
    answers = [_with_set(replace(facts, set=set_)) for set_ in facts.sets()]
    verdicts = {answer.verdict for answer in answers}
    if len(verdicts) > 1:
        clauses = (*facts.rules.player_limits.clauses, *facts.rules.hand_size.clauses)
        return depends(say("It depends on the set of dominoes."), ["set"], *clauses)
    return min(answers, key=lambda answer: len(answer.faults))


def mexican_train_marker(facts: Facts) -> Answer:
    """Return when the Mexican Train gets a marker."""
    train, rule = facts.rules.mexican_train, facts.rules.mexican_train_marker
    if train.value == "off":
        because = say("There is no Mexican Train, so it gets no marker.")
        return is_value("none", because, *train.clauses)
    about = say("whether the Mexican Train gets a marker")
    open_answer = undecided("mexican_train_marker", rule, about)
    if open_answer is not None:
        return open_answer
    words = {
        "setup": say("The marker is on the Mexican Train from the start."),
        "optional": say("A marker may be on the Mexican Train, but need not be."),
        "none": say("The Mexican Train gets no marker: it is open to everybody."),
    }
    when = str(rule.value)
    answer = is_value(when, words[when], *rule.clauses)
    return replace(answer, shape="may") if when == "optional" else answer


def _with_set(facts: Facts) -> Answer:
    """The answer for a set that is known."""
    report = _as_report(facts)
    faults = [entry for check in REPORT_CHECKS for entry in check(report, facts.rules)]
    faults += hands_over_count(sane(report), facts.rules)
    faults += [entry for check in DEAL_CHECKS for entry in check(facts)]
    if faults:
        clauses = distinct(*(clause for entry in faults for clause in entry.clauses))
        because = " ".join(entry.text for entry in faults)
        return Answer("invalid", clauses, because, faults=tuple(faults))
    return _unsaid(facts) or Answer(
        "valid", distinct(*_clauses(facts)), say("Players, set and deal fit the rules.")
    )


def _as_report(facts: Facts) -> Report:
    """The tiles and numbers told, for the checks that a report has too."""
    start = facts.starting_double
    if start is None and not _comes_from_a_hand(facts.rules):
        start = double_due(facts)
    return Report(
        set=facts.sets()[0],
        seats=facts.names(),
        starting_double=start,
        hands=facts.hands,
        counts=facts.hand_counts,
        boneyard=facts.boneyard,
        on_table=facts.on_table,
        train_tiles=facts.train_tiles(),
    )


def _unsaid(facts: Facts) -> Answer | None:
    """What the rules leave open about players or deal; None where they leave nothing open."""
    rules = facts.rules
    limits, sizes = rules.player_limits, rules.hand_size
    has_limits = isinstance(limits.value, PlayerLimits) and _limit(facts) is not None
    clauses = (*limits.clauses, *sizes.clauses)
    if facts.seats is None:
        if limits.value is SILENT and sizes.value is SILENT:
            return not_covered(say("These rules do not say how many can play."), *clauses)
        return depends(say("It depends on how many play."), ["seats"], *clauses)
    if not has_limits and _size(facts) is None:
        because = say(
            "These rules say nothing about {seats} players with this set.", seats=len(facts.seats)
        )
        return not_covered(because, *clauses)
    if _size(facts) is None and facts.hand_counts:
        because = say("These rules do not say how many tiles each seat draws here.")
        return not_covered(because, *sizes.clauses, *limits.clauses)
    return None


def _clauses(facts: Facts) -> Iterator[str]:
    """The clauses that a set-up without fault rests on."""
    rules = facts.rules
    limit, size = _limit(facts), _size(facts)
    if facts.hand_counts:
        yield from (size[1],) if size and size[1] else rules.hand_size.clauses
        yield from rules.starting_double_from.clauses
        if _nobody_held_it(facts):
            yield from rules.starting_double_missing.clauses
    if limit is not None:
        yield from rules.player_limits.clauses
    yield from rules.hand_size.clauses
    yield from clauses_of_set(facts.sets()[0])


def _limit(facts: Facts) -> tuple[int, int | None] | None:
    limits = facts.rules.player_limits.value
    row = limits.find(facts.sets()[0]) if isinstance(limits, PlayerLimits) else None
    return None if row is None else (row.low, row.high)


def _size(facts: Facts) -> tuple[int, str] | None:
    """How many tiles each seat draws, and the clause that says so."""
    if facts.seats is None:
        return None
    row = hand_size_row(facts.rules, facts.sets()[0], len(facts.seats))
    return None if row is None else (row.tiles, row.clause)


def players(facts: Facts) -> Iterator[Fault]:
    """Too few or too many players for the set."""
    limit = _limit(facts)
    if limit is None or facts.seats is None:
        return
    low, high = limit
    many, clauses = len(facts.seats), facts.rules.player_limits.clauses
    about: dict[str, Any] = {"players": many, "set": facts.sets()[0]}
    if many < low:
        yield fault(FaultCode.TOO_FEW_PLAYERS, clauses=clauses, low=low, **about)
    elif high is not None and many > high:
        yield fault(FaultCode.TOO_MANY_PLAYERS, clauses=clauses, high=high, **about)


def starting_double_of_this_round(facts: Facts) -> Iterator[Fault]:
    """A starting double that is not this round's, or that no round has."""
    rules = facts.rules
    if facts.starting_double is None:
        return
    due = this_double(replace(facts, starting_double=None))
    follows = rules.next_starting_double
    clauses = (*rules.first_starting_double.clauses, *follows.clauses)
    about: dict[str, Any] = {"double": f"{facts.starting_double}-{facts.starting_double}"}
    if due is not None and due != facts.starting_double:
        yield fault(FaultCode.WRONG_STARTING_DOUBLE, clauses=clauses, due=f"{due}-{due}", **about)
        return
    schedule = schedule_for(facts)
    first, last = schedule.first, schedule.last
    listed = schedule.listed is not None and facts.starting_double not in schedule.listed
    step = schedule.step or 0
    before = first is not None and (facts.starting_double - first) * step < 0
    past = (before and facts.starting_double <= facts.sets()[0]) or (
        last is not None and (facts.starting_double - last) * step > 0
    )
    if listed or past:
        yield fault(FaultCode.NO_ROUND_OF_THIS_DOUBLE, clauses=clauses, **about)


def higher_double_held(facts: Facts) -> Iterator[Fault]:
    """Under rules that begin with the highest double held: a higher one in a hand."""
    start = facts.starting_double
    if start is None or facts.rules.starting_double_from.value != "highest_held":
        return
    for seat, hand in facts.hands.items():
        if higher := [tile for tile in hand if tile.is_double and tile.low > start]:
            yield fault(
                FaultCode.HIGHER_DOUBLE_HELD,
                [seat],
                higher,
                facts.rules.starting_double_from.clauses,
                double=f"{start}-{start}",
            )


def hand_sizes(facts: Facts) -> Iterator[Fault]:
    """Hands with more or fewer tiles than each seat draws, before anything is laid."""
    size = _size(facts)
    if size is None or facts.seats is None or any(facts.train_tiles().values()):
        return
    drawn, clause = size
    off = {
        seat: facts.hand_counts[seat] - drawn
        for seat in facts.seats
        if facts.hand_counts.get(seat, drawn) != drawn
    }
    clauses = (clause, *facts.rules.hand_size.clauses)
    wrong = list(off)
    if _came_from_a_hand(facts):
        clauses += facts.rules.starting_double_from.clauses
        able = [seat for seat in facts.seats if _may_have_played(facts, seat, drawn)]
        openers = sorted(able, key=lambda seat: seat not in off)
        wrong = [seat for seat in off if seat not in openers[:1] or off[seat] != -1]
        if (openers and not wrong) or _nobody_held_it(facts):
            return
        wrong = wrong or list(facts.seats)
    if wrong:
        about: dict[str, Any] = {"size": drawn, "players": len(facts.seats)}
        clauses = tuple(entry for entry in distinct(*clauses) if entry)
        yield fault(FaultCode.WRONG_HAND_SIZE, wrong, clauses=clauses, **about)


def _may_have_played(facts: Facts, seat: str, drawn: int) -> bool:
    """Whether the starting double can have come out of this seat's hand."""
    one_less = facts.hand_counts.get(seat, drawn - 1) == drawn - 1
    return one_less and facts.starting_double_by in (None, seat)


def _came_from_a_hand(facts: Facts) -> bool:
    """Whether the double in the hub has been laid out of a hand."""
    return _comes_from_a_hand(facts.rules) and facts.starting_double is not None


def _comes_from_a_hand(rules: RuleSet) -> bool:
    return rules.starting_double_from.value in (SILENT, *FROM_A_HAND)


def _nobody_held_it(facts: Facts) -> bool:
    """Whether the hands fit a deal in which nobody held the double, and it was drawn after.

    HUB-28: seats take tiles in no told order until someone has a double. Who draws it lays it, so
    nobody falls below the deal.
    """
    size = _size(facts)
    if size is None or facts.seats is None or not _came_from_a_hand(facts):
        return False
    rules, counts = facts.rules, facts.hand_counts
    more = [counts[seat] - size[0] if seat in counts else None for seat in facts.seats]
    way = rules.starting_double_missing.value
    if rules.starting_double_from.value == STARTERS:
        way = STARTERS
    elif way == "draw_any_double":
        holds_double = any(tile.is_double for hand in facts.hands.values() for tile in hand)
        return None not in more and min(filter(None, more), default=0) >= 0 and not holds_double
    most = max((tiles for tiles in more if tiles is not None), default=0)
    return any(
        all(counted in (None, tiles) for counted, tiles in zip(more, dealt, strict=True))
        for dealt in _drawn_for_the_double(way, len(more), most)
    )


def _drawn_for_the_double(way: object, seats: int, most: int) -> Iterator[list[int]]:
    """Yield how many tiles more than the deal each seat can have once the double is laid.

    SEN-06: one tile each in turn, until the double comes. Where all draw, each has drawn as often
    as every other. Under `STARTERS` a seat that has its turn
    to open may also hold one, which leaves it a tile less. No seat has more than `most` more.
    """
    if way == "all_draw":
        for draws, opener in product(range(1, most + 2), range(seats)):
            yield [draws - (at == opener) for at in range(seats)]
    if way not in ("draw_named", STARTERS):
        return
    for first in range(seats):
        for draws in range((most + 2) * seats):
            drawn = [draws // seats + ((at - first) % seats < draws % seats) for at in range(seats)]
            last, following = (first + draws - 1) % seats, (first + draws) % seats
            if draws:
                yield [tiles - (at == last) for at, tiles in enumerate(drawn)]
            if way == STARTERS and draws < seats:
                yield [tiles - (at == following) for at, tiles in enumerate(drawn)]


def deal_beyond_the_set(facts: Facts) -> Iterator[Fault]:
    """A hand size for which the set has too few tiles."""
    if any(tiles_of_the_deal(facts)):
        return  # said of the hands as they were counted
    size, set_ = _size(facts), facts.sets()[0]
    many = len(facts.seats or ())
    left = most_left_to_draw(facts.rules, set_, many)
    if size is None or left is None or left >= 0:
        return
    clauses = (size[1] or "", *facts.rules.hand_size.clauses, *clauses_of_set(set_))
    whole = tile_count(set_)
    yield fault(
        FaultCode.DEAL_BEYOND_SET,
        clauses=(clause for clause in distinct(*clauses) if clause),
        players=many,
        size=size[0],
        set=set_,
        whole=whole,
    )


def round_of_the_game(facts: Facts) -> Iterator[Fault]:
    """A round with a higher number than the game has rounds."""
    if facts.round is None:
        return
    rules = facts.rules
    rounds = schedule_of(rules, facts.set).round_count
    if rounds is not None and facts.round > rounds:
        clauses = (*rules.rounds.clauses, *rules.last_starting_double.clauses)
        yield fault(FaultCode.NO_SUCH_ROUND, clauses=clauses, round=facts.round, rounds=rounds)


def tiles_of_the_deal(facts: Facts) -> Iterator[Fault]:
    """More tiles in all places than the set has, or fewer where all places are told."""
    report = sane(_as_report(facts))
    whole = tile_count(report.set)
    counts = [report.counts.get(seat) for seat in report.seats]
    on_trains = sum(report.train_tiles.values())
    reported = sum(count or 0 for count in counts) + on_trains + (report.boneyard or 0)
    hub = _in_hub(facts)
    all_reported = None not in (*counts, report.boneyard) and facts.seats is not None
    about = {"set": report.set, "whole": whole, "count": reported + hub[0]}
    clauses = clauses_of_set(report.set)
    if reported + hub[0] > whole:
        yield fault(FaultCode.TOO_MANY_TILES, report.seats, (), clauses, **about)
    elif all_reported and _nothing_hidden(facts) and reported + hub[-1] < whole:
        yield fault(FaultCode.TILES_MISSING, report.seats, (), clauses, **about)


def _in_hub(facts: Facts) -> tuple[int, ...]:
    """How many tiles can lie in the hub, the fewest first."""
    origin = facts.rules.starting_double_from.value
    if facts.starting_double is not None:
        return (1,)
    if origin is SILENT:
        return (0, 1)
    return (0,) if origin in FROM_A_HAND else (1,)


def _nothing_hidden(facts: Facts) -> bool:
    """Whether all tiles on trains are told, or none can lie there yet."""
    nothing_played = not facts.trains and not facts.on_table
    return nothing_played or set(facts.seats or ()) <= set(facts.train_tiles())


REPORT_CHECKS: Final[tuple[Callable[..., Iterator[Fault]], ...]] = (
    unknown_seats,
    impossible_counts,
    wrong_tiles,
    tiles_twice,
    starting_double_held,
)
DEAL_CHECKS: Final[tuple[Callable[[Facts], Iterator[Fault]], ...]] = (
    players,
    starting_double_of_this_round,
    higher_double_held,
    hand_sizes,
    deal_beyond_the_set,
    round_of_the_game,
    tiles_of_the_deal,
)
