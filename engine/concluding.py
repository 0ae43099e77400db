"""What follows from what is told of a table: the one number left out, the tail of a train.

`conclude` turns what is told into a `Position`, or raises `CaseError` with a sentence that
names the place where the facts do not go together.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.bits import BIT, DOUBLE, NO_TILE, all_pips, bits_of, members, tiles_of, whole_set
from engine.parameters import HIGHEST_SET
from engine.position import (
    MEXICAN,
    Lay,
    Position,
    Progress,
    Span,
    Train,
    known,
    progress_of,
)
from engine.tiles import Tile, double, tile_count
from engine.told import Told, ToldTrain
from engine.wire import CaseError


def conclude(told: Told) -> Position:
    """The position that these facts make, with all that follows from them.

    Raises `CaseError` where they cannot all be true. Not looked for: whether the trains can
    be joined of tiles in such a way, and whether the round can have come to this.
    """
    names = told.names()
    told = _with_start(_with_doubles(_with_first_train(told)))
    drawn_laid = _drawn_is_laid(told)
    places = _places(told, drawn_laid)
    trains = {name: _train(told, name) for name in (*names, MEXICAN)}
    spans = _spans(told, names, trains, drawn_laid)
    if reckoned := _reckoned_trains(told, trains, spans):
        told = _with_start(replace(told, trains={**told.trains, **reckoned}))
        trains = {name: _train(told, name) for name in trains}
    _check_uncovered(told, trains)
    hands = {name: bits_of(told.hands.get(name, ())) for name in names}
    on_table = places["on the table"]
    unseen = whole_set(HIGHEST_SET if told.set is None else told.set) & ~on_table
    for hand in hands.values():
        unseen &= ~hand
    if isinstance(told.drawn, Tile):
        unseen &= ~BIT[told.drawn]
    return Position(
        rules=told.rules,
        set=HIGHEST_SET if told.set is None else told.set,
        seats=told.seats,
        names=names,
        starting_double=told.starting_double,
        trains=trains,
        uncovered=told.uncovered,
        in_order=told.in_order is not False,
        hands=hands,
        counts={name: spans[f"hand_counts.{name}"] for name in names},
        boneyard=spans["boneyard"],
        on_trains=_on_trains(spans),
        total=None if told.set is None or told.seats is None else tile_count(told.set) - 1,
        on_table=on_table,
        unseen=unseen,
        seat=told.seat,
        kind=told.kind,
        first_turn=_first_turn(told, trains),
        drawn=_drawn(told, unseen, spans["turn.drawn"]),
        drawn_laid=drawn_laid,
        laid=told.laid,
        progress=_progress(told),
        passes=told.passes,
        plain_ends=_plain_ends(told.laid or ()),
        draws=told.draws,
    )


def _with_first_train(told: Told) -> Told:
    """The same with the own train of a seat on its first turn: only this turn's tiles lie there."""
    if told.kind != "first_turn" or told.seat is None or told.laid is None:
        return told
    own = told.trains.get(told.seat, ToldTrain())
    if own.tiles is not None:
        return told
    laid = sum(lay.train == told.seat for lay in told.laid)
    return replace(told, trains={**told.trains, told.seat: replace(own, tiles=laid)})


def _with_doubles(told: Told) -> Told:
    """The same with the pips of each uncovered double, where the tail of its train shows them."""
    if told.uncovered is None:
        return told
    tails = {name: train.tail for name, train in told.trains.items()}
    return replace(
        told,
        uncovered=tuple(
            each if each.pips is not None else each._replace(pips=tails.get(each.train))
            for each in told.uncovered
        ),
    )


def _with_start(told: Told) -> Told:
    """The same with the starting double, where only one can be."""
    starts = _starts(told)
    if told.starting_double is None and starts.bit_count() == 1:
        return replace(told, starting_double=known(starts))
    return told


def _reckoned_trains(
    told: Told, trains: Mapping[str, Train], spans: Mapping[str, Span]
) -> dict[str, ToldTrain]:
    """The trains of which the other numbers show how many tiles they have, or that they have."""
    found = {}
    for name, train in trains.items():
        low, high = spans[f"trains.{name}.tiles"]
        here = told.trains.get(name, ToldTrain())
        if here.tiles is None and low == high:
            found[name] = replace(here, tiles=low)
        elif train.started is None and low:
            found[name] = replace(here, started=True)
    return found


def _drawn_is_laid(told: Told) -> bool:
    return any(told.drawn == lay.tile for lay in told.laid or ())


