"""Who takes the first turn of a round."""

from dataclasses import replace
from typing import Any

from engine.game.schedule_questions import schedule_for, this_round
from engine.rules.deal import STARTERS, hand_size_row
from engine.rules.parameters import SILENT
from engine.sentences import say
from engine.table.answers import Answer, depends, is_value, undecided
from engine.table.facts import Facts
from engine.table.position import Position
from engine.tiles import double_of

BY = "starting_double_by"


def first_player(facts: Facts) -> Answer:
    """Which seat takes the round's first turn."""
    rules = facts.rules
    if rules.starting_double_from.value == STARTERS:
        return _opener_begins(facts)
    number = this_round(facts)
    if number is None or number == 1:
        return _by_first_player(facts)
    later = rules.next_round_starter
    open_answer = undecided("next_round_starter", later, say("who begins a later round"))
    if open_answer is not None:
        return open_answer
    if later.value == "starting_double_rule":
        return _by_first_player(facts)
    if later.value == "chosen":
        return _picked(facts, later.clauses)
    if later.value == "left_of_opener":
        return _left_of_last_opener(facts, later.clauses)
    return _rotated(facts, number, later.clauses)


def begins_next(facts: Facts) -> Answer:
    """Which seat takes the first turn of the round after this one, as the sheet reckons too."""
    number = this_round(facts)
    if number is None:
        because = say("It depends on which round this is.")
        return depends(because, ["round"], *facts.rules.next_round_starter.clauses)
    rule = facts.rules.next_round_starter
    if rule.value == "left_of_opener":
        begins = _left_of_opener(facts, rule.clauses)
        if facts.rules.starting_double_from.value != STARTERS or begins.value is None:
            return begins
        because = say(
            "{value} tries first; whoever plays the starting double begins.", value=begins.value
        )
        return depends(because, [BY], *begins.clauses)
    # Who opens the next round out of a hand is not known before its deal, nor whom the table picks.
    later: dict[str, Any] = {"starting_double": None, "starting_double_by": None}
    later |= {
        "last_first_player": None,
        "hands": {},
        "hand_counts": {},
        "trains": {},
        "uncovered": None,
    }
    if rule.value != "rotate":
        later["first_player"] = None
    return first_player(replace(facts, round=number + 1, **later))


def _left_of_opener(facts: Facts, clauses: tuple[str, ...]) -> Answer:
    """The seat to the left of whoever really opened this round, whose turn to do so it was or not.

    That is who played the starting double out of a hand or found it; where it lay in the hub from
    the start, who took the first turn.
    """
    opener = facts.starting_double_by or facts.first_player
    if opener is None or facts.seats is None:
        lying = facts.rules.starting_double_from.value == "highest_of_set_preset"
        missing = {"first_player" if lying else BY: opener, "seats": facts.seats}
        needs = [path for path, value in missing.items() if value is None]
        because = say("The seat to the left of whoever opened this round begins the next one.")
        return depends(because, needs, *clauses)
    begins = _left_of(facts.seats, opener)
    because = say(
        "{opener} opened this round; {begins} sits to the left and begins the next one.",
        opener=opener,
        begins=begins,
    )
    return is_value(begins, because, *clauses)


def _left_of_last_opener(facts: Facts, clauses: tuple[str, ...]) -> Answer:
    """The seat to the left of whoever opened the round before: what the table says of it."""
    if facts.first_player is None:
        because = say("The seat to the left of whoever opened the round before begins.")
        return depends(because, ["first_player"], *clauses)
    because = say(
        "{seat} sits to the left of whoever opened the round before.", seat=facts.first_player
    )
    return is_value(facts.first_player, because, *clauses)


def _left_of(seats: tuple[str, ...], seat: str) -> str:
    return seats[(seats.index(seat) + 1) % len(seats)]


def _opener_begins(facts: Facts) -> Answer:
    """Whoever opened the round begins, where that need not be the seat whose turn it was."""
    clauses = facts.rules.starting_double_from.clauses
    if facts.starting_double_by is None:
        because = say(
            "Whoever plays the starting double begins; the role passes to the left until then."
        )
        return depends(because, [BY], *clauses)
    return _by_opener(facts, facts.starting_double_by, clauses)


def with_starter(position: Position, facts: Facts) -> Position:
    """Return the position with who took the round's first turn, where a rule of a turn asks."""
    if facts.rules.mexican_train.value != "starter_opens":
        return position
    answer = first_player(facts)
    if answer.verdict == "value":
        return replace(position, starter=str(answer.value))
    return replace(position, starter_needs=answer.needs or ("first_player",))


def _by_first_player(facts: Facts) -> Answer:
    """By the rule that holds for the first round."""
    rule = facts.rules.first_player
    open_answer = undecided("first_player", rule, say("who takes the first turn"))
    if open_answer is not None:
        return open_answer
    if rule.value in ("chosen", "drew_highest"):
        return _picked(facts, rule.clauses)
    opener = facts.starting_double_by
    if opener is None and rule.value != "finder":
        opener = find_opener(facts)
    if opener is None:
        needs = [BY] if rule.value == "finder" else [BY, *_unknown_hands(facts)]
        because = say("Whoever played or found the starting double decides who begins.")
        missing = facts.rules.starting_double_missing
        clauses = missing.clauses if missing.value is not SILENT else ()
        return depends(because, needs, *rule.clauses, *clauses)
    return _by_opener(facts, opener, rule.clauses)


