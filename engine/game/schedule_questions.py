"""Questions about a game's schedule: hand sizes, how many rounds, and which double starts the next.

One function a question. Each reads as if all were known and says which fact it lacks where that
would change the answer.
"""

from collections.abc import Mapping
from itertools import product
from typing import Final

from engine.game.schedule import Schedule, schedule_of
from engine.json_values import CaseError
from engine.reports.faults import join
from engine.rules.deal import STARTERS, hand_size_row
from engine.rules.parameters import HandSizes
from engine.sentences import say
from engine.table.answers import Answer, depends, is_value, not_covered, undecided
from engine.table.facts import Facts

PLAYERS: Final = range(1, 13)
"""How many may sit at a table that nobody has counted."""


def hand_size(facts: Facts) -> Answer:
    """How many tiles each seat draws."""
    rule = facts.rules.hand_size
    open_answer = undecided("hand_size", rule, say("how many tiles each seat draws"))
    if open_answer is not None or not isinstance(rule.value, HandSizes):
        return open_answer or not_covered(
            say("Nobody said how many tiles each seat draws."), *rule.clauses
        )
    players = PLAYERS if facts.seats is None else (len(facts.seats),)
    sizes = {
        (set_, many): row.tiles if (row := hand_size_row(facts.rules, set_, many)) else None
        for set_, many in product(facts.sets(), players)
    }
    if len(set(sizes.values())) > 1:
        return _size_depends(sizes, rule.clauses)
    row = hand_size_row(facts.rules, facts.sets()[0], players[0])
    table = _table(facts)
    if row is None:
        clauses = (*rule.clauses, *facts.rules.player_limits.clauses)
        return not_covered(say("These rules name no hand size {table}.", table=table), *clauses)
    clauses = (row.clause, *rule.clauses) if row.clause else rule.clauses
    return is_value(
        row.tiles,
        say("Each seat draws {tiles} tiles {table}.", tiles=row.tiles, table=table),
        *clauses,
    )


def _size_depends(sizes: Mapping[tuple[int, int], int | None], clauses: tuple[str, ...]) -> Answer:
    """Which of set and players the hand size hangs on."""
    sets = {set_ for set_, _ in sizes}
    players = {many for _, many in sizes}
    by_seats = any(len({sizes[set_, many] for many in players}) > 1 for set_ in sets)
    by_set = any(len({sizes[set_, many] for set_ in sets}) > 1 for many in players)
    needs = [path for path, matters in (("seats", by_seats), ("set", by_set)) if matters]
    words = {"seats": say("how many play"), "set": say("which set is used")}
    missing = join(words[need] for need in needs)
    return depends(
        say("How many tiles each seat draws depends on {missing}.", missing=missing),
        needs,
        *clauses,
    )


def _table(facts: Facts) -> str:
    """How many play with which set, as far as that is known."""
    players = len(facts.seats or ())
    if facts.seats is None and facts.set is None:
        return say("at any table")
    if facts.seats is None:
        return say("of the double-{set} set", set=facts.set)
    if facts.set is None:
        return say("with {players} players", players=players)
    return say("of the double-{set} set with {players} players", set=facts.set, players=players)


def schedule_for(facts: Facts) -> Schedule:
    """Return the schedule of a case. `CaseError` where the set lacks the first double."""
    schedule = schedule_of(facts.rules, facts.set)
    if facts.set is not None and schedule.first is not None and schedule.first > facts.set:
        double = f"{schedule.first}-{schedule.first}"
        raise CaseError(
            "rules.first_starting_double: "
            + say("the double-{set} set has no {double}.", set=facts.set, double=double)
        )
    return schedule


def this_double(facts: Facts) -> int | None:
    """Return this round's starting double: given, or what follows from the round's number."""
    if facts.starting_double is not None or facts.round is None:
        return facts.starting_double
    return schedule_for(facts).double_of(facts.round)


def double_due(facts: Facts) -> int | None:
    """Return the starting double that the rules name for this round; None where they do not."""
    if facts.round is None:
        return None
    return schedule_of(facts.rules, facts.set).double_of(facts.round)


def this_round(facts: Facts) -> int | None:
    """Return the number of this round: given, or what follows from its starting double."""
    if facts.round is not None or facts.starting_double is None:
        return facts.round
    return schedule_for(facts).number_of(facts.starting_double)


def rounds(facts: Facts) -> Answer:
    """How many rounds a full game has."""
    limit = facts.rules.rounds
    count = schedule_for(facts).round_count
    if isinstance(limit.value, int) and count == limit.value:
        return is_value(count, say("A game has {count} rounds.", count=count), *limit.clauses)
    return _rounds_by_doubles(facts)


