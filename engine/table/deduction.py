"""What follows from the facts of a table: the one number left out, the open end of a train.

`conclude` turns facts into a `Position`, or raises `CaseError` with a sentence that names the
place where they contradict each other.

An example, with a double-9 set (55 tiles, one of them in the hub): A and B hold 10 tiles each, 3
lie on each of their trains and none on the Mexican Train, and nobody reports the boneyard. All
places together hold 54 tiles, so the boneyard has 54 - 20 - 6 = 28. Were B's hand unknown too,
then all that followed were two spans: each of the two is at most 38, and what one gains the
other loses.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from engine.json_values import CaseError
from engine.sentences import say
from engine.table.facts import Facts, TrainFacts
from engine.table.position import Play, Position, Progress, Span, TrainState, known, progress_of
from engine.tile_sets import BIT, DOUBLE, NO_TILE, all_pips, bits_of, members, tiles_of, whole_set
from engine.tiles import HIGHEST_SET, MEXICAN, Tile, double_of, tile_count

ON_TABLE: Final = "on_table"
"""The place of a tile that lies on a train or in the hub."""


def conclude(facts: Facts) -> Position:
    """Return the position that these facts make, with all that follows from them.

    Raises `CaseError` where they cannot all be true. Not checked: whether tiles can be joined to
    such trains, and whether a round can have come to this.
    """
    names = facts.names()
    facts = _with_start(_with_doubles(_with_first_train(facts)))
    drawn_played = _drawn_is_played(facts)
    places = _places(facts, drawn_played)
    trains = {name: _train_state(facts, name) for name in (*names, MEXICAN)}
    spans = _spans(facts, names, trains, drawn_played)
    facts, trains = _with_deduced(facts, trains, spans)
    _check_uncovered(facts, trains)
    hands = {name: bits_of(facts.hands.get(name, ())) for name in names}
    unseen = _unseen(facts, hands.values(), places[ON_TABLE])
    return Position(
        rules=facts.rules,
        set=HIGHEST_SET if facts.set is None else facts.set,
        seats=facts.seats,
        names=names,
        starting_double=facts.starting_double,
        trains=trains,
        uncovered=facts.uncovered,
        in_order=facts.uncovered_in_order is not False,
        hands=hands,
        counts={name: spans[f"hand_counts.{name}"] for name in names},
        boneyard=spans["boneyard"],
        on_trains=_on_trains(spans),
        total=None if facts.set is None or facts.seats is None else tile_count(facts.set) - 1,
        on_table=places[ON_TABLE],
        unseen=unseen,
        seat=facts.seat,
        kind=facts.kind,
        first_turn=_first_turn(facts, trains),
        drawn=_drawn(facts, unseen, spans["turn.drawn"]),
        drawn_played=drawn_played,
        plays=facts.plays,
        progress=_progress(facts),
        passes=_passes(facts),
        passed=facts.passed or frozenset(),
        time_up=facts.time_up is True,
        can_play=dict(facts.can_play),
        can_play_on=dict(facts.can_play_on),
        anybody_can_play=facts.anybody_can_play,
        plain_ends=_plain_ends(facts.plays or ()),
        draws=facts.draws,
        third_tile=facts.third_tile,
        unnamed=facts.unnamed,
    )


def _unseen(facts: Facts, hands: Iterable[int], on_table: int) -> int:
    """Return the tiles that nobody has named: in no known hand, not on the table, not drawn."""
    unseen = whole_set(HIGHEST_SET if facts.set is None else facts.set) & ~on_table
    for hand in hands:
        unseen &= ~hand
    if isinstance(facts.drawn, Tile):
        unseen &= ~BIT[facts.drawn]
    return unseen


# --- facts that follow at once ----------------------------------------------------------------


def _with_first_train(facts: Facts) -> Facts:
    """Add the tiles on the own train of a seat on its first turn: those of this turn alone."""
    if facts.kind != "first_turn" or facts.seat is None or facts.plays is None:
        return facts
    own = facts.trains.get(facts.seat, TrainFacts())
    if own.tiles is not None:
        return facts
    tiles = sum(play.train == facts.seat for play in facts.plays)
    return replace(facts, trains={**facts.trains, facts.seat: replace(own, tiles=tiles)})


def _with_doubles(facts: Facts) -> Facts:
    """Add the pips of each uncovered double where the open end of its train shows them."""
    if facts.uncovered is None:
        return facts
    open_ends = {name: train.open_end for name, train in facts.trains.items()}
    doubles = tuple(
        double if double.pips is not None else double._replace(pips=open_ends.get(double.train))
        for double in facts.uncovered
    )
    return replace(facts, uncovered=doubles)


def _with_start(facts: Facts) -> Facts:
    """Add the starting double where only one is possible."""
    starts = _possible_starts(facts)
    if facts.starting_double is None and starts.bit_count() == 1:
        return replace(facts, starting_double=known(starts))
    return facts


def _with_deduced(
    facts: Facts, trains: dict[str, TrainState], spans: Mapping[str, Span]
) -> tuple[Facts, dict[str, TrainState]]:
    """Add what follows for the trains from the other numbers."""
    deduced = _deduced_trains(facts, trains, spans)
    if not deduced:
        return facts, trains
    facts = _with_start(replace(facts, trains={**facts.trains, **deduced}))
    return facts, {name: _train_state(facts, name) for name in trains}


def _deduced_trains(
    facts: Facts, trains: Mapping[str, TrainState], spans: Mapping[str, Span]
) -> dict[str, TrainFacts]:
    """Return the trains whose number of tiles, or first tile, follows from the other numbers."""
    deduced = {}
    for name, train in trains.items():
        low, high = spans[f"trains.{name}.tiles"]
        here = facts.trains.get(name, TrainFacts())
        if here.tiles is None and low == high:
            deduced[name] = replace(here, tiles=low)
        elif train.started is None and low:
            deduced[name] = replace(here, started=True)
    return deduced


# --- where tiles are --------------------------------------------------------------------------


def _drawn_is_played(facts: Facts) -> bool:
    return facts.drawn == "played" or any(facts.drawn == play.tile for play in facts.plays or ())


def _places(facts: Facts, drawn_played: bool) -> dict[str, int]:
    """Return the known tiles by place; `CaseError` where one would be in two."""
    on_table = bits_of(facts.on_table) | bits_of(play.tile for play in facts.plays or ())
    for double in facts.uncovered or ():
        if double.pips is not None:
            on_table |= DOUBLE[double.pips]
    places = {f"hands.{name}": bits_of(hand) for name, hand in facts.hands.items()}
    if isinstance(facts.drawn, Tile) and not drawn_played:
        places["drawn"] = BIT[facts.drawn]
    places[ON_TABLE] = on_table
    if facts.starting_double is not None:
        hub, start = DOUBLE[facts.starting_double], double_of(facts.starting_double)
        for place, tiles in places.items():
            if tiles & hub and place != ON_TABLE:
                words = {"tile": start, "place": _place_words(place)}
                raise CaseError(
                    "hands: " + say("{tile} is in the hub and cannot be {place}.", **words)
                )
        places[ON_TABLE] |= hub
    place_of: dict[int, str] = {}
    for place, tiles in places.items():
        for number in members(tiles):
            if number in place_of:
                tile = tiles_of(1 << number)[0]
                places_of_tile = {"place": place_of[number], "other": place}
                words = {name: _place_words(where) for name, where in places_of_tile.items()}
                raise CaseError(
                    "hands: " + say("{tile} cannot be {place} and {other}.", tile=tile, **words)
                )
            place_of[number] = place
    _check_twice(facts)
    return places


def _place_words(place: str) -> str:
    """Return a place of `_places` as a sentence names it."""
    if place.startswith("hands."):
        return say("in {name}'s hand", name=place.removeprefix("hands."))
    return say("on the table") if place == ON_TABLE else say("drawn this turn")


def _check_twice(facts: Facts) -> None:
    """Refuse a tile that is twice in one hand, or played twice."""
    for name, hand in facts.hands.items():
        if len(set(hand)) < len(hand):
            twice = next(tile for tile in hand if hand.count(tile) > 1)
            raise CaseError(
                f"hands.{name}: " + say("{twice} is there twice; there is only one.", twice=twice)
            )
    played = [play.tile for play in facts.plays or ()]
    for tile in played:
        if played.count(tile) > 1:
            raise CaseError(
                "turn.laid: " + say("{tile} is played twice; there is only one.", tile=tile)
            )
        if facts.starting_double is not None and tile == double_of(facts.starting_double):
            raise CaseError(
                "turn.laid: " + say("{tile} is in the hub and cannot be played.", tile=tile)
            )


# --- trains -----------------------------------------------------------------------------------


def _possible_starts(facts: Facts) -> int:
    """Return the pips that the starting double can have; trains not started wait for them."""
    starts = all_pips(HIGHEST_SET if facts.set is None else facts.set)
    if facts.starting_double is not None:
        return 1 << facts.starting_double
    for name, train in facts.trains.items():
        if train.open_end is not None and (train.started is False or train.tiles == 0):
            starts &= 1 << train.open_end
            if not starts:
                raise CaseError(
                    f"trains.{name}.tail: "
                    + say(
                        "trains that are not started all wait for the pips of the starting "
                        "double, so they cannot differ."
                    )
                )
    away = bits_of(play.tile for play in facts.plays or ())
    for hand in facts.hands.values():
        away |= bits_of(hand)
    if isinstance(facts.drawn, Tile):
        away |= BIT[facts.drawn]
    on_trains = {double.pips for double in facts.uncovered or ()}
    for pips in members(starts):
        if DOUBLE[pips] & away or pips in on_trains:
            starts &= ~(1 << pips)
    return starts


def _train_state(facts: Facts, name: str) -> TrainState:
    """Return what a train can be; `CaseError` where its facts contradict each other."""
    here = facts.trains.get(name, TrainFacts())
    tiles = [play.tile for play in facts.plays or () if play.train == name]
    started = _started(facts, name, here, len(tiles))
    open_ends = all_pips(HIGHEST_SET if facts.set is None else facts.set)
    if here.open_end is not None:
        open_ends = 1 << here.open_end
    if started is False:
        open_ends &= _possible_starts(facts)
        if not open_ends:
            raise CaseError(
                f"trains.{name}.tail: "
                + say(
                    "a train that is not started waits for the pips of the starting "
                    "double, which cannot be {open_end}.",
                    open_end=here.open_end,
                )
            )
    for double in facts.uncovered or ():
        if double.train == name and double.pips is not None:
            open_ends &= 1 << double.pips
            if not open_ends:
                raise CaseError(
                    f"trains.{name}.tail: "
                    + say(
                        "{tile} is uncovered on this train, so the train cannot end in {open_end}.",
                        tile=double_of(double.pips),
                        open_end=here.open_end,
                    )
                )
    if tiles:
        whole = here.tiles is not None and here.tiles == len(tiles)
        open_ends &= _open_ends_after(facts, name, tiles, whole=whole)
        if not open_ends:
            raise CaseError(
                f"trains.{name}.tail: "
                + say(
                    "it cannot be {open_end} after {tile} was played there.",
                    open_end=here.open_end,
                    tile=tiles[-1],
                )
            )
    return TrainState(started, open_ends, here.marked, here.tiles)


def _started(facts: Facts, name: str, here: TrainFacts, played: int) -> bool | None:
    """Return whether a train has a tile, as reported or as its tiles or open end show."""
    started = here.started
    if here.tiles is not None:
        if here.started is not None and here.started != (here.tiles > 0):
            raise CaseError(
                f"trains.{name}.started: "
                + (
                    say("with {tiles} tiles it cannot be started.", tiles=here.tiles)
                    if here.started
                    else say("with {tiles} tiles it must have been started.", tiles=here.tiles)
                )
            )
        started = here.tiles > 0
        if here.tiles < played:
            raise CaseError(
                f"trains.{name}.tiles: "
                + say(
                    "{played} tiles were played there this turn, so there cannot be {tiles}.",
                    played=played,
                    tiles=here.tiles,
                )
            )
    has_tile = played > 0 or any(double.train == name for double in facts.uncovered or ())
    if has_tile and started is False:
        raise CaseError(f"trains.{name}.started: " + say("a tile is on it, so it is started."))
    if started is None and here.open_end is not None and facts.starting_double is not None:
        has_tile = has_tile or here.open_end != facts.starting_double
    return True if has_tile else started


def _open_ends_after(facts: Facts, name: str, tiles: list[Tile], *, whole: bool) -> int:
    """Return what the open end can be after these tiles, the last of them outmost.

    `whole` says that there are no other tiles on the train.
    """
    ends = all_pips(HIGHEST_SET)
    if whole and facts.starting_double is not None:
        ends = 1 << facts.starting_double
    for tile in tiles:
        joined = 0
        for pips in tile:
            if ends >> pips & 1:
                joined |= 1 << tile.other_end(pips)
        if not joined:
            raise CaseError(
                "turn.laid: "
                + say("{tile} does not fit where it is on {name}.", tile=tile, name=name)
            )
        ends = joined
    return ends


def _check_uncovered(facts: Facts, trains: Mapping[str, TrainState]) -> None:
    """Refuse uncovered doubles that cannot all lie where they are said to."""
    doubles = facts.uncovered
    if doubles is None:
        return
    names = [double.train for double in doubles]
    pips = [double.pips for double in doubles if double.pips is not None]
    for number, double in enumerate(doubles, 1):
        place = f"uncovered.{number}"
        if names.count(double.train) > 1:
            raise CaseError(
                f"{place}: "
                + say("only one double can be the last on {train}.", train=double.train)
            )
        if double.pips is not None and pips.count(double.pips) > 1:
            raise CaseError(
                f"{place}: " + say("there is only one {tile}.", tile=double_of(double.pips))
            )
        if double.pips is not None and double.pips == facts.starting_double:
            raise CaseError(
                f"{place}: "
                + say("{tile} is in the hub, not on a train.", tile=double_of(double.pips))
            )
    for name in trains:
        last = [play.tile for play in facts.plays or () if play.train == name][-1:]
        if last and last[0].is_double != (name in names):
            raise CaseError(
                "uncovered: "
                + say(
                    "{tile} was played last on {name} this turn, which does not fit the "
                    "uncovered doubles.",
                    tile=last[0],
                    name=name,
                )
            )


# --- numbers of tiles -------------------------------------------------------------------------


def _spans(
    facts: Facts, names: tuple[str, ...], trains: Mapping[str, TrainState], drawn_played: bool
) -> dict[str, Span]:
    """Return the span of each number of tiles, given that together they make up the set."""
    whole = tile_count(HIGHEST_SET if facts.set is None else facts.set) - 1
    spans: dict[str, Span] = {}
    for name, train in trains.items():
        played = sum(play.train == name for play in facts.plays or ())
        at_least = max(played, int(train.started is True))
        with_double = [double.train for double in facts.uncovered or ()]
        with_double += [play.train for play in facts.plays or () if play.tile.is_double]
        if name in with_double:
            at_least = max(at_least, 2)  # no double but the starting one fits the hub
        at_most = 0 if train.started is False else whole
        spans[f"trains.{name}.tiles"] = _span(train.tiles, at_least, at_most)
    for name in names:
        spans[f"hand_counts.{name}"] = _span_of_hand(facts, name, whole)
    spans["boneyard"] = _span(facts.boneyard, int(facts.tiles_to_draw is True), whole)
    spans["turn.drawn"] = _span_of_drawn(facts, drawn_played)
    lowest = sum(span.low for span in spans.values())
    if facts.set is not None and lowest > whole:
        raise CaseError(
            "set: "
            + say(
                "{count} tiles are known, with the one in the hub; the double-{set} set has "
                "{whole}.",
                count=lowest + 1,
                set=facts.set,
                whole=whole + 1,
            )
        )
    if facts.set is None or facts.seats is None:
        return spans
    return dict(_narrowed(spans, whole))


def _span_of_drawn(facts: Facts, drawn_played: bool) -> Span:
    """Return how many tiles were drawn and are neither in a hand nor on the table."""
    if facts.drawn is None:
        return Span(0, int(facts.out is None or facts.out != facts.seat))
    if facts.drawn == "played" and facts.plays == ():
        raise CaseError("turn.drawn: " + say("A drawn tile was played, and nothing was played."))
    in_sight = facts.drawn != "none" and not drawn_played
    if in_sight and facts.out is not None and facts.out == facts.seat:
        words = {"out": facts.out, "drawn": facts.drawn}
        raise CaseError("out: " + say("{out} has drawn {drawn} and keeps it.", **words))
    return Span(int(in_sight), int(in_sight))


def _span_of_hand(facts: Facts, name: str, whole: int) -> Span:
    """Return how many tiles are in a hand, given who has played the last tile.

    `whole` is the number of tiles that are not in the hub. A seat that keeps the tile that it has
    just drawn is not out though its hand is empty. Raises `CaseError` where the facts disagree.
    """
    hand, count = facts.hands.get(name), facts.hand_counts.get(name)
    tiles = len(hand or ())
    if count is not None and tiles > count:
        raise CaseError(
            f"hands.{name}: "
            + say(
                "{tiles} tiles are named, but the hand has only {count}.", tiles=tiles, count=count
            )
        )
    span = _span(0 if hand == () and count is None else count, tiles, whole)
    if facts.out is None:
        return span
    if name == facts.out:
        if span.low:
            raise CaseError(
                "out: " + say("{name} has tiles left, so {name} is not out.", name=name)
            )
        return Span(0, 0)
    if name == facts.seat and facts.drawn != "none":
        return span
    if not span.high:
        raise CaseError(
            "out: " + say("{name} has no tile left, so it is {name} who is out.", name=name)
        )
    return Span(max(span.low, 1), span.high)


def _span(reported: int | None, low: int, high: int) -> Span:
    return Span(low, high) if reported is None else Span(reported, reported)


def _narrowed(spans: Mapping[str, Span], whole: int) -> Iterator[tuple[str, Span]]:
    """Narrow each span to what the others leave of the whole set."""
    lowest = sum(span.low for span in spans.values())
    highest = sum(span.high for span in spans.values())
    for place, (low, high) in spans.items():
        at_most = whole - (lowest - low)
        at_least = min(whole - (highest - high), high)
        yield place, Span(max(low, at_least), min(high, at_most))


def _on_trains(spans: Mapping[str, Span]) -> Span:
    trains = [span for place, span in spans.items() if place.startswith("trains.")]
    return Span(sum(span.low for span in trains), sum(span.high for span in trains))


# --- the turn ---------------------------------------------------------------------------------


def _drawn(facts: Facts, unseen: int, span: Span) -> int:
    """Return the set of what can have been drawn this turn."""
    if isinstance(facts.drawn, Tile):
        return BIT[facts.drawn]
    if facts.drawn == "some":
        return unseen
    if facts.drawn is not None or not span.high:
        return NO_TILE
    return unseen if span.low else unseen | NO_TILE


def _first_turn(facts: Facts, trains: Mapping[str, TrainState]) -> bool | None:
    """Return whether it is the seat's first turn, as reported or as its train shows.

    Before its first turn nothing lies on a seat's train: without a marker nobody else plays there.
    """
    if facts.kind is not None:
        return facts.kind == "first_turn"
    if facts.seat is None or facts.plays is None:
        return None
    own = trains[facts.seat]
    played = sum(play.train == facts.seat for play in facts.plays)
    tiles = own.tiles if own.tiles is not None else int(own.started is True)
    return False if tiles > played else None


def _passes(facts: Facts) -> int | None:
    """Return the passes in a row, counted or listed by seat; all of a table at most once round."""
    if facts.passed is None:
        return facts.passes
    if facts.passes is not None and min(facts.passes, len(facts.names())) != len(facts.passed):
        raise CaseError(
            "turn.passed: "
            + say(
                "Players named who passed: {passed}; the number given is {passes}.",
                passed=len(facts.passed),
                passes=facts.passes,
            )
        )
    return len(facts.passed) if facts.passes is None else facts.passes


def _plain_ends(plays: tuple[Play, ...]) -> frozenset[str]:
    """Return the trains on which the last tile played this turn is no double."""
    last = {play.train: play.tile for play in plays}
    return frozenset(train for train, tile in last.items() if not tile.is_double)


def _progress(facts: Facts) -> Progress | None:
    """Return how far the turn has come; None where it is unknown what was played."""
    if facts.plays is None:
        return None
    progress = progress_of(facts.plays, facts.seat)
    if facts.kind == "follow_up" and not progress.doubles:
        raise CaseError(
            "turn.kind: "
            + say('"follow_up" means that a double was played this turn, but none is named.')
        )
    return progress
