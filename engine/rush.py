"""A round of random lays as fast as it goes.

`rush` plays what `go` with random lays plays, move for move: the steps that are most of a round
are done here in a few lines each, by the tables of a `Plan`, and all others by `Play`. While it
runs, the seat on turn and the markers are kept apart from the `Play`; at the end hands, tails,
markers and boneyard are right, and how the round ended and who went out.
"""

from collections.abc import Iterator
from itertools import chain

from engine.first_turns import first_turns
from engine.moves import BIT, MEMBERS, Bare, How
from engine.plan import Looks, Plan
from engine.play import Play
from engine.players import TILE_ROLL, go, random_lay


def rush(play: Play, plan: Plan, rolls: Iterator[int]) -> None:
    """Play a round of random lays to its end, or until there are no rolls left."""
    if plan.first_is_own and play.first:
        first_turns(play, plan, rolls)
    while play.how is None and (roll := next(rolls, None)) is not None:
        only = plan.now(play)
        if only is None:
            go(play, random_lay, roll)
        else:
            _run(play, plan, only, chain((roll,), rolls))


def _run(play: Play, plan: Plan, only: Looks, rolls: Iterator[int]) -> None:  # noqa: C901
    """Play on until the round is over or a turn has been left to the `Play`; `only`: `Plan.now`.

    A turn that laid a double goes on while that `waits`; `passes` is -1 in a turn with a draw.
    """
    hands, tails, counts, boneyard = play.hands, play.tails, play.counts, play.boneyard
    opens, following, every, bit, members = plan.opens, plan.following, plan.trains, BIT, MEMBERS
    seat, marks, passes, waits = play.seat, play.marks, play.passes, None
    for roll in rolls:
        hand = hands[seat]
        trains = (only or opens[seat][marks])[roll % every]
        for train in trains:
            if ends := hand[tails[train]]:
                break
        if not ends:
            if boneyard:
                train, ends, passes = _draw(play, seat, trains)
            elif passes >= 0 and waits is None and not plan.passes(play, only, marks, passes):
                _slowly(play, (seat, marks, passes, waits), roll)
                return
            if not ends:
                if waits is not None:
                    only, waits, passes = plan.left_bare(play, seat, waits), None, -1
                marks |= bit[seat]
                seat, passes = following[seat], passes + 1
                continue
        tail, fits = tails[train], members[ends]
        end = fits[(roll >> TILE_ROLL) % len(fits)]
        if waits is not None and (tail == end or not plan.is_free(hand, tails, trains)):
            _slowly(play, (seat, marks, passes, waits), roll)
            return
        hand[tail] = ends ^ bit[end]
        counts[seat] = left = counts[seat] - 1
        if train == seat:
            marks &= ~bit[seat]
        if tail != end:
            hand[end] ^= bit[tail]
            tails[train] = end
            if waits is not None:
                only, waits = () if train == waits else plan.left_bare(play, seat, waits), None
            elif only:
                only = plan.covered(play, train)
        elif left:
            only, waits = plan.follow(play, seat, marks, train), train
            continue
        if not left:
            play.marks, play.how, play.winner = marks, How.OUT, seat
            return
        seat, passes = following[seat], 0


def _draw(play: Play, seat: int, trains: tuple[int, ...]) -> tuple[int, int, int]:
    """Draw a tile for a seat that has none for these trains: the first train that takes it.

    Also the ends of the tiles that fit there, or 0, and -1 for a turn that is no pass.
    """
    hand, tails = play.hands[seat], play.tails
    low, high = play.drawn = play.boneyard.pop()
    hand[low] |= BIT[high]
    hand[high] |= BIT[low]
    play.counts[seat] += 1
    for train in trains:
        if ends := hand[tails[train]]:
            return train, ends, -1
    return trains[0], 0, -1


def _slowly(play: Play, turn: tuple[int, int, int, int | None], roll: int) -> None:
    """Leave a turn to the `Play`: the seat, markers, passes and the waiting double's train."""
    seat, marks, passes, waits = turn
    low, high = play.drawn
    play.begin(seat, marks, max(passes, 0))
    if passes < 0:
        # It is still in hand: were it a double laid this turn, no other tile would fit now either.
        play.drew, play.drawn, play.draws = True, (low, high), 1
    if waits is not None:
        play.pending, play.last_double = [Bare(waits, play.tails[waits], seat)], True
        play.laid = play.doubles = 1
    go(play, random_lay, roll)
