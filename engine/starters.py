"""Who takes the first turn of a round."""

from engine.answers import Answer, depends, is_value, undecided
from engine.cases import Case
from engine.course import first_double, this_round
from engine.parameters import SILENT, HandSizes
from engine.tiles import double

BY = "starting_double_by"


def first_player(case: Case) -> Answer:
    """Which seat takes the round's first turn."""
    rules = case.rules
    number = this_round(case)
    if number is None or number == 1:
        return _by_first_player(case)
    later = rules.next_round_starter
    open_answer = undecided("next_round_starter", later, "who begins a later round")
    if open_answer is not None:
        return open_answer
    if later.value == "starting_double_rule":
        return _by_first_player(case)
    if later.value == "chosen":
        return _picked(case, later.clauses)
    return _rotated(case, number, later.clauses)


def _by_first_player(case: Case) -> Answer:
    """By the rule that holds for the first round."""
    rule = case.rules.first_player
    open_answer = undecided("first_player", rule, "who takes the first turn")
    if open_answer is not None:
        return open_answer
    if rule.value in ("chosen", "drew_highest"):
        return _picked(case, rule.clauses)
    layer = case.starting_double_by
    if layer is None and rule.value != "finder":
        layer = layer_of_starting_double(case)
    if layer is None:
        needs = [BY] if rule.value == "finder" else [BY, *_hands_untold(case)]
        because = "Whoever laid or found the starting double decides who begins."
        missing = case.rules.starting_double_missing
        clauses = missing.clauses if missing.value is not SILENT else ()
        return depends(because, needs, *rule.clauses, *clauses)
    if rule.value != "left_of_layer":
        return is_value(layer, f"{layer} brought the starting double and begins.", *rule.clauses)
    if case.seats is None:
        because = f"The seat to the left of {layer} begins."
        return depends(because, ["seats"], *rule.clauses)
    begins = case.seats[(case.seats.index(layer) + 1) % len(case.seats)]
    because = f"{layer} laid the starting double; {begins} sits to the left and begins."
    return is_value(begins, because, *rule.clauses)


def _picked(case: Case, clauses: tuple[str, ...]) -> Answer:
    if case.first_player is None:
        return depends("The table picks who begins.", ["first_player"], *clauses)
    return is_value(case.first_player, f"The table picked {case.first_player}.", *clauses)


def _rotated(case: Case, number: int, clauses: tuple[str, ...]) -> Answer:
    """The first turn goes round the table, from who began the first round."""
    if case.first_player is None or case.seats is None:
        missing = {"first_player": case.first_player, "seats": case.seats}
        needs = [path for path, told in missing.items() if told is None]
        because = "The first turn moves on from who began the first round."
        return depends(because, needs, *clauses)
    at = (case.seats.index(case.first_player) + number - 1) % len(case.seats)
    because = f"{case.first_player} began round 1, so {case.seats[at]} begins round {number}."
    return is_value(case.seats[at], because, *clauses)


def layer_of_starting_double(case: Case) -> str | None:
    """The seat that laid the starting double out of its hand, or is about to; None if unknown."""
    if case.rules.starting_double_from.value == "named_held":
        named = case.starting_double if case.starting_double is not None else first_double(case)
        holder = None if named is None else _holder(case, named)
    elif case.starting_double is not None:
        holder = _holder(case, case.starting_double)
    else:
        holder = _holder_of_highest(case)
    return holder or _one_tile_short(case)


def _holder(case: Case, pips: int) -> str | None:
    for seat, hand in case.hands.items():
        if double(pips) in hand:
            return seat
    return None


def _holder_of_highest(case: Case) -> str | None:
    """Who holds the highest double of all hands, where that is certain."""
    certain = all(_hand_is_whole(case, seat) for seat in case.seats or ("",))
    held = [tile.low for hand in case.hands.values() for tile in hand if tile.is_double]
    if not held or (max(held) != case.set and not certain):
        return None
    return _holder(case, max(held))


def _hands_untold(case: Case) -> list[str]:
    """The paths of the hands that are not wholly known; of all together where none is told."""
    if case.seats is None or not case.hands:
        return ["hands"]
    return [f"hands.{seat}" for seat in case.seats if not _hand_is_whole(case, seat)]


def _hand_is_whole(case: Case, seat: str) -> bool:
    """Whether all tiles of a hand are known: as many as it is told to hold, or as are drawn."""
    if seat not in case.hands:
        return False
    count = case.hand_counts.get(seat, _drawn(case))
    return count is not None and len(case.hands[seat]) >= count


def _drawn(case: Case) -> int | None:
    """How many tiles each seat drew, where rules, set and seats tell it."""
    sizes = case.rules.hand_size.value
    if not isinstance(sizes, HandSizes) or case.seats is None:
        return None
    found = {
        row.tiles if (row := sizes.find(set_, len(case.seats))) else None for set_ in case.sets()
    }
    return found.pop() if len(found) == 1 else None


def _one_tile_short(case: Case) -> str | None:
    """The one seat that holds a tile less than was drawn, before anything else is laid."""
    drawn = _drawn(case)
    if drawn is None or case.seats is None or case.starting_double is None:
        return None
    if len(case.train_tiles()) < len(case.seats) or any(case.train_tiles().values()):
        return None
    counts = [case.hand_counts.get(seat) for seat in case.seats]
    short = [seat for seat, count in zip(case.seats, counts, strict=True) if count == drawn - 1]
    return short[0] if len(short) == 1 and counts.count(drawn) == len(counts) - 1 else None
