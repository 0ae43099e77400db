"""What an unknown turn, or an unknown list of uncovered doubles, can be."""

from collections.abc import Iterator

from engine.bits import BIT, DOUBLE, members
from engine.position import NOTHING_LAID, Position, Progress, Uncovered, known


def turns_so_far(position: Position, seat: str, *, own_only: bool) -> Iterator[Progress]:
    """What this seat can have laid this turn when nobody tells, as far as it changes a ruling.

    `own_only` says that on this turn it lays on its own train only.
    """
    if position.kind != "follow_up":
        yield NOTHING_LAID
        if position.trains[seat].started is not False:
            yield Progress(1, 0, (), last_is_double=False, own_only=True)
        if not own_only:
            yield Progress(1, 0, (), last_is_double=False, own_only=False)
    if position.kind != "normal":
        yield Progress(2, 1, (), last_is_double=False, own_only=False)
        doubles = tuple(each for each in listed(position) if each.laid_by in (seat, None))
        if position.uncovered is None:
            doubles = doubles[:1]
        for number in range(len(doubles)):
            pending = doubles[number:]
            on_own = all(each.train == seat for each in pending)
            yield Progress(len(pending), len(pending), pending, True, on_own)
            yield Progress(len(pending) + 1, len(pending), pending, False, False)


def listed(position: Position) -> tuple[Uncovered, ...]:
    """The uncovered doubles, or each that there could be."""
    if position.uncovered is not None:
        return position.uncovered
    could = ((train, double_tails(position, train)) for train in position.trains)
    return tuple(Uncovered(train, known(pips), None) for train, pips in could if pips)


def lists_of_uncovered(position: Position) -> Iterator[tuple[Uncovered, ...]]:
    """What the list of uncovered doubles can be when nobody tells it.

    None, each alone, and any two in either order: more at once change no ruling.
    """
    each_alone = listed(position)
    yield ()
    for one in each_alone:
        yield (one,)
    for one in each_alone:
        for other in each_alone:
            if one.train != other.train and (one.pips is None or one.pips != other.pips):
                yield (one, other)


def double_tails(position: Position, train: str) -> int:
    """The pips of which an uncovered double can lie last on this train, told of or not."""
    here = position.trains[train]
    if here.started is False or here.tiles == 1:
        return 0  # no double but the starting one fits the hub
    if train in position.plain_ends or any(train == lay.train for lay in position.laid or ()):
        return 0
    held = 0 if position.drawn & (position.drawn - 1) else position.drawn
    for lay in position.laid or ():
        held |= BIT[lay.tile]
    for hand in position.hands.values():
        held |= hand
    found = here.tails
    for pips in members(here.tails):
        if pips == position.starting_double or DOUBLE[pips] & held:
            found &= ~(1 << pips)
    return found
