"""What may be laid where.

`may_lay` and `may_lay_chain` rule on tiles; `can_lay` asks whether any tile will do; `lays` gives
all of them in a position that is wholly known.
"""

from engine.bits import BIT, DOUBLE, DOUBLES, PLAIN, TILES, WITH, members
from engine.endings import somebody_out
from engine.parameters import SILENT
from engine.position import MEXICAN, Position, known
from engine.reasons import About, Outcome, Reason
from engine.supposed import Supposed
from engine.tiles import Tile, double
from engine.ways import Way, way, why_free


def _with_third_tile(s: Supposed, pips: int, from_hand: bool) -> Way | None:
    """Whether a further double of these pips has the third tile that it may need; None if none.

    The third tile comes from the hand, not from the boneyard, and covers one of the doubles.
    """
    progress = s.progress()
    if not progress.pending or not s.says("second_double_needs_third_tile_from_hand"):
        return None
    covering = PLAIN[pips]
    for each in progress.pending:
        covering |= PLAIN[s.tail(each.train)]
    points = ("second_double_needs_third_tile_from_hand", "max_doubles_per_turn")
    if s.holds(s.seat, covering):
        return Way(True, Reason.HAS_THIRD_TILE, points)
    if s.hand_is(s.seat, int(from_hand)) and s.says("out_on_two_doubles"):
        return Way(True, Reason.LAST_TWO_DOUBLES, ("out_on_two_doubles", *points))
    return Way(False, Reason.NEEDS_THIRD_TILE, points)


def may_lay(s: Supposed, tile: Tile, train: str) -> Outcome:
    """May the seat on turn lay this tile there now?

    A seat is taken to have the tile that it asks about, unless the facts say otherwise.
    """
    about = {"seat": s.seat, "tile": str(tile), "train": train}
    if out := somebody_out(s):
        return _ruled(s, False, out.reason, out.points, about | {"out": out.seat})
    held = s.holding(tile)
    if held is None:
        return _ruled(s, False, Reason.NOT_HELD, ("lay_from",), about)
    return lay(held, tile, train, about)


def lay(s: Supposed, tile: Tile, train: str, about: dict[str, str]) -> Outcome:
    """The same for a tile that the seat has, in a round that goes on."""
    found = way(s, train, tile[0] == tile[1])
    if found.double is not None:
        pips = found.double.pips
        about["double"] = "a double" if pips is None else str(double(pips))
        about["double_train"] = found.double.train
    drawn = s.drawn() == BIT[tile]
    if not found.open:
        in_vain = ("draw_when_cannot_cover",) if drawn and found.reason is Reason.FROZEN else ()
        return _ruled(s, False, found.reason, found.points + in_vain, about)
    if not s.tail_in(train, 1 << tile[0] | 1 << tile[1]):
        return _ruled(s, False, Reason.DOES_NOT_FIT, ("ends_must_match", *found.points), about)
    points = found.points
    if found.reason is not Reason.COVERS and (free := why_free(s)):
        released = free == ("impossible_double_releases",)
        points = free + points if released else points + free
    if tile[0] == tile[1] and (third := _with_third_tile(s, tile[0], not drawn)):
        if not third.open:
            return _ruled(s, False, third.reason, third.points, about)
        found, points = third, third.points + points
    if drawn:
        points = (*points, "drawn_tile_must_be_played")
    return _ruled(s, True, found.reason, points + _why_there(s, train), about)


def _why_there(s: Supposed, train: str) -> tuple[str, ...]:
    """The further points on which the text speaks of laying there.

    A train's start, a first turn on the own train, a marker on it, and which trains to choose from.
    """
    here = s.position.trains[train]
    points = ["ends_must_match"] if here.started is False else []
    if train != s.seat:
        points.append("own_train_first")
    elif s.position.first_turn and s.rules.first_turn_own_train_only.value is True:
        points.append("first_turn_own_train_only")
    elif here.marked:
        points.append("marker_off")
    return tuple(
        point
        for point in points
        if point not in s.rules.house and s.rules.rule(point).value is not SILENT
    )


def _ruled(
    s: Supposed, allowed: bool, reason: Reason, points: tuple[str, ...], about: About
) -> Outcome:
    says = "allowed" if allowed else "not_allowed"
    return Outcome(says, None, s.cite(points), reason, about)


def may_lay_chain(s: Supposed, tiles: tuple[Tile, ...], train: str) -> Outcome:
    """May the seat on turn lay these tiles there, one after the other, in this turn?

    The first that it may not lay decides.
    """
    about = {"seat": s.seat, "train": train}
    if out := somebody_out(s):
        return _ruled(s, False, out.reason, out.points, about | {"out": out.seat})
    for tile in tiles:
        held = s.holding(tile)
        if held is None or tiles.count(tile) > 1:
            about["tile"] = str(tile)
            return _ruled(s, False, Reason.NOT_HELD, ("lay_from",), about)
        s = held
    clauses: tuple[str, ...] = ()
    for tile in tiles:
        about["tile"] = str(tile)
        outcome = lay(s, tile, train, dict(about))
        clauses = outcome.clauses + clauses
        if outcome.says != "allowed":
            clauses = outcome.clauses + _one_tile(s, tiles, tile)
            return outcome._replace(clauses=tuple(dict.fromkeys(clauses)))
        s = s.after(tile, train, tile.other_end(s.tail(train)))
    return Outcome("allowed", None, tuple(dict.fromkeys(clauses)), Reason.CHAIN, about)


