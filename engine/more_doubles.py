"""The rest of a turn of random lays in which doubles wait, by all that the rules say of it."""

from collections.abc import Iterator

from engine.moves import BIT, OFF, Bare
from engine.plan import Looks, Plan
from engine.play import Play
from engine.players import any_that_fits


def more_doubles(
    play: Play, plan: Plan, marks: int, waits: Bare | None, last: Bare, rolls: Iterator[int]
) -> tuple[int, Looks]:
    """Play a turn on after its `last` double; `waits` is the one that was laid before, if any.

    Answers the markers after the turn, and the trains that all must lay on then; none where no
    double binds, where the seat is out, or where no rolls are left.
    """
    seat, bare = last.by, [last] if waits is None else [waits, last]
    play.begin(seat, marks)
    play.pending, play.laid, play.doubles = bare, len(bare), len(bare)
    for roll in rolls:
        plain, double = play.ways()
        trains = plan.around[plain | double][roll % plan.trains]
        train, ends = _first_that_takes(play, trains, plain, double)
        if not ends and play.boneyard:
            play.draw()
            train, ends = _first_that_takes(play, trains, plain, double)
        if not ends:
            return play.marks | BIT[seat], plan.all_left_bare(play, bare)
        tail, end = play.tails[train], any_that_fits(ends, roll)
        play.put(seat, train, end)
        if train == seat:
            play.marks &= OFF[seat]
        if not play.counts[seat]:
            break
        if tail != end:
            left = [each for each in bare if each.train != train]
            return play.marks, plan.all_left_bare(play, left)
        bare.append(plan.bares[seat][train][tail])
        play.doubles += 1
    return play.marks, ()


def _first_that_takes(
    play: Play, trains: tuple[int, ...], plain: int, double: int
) -> tuple[int, int]:
    """The first of these trains that takes a tile, and the ends of those that fit; else 0 ends."""
    hand, tails = play.hands[play.seat], play.tails
    for train in trains:
        if hand[tails[train]] and (ends := play.fitting(train, plain, double)):
            return train, ends
    return 0, 0