def _rounds_by_doubles(facts: Facts) -> Answer:
    """How many rounds the starting doubles make."""
    rules = facts.rules
    if rules.starting_double_from.value == STARTERS:
        clauses = (*rules.starting_double_from.clauses, *rules.rounds.clauses)
        return not_covered(say("These rules do not fix how many rounds a game has."), *clauses)
    follows, first, last = (
        rules.next_starting_double,
        rules.first_starting_double,
        rules.last_starting_double,
    )
    if isinstance(follows.value, tuple):
        many = len(follows.value)
        return is_value(
            many, say("A game has {many} rounds, one a double listed.", many=many), *follows.clauses
        )
    open_answer = undecided(
        "next_starting_double", follows, say("which double starts the next round")
    )
    if open_answer is not None:
        return open_answer
    up = follows.value == "plus_one"
    if follows.value == "rule_again" or first.value is None or (last.value is None and not up):
        clauses = (*last.clauses, *rules.rounds.clauses, *follows.clauses)
        return not_covered(say("These rules do not fix how many rounds a game has."), *clauses)
    for name, rule in (("first_starting_double", first), ("last_starting_double", last)):
        missing = undecided(name, rule, say("with which double a game begins and ends"))
        if missing is not None:
            return missing
    clauses = (*follows.clauses, *last.clauses, *first.clauses)
    schedule = schedule_for(facts)
    count, top, end = schedule.rounds_by_doubles, schedule.first, schedule.last
    if count is None:
        return depends(say("How many rounds there are depends on the set."), ["set"], *clauses)
    doubles = {"top": top, "end": end, "count": count}
    because = (
        say("A game goes from {top}-{top} up to {end}-{end}: {count} rounds.", **doubles)
        if schedule.step == 1
        else say("A game goes from {top}-{top} down to {end}-{end}: {count} rounds.", **doubles)
    )
    return is_value(count, because, *clauses)


def next_starting_double(facts: Facts) -> Answer:
    """The next round's starting double, or that the game is over."""
    rules = facts.rules
    follows = rules.next_starting_double
    limit, number = rules.rounds, this_round(facts)
    if isinstance(limit.value, int):
        if number is None:
            because = say(
                "A game has {value} rounds; which one this is decides.", value=limit.value
            )
            return depends(because, ["round", "starting_double"], *limit.clauses)
        if number >= limit.value:
            return is_value(
                "game_over",
                say("All {value} rounds are played.", value=limit.value),
                *limit.clauses,
            )
    if rules.starting_double_from.value == STARTERS:
        because = say("The next round starts with a double that its starter holds or draws.")
        return depends(because, ["hands"], *rules.starting_double_from.clauses)
    open_answer = undecided(
        "next_starting_double", follows, say("which double starts the next round")
    )
    if open_answer is not None:
        return open_answer
    if follows.value == "rule_again":
        because = say("The next round's starting double is the highest that is held in it.")
        return depends(because, ["hands"], *follows.clauses)
    return _next_by_order(facts)


def _next_by_order(facts: Facts) -> Answer:
    """The double after this round's, where they are listed or each is one lower."""
    rules = facts.rules
    follows, last = rules.next_starting_double, rules.last_starting_double
    now = this_double(facts)
    if now is None:
        because = say("Which double comes next depends on the one that started this round.")
        return depends(because, ["starting_double"], *follows.clauses, *last.clauses)
    schedule = schedule_for(facts)
    if schedule.listed is not None:
        return _next_listed(schedule, now, follows.clauses)
    if schedule.is_last(now):
        because = say("The round of {now}-{now} is the last one.", now=now)
        return is_value("game_over", because, *last.clauses, *rules.out_on_double.clauses)
    after = schedule.next_double([now])
    if after is None:
        return not_covered(say("No double is lower, and no last round is named."), *last.clauses)
    if schedule.step == 1 and schedule.last is None:
        because = say("Whether another double comes after {now}-{now} depends on the set.", now=now)
        return depends(because, ["set"], *follows.clauses)
    because = say("After {now}-{now} comes {after}-{after}.", now=now, after=after)
    return is_value(after, because, *follows.clauses)


def _next_listed(schedule: Schedule, now: int, clauses: tuple[str, ...]) -> Answer:
    number = schedule.number_of(now)
    if number is None:
        return not_covered(say("{now}-{now} is not among the doubles listed.", now=now), *clauses)
    after = schedule.double_of(number + 1)
    if after is None:
        return is_value(
            "game_over", say("{now}-{now} is the last double listed.", now=now), *clauses
        )
    return is_value(
        after, say("After {now}-{now} comes {after}-{after}.", now=now, after=after), *clauses
    )