def _one_tile(s: Supposed, tiles: tuple[Tile, ...], at: Tile) -> tuple[str, ...]:
    """The clauses by which a turn would end with this tile, were it allowed, and not go on."""
    may_be_first = s.position.first_turn is not False
    if at == tiles[-1] or at.is_double:
        return ()
    if may_be_first and s.rules.first_turn_mode.value != "single":
        return ()
    return s.cite(("tiles_a_turn",))


# --- whether anything can be laid -------------------------------------------------------------


def trains_for(s: Supposed) -> list[str]:
    """All trains, the own one first."""
    seat = s.seat
    return [seat, MEXICAN, *(name for name in s.position.names if name != seat)]


def can_lay(s: Supposed) -> bool:
    """Whether the seat on turn has a tile in hand that it may lay now."""
    seat = s.seat
    if s.position.hand_is_whole(seat):
        return _some_lay(s, s.position.hands[seat], from_hand=True)
    return _unknown_can_lay(s)


def shown_able(s: Supposed) -> bool:
    """Whether one of the tiles that are known in the hand of the seat on turn may be laid."""
    return _some_lay(s, s.position.hands[s.seat], from_hand=True)


def can_lay_drawn(s: Supposed) -> bool:
    """Whether the seat on turn may lay the tile that it has drawn."""
    drawn = s.drawn()
    if known(drawn) is not None:
        return _some_lay(s, drawn, from_hand=False)
    return any(_drawn_goes(s, train) for train in trains_for(s))


def _some_lay(s: Supposed, tiles: int, *, from_hand: bool) -> bool:
    """Whether one of these known tiles may be laid."""
    for train in trains_for(s):
        for pips in members(s.tails(train)):
            plain, twin = tiles & PLAIN[pips], tiles & DOUBLE[pips]
            if plain and way(s, train, False).open and s.tail_in(train, 1 << pips):
                return True
            if twin and way(s, train, True).open and s.tail_in(train, 1 << pips):
                third = _with_third_tile(s, pips, from_hand)
                if third is None or third.open:
                    return True
    return False


def _unknown_can_lay(s: Supposed) -> bool:
    """Whether a hand that is not wholly known has a tile that may be laid."""
    seat, wanted = s.seat, 0
    open_ends: list[tuple[str, int]] = []
    for train in trains_for(s):
        kinds = 0
        if way(s, train, False).open:
            kinds = ~DOUBLES
        if way(s, train, True).open:
            kinds |= DOUBLES
        tail = known(s.tails(train))
        if tail is None and kinds:
            open_ends.append((train, kinds))
        elif tail is not None:
            wanted |= WITH[tail] & kinds & ~_lacking_third(s, tail, kinds)
    if wanted and s.holds(seat, wanted):
        return True
    return any(_hand_meets(s, train, kinds) for train, kinds in open_ends)


def _lacking_third(s: Supposed, pips: int, kinds: int) -> int:
    """The double of these pips, where it cannot be laid for want of a third tile."""
    if not DOUBLE[pips] & kinds or not s.holds(s.seat, DOUBLE[pips]):
        return 0
    third = _with_third_tile(s, pips, from_hand=True)
    return 0 if third is None or third.open else DOUBLE[pips]


def _hand_meets(s: Supposed, train: str, kinds: int) -> bool:
    """Whether an unknown hand has a tile of these kinds for an unknown tail."""
    seat = s.seat
    sure, could = s.position.hands[seat], s.could_hold(seat)
    tails = [WITH[pips] & kinds for pips in members(s.tails(train))]
    return s.fit(
        ("fit", seat, train),
        (*s.hand_paths(seat), f"trains.{train}.tail"),
        can=any((sure | could) & those for those in tails),
        need_not=any(not sure & those for those in tails),
    )


def _drawn_goes(s: Supposed, train: str) -> bool:
    """Whether an unknown drawn tile may be laid on this train."""
    for pips in members(s.tails(train)):
        for tiles, is_double in ((PLAIN[pips], False), (DOUBLE[pips], True)):
            if (
                s.drawn() & tiles
                and way(s, train, is_double).open
                and s.tail_in(train, 1 << pips)
                and s.drawn_in(tiles)
            ):
                return True
    return False


# --- all lays ---------------------------------------------------------------------------------


def lays(position: Position) -> list[tuple[Tile, str]]:
    """Every tile that the seat on turn may lay now, with the train that it may go on.

    The position must be wholly known: the seat on turn, its hand and turn, the tails, markers
    and uncovered doubles, and rules that are neither silent nor unclear on what is read. In any
    other a `Fork` tells what is missing.
    """
    s = Supposed(position, {})
    if somebody_out(s):
        return []
    held = position.hands[s.seat]
    drawn = 0 if position.drawn_laid else position.drawn
    found: list[tuple[Tile, str]] = []
    for train in trains_for(s):
        tail = s.tail(train)
        fitting = (held | drawn) & WITH[tail]
        plain = fitting & ~DOUBLES
        if plain and way(s, train, False).open:
            found += [(TILES[number], train) for number in members(plain)]
        if fitting & DOUBLES and way(s, train, True).open:
            third = _with_third_tile(s, tail, bool(held & DOUBLE[tail]))
            if third is None or third.open:
                found.append((double(tail), train))
    return found
