"""What is known of a table, in one or two sentences; what is unknown is not spoken of."""

from collections.abc import Iterator

from engine.reports.faults import join
from engine.table.facts import Facts
from engine.tiles import MEXICAN, Tile, double_of


def in_sentences(facts: Facts) -> str:
    """Return the facts in one sentence about the turn and one about the table, as far as known."""
    parts = [join(_turn(facts)), join(_table(facts))]
    return " ".join(f"{part[0].upper()}{part[1:]}." for part in parts if part)


def _turn(facts: Facts) -> Iterator[str]:
    """Yield what the seat on turn has done."""
    seat = facts.seat
    if seat is None:
        return
    first = facts.kind == "first_turn"
    yield f"{seat} is on turn, the first of the round" if first else f"{seat} is on turn"
    if facts.plays:
        plays = join(f"{play.tile} on {_train(play.train)}" for play in facts.plays)
        yield f"has played {plays}"
    elif facts.plays is not None:
        yield "has played nothing yet"
    if isinstance(facts.drawn, Tile):
        yield f"has drawn {facts.drawn}"
    elif facts.drawn == "some":
        yield "has drawn a tile"
    elif facts.drawn == "played":
        yield "has drawn a tile and played it"
    elif facts.drawn == "none":
        yield "has not drawn"


def _table(facts: Facts) -> Iterator[str]:
    """Yield what lies on the table, and what is known of the others."""
    for double in facts.uncovered or ():
        tile = "a double" if double.pips is None else str(double_of(double.pips))
        yield f"{tile} on {_train(double.train)} is not covered"
    if facts.uncovered == ():
        yield "no double is uncovered"
    marked = [name for name, train in facts.trains.items() if train.marked and name != MEXICAN]
    if marked:
        yield f"there is a marker on the train of {join(marked)}"
    if facts.boneyard == 0:
        yield "the boneyard is empty"
    elif facts.boneyard is not None:
        yield f"{facts.boneyard} tiles are left to draw"
    elif facts.tiles_to_draw:
        yield "tiles are left to draw"
    if facts.passed:
        yield f"{join(sorted(facts.passed))} passed"
    yield from _who_can_play(facts)
    if facts.out not in (None, "none"):
        yield f"{facts.out} has played the last tile"
    if facts.time_up:
        yield "time has run out"


def _who_can_play(facts: Facts) -> Iterator[str]:
    if facts.anybody_can_play is not None:
        yield "somebody can play" if facts.anybody_can_play else "nobody can play"
    for able, words in ((True, "can play"), (False, "cannot play")):
        if seats := [seat for seat, fact in facts.can_play.items() if fact is able]:
            yield f"{join(seats)} {words}"
    for (seat, train), fact in facts.can_play_on.items():
        yield f"{seat} {'can' if fact else 'cannot'} play on {_train(train)}"


def _train(train: str) -> str:
    return "the Mexican Train" if train == MEXICAN else f"{train}'s train"