def _places(told: Told, drawn_laid: bool) -> dict[str, int]:
    """The tiles by where they are told to lie; each tile lies in one place only."""
    on_table = bits_of(told.on_table) | bits_of(lay.tile for lay in told.laid or ())
    for each in told.uncovered or ():
        if each.pips is not None:
            on_table |= DOUBLE[each.pips]
    places = {f"in {name}'s hand": bits_of(hand) for name, hand in told.hands.items()}
    if isinstance(told.drawn, Tile) and not drawn_laid:
        places["drawn this turn"] = BIT[told.drawn]
    places["on the table"] = on_table
    if told.starting_double is not None:
        hub = DOUBLE[told.starting_double]
        for place, tiles in places.items():
            if tiles & hub and place != "on the table":
                raise CaseError(
                    f"hands: {double(told.starting_double)} lies in the hub and cannot be {place}."
                )
        places["on the table"] |= hub
    seen: dict[int, str] = {}
    for place, tiles in places.items():
        for number in members(tiles):
            if number in seen:
                tile = tiles_of(1 << number)[0]
                raise CaseError(f"hands: {tile} cannot be {seen[number]} and {place}.")
            seen[number] = place
    _check_twice(told)
    return places


def _check_twice(told: Told) -> None:
    for name, hand in told.hands.items():
        if len(set(hand)) < len(hand):
            twice = next(tile for tile in hand if hand.count(tile) > 1)
            raise CaseError(f"hands.{name}: {twice} is there twice; there is only one.")
    laid = [lay.tile for lay in told.laid or ()]
    for tile in laid:
        if laid.count(tile) > 1:
            raise CaseError(f"turn.laid: {tile} is laid twice; there is only one.")
        if told.starting_double is not None and tile == double(told.starting_double):
            raise CaseError(f"turn.laid: {tile} lies in the hub and cannot be laid.")


# --- trains -----------------------------------------------------------------------------------


def _starts(told: Told) -> int:
    """The pips that the starting double can have; each train not started waits for them."""
    starts = all_pips(HIGHEST_SET if told.set is None else told.set)
    if told.starting_double is not None:
        return 1 << told.starting_double
    for name, train in told.trains.items():
        if train.tail is not None and (train.started is False or train.tiles == 0):
            starts &= 1 << train.tail
            if not starts:
                raise CaseError(
                    f"trains.{name}.tail: trains that are not started all wait for the pips of "
                    f"the starting double, so they cannot differ."
                )
    away = bits_of(lay.tile for lay in told.laid or ())
    for hand in told.hands.values():
        away |= bits_of(hand)
    if isinstance(told.drawn, Tile):
        away |= BIT[told.drawn]
    lying = {each.pips for each in told.uncovered or ()}
    for pips in members(starts):
        if DOUBLE[pips] & away or pips in lying:
            starts &= ~(1 << pips)
    return starts


def _train(told: Told, name: str) -> Train:
    here = told.trains.get(name, ToldTrain())
    laid = [lay.tile for lay in told.laid or () if lay.train == name]
    started = _started(told, name, here, len(laid))
    tails = all_pips(HIGHEST_SET if told.set is None else told.set)
    if here.tail is not None:
        tails = 1 << here.tail
    if started is False:
        tails &= _starts(told)
        if not tails:
            raise CaseError(
                f"trains.{name}.tail: a train that is not started waits for the pips of the "
                f"starting double, which cannot be {here.tail}."
            )
    for each in told.uncovered or ():
        if each.train == name and each.pips is not None:
            tails &= 1 << each.pips
            if not tails:
                raise CaseError(
                    f"trains.{name}.tail: {double(each.pips)} lies uncovered on this train, so "
                    f"its tail cannot be {here.tail}."
                )
    if laid:
        before = here.tiles is not None and here.tiles == len(laid)
        tails &= _tails_after(told, name, laid, whole=before)
        if not tails:
            raise CaseError(
                f"trains.{name}.tail: it cannot be {here.tail} after {laid[-1]} was laid there."
            )
    return Train(started, tails, here.marked, here.tiles)


def _started(told: Told, name: str, here: ToldTrain, laid: int) -> bool | None:
    """Whether a train has a tile: told, or shown by its tiles or its tail."""
    shown = here.started
    if here.tiles is not None:
        if here.started is not None and here.started != (here.tiles > 0):
            raise CaseError(
                f"trains.{name}.started: with {here.tiles} tiles it cannot be "
                f"{'started' if here.started else 'not started'}."
            )
        shown = here.tiles > 0
        if here.tiles < laid:
            raise CaseError(
                f"trains.{name}.tiles: {laid} tiles were laid there this turn, so there cannot "
                f"be {here.tiles}."
            )
    lies_there = laid > 0 or any(each.train == name for each in told.uncovered or ())
    if lies_there and shown is False:
        raise CaseError(f"trains.{name}.started: a tile lies on it, so it is started.")
    if shown is None and here.tail is not None and told.starting_double is not None:
        lies_there = lies_there or here.tail != told.starting_double
    return True if lies_there else shown


def _tails_after(told: Told, name: str, laid: list[Tile], *, whole: bool) -> int:
    """What the tail can be after these tiles, the last of them outmost."""
    ends = all_pips(HIGHEST_SET)
    if whole and told.starting_double is not None:
        ends = 1 << told.starting_double
    for tile in laid:
        joined = 0
        for pips in tile:
            if ends >> pips & 1:
                joined |= 1 << tile.other_end(pips)
        if not joined:
            raise CaseError(f"turn.laid: {tile} does not fit where it lies on {name}.")
        ends = joined
    return ends


