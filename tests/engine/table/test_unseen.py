"""Which hands could hold unseen tiles, against dealing them out one by one."""

import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.table.case import read_facts
from engine.table.deduction import conclude
from engine.table.position import Position, Span
from engine.table.unseen import DRAWN, MOST_SEATS_WEIGHED, Assumption, fits, room
from engine.tile_sets import NO_TILE, members, tiles_of
from engine.tiles import double_of
from tests.engine.completing import without
from tests.engine.small_tables import question, whole_table

ELSEWHERE = "elsewhere"
State = tuple[tuple[tuple[str, int], ...], frozenset[tuple[str, int]]]


def could_be_dealt(position: Position, assumed: dict[str, Assumption], drawn: int) -> bool:
    """The slow and obvious way: each unseen tile to each place that may have it."""
    least, most, barred = dict[str, int](), dict[str, int](), dict[str, int]()
    for seat in position.names:
        assumption = assumed.get(seat, Assumption())
        in_hand = len(tiles_of(position.hands[seat]))
        low, high = assumption.size or position.counts[seat]
        least[seat], most[seat] = max(low - in_hand, 0), max(high - in_hand, 0)
        barred[seat] = assumption.without
    if len(list(members(position.drawn))) > 1:
        least[DRAWN] = 0 if drawn & NO_TILE else 1
        most[DRAWN] = 0 if drawn == NO_TILE else 1
        barred[DRAWN] = ~drawn
    least[ELSEWHERE], most[ELSEWHERE], barred[ELSEWHERE] = 0, places_elsewhere(position), 0
    wishes = frozenset(
        (seat, tiles) for seat, assumption in assumed.items() for tiles in assumption.some_of
    )
    states: set[State] = {(tuple((place, 0) for place in most), wishes)}
    for number in members(position.unseen):
        bit = 1 << number
        after: set[State] = set()
        for counts, unmet in states:
            for at, (place, count) in enumerate(counts):
                if count < most[place] and not barred[place] & bit:
                    still = frozenset(w for w in unmet if w[0] != place or not w[1] & bit)
                    after.add(((*counts[:at], (place, count + 1), *counts[at + 1 :]), still))
        states = after
    return any(
        not unmet and all(count >= least[place] for place, count in counts)
        for counts, unmet in states
    )


def places_elsewhere(position: Position) -> int:
    """How many unseen tiles the trains, the boneyard and an unknown hub have room for."""
    on_trains = tiles_of(position.on_table)
    hub = 1
    if position.starting_double is not None:
        on_trains = tuple(t for t in on_trains if t != double_of(position.starting_double))
        hub = 0
    return max(position.on_trains.high + hub - len(on_trains), 0) + position.boneyard.high


def some(chance: random.Random, tiles: int, share: float) -> int:
    return sum(1 << number for number in members(tiles) if chance.random() < share)


def assumption_of(chance: random.Random, position: Position, seat: str) -> Assumption:
    barred = some(chance, position.unseen, chance.choice([0, 0.3, 0.6, 1]))
    free = position.unseen & ~barred
    wishes = [
        some(chance, free, chance.choice([0.2, 0.5])) for _ in range(chance.choice([0, 1, 2]))
    ]
    low, high = position.counts[seat]
    first = chance.randint(low, max(low, min(high, low + 3)))
    size = chance.choice([None, None, Span(first, first), Span(low, first)])
    return Assumption(barred, tuple(wish for wish in wishes if wish), size)


def a_position(chance: random.Random) -> Position:
    case = whole_table(chance)
    facts = ["turn.drawn", "boneyard", "starting_double", "uncovered"]
    facts += [f"hands.{seat}" for seat in case["seats"]] * 2
    facts += [f"hand_counts.{seat}" for seat in case["seats"]]
    facts += [f"trains.{train}.tiles" for train in case["trains"]]
    poorer = without(case, tuple(set(chance.sample(facts, chance.choice([2, 3, 4, 5])))))
    for seat, hand in poorer["hands"].items():
        if chance.random() < 0.3:
            poorer["hands"][seat] = hand[:1]
    return conclude(read_facts(poorer | {"ask": question(chance, case)}))


