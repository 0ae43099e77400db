"""Rounds counted step by step, slowly and plainly, from the clauses alone.

Nothing of `engine` is used here. A round is the list of what has happened, and everything else is
read off that list each time: tails, uncovered doubles, whose turn it is. What a text leaves
silent takes the default of the table of parameters; where its clauses contradict each other the
likeliest reading is taken, as said beside each.

A step is a tile laid on a train, a tile drawn (the boneyard has a fixed order), or the end of a
turn with nothing more laid: with a marker, without one, or because a first train stops growing.
Who may draw draws, and a marker that may come off does.

    python -m tests.engine.rulings.perft_by_hand        writes all data files anew
"""

import random
from collections import namedtuple
from pathlib import Path

HERE = Path(__file__).parent / "perft"
MEXICAN = "M"

Rules = namedtuple(
    "Rules",
    "chain own_train_first_turn stuck_first_turn_marks marked_later "
    "follow freezes third_tile_from_hand most_doubles third_tile releases none_can",
)

RULES = {
    # CAP-07 any train; CAP-10 freezes; CAP-12, CAP-13 two doubles, with a third tile on either.
    "capri": Rules(None, False, False, False, "any", True, "always", 2, "either", True, False),
    # HUB-13, HUB-14 all that fits, on the own train, a double at its end gives nothing more;
    # HUB-30 marks at once; HUB-23 Mexican Train not first; HUB-21 an extra turn, no duty to cover.
    "hub": Rules("max", True, True, True, "any", False, None, None, "any", True, False),
    # RND-07, RND-14 one tile, on the own train only; RND-10 may draw; RND-12 marked ones later;
    # RND-21 freezes; RND-23 a third tile, RND-31 not for the last two tiles.
    "roundhouse": Rules(
        None, True, False, True, "any", True, "but not to go out", 2, "either", True, False
    ),
    # TOK-03 any number, TOK-05 a double at its end waits; TOK-04 marks at once; TOK-06, TOK-08
    # all other trains later; TOK-13 on the double or on a public train.
    "token": Rules("any", True, True, True, "public", True, None, None, "first", True, False),
    # FAM-16 one tile; FAM-29 any train; FAM-33 freezes; FAM-38 the third tile on the first double;
    # FAM-46 a double that cannot be covered is free; FAM-25 over when none can.
    "family": Rules(None, False, False, False, "any", True, None, None, "first", True, True),
    # SEN-22 anywhere; SEN-26 freezes; SEN-20 each double gives a turn more (SEN-30 describes two,
    # and sets no limit); SEN-29 until somebody finishes it.
    "senior": Rules(None, False, False, False, "any", True, None, None, "any", False, False),
    # PAG-13, LUD-13, TAC-13: how a turn is played could not be read, so the defaults hold; they are
    # one tile (TAC-12), all trains at once, any train after a double, FAM-46, and all pass.
    "pagat": Rules(None, False, False, False, "any", True, None, None, "first", True, False),
    "ludomax": Rules(None, False, False, False, "any", True, None, None, "first", True, False),
    "tactic": Rules(None, False, False, False, "any", True, None, None, "first", True, False),
}  # fmt: skip

Deal = namedtuple("Deal", "highest start hands boneyard")
Event = namedtuple("Event", "what seat tile train", defaults=(None, None))


# --- what the list tells ----------------------------------------------------------------------


def plays(history):
    return [event for event in history if event.what == "lay"]


def turn(history):
    """What has happened since the last turn ended."""
    ends = [place for place, event in enumerate(history) if event.what == "end"]
    return history[ends[-1] + 1 :] if ends else history


def on_turn(deal, history):
    return sum(event.what == "end" for event in history) % len(deal.hands)


def is_first_turn(history, seat):
    return not any(event.what == "end" and event.seat == seat for event in history)


def hand(deal, history, seat):
    tiles = set(deal.hands[seat])
    for event in history:
        if event.seat == seat and event.what == "draw":
            tiles.add(event.tile)
        if event.seat == seat and event.what == "lay":
            tiles.remove(event.tile)
    return tiles


def boneyard(deal, history):
    return deal.boneyard[sum(event.what == "draw" for event in history) :]


def open_end(deal, history, train):
    end = deal.start
    for event in plays(history):
        if event.train == train:
            first, other = event.tile
            end = other if first == end else first
    return end


