"""A round of random lays as fast as it goes.

`rush` plays what `go` with random lays plays, move for move: the steps that are most of a round
are done here in a few lines each, by the tables of a `Plan`, and all others by `Play`. While it
runs, the seat on turn and the markers are kept apart from the `Play`; at the end hands, tails,
markers and boneyard are right, and how the round ended and who went out.
"""

from collections.abc import Iterator
from typing import Final

from engine.first_turns import first_turns
from engine.more_doubles import more_doubles
from engine.moves import BIT, OFF, How
from engine.plan import Looks, Plan
from engine.play import Play
from engine.players import TILE_ROLL, go, random_lay

_NOTHING: Final = -1
"""The end of a tile that there is not, where a seat can lay nothing."""


def rush(play: Play, plan: Plan, rolls: Iterator[int]) -> None:
    """Play a round of random lays to its end, or until there are no rolls left."""
    if plan.first_is_own and play.first:
        first_turns(play, plan, rolls)
    while play.how is None:
        only = plan.now(play)
        if only is not None:
            if not _run(play, plan, only, rolls):
                return
        elif (roll := next(rolls, None)) is not None:
            go(play, random_lay, roll)
        else:
            return


# A turn that laid a double goes on while that `waits`; `passes` is -1 in a turn that did
# something. A tile that is drawn and laid at once does not come into the hand.


def _run(play: Play, plan: Plan, only: Looks, rolls: Iterator[int]) -> bool:  # noqa: C901
    """Play on until the round is over or a roll went slowly; False: until no rolls are left."""
    hands, tails, counts, boneyard = play.hands, play.tails, play.counts, play.boneyard
    opens, following, every, members = plan.opens, plan.following, plan.trains, plan.members
    seat, marks, passes, waits, bit, off = play.seat, play.marks, play.passes, None, BIT, OFF
    for roll in rolls:
        hand, trains = hands[seat], (only or opens[seat][marks])[roll % every]
        for train in trains:
            if ends := hand[tail := tails[train]]:
                fits = members[ends]
                end = fits[(roll >> TILE_ROLL) % len(fits)]
                hand[tail] = ends ^ bit[end]
                hand[end] &= off[tail]
                counts[seat] = left = counts[seat] - 1
                break
        else:
            end = _NOTHING
            if boneyard:
                passes, (low, high) = -1, boneyard.pop()
                for train in trains:
                    if (tail := tails[train]) == low or tail == high:
                        end, left = low + high - tail, 1
                        break
                else:
                    hand[low] |= bit[high]
                    hand[high] |= bit[low]
                    counts[seat] += 1
            elif waits is None and not plan.passes(play, only, marks, passes):
                return _slowly(play, seat, marks, passes, roll)
            if end < 0:
                if waits is not None:
                    only, waits = plan.left_bare(play, waits), None
                marks, seat, passes = marks | bit[seat], following[seat], passes + 1
                continue
        tails[train] = end
        if train == seat:
            marks &= off[seat]
        if tail == end and left:
            bare = plan.bares[seat][train][end]
            if waits is None and (not plan.strict or plan.only_plain(play, seat, marks)):
                only, waits, passes = plan.follow(marks, train), bare, -1
                continue
            marks, only = more_doubles(play, plan, marks, waits, bare, rolls)
            waits, left = None, counts[seat]
        elif only or waits is not None:
            only, waits = plan.after(play, waits, train), None
        if not left:
            return _out(play, seat, marks)
        seat, passes = following[seat], 0
    return False


def _slowly(play: Play, seat: int, marks: int, passes: int, roll: int) -> bool:
    """Leave a turn in which nothing can be done to the `Play`: True."""
    play.begin(seat, marks, passes)
    go(play, random_lay, roll)
    return True


def _out(play: Play, seat: int, marks: int) -> bool:
    """The round is over, as a seat has no tile left: True."""
    play.marks, play.how, play.winner = marks, How.OUT, seat
    return True
