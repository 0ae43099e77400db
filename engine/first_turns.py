"""First turns of random lays, where they go on the own train or the Mexican Train only."""

from collections.abc import Iterator
from itertools import chain

from engine.moves import BIT, Bare, How
from engine.plan import Plan
from engine.play import Play
from engine.players import any_that_fits, first_that_takes, go, random_lay


def first_turns(play: Play, plan: Plan, rolls: Iterator[int]) -> None:
    """Play the first turns of all seats, or until the round is over or no rolls are left.

    What is not simply laying is left to the `Play`.
    """
    for roll in rolls:
        if play.laid or play.drew:
            go(play, random_lay, roll)
        else:
            _first_turn(play, plan, chain((roll,), rolls))
        if not play.first or play.how is not None:
            return


def _first_turn(play: Play, plan: Plan, rolls: Iterator[int]) -> None:
    """A first turn as far as it is simply laying: one tile, or a train as long as it grows."""
    seat, tails = play.seat, play.tails
    hand, looks = play.hands[seat], plan.first_opens[seat]
    train, tail, end = seat, -1, -1
    for roll in rolls:
        on = first_that_takes(hand, tails, looks[roll % plan.trains])
        if on is None and tail < 0:
            go(play, random_lay, roll)
            return
        if on is None:
            break
        train, tail = on, tails[on]
        end = any_that_fits(hand[tail], roll)
        play.put(seat, train, end)
        play.older = [each for each in play.older if each.train != train]
        if not play.counts[seat]:
            play.how, play.winner = How.OUT, seat
            return
        looks = plan.around[BIT[seat]]
        if train != seat or not plan.first_is_chain:
            break
    play.laid, play.own_only, play.last_double = 1, train == seat, tail == end
    if tail == end:
        play.doubles, play.pending = 1, [Bare(train, tail, seat)]
    if tail != end or play.chains():
        play.end_turn()