@settings(max_examples=400, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**9))
def test_it_fits_just_where_the_tiles_can_be_dealt_so(seed):
    chance = random.Random(seed)
    position = a_position(chance)
    for _ in range(4):
        assumed = {
            seat: assumption_of(chance, position, seat)
            for seat in position.names
            if chance.random() < 0.8
        }
        drawn = position.drawn
        if drawn & (drawn - 1):
            drawn = chance.choice([drawn, some(chance, drawn, 0.5), NO_TILE, drawn & ~NO_TILE])
            drawn = drawn or NO_TILE
        result = fits(position, assumed, drawn)
        assert result is could_be_dealt(position, assumed, drawn)
        assert fits(position, assumed, drawn) is result


def seats_in_the_dark(number: int) -> Position:
    """Seats of which nothing is known but that each has one tile."""
    seats = list("ABCDEFGH")[:number]
    facts = {
        "rules": "family",
        "set": 12,
        "seats": seats,
        "starting_double": 12,
        "hand_counts": dict.fromkeys(seats, 1),
    }
    return conclude(read_facts(facts))


@pytest.mark.parametrize(("number", "result"), [(MOST_SEATS_WEIGHED, False), (6, True)])
def test_with_many_hands_in_the_dark_only_each_one_alone_is_looked_at(number, result):
    position = seats_in_the_dark(number)
    one_tile = position.unseen & ~1 & -(position.unseen & ~1)
    only = Assumption(without=position.unseen & ~one_tile)
    assert fits(position, {"A": only, "B": only}, NO_TILE) is result
    none = Assumption(without=position.unseen)
    assert fits(position, {"A": none}, NO_TILE) is False


def test_where_the_seats_are_not_told_each_hand_alone_must_be_filled():
    position = replace(seats_in_the_dark(2), total=None)
    only = Assumption(without=position.unseen & ~1)
    assert fits(position, {"A": only, "B": only}, NO_TILE) is True
    assert fits(position, {"A": Assumption(without=position.unseen)}, NO_TILE) is False


def test_a_search_without_end_is_given_up_and_taken_to_be_possible():
    position = seats_in_the_dark(2)
    bits = [1 << number for number in members(position.unseen)]

    def wishes(first: int, other: int) -> Assumption:
        return Assumption(some_of=(sum(bits[:first]), sum(bits[40 : 40 + other])), size=Span(2, 2))

    impossible = Assumption(without=position.unseen)
    assert fits(position, {"A": wishes(40, 40), "B": impossible}, NO_TILE) is True
    # 1 try, one for each tile of the first wish, and one for each pair: 199, and 201
    assert fits(position, {"A": wishes(9, 21), "B": impossible}, NO_TILE) is False
    assert fits(position, {"A": wishes(10, 19), "B": impossible}, NO_TILE) is True


def test_the_room_of_a_hand_is_never_below_nothing():
    position = a_position(random.Random(0))
    seat = position.names[0]
    full = replace(position, hands=position.hands | {seat: 0b11}, counts={seat: Span(1, 1)})
    assert room(full, seat, Assumption()) == (0, 0)
    assert room(full, seat, Assumption(size=Span(2, 5))) == (0, 3)
    assert room(full, seat, Assumption(size=Span(4, 5))) == (2, 3)


def test_a_hand_that_has_its_wish_must_still_be_filled():
    position = seats_in_the_dark(2)
    first = position.unseen & -position.unseen
    two_of_one = Assumption(position.unseen & ~first, (first,), Span(2, 2))
    assert fits(position, {"A": two_of_one}, NO_TILE) is False
    assert fits(position, {"A": two_of_one._replace(size=Span(1, 2))}, NO_TILE) is True


def test_a_hand_of_which_nothing_is_supposed_may_hold_any_tile():
    assert fits(replace(seats_in_the_dark(1), unseen=1), {}, NO_TILE) is True
    assert fits(replace(seats_in_the_dark(1), unseen=0), {}, NO_TILE) is False


@pytest.mark.parametrize(
    ("on_trains", "boneyard", "places"), [(2, 0, 1), (3, 0, 2), (2, 1, 2), (0, 1, 1)]
)
def test_one_of_the_tiles_seen_lies_in_a_hub_that_nobody_told(on_trains, boneyard, places):
    position = replace(
        seats_in_the_dark(1),
        starting_double=None,
        on_table=0b11,  # 0-0 and 0-1
        on_trains=Span(on_trains, on_trains),
        boneyard=Span(boneyard, boneyard),
        counts={"A": Span(0, 0)},
    )
    for unseen in (1, 2, 3):
        some_tiles = replace(position, unseen=((1 << unseen) - 1) << 2)
        assert fits(some_tiles, {}, NO_TILE) is (unseen <= places)
