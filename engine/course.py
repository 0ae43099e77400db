"""The course of a game: hand sizes, how many rounds, and which double starts the next.

One function a question. Each reads as if all were known and says which fact it lacks where that
would change the answer.
"""

from collections.abc import Mapping
from itertools import product
from typing import Final

from engine.answers import Answer, depends, is_value, not_covered, undecided
from engine.cases import Case
from engine.parameters import HandSizes
from engine.reports.faults import join
from engine.wire import CaseError

PLAYERS: Final = range(1, 13)
"""How many may sit at a table that nobody has counted."""


def hand_size(case: Case) -> Answer:
    """How many tiles each seat draws."""
    rule = case.rules.hand_size
    open_answer = undecided("hand_size", rule, "how many tiles each seat draws")
    if open_answer is not None or not isinstance(rule.value, HandSizes):
        return open_answer or not_covered("No hand size is told.", *rule.clauses)
    players = PLAYERS if case.seats is None else (len(case.seats),)
    sizes = {
        (set_, many): row.tiles if (row := rule.value.find(set_, many)) else None
        for set_, many in product(case.sets(), players)
    }
    if len(set(sizes.values())) > 1:
        return _size_depends(sizes, rule.clauses)
    row = rule.value.find(case.sets()[0], players[0])
    table = _table(case)
    if row is None:
        clauses = (*rule.clauses, *case.rules.player_limits.clauses)
        return not_covered(f"These rules name no hand size {table}.", *clauses)
    clauses = (row.clause, *rule.clauses) if row.clause else rule.clauses
    return is_value(row.tiles, f"Each seat draws {row.tiles} tiles {table}.", *clauses)


def _size_depends(sizes: Mapping[tuple[int, int], int | None], clauses: tuple[str, ...]) -> Answer:
    """Which of set and players the hand size hangs on."""
    sets = {set_ for set_, _ in sizes}
    players = {many for _, many in sizes}
    by_seats = any(len({sizes[set_, many] for many in players}) > 1 for set_ in sets)
    by_set = any(len({sizes[set_, many] for set_ in sets}) > 1 for many in players)
    needs = [path for path, matters in (("seats", by_seats), ("set", by_set)) if matters]
    words = {"seats": "how many play", "set": "which set is used"}
    missing = join(words[need] for need in needs)
    return depends(f"How many tiles each seat draws hangs on {missing}.", needs, *clauses)


def _table(case: Case) -> str:
    """How many play with which set, as far as that is known."""
    many = "" if case.seats is None else f"with {len(case.seats)} players"
    of = "" if case.set is None else f"of the double-{case.set} set"
    return " ".join(part for part in (of, many) if part) or "at any table"


def first_double(case: Case) -> int | None:
    """The first round's starting double, where the rules fix one and the set is known."""
    first = case.rules.first_starting_double.value
    if isinstance(first, int):
        if case.set is not None and first > case.set:
            raise CaseError(
                f"rules.first_starting_double: the double-{case.set} set has no {first}-{first}."
            )
        return first
    return case.set if first == "set_maximum" else None


def this_double(case: Case) -> int | None:
    """This round's starting double: told, or what follows from the number of the round."""
    if case.starting_double is not None:
        return case.starting_double
    follows = case.rules.next_starting_double.value
    if case.round is None:
        return None
    if isinstance(follows, tuple):
        return follows[case.round - 1] if case.round <= len(follows) else None
    first = first_double(case)
    if follows != "minus_one" or first is None or first < case.round - 1:
        return None
    return first - (case.round - 1)


def this_round(case: Case) -> int | None:
    """The number of this round: told, or what follows from its starting double."""
    if case.round is not None or case.starting_double is None:
        return case.round
    follows = case.rules.next_starting_double.value
    if isinstance(follows, tuple):
        if case.starting_double not in follows:
            return None
        return follows.index(case.starting_double) + 1
    first = first_double(case)
    if follows != "minus_one" or first is None or first < case.starting_double:
        return None
    return first - case.starting_double + 1


def rounds(case: Case) -> Answer:
    """How many rounds a full game has."""
    told = case.rules.rounds
    by_doubles = _rounds_by_doubles(case)
    if not isinstance(told.value, int):
        return by_doubles
    if isinstance(by_doubles.value, int) and by_doubles.value < told.value:
        return by_doubles
    return is_value(told.value, f"A game has {told.value} rounds.", *told.clauses)


def _rounds_by_doubles(case: Case) -> Answer:
    """How many rounds the starting doubles make."""
    rules = case.rules
    follows, first, last = (
        rules.next_starting_double,
        rules.first_starting_double,
        rules.last_starting_double,
    )
    if isinstance(follows.value, tuple):
        many = len(follows.value)
        return is_value(many, f"A game has {many} rounds, one a double listed.", *follows.clauses)
    open_answer = undecided("next_starting_double", follows, "which double starts the next round")
    if open_answer is not None:
        return open_answer
    if follows.value == "rule_again" or first.value is None or last.value is None:
        clauses = (*last.clauses, *rules.rounds.clauses, *follows.clauses)
        return not_covered("These rules do not fix how many rounds a game has.", *clauses)
    for name, rule in (("first_starting_double", first), ("last_starting_double", last)):
        missing = undecided(name, rule, "with which double a game begins and ends")
        if missing is not None:
            return missing
    clauses = (*follows.clauses, *last.clauses, *first.clauses)
    top = first_double(case)
    if top is None or not isinstance(last.value, int):
        return depends("How many rounds there are hangs on the set.", ["set"], *clauses)
    many = top - last.value + 1
    because = f"A game goes from {top}-{top} down to {last.value}-{last.value}: {many} rounds."
    return is_value(many, because, *clauses)


def next_starting_double(case: Case) -> Answer:
    """The next round's starting double, or that the game is over."""
    rules = case.rules
    follows, last = rules.next_starting_double, rules.last_starting_double
    limit, number = rules.rounds, this_round(case)
    if isinstance(limit.value, int):
        if number is None:
            because = f"A game has {limit.value} rounds; which one this is decides."
            return depends(because, ["round", "starting_double"], *limit.clauses)
        if number >= limit.value:
            return is_value("game_over", f"All {limit.value} rounds are played.", *limit.clauses)
    open_answer = undecided("next_starting_double", follows, "which double starts the next round")
    if open_answer is not None:
        return open_answer
    if follows.value == "rule_again":
        because = "The next round's starting double is the highest that is held in it."
        return depends(because, ["hands"], *follows.clauses)
    now = this_double(case)
    if now is None:
        because = "Which double comes next hangs on the one that started this round."
        return depends(because, ["starting_double"], *follows.clauses, *last.clauses)
    if isinstance(follows.value, tuple):
        return _next_listed(now, follows.value, follows.clauses)
    if isinstance(last.value, int) and now <= last.value:
        because = f"The round of {now}-{now} is the last one."
        return is_value("game_over", because, *last.clauses, *rules.out_on_double.clauses)
    if now == 0:
        return not_covered("No double is lower, and no last round is named.", *last.clauses)
    because = f"After {now}-{now} comes {now - 1}-{now - 1}."
    return is_value(now - 1, because, *follows.clauses)


def _next_listed(now: int, doubles: tuple[int, ...], clauses: tuple[str, ...]) -> Answer:
    if now not in doubles:
        return not_covered(f"{now}-{now} is not among the doubles listed.", *clauses)
    at = doubles.index(now) + 1
    if at == len(doubles):
        return is_value("game_over", f"{now}-{now} is the last double listed.", *clauses)
    return is_value(doubles[at], f"After {now}-{now} comes {doubles[at]}-{doubles[at]}.", *clauses)