def uncovered(history):
    """The lays of doubles that nothing was laid on, first laid first."""
    result = []
    for place, event in enumerate(history):
        if event.what != "lay" or event.tile[0] != event.tile[1]:
            continue
        if not any(later.train == event.train for later in plays(history[place + 1 :])):
            result.append(event)
    return result


def is_marked(history, seat):
    marked = False
    for event in history:
        if event.what == "end" and event.seat == seat and event.tile == "marker":
            marked = True
        if event.what == "lay" and event.seat == event.train == seat:
            marked = False
    return marked


def can_be_covered(deal, history, double):
    """Whether a tile with this number is still in a hand or in the boneyard."""
    number = double.tile[0]
    used = {event.tile for event in plays(history)} | {double.tile, (deal.start, deal.start)}
    every = {(min(number, other), max(number, other)) for other in range(deal.highest + 1)}
    return bool(every - used)


# --- what may be laid -------------------------------------------------------------------------


def is_open(rules, history, seat, train, first):
    """Own train, Mexican Train, marked trains; on a first turn fewer."""
    if train == seat:
        return True
    if first and rules.own_train_first_turn:
        return False
    if train == MEXICAN:
        return True
    return is_marked(history, train) and not (first and rules.marked_later)


def is_public(rules, history, seat, train, first):
    if train == seat:
        return is_marked(history, seat)
    return is_open(rules, history, seat, train, first)


def builds_first_train(rules, history, seat, now):
    if not rules.chain or not is_first_turn(history, seat) or not plays(now):
        return False
    return all(event.train == seat for event in plays(now))


def binds(deal, rules, history, now, seat):
    """The double of an earlier turn that has to be covered first, if there is one."""
    if not rules.freezes:
        return None
    if is_first_turn(history, seat) and rules.chain:
        return None  # TOK-05: everybody finishes the first turn by its own rules
    for double in uncovered(history):
        if double in now:
            continue
        if rules.releases and not can_be_covered(deal, history, double):
            continue
        return double
    return None


def where(deal, rules, history, now, seat, tile):
    """The trains on which this tile may be laid, its ends aside."""
    trains = [*range(len(deal.hands)), MEXICAN]
    first = is_first_turn(history, seat)
    is_double = tile[0] == tile[1]
    if builds_first_train(rules, history, seat, now):
        return [seat]
    if plays(now) and plays(now)[-1].tile[0] != plays(now)[-1].tile[1]:
        return []
    if binding := binds(deal, rules, history, now, seat):
        return [binding.train]
    if not plays(now):
        return [item for item in trains if is_open(rules, history, seat, item, first)]
    own = [double for double in uncovered(history) if double in now]
    can_go = is_public if rules.follow == "public" else is_open
    elsewhere = [item for item in trains if can_go(rules, history, seat, item, first)]
    if is_double:
        doubles = [event for event in plays(now) if event.tile[0] == event.tile[1]]
        if rules.most_doubles and len(doubles) >= rules.most_doubles:
            return []
        return elsewhere
    # The default is FAM-46's: a double that nothing can cover binds nobody, its layer included.
    if rules.releases:
        own = [double for double in own if can_be_covered(deal, history, double)]
    onto = [double.train for double in own]
    if len(own) > 1 and rules.third_tile == "first":
        return onto[:1]
    if len(own) > 1 and rules.third_tile == "either":
        return onto
    return elsewhere + onto


def has_third_tile(deal, rules, history, now, seat, tile):
    """CAP-12, RND-23: a second double needs a third tile from the hand that covers one of them."""
    own = [double for double in uncovered(history) if double in now]
    if not own or not rules.third_tile_from_hand:
        return True
    drawn = now[-1].tile if now[-1].what == "draw" else None
    others = hand(deal, history, seat) - {tile, drawn}
    numbers = {tile[0]} | {double.tile[0] for double in own}
    if any(first != other and {first, other} & numbers for first, other in others):
        return True
    return rules.third_tile_from_hand == "but not to go out" and not others


def all_plays(deal, rules, history, seat=None):
    """Each tile and train that may be laid now; for another seat, as if its turn began."""
    now = turn(history)
    if seat is None:
        seat = on_turn(deal, history)
    result = []
    for tile in sorted(hand(deal, history, seat)):
        for train in set(where(deal, rules, history, now, seat, tile)):
            if open_end(deal, history, train) not in tile:
                continue
            if tile[0] != tile[1] or has_third_tile(deal, rules, history, now, seat, tile):
                result.append((tile, train))
    return result