def _check_uncovered(told: Told, trains: Mapping[str, Train]) -> None:
    listed = told.uncovered
    if listed is None:
        return
    names = [each.train for each in listed]
    pips = [each.pips for each in listed if each.pips is not None]
    for number, each in enumerate(listed):
        place = f"uncovered.{number + 1}"
        if names.count(each.train) > 1:
            raise CaseError(f"{place}: only one double can be the last on {each.train}.")
        if each.pips is not None and pips.count(each.pips) > 1:
            raise CaseError(f"{place}: there is only one {double(each.pips)}.")
        if each.pips is not None and each.pips == told.starting_double:
            raise CaseError(f"{place}: {double(each.pips)} lies in the hub, not on a train.")
    for name in trains:
        last = [lay.tile for lay in told.laid or () if lay.train == name][-1:]
        if last and last[0].is_double != (name in names):
            raise CaseError(
                f"uncovered: {last[0]} was laid last on {name} this turn, which does not go "
                "with the uncovered doubles."
            )


# --- numbers of tiles -------------------------------------------------------------------------


def _spans(
    told: Told, names: tuple[str, ...], trains: Mapping[str, Train], drawn_laid: bool
) -> dict[str, Span]:
    """Between what each number of tiles lies, all of them making up the set."""
    whole = tile_count(HIGHEST_SET if told.set is None else told.set) - 1
    spans: dict[str, Span] = {}
    for name, train in trains.items():
        laid = sum(lay.train == name for lay in told.laid or ())
        at_least = max(laid, int(train.started is True))
        doubles = [each.train for each in told.uncovered or ()]
        doubles += [lay.train for lay in told.laid or () if lay.tile.is_double]
        if name in doubles:
            at_least = max(at_least, 2)  # no double but the starting one fits the hub
        at_most = 0 if train.started is False else whole
        spans[f"trains.{name}.tiles"] = _span(train.tiles, at_least, at_most)
    for name in names:
        hand, count = told.hands.get(name), told.counts.get(name)
        held = len(hand or ())
        if count is not None and held > count:
            raise CaseError(f"hands.{name}: {held} tiles are told, but the hand has only {count}.")
        count = 0 if hand == () and count is None else count
        spans[f"hand_counts.{name}"] = _span(count, held, whole)
    spans["boneyard"] = _span(told.boneyard, 0, whole)
    if told.drawn is None:
        spans["turn.drawn"] = Span(0, 1)
    else:
        in_sight = isinstance(told.drawn, Tile) and not drawn_laid
        spans["turn.drawn"] = Span(int(in_sight), int(in_sight))
    lowest = sum(span.low for span in spans.values())
    if told.set is not None and lowest > whole:
        raise CaseError(
            f"set: {lowest + 1} tiles are told, with the one in the hub; the double-{told.set} "
            f"set has {whole + 1}."
        )
    if told.set is None or told.seats is None:
        return spans
    return dict(_narrowed(spans, whole))


def _span(told: int | None, low: int, high: int) -> Span:
    return Span(low, high) if told is None else Span(told, told)


def _narrowed(spans: Mapping[str, Span], whole: int) -> Iterator[tuple[str, Span]]:
    """Each number within what the others leave of the whole set."""
    lowest = sum(span.low for span in spans.values())
    highest = sum(span.high for span in spans.values())
    for place, (low, high) in spans.items():
        at_most = whole - (lowest - low)
        at_least = min(whole - (highest - high), high)
        yield place, Span(max(low, at_least), min(high, at_most))


def _on_trains(spans: Mapping[str, Span]) -> Span:
    those = [span for place, span in spans.items() if place.startswith("trains.")]
    return Span(sum(span.low for span in those), sum(span.high for span in those))


# --- the turn ---------------------------------------------------------------------------------


def _drawn(told: Told, unseen: int, span: Span) -> int:
    """What can have been drawn this turn."""
    if isinstance(told.drawn, Tile):
        return BIT[told.drawn]
    if told.drawn is not None or not span.high:
        return NO_TILE
    return unseen if span.low else unseen | NO_TILE


def _first_turn(told: Told, trains: Mapping[str, Train]) -> bool | None:
    """Whether it is the seat's first turn: told, or shown by tiles that are there already.

    Before its first turn nothing lies on a seat's train: without a marker nobody else lays there.
    """
    if told.kind is not None:
        return told.kind == "first_turn"
    if told.seat is None or told.laid is None:
        return None
    own = trains[told.seat]
    laid = sum(lay.train == told.seat for lay in told.laid)
    there = own.tiles if own.tiles is not None else int(own.started is True)
    return False if there > laid else None


def _plain_ends(laid: tuple[Lay, ...]) -> frozenset[str]:
    """The trains on which the last tile laid this turn is no double."""
    last = {train: tile for tile, train in laid}
    return frozenset(train for train, tile in last.items() if not tile.is_double)


def _progress(told: Told) -> Progress | None:
    if told.laid is None:
        return None
    progress = progress_of(told.laid, told.seat)
    if told.kind == "follow_up" and not progress.doubles:
        raise CaseError(
            'turn.kind: "follow_up" means that a double was laid this turn; turn.laid has none.'
        )
    return progress
