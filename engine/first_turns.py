"""First turns of random lays, where they go on the own train or the Mexican Train only."""

from collections.abc import Iterator

from engine.moves import BIT, OFF, Bare, How
from engine.plan import Plan
from engine.play import Play
from engine.players import TILE_ROLL, any_that_fits, first_that_takes, go, random_lay


def first_turns(play: Play, plan: Plan, rolls: Iterator[int]) -> None:
    """Play the first turns of all seats, or until the round is over or no rolls are left.

    What is not simply laying or marking is left to the `Play`.
    """
    for roll in rolls:
        if play.laid or play.drew:
            go(play, random_lay, roll)
        else:
            _first_turn(play, plan, roll, rolls)
        if not play.first or play.how is not None:
            return


def _first_turn(play: Play, plan: Plan, roll: int, rolls: Iterator[int]) -> None:
    """A first turn as far as it is simply laying: one tile, or a train as long as it grows."""
    seat, tails = play.seat, play.tails
    hand = play.hands[seat]
    train = first_that_takes(hand, tails, plan.first_opens[seat][roll % plan.trains])
    if train is None:
        if plan.first_stuck_marks and play.boneyard:
            play.end_turn(mark=True)
        else:
            go(play, random_lay, roll)
        return
    tail = tails[train]
    end = any_that_fits(hand[tail], roll)
    play.put(seat, train, end)
    if play.older:
        play.older = [each for each in play.older if each.train != train]
    if train == seat and plan.first_is_chain:
        tail, end = _grow(play, plan, tail, end, rolls)
    if not play.counts[seat]:
        play.how, play.winner = How.OUT, seat
        return
    play.laid, play.own_only, play.last_double = 1, train == seat, tail == end
    if tail == end:
        play.doubles, play.pending = 1, [Bare(train, tail, seat)]
    if tail != end or play.chains():
        play.end_turn()


def _grow(play: Play, plan: Plan, tail: int, end: int, rolls: Iterator[int]) -> tuple[int, int]:
    """Lay on the own train what fits until nothing does; both ends of its last tile."""
    seat, members, laid = play.seat, plan.members, 0
    hand, left = play.hands[seat], play.counts[seat]
    for roll in rolls if left else ():  # who is out has no further roll
        if not (ends := hand[end]):
            break
        fits = members[ends]
        tail, end = end, fits[(roll >> TILE_ROLL) % len(fits)]
        hand[tail] = ends ^ BIT[end]
        hand[end] &= OFF[tail]
        laid += 1
        if laid == left:
            break
    play.tails[seat], play.counts[seat] = end, left - laid
    return tail, end