def _by_opener(facts: Facts, opener: str, clauses: tuple[str, ...]) -> Answer:
    """Who begins where this seat has played or found the starting double."""
    rule = facts.rules.first_player
    is_double = facts.rules.starting_double_is_a_double
    if rule.value == "left_of_layer" and is_double.value is True:
        because = say(
            "{opener} played the starting double, which is a double: {opener} plays on.",
            opener=opener,
        )
        return is_value(opener, because, *is_double.clauses, *clauses)
    if rule.value != "left_of_layer":
        return is_value(
            opener, say("{opener} brought the starting double and begins.", opener=opener), *clauses
        )
    if facts.seats is None:
        because = say("The seat to the left of {opener} begins.", opener=opener)
        return depends(because, ["seats"], *clauses)
    begins = _left_of(facts.seats, opener)
    because = say(
        "{opener} played the starting double; {begins} sits to the left and begins.",
        opener=opener,
        begins=begins,
    )
    return is_value(begins, because, *clauses)


def _picked(facts: Facts, clauses: tuple[str, ...]) -> Answer:
    if facts.first_player is None:
        return depends(say("The table picks who begins."), ["first_player"], *clauses)
    return is_value(
        facts.first_player, say("The table picked {seat}.", seat=facts.first_player), *clauses
    )


def _rotated(facts: Facts, number: int, clauses: tuple[str, ...]) -> Answer:
    """The first turn goes round the table, from who began the round before, or the first one."""
    seats, last = facts.seats, facts.last_first_player
    if last is not None and seats is not None:
        because = say(
            "{last} began round {number}, and it moves on clockwise.", last=last, number=number - 1
        )
        return is_value(seats[(seats.index(last) + 1) % len(seats)], because, *clauses)
    if facts.first_player is None or facts.seats is None:
        missing = {"first_player": facts.first_player, "seats": facts.seats}
        needs = [path for path, value in missing.items() if value is None]
        because = say("The first turn moves on from who began the first round.")
        return depends(because, needs, *clauses)
    at = (facts.seats.index(facts.first_player) + number - 1) % len(facts.seats)
    because = say(
        "{seat} began round 1, so {begins} begins round {number}.",
        seat=facts.first_player,
        begins=facts.seats[at],
        number=number,
    )
    return is_value(facts.seats[at], because, *clauses)


def find_opener(facts: Facts) -> str | None:
    """The seat that laid the starting double out of its hand, or is about to; None if unknown."""
    if facts.rules.starting_double_from.value == "named_held":
        named = facts.starting_double
        if named is None:
            named = schedule_for(facts).first
        holder = None if named is None else _holder(facts, named)
    elif facts.starting_double is not None:
        holder = _holder(facts, facts.starting_double)
    else:
        holder = _holder_of_highest(facts)
    return holder or _one_tile_short(facts)


def _holder(facts: Facts, pips: int) -> str | None:
    for seat, hand in facts.hands.items():
        if double_of(pips) in hand:
            return seat
    return None


def _holder_of_highest(facts: Facts) -> str | None:
    """Who holds the highest double of all hands, where that is certain."""
    certain = all(_hand_is_whole(facts, seat) for seat in facts.seats or ("",))
    doubles = [tile.low for hand in facts.hands.values() for tile in hand if tile.is_double]
    if not doubles or (max(doubles) != facts.set and not certain):
        return None
    return _holder(facts, max(doubles))


def _unknown_hands(facts: Facts) -> list[str]:
    """The paths of the hands that are not wholly known; of all together where none is told."""
    if facts.seats is None or not facts.hands:
        return ["hands"]
    return [f"hands.{seat}" for seat in facts.seats if not _hand_is_whole(facts, seat)]


def _hand_is_whole(facts: Facts, seat: str) -> bool:
    """Whether all tiles of a hand are known: as many as it is told to hold, or as are drawn."""
    if seat not in facts.hands:
        return False
    count = facts.hand_counts.get(seat, _drawn(facts))
    return count is not None and len(facts.hands[seat]) >= count


def _drawn(facts: Facts) -> int | None:
    """How many tiles each seat drew, where rules, set and seats tell it."""
    if facts.seats is None:
        return None
    rows = [hand_size_row(facts.rules, set_, len(facts.seats)) for set_ in facts.sets()]
    sizes = {row.tiles if row else None for row in rows}
    return sizes.pop() if len(sizes) == 1 else None


def _one_tile_short(facts: Facts) -> str | None:
    """The one seat that holds a tile less than was drawn, before anything else is laid."""
    drawn = _drawn(facts)
    if drawn is None or facts.seats is None or facts.starting_double is None:
        return None
    if len(facts.train_tiles()) < len(facts.seats) or any(facts.train_tiles().values()):
        return None
    counts = [facts.hand_counts.get(seat) for seat in facts.seats]
    short = [seat for seat, count in zip(facts.seats, counts, strict=True) if count == drawn - 1]
    return short[0] if len(short) == 1 and counts.count(drawn) == len(counts) - 1 else None