# --- what follows -----------------------------------------------------------------------------


def is_over(deal, rules, history):
    seats = range(len(deal.hands))
    if any(not hand(deal, history, seat) for seat in seats):
        return True
    if turn(history) or boneyard(deal, history):
        return False
    if not rules.none_can:
        passes = 0
        for place in reversed(range(len(history))):
            if history[place].what != "end" or (place and history[place - 1].what != "end"):
                break
            passes += 1
        if passes < len(deal.hands):
            return False
    return not any(all_plays(deal, rules, history, seat) for seat in seats)


def steps(deal, rules, history):
    """Every list that can follow this one; none where the round is over."""
    if is_over(deal, rules, history):
        return []
    now, seat = turn(history), on_turn(deal, history)
    grows = builds_first_train(rules, history, seat, now)
    result = []
    for tile, train in all_plays(deal, rules, history):
        after = [*history, Event("lay", seat, tile, train)]
        done = tile[0] != tile[1] and not builds_first_train(rules, after, seat, turn(after))
        goes_out = not hand(deal, after, seat)
        result.append([*after, Event("end", seat)] if done and not goes_out else after)
    if grows and (rules.chain == "any" or not result):
        result.append([*history, Event("end", seat)])
    if result:
        return result
    drew = now and now[-1].what == "draw"
    marks_at_once = rules.stuck_first_turn_marks and is_first_turn(history, seat) and not now
    if boneyard(deal, history) and not drew and not marks_at_once:
        return [[*history, Event("draw", seat, boneyard(deal, history)[0])]]
    return [[*history, Event("end", seat, "marker")]]


def count(deal, rules, most, deepest):
    """How many lists there are of each number of steps, until there are more than `most`."""
    counts = [1]
    level: list[list[object]] = [[]]
    while level and len(counts) <= deepest:
        level = [after for history in level for after in steps(deal, rules, history)]
        counts.append(len(level))
        if len(level) > most:
            break
    return counts


# --- the data files ---------------------------------------------------------------------------

SOURCE = (
    "# Counted by tests/engine/rulings/perft_by_hand.py from the clauses of {}, "
    "and by nothing else."
)
FORMAT = (
    "# highest pips | starting double | hands | boneyard, first drawn first | sequences by steps"
)
SHAPES = ((2, 2, 2), (2, 2, 1), (3, 2, 3), (3, 3, 2), (3, 2, 4), (4, 2, 3), (4, 3, 3), (4, 2, 5))
DEEP = ((4, 2, 6), (4, 3, 4))


def deals(preset):
    """Deals that are always the same: some of each set, number of seats and size of hands."""
    shuffle = random.Random(f"perft {preset}")
    for highest, seats, size in SHAPES * 3 + DEEP:
        start = shuffle.randint(0, highest)
        tiles = [(low, high) for high in range(highest + 1) for low in range(high + 1)]
        tiles.remove((start, start))
        shuffle.shuffle(tiles)
        hands = [tuple(tiles[seat * size : seat * size + size]) for seat in range(seats)]
        yield Deal(highest, start, hands, tuple(tiles[seats * size :]))


def written(deal, counts):
    def text(tiles):
        return " ".join(f"{low}-{high}" for low, high in tiles)

    hands = ", ".join(text(tiles) for tiles in deal.hands)
    return " | ".join(
        [str(deal.highest), str(deal.start), hands, text(deal.boneyard), " ".join(map(str, counts))]
    )


def read(path):
    """The deals of a data file with their counts."""

    def tiles(text):
        return tuple(tuple(int(end) for end in tile.split("-")) for tile in text.split())

    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        highest, start, hands, rest, counts = line.split(" | ")
        deal = Deal(
            int(highest), int(start), [tiles(item) for item in hands.split(",")], tiles(rest)
        )
        yield deal, [int(number) for number in counts.split()]


def main(most=10_000, deepest=60):
    for preset, rules in RULES.items():
        lines = [SOURCE.format(preset), FORMAT]
        lines += [written(deal, count(deal, rules, most, deepest)) for deal in deals(preset)]
        (HERE / f"{preset}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
